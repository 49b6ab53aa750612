/** Settings of Netty for the whole process. */
package yona.http.netty;

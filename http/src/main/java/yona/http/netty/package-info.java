/** What is set once for Netty, whose codecs are used. */
package yona.http.netty;

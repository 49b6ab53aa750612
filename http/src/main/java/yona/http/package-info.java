/** The messages of HTTP, as servers and clients see them. */
package yona.http;

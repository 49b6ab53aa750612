/** What server and client of HTTP/2 share: Netty's codec, called by fibers, and its bounds. */
package yona.http.http2;

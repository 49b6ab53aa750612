/**
 * A client of HTTP/1.1 and HTTP/2 in direct style: a call waits for its response on its fiber, and
 * holds up no other one.
 */
package yona.http.client;

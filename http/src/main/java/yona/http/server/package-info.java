/** The HTTP server. */
package yona.http.server;

/** The memory of a server: of a browser between its requests. */
package yona.http.session;

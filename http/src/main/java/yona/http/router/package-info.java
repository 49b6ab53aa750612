/** Which handler answers which request. */
package yona.http.router;

/** TCP and Unix sockets: servers, clients, and their options. */
package yona.io.socket;

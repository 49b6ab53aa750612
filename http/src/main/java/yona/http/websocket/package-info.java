/** WebSocket (RFC 6455) in direct style. */
package yona.http.websocket;

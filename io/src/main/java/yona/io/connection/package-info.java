/** Connections: streams of bytes in both directions, whatever carries them. */
package yona.io.connection;

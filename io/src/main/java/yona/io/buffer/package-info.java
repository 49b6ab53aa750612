/** Buffers that files and sockets read into and gather in, and the ends of lines in them. */
package yona.io.buffer;

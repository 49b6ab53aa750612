/** Streams, and what reduces them. */
package yona.library.stream;

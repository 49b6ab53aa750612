/** What is behind files and streams, and the threads for operations that block. */
package yona.io.medium;

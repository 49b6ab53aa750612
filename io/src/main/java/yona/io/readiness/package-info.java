/** Waiting for channels to be ready for reading or writing: the fiber waits, and no thread does. */
package yona.io.readiness;

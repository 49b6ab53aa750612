/** Programs of the system, run as child processes. */
package yona.io.process;

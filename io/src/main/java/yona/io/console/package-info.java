/** The standard streams of the process. */
package yona.io.console;

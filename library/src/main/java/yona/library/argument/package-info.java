/**
 * Arguments of library functions: their checks, their errors, the options and functions among them.
 */
package yona.library.argument;

/**
 * The Java halves that work for a certain program: each function takes the class that calls it, and
 * so knows which Java classes the program may see. Called by classes of programs, so it is
 * exported.
 */
package yona.library.program;

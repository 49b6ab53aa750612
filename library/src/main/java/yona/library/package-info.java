/** The standard library: Yona modules and their Java halves. */
package yona.library;

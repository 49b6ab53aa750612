/**
 * What Java halves have in common: the checks of arguments, the options and functions among them,
 * errors, and standard error.
 */
package yona.library.argument;

/**
 * Java as programs see it (language.md 13): which classes there are for a program, which method a
 * call means, and how values cross the border. Loaded by the first call of a program's that meets a
 * Java class or object.
 */
package yona.language.interop;

/**
 * Yona as a language of GraalVM's polyglot engine, and other languages of that engine in Yona
 * programs. Compiled classes do the work; this package is the door between the two.
 */
package yona.graal;

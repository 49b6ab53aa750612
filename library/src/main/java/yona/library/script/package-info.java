/** Yona as a language of {@code javax.script}. */
package yona.library.script;

/** Strings, characters, and numbers as text. */
package yona.library.text;

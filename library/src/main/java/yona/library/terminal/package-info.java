/**
 * What terminals show: colours and other renditions, the width of texts, tables, bars and
 * questions.
 */
package yona.library.terminal;

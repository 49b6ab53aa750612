/** What terminals show: colours and other renditions, the width of texts, tables. */
package yona.library.terminal;

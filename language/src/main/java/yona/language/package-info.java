/** Syntax, analysis, code generation, linkage. */
package yona.language;

/** From source text to syntax tree: lexer, layout and parser. */
@NullMarked
package yona.language.syntax;

import org.jspecify.annotations.NullMarked;

package yona.language.syntax;

import yona.language.diagnostics.Range;

/**
 * A comment, from its {@code #} to the end of its line.
 *
 * @param range where it stands, without the line end
 * @param ownLine whether nothing but white space stands before it on its line
 */
public record Comment(Range range, boolean ownLine) {}

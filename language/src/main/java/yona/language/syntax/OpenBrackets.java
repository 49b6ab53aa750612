package yona.language.syntax;

import java.util.Arrays;

/**
 * The brackets, strings and interpolations that are open where the lexer is, as token indices on a
 * stack. A closing bracket closes the innermost open one of its kind and leaves those inside
 * without a match; it never reaches out of its interpolation. Counts of what is open keep that
 * linear.
 */
final class OpenBrackets {
  private final Tokens tokens;
  private int[] open = new int[16];
  private int size;

  /** How many of each bracket are open since the innermost interpolation started. */
  private int parentheses;

  private int brackets;
  private int braces;

  /** The three counts of each interpolation around. */
  private int[] outer = new int[12];

  private int outerSize;

  OpenBrackets(Tokens tokens) {
    this.tokens = tokens;
  }

  /** Opens the bracket, string or interpolation of {@code token}. */
  void open(int token) {
    if (size == open.length) {
      open = Arrays.copyOf(open, size * 2);
    }
    open[size++] = token;
    if (tokens.kind(token) == TokenKind.INTERPOLATION_START) {
      if (outerSize + 3 > outer.length) {
        outer = Arrays.copyOf(outer, outer.length * 2);
      }
      outer[outerSize++] = parentheses;
      outer[outerSize++] = brackets;
      outer[outerSize++] = braces;
      parentheses = 0;
      brackets = 0;
      braces = 0;
    } else {
      count(tokens.kind(token), 1);
    }
  }

  /** Whether a closing brace here ends an interpolation. */
  boolean endsInterpolation() {
    return braces == 0 && outerSize > 0;
  }

  /**
   * Closes the innermost bracket of the kind {@code opening} with {@code token}, if one is open.
   */
  void close(TokenKind opening, int token) {
    if (count(opening, 0) == 0) {
      return;
    }
    while (true) {
      int start = open[--size];
      TokenKind kind = tokens.kind(start);
      count(kind, -1);
      if (kind == opening) {
        tokens.match(start, token);
        return;
      }
    }
  }

  /** Closes the interpolation around, and what is open inside it, with {@code token}. */
  void closeInterpolation(int token) {
    int start = open[--size];
    while (tokens.kind(start) != TokenKind.INTERPOLATION_START) {
      start = open[--size];
    }
    tokens.match(start, token);
    braces = outer[--outerSize];
    brackets = outer[--outerSize];
    parentheses = outer[--outerSize];
  }

  /** Closes the string around, which is innermost, with {@code token}. */
  void closeString(int token) {
    tokens.match(open[--size], token);
  }

  /** The token of what is open innermost. */
  int innermost() {
    return open[size - 1];
  }

  /** The token of the innermost open interpolation, or -1. */
  int interpolation() {
    for (int i = size - 1; i >= 0; i--) {
      if (tokens.kind(open[i]) == TokenKind.INTERPOLATION_START) {
        return open[i];
      }
    }
    return -1;
  }

  private int count(TokenKind kind, int change) {
    return switch (kind) {
      case LEFT_PARENTHESIS -> parentheses += change;
      case LEFT_BRACKET -> brackets += change;
      case LEFT_BRACE -> braces += change;
      default -> 0;
    };
  }
}

package yona.language.syntax;

import org.jspecify.annotations.Nullable;

/** Finds the kind and the end of a number (language.md 2.5). */
final class NumberScanner {
  private final String text;
  private final int start;
  private final boolean hexadecimal;
  private TokenKind kind = TokenKind.INT;
  private int end;
  private @Nullable String problem;

  /** Scans the number whose first digit stands at {@code start}. */
  NumberScanner(String text, int start) {
    this.text = text;
    this.start = start;
    this.hexadecimal = text.startsWith("0x", start);
    if (hexadecimal) {
      end = digitsEnd(start + 2);
      if (end == start + 2) {
        problem = "Expected hexadecimal digits after `0x`, found none";
      }
    } else {
      decimal();
    }
    int rest = Characters.nameEnd(text, end);
    if (rest > end && problem == null) {
      String found = text.substring(end, Math.min(rest, end + 20));
      problem = "Expected the number to end, found `" + found + "` directly after it";
    }
    end = rest;
  }

  TokenKind kind() {
    return kind;
  }

  /** Where it ends, and what is wrongly attached to it. */
  int end() {
    return end;
  }

  /** What is wrong with it, or null. */
  @Nullable String problem() {
    return problem;
  }

  private void decimal() {
    end = digitsEnd(start);
    if (charAt(end) == '.' && Characters.isDigit(charAt(end + 1))) {
      kind = TokenKind.FLOAT;
      end = digitsEnd(end + 1);
    }
    int exponent = exponentEnd();
    if (exponent > end) {
      kind = TokenKind.FLOAT;
      end = exponent;
    } else if (kind == TokenKind.INT) {
      kind = suffixKind(charAt(end));
      if (kind != TokenKind.INT) {
        end++;
      }
    }
  }

  private char charAt(int at) {
    return at < text.length() ? text.charAt(at) : '\0';
  }

  private static TokenKind suffixKind(char c) {
    return switch (c) {
      case 'f' -> TokenKind.FLOAT;
      case 'b' -> TokenKind.BYTE;
      case 'n' -> TokenKind.BIG;
      default -> TokenKind.INT;
    };
  }

  private int digitsEnd(int from) {
    int at = from;
    while (isDigit(charAt(at))
        || (charAt(at) == '_' && at > from && isDigit(charAt(at - 1)) && isDigit(charAt(at + 1)))) {
      at++;
    }
    return at;
  }

  private boolean isDigit(char c) {
    return hexadecimal ? Characters.isHexadecimal(c) : Characters.isDigit(c);
  }

  /**
   * Where an exponent ends that stands at the end so far; at most the end so far if there is none.
   */
  private int exponentEnd() {
    if (charAt(end) != 'e' && charAt(end) != 'E') {
      return end;
    }
    int digits = charAt(end + 1) == '+' || charAt(end + 1) == '-' ? end + 2 : end + 1;
    int after = digitsEnd(digits);
    return after > digits ? after : end;
  }
}

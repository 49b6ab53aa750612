package yona.language.syntax;

import org.jspecify.annotations.Nullable;

/** The operators before an operand. */
public enum PrefixOperator {
  /** Logical negation. */
  NOT("!", TokenKind.NOT),
  /** Bitwise complement. */
  COMPLEMENT("~", TokenKind.TILDE),
  /** Arithmetic negation (a minus sign directly before a digit belongs to the literal). */
  NEGATE("-", TokenKind.MINUS);

  private static final @Nullable PrefixOperator[] BY_TOKEN =
      new PrefixOperator[TokenKind.values().length];

  static {
    for (PrefixOperator operator : values()) {
      BY_TOKEN[operator.token.ordinal()] = operator;
    }
  }

  private final String text;
  private final TokenKind token;

  PrefixOperator(String text, TokenKind token) {
    this.text = text;
    this.token = token;
  }

  /** The operator that a token is before an operand, or null. */
  static @Nullable PrefixOperator of(TokenKind token) {
    return BY_TOKEN[token.ordinal()];
  }

  /** How it is written. */
  public String text() {
    return text;
  }
}

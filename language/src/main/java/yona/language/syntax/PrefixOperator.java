package yona.language.syntax;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The operators before an operand. */
public enum PrefixOperator {
  /** Logical negation. */
  NOT("!", TokenKind.NOT),
  /** Bitwise complement. */
  COMPLEMENT("~", TokenKind.TILDE),
  /** Arithmetic negation (a minus sign directly before a digit belongs to the literal). */
  NEGATE("-", TokenKind.MINUS);

  private static final Map<TokenKind, PrefixOperator> BY_TOKEN = new EnumMap<>(TokenKind.class);

  static {
    for (PrefixOperator operator : values()) {
      BY_TOKEN.put(operator.token, operator);
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
    return BY_TOKEN.get(token);
  }

  /** How it is written. */
  public String text() {
    return text;
  }
}

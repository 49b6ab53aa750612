package yona.language.syntax;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The binary operators, on the levels of language.md 3.2. Backticks are level 16 ({@link
 * Tree.InfixChain}).
 */
public enum Operator {
  /** {@code x |> f}. */
  PIPE_RIGHT("|>", TokenKind.PIPE_RIGHT, 1, false),
  /** {@code f <| x}. */
  PIPE_LEFT("<|", TokenKind.PIPE_LEFT, 2, true),
  /** Logical or; the right side only if needed. */
  LOGICAL_OR("||", TokenKind.BAR_BAR, 3, false),
  /** Logical and; the right side only if needed. */
  LOGICAL_AND("&&", TokenKind.AMPERSAND_AMPERSAND, 4, false),
  /** Equality. */
  EQUAL("==", TokenKind.EQUAL, 5, false),
  /** Inequality. */
  NOT_EQUAL("!=", TokenKind.NOT_EQUAL, 5, false),
  /** Less. */
  LESS("<", TokenKind.LESS, 5, false),
  /** Less or equal. */
  LESS_OR_EQUAL("<=", TokenKind.LESS_EQUAL, 5, false),
  /** Greater. */
  GREATER(">", TokenKind.GREATER, 5, false),
  /** Greater or equal. */
  GREATER_OR_EQUAL(">=", TokenKind.GREATER_EQUAL, 5, false),
  /** Membership. */
  IN("in", TokenKind.IN, 5, false),
  /** Bitwise or, union. */
  BIT_OR("|", TokenKind.BAR, 6, false),
  /** Bitwise exclusive or, symmetric difference. */
  BIT_XOR("^", TokenKind.CARET, 7, false),
  /** Bitwise and, intersection. */
  BIT_AND("&", TokenKind.AMPERSAND, 8, false),
  /** Concatenation. */
  CONCATENATE("++", TokenKind.PLUS_PLUS, 9, true),
  /** A sequence and an element at its end. */
  APPEND("|-", TokenKind.APPEND, 10, false),
  /** An element in front of a sequence. */
  PREPEND("-|", TokenKind.PREPEND, 11, true),
  /** Shift to the left. */
  SHIFT_LEFT("<<", TokenKind.SHIFT_LEFT, 12, false),
  /** Shift to the right that keeps the sign. */
  SHIFT_RIGHT(">>", TokenKind.SHIFT_RIGHT, 12, false),
  /** Shift to the right that fills with zeros. */
  SHIFT_RIGHT_ZERO(">>>", TokenKind.SHIFT_RIGHT_ZERO, 12, false),
  /** Addition. */
  ADD("+", TokenKind.PLUS, 13, false),
  /** Subtraction. */
  SUBTRACT("-", TokenKind.MINUS, 13, false),
  /** Multiplication. */
  MULTIPLY("*", TokenKind.STAR, 14, false),
  /** Division. */
  DIVIDE("/", TokenKind.SLASH, 14, false),
  /** Remainder. */
  REMAINDER("%", TokenKind.PERCENT, 14, false),
  /** Power. */
  POWER("**", TokenKind.STAR_STAR, 15, true);

  private static final Map<TokenKind, Operator> BY_TOKEN = new EnumMap<>(TokenKind.class);

  static {
    for (Operator operator : values()) {
      BY_TOKEN.put(operator.token, operator);
    }
  }

  private final String text;
  private final TokenKind token;
  private final int level;
  private final boolean rightAssociative;

  Operator(String text, TokenKind token, int level, boolean rightAssociative) {
    this.text = text;
    this.token = token;
    this.level = level;
    this.rightAssociative = rightAssociative;
  }

  /** The operator that a token is between two operands, or null. */
  static @Nullable Operator of(TokenKind token) {
    return BY_TOKEN.get(token);
  }

  /** How it is written. */
  public String text() {
    return text;
  }

  /** Its level, 1 binds loosest. */
  public int level() {
    return level;
  }

  /** Whether {@code a op b op c} means {@code a op (b op c)}; the same for a whole level. */
  public boolean rightAssociative() {
    return rightAssociative;
  }
}

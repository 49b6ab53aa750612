package yona.language.syntax;

/**
 * The binary operators, on the levels of language.md 3.2. Backticks are level 16 ({@link
 * Tree.InfixChain}).
 */
public enum Operator {
  /** {@code x |> f}. */
  PIPE_RIGHT("|>", 1, false),
  /** {@code f <| x}. */
  PIPE_LEFT("<|", 2, true),
  /** Logical or; the right side only if needed. */
  OR("||", 3, false),
  /** Logical and; the right side only if needed. */
  AND("&&", 4, false),
  /** Equality. */
  EQUAL("==", 5, false),
  /** Inequality. */
  NOT_EQUAL("!=", 5, false),
  /** Less. */
  LESS("<", 5, false),
  /** Less or equal. */
  LESS_EQUAL("<=", 5, false),
  /** Greater. */
  GREATER(">", 5, false),
  /** Greater or equal. */
  GREATER_EQUAL(">=", 5, false),
  /** Membership. */
  IN("in", 5, false),
  /** Bitwise or, union. */
  BIT_OR("|", 6, false),
  /** Bitwise exclusive or, symmetric difference. */
  BIT_XOR("^", 7, false),
  /** Bitwise and, intersection. */
  BIT_AND("&", 8, false),
  /** Concatenation. */
  JOIN("++", 9, true),
  /** A sequence and an element at its end. */
  APPEND("|-", 10, false),
  /** An element in front of a sequence. */
  PREPEND("-|", 11, true),
  /** Shift to the left. */
  SHIFT_LEFT("<<", 12, false),
  /** Shift to the right that keeps the sign. */
  SHIFT_RIGHT(">>", 12, false),
  /** Shift to the right that fills with zeros. */
  SHIFT_RIGHT_ZERO(">>>", 12, false),
  /** Addition. */
  ADD("+", 13, false),
  /** Subtraction. */
  SUBTRACT("-", 13, false),
  /** Multiplication. */
  MULTIPLY("*", 14, false),
  /** Division. */
  DIVIDE("/", 14, false),
  /** Remainder. */
  REMAINDER("%", 14, false),
  /** Power. */
  POWER("**", 15, true);

  private final String text;
  private final int level;
  private final boolean rightAssociative;

  Operator(String text, int level, boolean rightAssociative) {
    this.text = text;
    this.level = level;
    this.rightAssociative = rightAssociative;
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

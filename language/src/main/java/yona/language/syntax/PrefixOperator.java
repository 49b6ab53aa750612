package yona.language.syntax;

/** The operators before an operand. */
public enum PrefixOperator {
  /** Logical negation. */
  NOT("!"),
  /** Bitwise complement. */
  COMPLEMENT("~"),
  /** Arithmetic negation (a minus sign directly before a digit belongs to the literal). */
  NEGATE("-");

  private final String text;

  PrefixOperator(String text) {
    this.text = text;
  }

  /** How it is written. */
  public String text() {
    return text;
  }
}

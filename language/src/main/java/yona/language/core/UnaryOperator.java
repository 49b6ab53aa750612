package yona.language.core;

import yona.language.syntax.PrefixOperator;

/** The operators that have one operand. */
public enum UnaryOperator {
  /** Of a Boolean a Boolean. */
  NOT(PrefixOperator.NOT),
  /** Of an integer an integer. */
  COMPLEMENT(PrefixOperator.COMPLEMENT),
  /** Of a number a number. */
  NEGATE(PrefixOperator.NEGATE);

  private final PrefixOperator syntax;

  UnaryOperator(PrefixOperator syntax) {
    this.syntax = syntax;
  }

  /** The operator that is written so. */
  public static UnaryOperator of(PrefixOperator syntax) {
    return switch (syntax) {
      case NOT -> NOT;
      case COMPLEMENT -> COMPLEMENT;
      case NEGATE -> NEGATE;
    };
  }

  /** How it is written. */
  public String sign() {
    return syntax.text();
  }
}

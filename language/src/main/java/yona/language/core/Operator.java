package yona.language.core;

/** The operators that are evaluated strictly. */
public enum Operator {
  ADD("+"),
  SUBTRACT("-"),
  MULTIPLY("*"),
  DIVIDE("/"),
  REMAINDER("%"),
  POWER("**"),
  SHIFT_LEFT("<<"),
  SHIFT_RIGHT(">>"),
  SHIFT_RIGHT_ZERO(">>>"),
  AND("&"),
  OR("|"),
  XOR("^"),
  EQUAL("=="),
  NOT_EQUAL("!="),
  LESS("<"),
  LESS_OR_EQUAL("<="),
  GREATER(">"),
  GREATER_OR_EQUAL(">="),
  IN("in"),
  CONCATENATE("++"),
  PREPEND("-|"),
  APPEND("|-"),
  NOT("!"),
  COMPLEMENT("~"),
  NEGATE("-");

  private final String sign;

  Operator(String sign) {
    this.sign = sign;
  }

  /** The operator as it is written. */
  public String sign() {
    return sign;
  }
}

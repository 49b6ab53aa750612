package yona.language.core;

import java.util.EnumMap;
import java.util.Map;
import yona.language.syntax.Operator;

/**
 * The binary operators that evaluate both of their operands first, the left one before the right.
 * The others are calls ({@code |>}, {@code <|}) or {@link Core.Logical}.
 */
public enum BinaryOperator {
  /** Numbers, and what is put into Sets and Dicts. */
  ADD(Operator.ADD, Category.ADDITIVE),
  /** Numbers, and what is taken from Sets and Dicts. */
  SUBTRACT(Operator.SUBTRACT, Category.ADDITIVE),
  MULTIPLY(Operator.MULTIPLY, Category.MULTIPLICATIVE),
  DIVIDE(Operator.DIVIDE, Category.MULTIPLICATIVE),
  REMAINDER(Operator.REMAINDER, Category.MULTIPLICATIVE),
  POWER(Operator.POWER, Category.POWER),
  SHIFT_LEFT(Operator.SHIFT_LEFT, Category.SHIFT),
  SHIFT_RIGHT(Operator.SHIFT_RIGHT, Category.SHIFT),
  SHIFT_RIGHT_ZERO(Operator.SHIFT_RIGHT_ZERO, Category.SHIFT),
  /** Integers, and the intersection of Sets and Dicts. */
  BIT_AND(Operator.BIT_AND, Category.BITWISE),
  /** Integers, and the union of Sets and Dicts. */
  BIT_OR(Operator.BIT_OR, Category.BITWISE),
  /** Integers, and the symmetric difference of Sets and Dicts. */
  BIT_XOR(Operator.BIT_XOR, Category.BITWISE),
  EQUAL(Operator.EQUAL, Category.EQUALITY),
  NOT_EQUAL(Operator.NOT_EQUAL, Category.EQUALITY),
  LESS(Operator.LESS, Category.ORDER),
  LESS_OR_EQUAL(Operator.LESS_OR_EQUAL, Category.ORDER),
  GREATER(Operator.GREATER, Category.ORDER),
  GREATER_OR_EQUAL(Operator.GREATER_OR_EQUAL, Category.ORDER),
  IN(Operator.IN, Category.MEMBERSHIP),
  CONCATENATE(Operator.CONCATENATE, Category.SEQUENCE),
  PREPEND(Operator.PREPEND, Category.SEQUENCE),
  APPEND(Operator.APPEND, Category.SEQUENCE);

  /** What operators have in common: the kinds of their operands and of their result. */
  public enum Category {
    /** Of two numbers a number; of a Set or Dict and an element, what it is. */
    ADDITIVE,
    /** Of two numbers a number. */
    MULTIPLICATIVE,
    /** Of two numbers a number, a Float also of two Ints. */
    POWER,
    /** Of two integers an integer. */
    SHIFT,
    /** Of two integers an integer; of two Sets or two Dicts, what they are. */
    BITWISE,
    /** Of any two values a Boolean. */
    EQUALITY,
    /** Of two values of one kind that has an order, a Boolean. */
    ORDER,
    /** Of any value and a collection a Boolean. */
    MEMBERSHIP,
    /** Of Seqs, or a Seq and an element, a Seq. */
    SEQUENCE;

    /** Whether the result is a Boolean. */
    public boolean isComparison() {
      return switch (this) {
        case EQUALITY, ORDER, MEMBERSHIP -> true;
        case ADDITIVE, MULTIPLICATIVE, POWER, SHIFT, BITWISE, SEQUENCE -> false;
      };
    }
  }

  private static final Map<Operator, BinaryOperator> BY_SYNTAX = new EnumMap<>(Operator.class);

  static {
    for (BinaryOperator operator : values()) {
      BY_SYNTAX.put(operator.syntax, operator);
    }
  }

  private final Operator syntax;
  private final Category category;

  BinaryOperator(Operator syntax, Category category) {
    this.syntax = syntax;
    this.category = category;
  }

  /**
   * The operator as it is written.
   *
   * @throws IllegalArgumentException for one that does not evaluate both of its operands first
   */
  public static BinaryOperator of(Operator syntax) {
    BinaryOperator operator = BY_SYNTAX.get(syntax);
    if (operator == null) {
      throw new IllegalArgumentException(syntax + " does not evaluate both of its operands first");
    }
    return operator;
  }

  public Category category() {
    return category;
  }

  /** How it is written. */
  public String sign() {
    return syntax.text();
  }
}

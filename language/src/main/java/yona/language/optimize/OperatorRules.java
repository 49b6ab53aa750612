package yona.language.optimize;

import static yona.language.optimize.Types.BIG;
import static yona.language.optimize.Types.BOOLEAN;
import static yona.language.optimize.Types.BYTE;
import static yona.language.optimize.Types.CHAR;
import static yona.language.optimize.Types.DICT;
import static yona.language.optimize.Types.DOUBLE;
import static yona.language.optimize.Types.LONG;
import static yona.language.optimize.Types.NEVER;
import static yona.language.optimize.Types.NUMBER;
import static yona.language.optimize.Types.SEQ;
import static yona.language.optimize.Types.SET;

import yona.language.core.BinaryOperator;
import yona.language.core.UnaryOperator;

/**
 * What stands for each operator at run time: a method of {@code yona.language.runtime.Operators},
 * and the type of what that gives.
 */
public final class OperatorRules {
  private static final int INT_LIKE = LONG | BYTE | CHAR;

  private OperatorRules() {}

  /** The method that takes both operands; for {@code !=} the one of {@code ==}. */
  public static String method(BinaryOperator operator) {
    return switch (operator) {
      case ADD -> "add";
      case SUBTRACT -> "subtract";
      case MULTIPLY -> "multiply";
      case DIVIDE -> "divide";
      case REMAINDER -> "remainder";
      case POWER -> "power";
      case SHIFT_LEFT -> "shiftLeft";
      case SHIFT_RIGHT -> "shiftRight";
      case SHIFT_RIGHT_ZERO -> "shiftRightZero";
      case BIT_AND -> "and";
      case BIT_OR -> "or";
      case BIT_XOR -> "xor";
      case EQUAL, NOT_EQUAL -> "equal";
      case LESS -> "less";
      case LESS_OR_EQUAL -> "lessOrEqual";
      case GREATER -> "greater";
      case GREATER_OR_EQUAL -> "greaterOrEqual";
      case IN -> "in";
      case CONCATENATE -> "concatenate";
      case PREPEND -> "prepend";
      case APPEND -> "append";
    };
  }

  /** The method that takes a Seq of operands; for an operator that associates to the right. */
  public static String methodOfMany(BinaryOperator operator) {
    return method(operator) + "All";
  }

  /** The type of the result; what raises an error gives none. */
  public static int result(BinaryOperator operator, int left, int right) {
    if (left == NEVER || right == NEVER) {
      return NEVER;
    }
    return switch (operator.category()) {
      case ADDITIVE -> arithmetic(left, right) | (left & (SET | DICT));
      case MULTIPLICATIVE -> arithmetic(left, right);
      case POWER -> {
        int result = arithmetic(left, right);
        yield result == NEVER ? NEVER : result | DOUBLE;
      }
      case SHIFT -> integers(left);
      case BITWISE -> arithmetic(left & ~DOUBLE, right & ~DOUBLE) | (left & right & (SET | DICT));
      case SEQUENCE -> SEQ;
      case EQUALITY, ORDER, MEMBERSHIP -> BOOLEAN;
    };
  }

  /** The type of the result; what raises an error gives none. */
  public static int result(UnaryOperator operator, int operand) {
    if (operand == NEVER) {
      return NEVER;
    }
    return switch (operator) {
      case NOT -> BOOLEAN;
      case COMPLEMENT -> integers(operand);
      case NEGATE -> integers(operand) | (operand & DOUBLE);
    };
  }

  private static int integers(int operand) {
    return ((operand & INT_LIKE) != 0 ? LONG : 0) | (operand & BIG);
  }

  private static int arithmetic(int left, int right) {
    int result = 0;
    if ((left & INT_LIKE) != 0 && (right & INT_LIKE) != 0) {
      result |= LONG;
    }
    boolean bigLeft = (left & BIG) != 0 && (right & (INT_LIKE | BIG)) != 0;
    boolean bigRight = (right & BIG) != 0 && (left & INT_LIKE) != 0;
    if (bigLeft || bigRight) {
      result |= BIG;
    }
    boolean doubleLeft = (left & DOUBLE) != 0 && (right & NUMBER) != 0;
    boolean doubleRight = (right & DOUBLE) != 0 && (left & NUMBER) != 0;
    if (doubleLeft || doubleRight) {
      result |= DOUBLE;
    }
    return result;
  }
}

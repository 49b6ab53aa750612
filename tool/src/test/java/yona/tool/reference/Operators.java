package yona.tool.reference;

import java.math.BigInteger;
import yona.data.Char;
import yona.data.Dict;
import yona.data.Equality;
import yona.data.Ordering;
import yona.data.Seq;
import yona.data.Set;
import yona.data.Tuple;
import yona.language.syntax.Operator;

/** The operators of the language, as the reference describes them. */
final class Operators {
  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

  private Operators() {}

  /** What an operator gives that evaluates both of its operands, and calls none. */
  static Object of(Operator operator, Object left, Object right) {
    return switch (operator) {
      case IN -> isIn(left, right);
      case ADD -> sum(left, right);
      case SUBTRACT ->
          switch (left) {
            case Set set -> set.remove(right);
            case Dict dict -> dict.remove(right);
            default -> calculated(operator, left, right);
          };
      case MULTIPLY, DIVIDE -> calculated(operator, left, right);
      case EQUAL -> Equality.equal(left, right);
      case NOT_EQUAL -> !Equality.equal(left, right);
      case LESS -> {
        int order = Ordering.compareOperands(left, right);
        if (order == Ordering.NOT_COMPARABLE) {
          throw Raised.of("typeerror");
        }
        yield order == Ordering.LESS;
      }
      case CONCATENATE -> seq(left).concat(seq(right));
      case PREPEND -> seq(right).prepend(left);
      case APPEND -> seq(left).append(right);
      default -> throw new IllegalArgumentException("not generated: " + operator);
    };
  }

  /** What an operation of numbers gives. */
  private static Object calculated(Operator operator, Object left, Object right) {
    if (left instanceof Double || right instanceof Double) {
      return calculated(operator, decimal(left), decimal(right));
    }
    BigInteger a = number(left);
    BigInteger b = number(right);
    return switch (operator) {
      case ADD -> exact(a.add(b));
      case SUBTRACT -> exact(a.subtract(b));
      case MULTIPLY -> exact(a.multiply(b));
      default -> {
        if (b.signum() == 0) {
          throw Raised.of("badarith");
        }
        yield exact(a.divide(b));
      }
    };
  }

  private static Object calculated(Operator operator, double a, double b) {
    double result =
        switch (operator) {
          case ADD -> a + b;
          case SUBTRACT -> a - b;
          case MULTIPLY -> a * b;
          default -> a / b;
        };
    if (Double.isNaN(result)) {
      // It equals itself in some places only.
      throw new Discarded();
    }
    return result;
  }

  private static double decimal(Object value) {
    return switch (value) {
      case Double n -> n;
      case Long n -> n.doubleValue();
      default -> throw Raised.of("typeerror");
    };
  }

  private static Object sum(Object left, Object right) {
    return switch (left) {
      case Set set -> set.add(right);
      case Dict dict when right instanceof Tuple entry && entry.length() == 2 ->
          dict.put(entry.get(0), entry.get(1));
      default -> calculated(Operator.ADD, left, right);
    };
  }

  private static boolean isIn(Object element, Object collection) {
    return switch (collection) {
      case Set set -> set.contains(element);
      case Dict dict -> dict.contains(element);
      case Seq seq -> {
        if (element instanceof Seq text && text.isText() && seq.isText() && !seq.isEmpty()) {
          throw text.isEmpty() ? new Discarded() : Raised.of("typeerror");
        }
        boolean found = false;
        for (Object each : seq) {
          found |= Equality.equal(each, element);
        }
        yield found;
      }
      default -> throw Raised.of("typeerror");
    };
  }

  static BigInteger number(Object value) {
    return switch (value) {
      case Long n -> BigInteger.valueOf(n);
      case Char c -> BigInteger.valueOf(c.codePoint());
      default -> throw Raised.of("typeerror");
    };
  }

  static Object exact(BigInteger number) {
    if (number.compareTo(LEAST) < 0 || number.compareTo(MOST) > 0) {
      throw Raised.of("overflow");
    }
    return number.longValue();
  }

  private static Seq seq(Object value) {
    if (value instanceof Seq seq) {
      return seq;
    }
    throw Raised.of("typeerror");
  }

  static boolean condition(Object value) {
    if (value instanceof Boolean truth) {
      return truth;
    }
    throw Raised.of("typeerror");
  }
}

package yona.language.runtime;

import java.math.BigInteger;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import yona.data.Char;
import yona.data.Dict;
import yona.data.Equality;
import yona.data.Ordering;
import yona.data.Seq;
import yona.data.Set;
import yona.data.Text;
import yona.data.Transient;
import yona.data.Tuple;

/**
 * The operators on values of any kind (language.md 4.2 to 4.4, 6.5), and on unboxed numbers with
 * their errors. Compiled code does two Ints or two Floats in place and comes here for the rest.
 */
public final class Operators {
  private Operators() {}

  // Unboxed Int arithmetic. The exact methods of Math are one machine instruction and a jump; the
  // exception never leaves here.

  /** {@code a + b}, or {@code :overflow}. */
  public static long add(long a, long b) {
    try {
      return Math.addExact(a, b);
    } catch (ArithmeticException e) {
      throw Errors.overflow("+", a, b);
    }
  }

  /** {@code a - b}, or {@code :overflow}. */
  public static long subtract(long a, long b) {
    try {
      return Math.subtractExact(a, b);
    } catch (ArithmeticException e) {
      throw Errors.overflow("-", a, b);
    }
  }

  /** {@code a * b}, or {@code :overflow}. */
  public static long multiply(long a, long b) {
    try {
      return Math.multiplyExact(a, b);
    } catch (ArithmeticException e) {
      throw Errors.overflow("*", a, b);
    }
  }

  /** {@code a / b} towards zero, or {@code :badarith}, {@code :overflow}. */
  public static long divide(long a, long b) {
    if (b == 0) {
      throw Errors.divisionByZero("/", a);
    }
    if (b == -1 && a == Long.MIN_VALUE) {
      throw Errors.overflow("/", a, b);
    }
    return a / b;
  }

  /** {@code a % b} with the sign of a, or {@code :badarith}. */
  public static long remainder(long a, long b) {
    if (b == 0) {
      throw Errors.divisionByZero("%", a);
    }
    return a % b;
  }

  /** {@code -a}, or {@code :overflow}. */
  public static long negate(long a) {
    if (a == Long.MIN_VALUE) {
      throw Errors.overflow("-", null, a);
    }
    return -a;
  }

  // Any kinds. The methods for two objects are small, so that the JVM puts them into the functions
  // that use them, and does so with many of them: what is rare is elsewhere.

  /** {@code a + b}. */
  public static Object add(Object a, Object b) {
    if (a instanceof Long x && b instanceof Long y) {
      return add(x.longValue(), y.longValue());
    }
    if (a instanceof Double x && b instanceof Double y) {
      return x + y;
    }
    return addOthers(a, b);
  }

  private static Object addOthers(Object a, Object b) {
    if (a instanceof Double x && b instanceof Long y) {
      return x + y;
    }
    return switch (kinds(a, b)) {
      case LONGS -> add(toLong(a), toLong(b));
      case BIGS -> toBig(a).add(toBig(b));
      case DOUBLES -> toDouble(a) + toDouble(b);
      default -> addToCollection(a, b);
    };
  }

  private static Object addToCollection(Object a, Object b) {
    if (a instanceof Set set) {
      return set.add(b);
    }
    if (a instanceof Dict dict) {
      if (b instanceof Tuple entry && entry.length() == 2) {
        return dict.put(entry.get(0), entry.get(1));
      }
      throw YonaError.typeError("a tuple (key, value) to add to a Dict with +", b);
    }
    String hint = a instanceof Seq || b instanceof Seq ? "; ++ joins strings and other Seqs" : "";
    throw operands("+", "two numbers, a Set and a value, or a Dict and a (key, value)", a, b, hint);
  }

  /** {@code a - b}. */
  public static Object subtract(Object a, Object b) {
    if (a instanceof Long x && b instanceof Long y) {
      return subtract(x.longValue(), y.longValue());
    }
    if (a instanceof Double x && b instanceof Double y) {
      return x - y;
    }
    return subtractOthers(a, b);
  }

  private static Object subtractOthers(Object a, Object b) {
    if (a instanceof Double x && b instanceof Long y) {
      return x - y;
    }
    return switch (kinds(a, b)) {
      case LONGS -> subtract(toLong(a), toLong(b));
      case BIGS -> toBig(a).subtract(toBig(b));
      case DOUBLES -> toDouble(a) - toDouble(b);
      default -> {
        if (a instanceof Set set) {
          yield set.remove(b);
        }
        if (a instanceof Dict dict) {
          yield dict.remove(b);
        }
        String hint =
            a instanceof Function ? "; a negative argument needs parentheses, as in f (-1)" : "";
        throw operands("-", "two numbers, a Set and a value, or a Dict and a key", a, b, hint);
      }
    };
  }

  /** {@code a * b}. */
  public static Object multiply(Object a, Object b) {
    if (a instanceof Long x && b instanceof Long y) {
      return multiply(x.longValue(), y.longValue());
    }
    if (a instanceof Double x && b instanceof Double y) {
      return x * y;
    }
    return multiplyOthers(a, b);
  }

  private static Object multiplyOthers(Object a, Object b) {
    if (a instanceof Double x && b instanceof Long y) {
      return x * y;
    }
    return switch (numbers("*", a, b)) {
      case LONGS -> multiply(toLong(a), toLong(b));
      case BIGS -> product(toBig(a), toBig(b));
      default -> toDouble(a) * toDouble(b);
    };
  }

  /** The product of two Bigs, if there may be one so large. */
  public static BigInteger product(BigInteger a, BigInteger b) {
    Invocation.requireBits((long) a.bitLength() + b.bitLength());
    return a.multiply(b);
  }

  /** {@code a / b}. */
  public static Object divide(Object a, Object b) {
    if (a instanceof Long x && b instanceof Long y) {
      return divide(x.longValue(), y.longValue());
    }
    if (a instanceof Double x && b instanceof Double y) {
      return x / y;
    }
    return divideOthers(a, b);
  }

  private static Object divideOthers(Object a, Object b) {
    if (a instanceof Double x && b instanceof Long y) {
      return x / y;
    }
    return switch (numbers("/", a, b)) {
      case LONGS -> divide(toLong(a), toLong(b));
      case BIGS -> toBig(a).divide(divisor("/", a, b));
      default -> toDouble(a) / toDouble(b);
    };
  }

  /** {@code a % b}. */
  public static Object remainder(Object a, Object b) {
    return switch (numbers("%", a, b)) {
      case LONGS -> remainder(toLong(a), toLong(b));
      case BIGS -> toBig(a).remainder(divisor("%", a, b));
      default -> toDouble(a) % toDouble(b);
    };
  }

  private static BigInteger divisor(String sign, Object a, Object b) {
    BigInteger divisor = toBig(b);
    if (divisor.signum() == 0) {
      throw Errors.divisionByZero(sign, Shown.value(a));
    }
    return divisor;
  }

  /** {@code a ** b}. */
  public static Object power(Object a, Object b) {
    return switch (numbers("**", a, b)) {
      case LONGS -> {
        long exponent = toLong(b);
        yield exponent < 0
            ? (Object) Math.pow((double) toLong(a), (double) exponent)
            : (Object) power(toLong(a), exponent);
      }
      case BIGS -> {
        BigInteger exponent = toBig(b);
        yield exponent.signum() < 0
            ? (Object) Math.pow(toBig(a).doubleValue(), exponent.doubleValue())
            : power(toBig(a), exponent);
      }
      default -> Math.pow(toDouble(a), toDouble(b));
    };
  }

  /** By squaring; the exponent is not negative. */
  private static long power(long base, long exponent) {
    long result = 1;
    long factor = base;
    long left = exponent;
    try {
      while (true) {
        if ((left & 1) != 0) {
          result = Math.multiplyExact(result, factor);
        }
        left >>= 1;
        if (left == 0) {
          return result;
        }
        factor = Math.multiplyExact(factor, factor);
      }
    } catch (ArithmeticException e) {
      throw Errors.overflow("**", base, exponent);
    }
  }

  private static BigInteger power(BigInteger base, BigInteger exponent) {
    if (base.bitLength() <= 1 && base.abs().compareTo(BigInteger.ONE) <= 0) {
      return base.signum() < 0 && !exponent.testBit(0)
          ? BigInteger.ONE
          : exponent.signum() == 0 ? BigInteger.ONE : base;
    }
    if (exponent.bitLength() > 31) {
      throw tooLarge("**", base, exponent);
    }
    Invocation.requireBits((base.bitLength() - 1L) * exponent.intValue());
    try {
      return base.pow(exponent.intValue());
    } catch (ArithmeticException e) {
      throw tooLarge("**", base, exponent);
    }
  }

  private static YonaError tooLarge(String sign, Object a, Object b) {
    return YonaError.of(
        "overflow",
        "expected a Big that fits into memory, found "
            + Shown.value(a)
            + " "
            + sign
            + " "
            + Shown.value(b));
  }

  /** {@code a << b}. */
  public static Object shiftLeft(Object a, Object b) {
    if (integers("<<", a, b)) {
      return toLong(a) << toLong(b);
    }
    int count = count("<<", a, b);
    Invocation.requireBits((long) toBig(a).bitLength() + count);
    try {
      return toBig(a).shiftLeft(count);
    } catch (ArithmeticException e) {
      throw tooLarge("<<", a, b);
    }
  }

  /** {@code a >> b}. */
  public static Object shiftRight(Object a, Object b) {
    return integers(">>", a, b)
        ? (Object) (toLong(a) >> toLong(b))
        : toBig(a).shiftRight(count(">>", a, b));
  }

  /** {@code a >>> b}. */
  public static Object shiftRightZero(Object a, Object b) {
    if (integers(">>>", a, b)) {
      return toLong(a) >>> toLong(b);
    }
    throw operands(">>>", "two integers that are no Big", a, b, "");
  }

  /** Whether the result is an Int; the left operand's kind decides. */
  private static boolean integers(String sign, Object a, Object b) {
    int kinds = kinds(a, b);
    if (kinds != LONGS && kinds != BIGS) {
      throw operands(sign, "two integers", a, b, "");
    }
    return !(a instanceof BigInteger);
  }

  private static int count(String sign, Object a, Object b) {
    BigInteger count = toBig(b);
    if (count.signum() < 0) {
      throw YonaError.badArgument("a count of 0 or more after " + sign, b);
    }
    if (count.bitLength() > 31) {
      if (toBig(a).signum() == 0) {
        return 0;
      }
      if (sign.equals(">>")) {
        return Integer.MAX_VALUE;
      }
      throw tooLarge(sign, a, b);
    }
    return count.intValue();
  }

  /** {@code a & b}. */
  public static Object and(Object a, Object b) {
    if (a instanceof Set x && b instanceof Set y) {
      return x.intersection(y);
    }
    if (a instanceof Dict x && b instanceof Dict y) {
      return x.intersection(y);
    }
    return bits("&", a, b) ? (Object) (toLong(a) & toLong(b)) : toBig(a).and(toBig(b));
  }

  /** {@code a | b}. */
  public static Object or(Object a, Object b) {
    if (a instanceof Set x && b instanceof Set y) {
      return x.union(y);
    }
    if (a instanceof Dict x && b instanceof Dict y) {
      return x.union(y);
    }
    return bits("|", a, b) ? (Object) (toLong(a) | toLong(b)) : toBig(a).or(toBig(b));
  }

  /** {@code a ^ b}. */
  public static Object xor(Object a, Object b) {
    if (a instanceof Set x && b instanceof Set y) {
      return x.symmetricDifference(y);
    }
    if (a instanceof Dict x && b instanceof Dict y) {
      return x.symmetricDifference(y);
    }
    return bits("^", a, b) ? (Object) (toLong(a) ^ toLong(b)) : toBig(a).xor(toBig(b));
  }

  private static boolean bits(String sign, Object a, Object b) {
    return switch (kinds(a, b)) {
      case LONGS -> true;
      case BIGS -> false;
      default -> throw operands(sign, "two integers, two Sets or two Dicts", a, b, "");
    };
  }

  /** {@code ~a}. */
  public static Object complement(Object a) {
    return switch (kinds(a, 0L)) {
      case LONGS -> ~toLong(a);
      case BIGS -> toBig(a).not();
      default -> throw YonaError.typeError("an integer after ~", a);
    };
  }

  /** {@code -a}. */
  public static Object negate(Object a) {
    if (a instanceof Double x) {
      return -x;
    }
    return switch (kinds(a, 0L)) {
      case LONGS -> negate(toLong(a));
      case BIGS -> toBig(a).negate();
      default -> throw YonaError.typeError("a number after -", a);
    };
  }

  /** {@code !a}. */
  public static boolean not(Object a) {
    if (a instanceof Boolean b) {
      return !b;
    }
    throw YonaError.typeError("a Boolean after !", a);
  }

  /** {@code a == b}. */
  public static boolean equal(Object a, Object b) {
    return Equality.equalOperands(a, b);
  }

  /** {@code a < b}. */
  public static boolean less(Object a, Object b) {
    return compare("<", a, b) == Ordering.LESS;
  }

  /** {@code a <= b}. */
  public static boolean lessOrEqual(Object a, Object b) {
    int order = compare("<=", a, b);
    return order == Ordering.LESS || order == Ordering.EQUAL;
  }

  /** {@code a > b}. */
  public static boolean greater(Object a, Object b) {
    return compare(">", a, b) == Ordering.GREATER;
  }

  /** {@code a >= b}. */
  public static boolean greaterOrEqual(Object a, Object b) {
    int order = compare(">=", a, b);
    return order == Ordering.GREATER || order == Ordering.EQUAL;
  }

  private static int compare(String sign, Object a, Object b) {
    int order = Ordering.compareOperands(a, b);
    if (order == Ordering.NOT_COMPARABLE) {
      throw operands(sign, "two values of one kind that has an order", a, b, "");
    }
    return order;
  }

  /** {@code a in b}. */
  public static boolean in(Object a, Object b) {
    return switch (b) {
      case Set set -> set.contains(a);
      case Dict dict -> dict.contains(a);
      case Seq seq -> {
        if (a instanceof Seq part && !seq.isEmpty() && part.isText() && seq.isText()) {
          String hint = "; String::contains part text looks for a text in a text";
          throw operands("in", "a Char before a string", a, b, hint);
        }
        yield seq.indexOf(a) >= 0;
      }
      case Transient collection -> collection.contains(a);
      default -> throw YonaError.typeError("a Seq, Set or Dict after in", b);
    };
  }

  /** {@code a ++ b}. */
  public static Object concatenate(Object a, Object b) {
    if (a instanceof Seq x && b instanceof Seq y) {
      return x.concat(y);
    }
    String hint =
        a instanceof Seq
            ? "; |- appends one element"
            : b instanceof Seq ? "; -| prepends one element" : "";
    throw operands("++", "two Seqs", a, b, hint);
  }

  /** {@code a ++ "..."}, where the string is of up to three parts, those that are not null. */
  public static Seq concatenate(
      Object a, Object first, @Nullable Object second, @Nullable Object third) {
    return a instanceof Seq seq
        ? Text.append(seq, first, second, third)
        : (Seq) concatenate(a, Text.join(first, second, third));
  }

  /** {@code a -| b}. */
  public static Object prepend(Object a, Object b) {
    if (b instanceof Seq seq) {
      return seq.prepend(a);
    }
    throw YonaError.typeError("a Seq after -|", b);
  }

  /** {@code a |- b}. */
  public static Object append(Object a, Object b) {
    if (a instanceof Seq seq) {
      return seq.append(b);
    }
    throw YonaError.typeError("a Seq before |-", a);
  }

  /** The operands of a long chain of {@code ++}, from a Seq of them. */
  public static Object concatenateAll(Object operands) {
    return foldRight(operands, Operators::concatenate);
  }

  /** The operands of a long chain of {@code -|}, from a Seq of them. */
  public static Object prependAll(Object operands) {
    return foldRight(operands, Operators::prepend);
  }

  /** The operands of a long chain of {@code **}, from a Seq of them. */
  public static Object powerAll(Object operands) {
    return foldRight(operands, Operators::power);
  }

  private static Object foldRight(Object operands, BinaryOperator<Object> operator) {
    Seq left = (Seq) operands;
    Object result = left.last();
    for (Object operand : left.init().reverse()) {
      result = operator.apply(operand, result);
    }
    return result;
  }

  // Kinds of two numeric operands: what the operation is done in.
  private static final int NONE = 0;
  private static final int LONGS = 1;
  private static final int BIGS = 2;
  private static final int DOUBLES = 3;

  private static int kinds(Object a, Object b) {
    int x = kindOf(a);
    int y = kindOf(b);
    if (x == NONE || y == NONE) {
      return NONE;
    }
    if (x == DOUBLES || y == DOUBLES) {
      return a instanceof Char || b instanceof Char ? NONE : DOUBLES;
    }
    return Math.max(x, y);
  }

  private static int kindOf(Object value) {
    return switch (value) {
      case Long _ -> LONGS;
      case Double _ -> DOUBLES;
      case BigInteger _ -> BIGS;
      case Byte _ -> LONGS;
      case Char _ -> LONGS;
      default -> NONE;
    };
  }

  private static int numbers(String sign, Object a, Object b) {
    int kinds = kinds(a, b);
    if (kinds == NONE) {
      throw operands(sign, "two numbers", a, b, "");
    }
    return kinds;
  }

  /** The Int that the value counts as; of a Big, which only shift counts can be, the low bits. */
  private static long toLong(Object value) {
    return switch (value) {
      case Long n -> n;
      case BigInteger n -> n.longValue();
      case Byte n -> n & 0xff;
      default -> ((Char) value).codePoint();
    };
  }

  private static BigInteger toBig(Object value) {
    return value instanceof BigInteger big ? big : BigInteger.valueOf(toLong(value));
  }

  private static double toDouble(Object value) {
    return switch (value) {
      case Double d -> d;
      case BigInteger big -> big.doubleValue();
      default -> (double) toLong(value);
    };
  }

  private static YonaError operands(String sign, String expected, Object a, Object b, String hint) {
    return YonaError.of(
        "typeerror",
        "expected "
            + expected
            + " for "
            + sign
            + ", found "
            + Shown.withKind(a)
            + " and "
            + Shown.withKind(b)
            + hint);
  }
}

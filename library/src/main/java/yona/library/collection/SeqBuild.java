package yona.library.collection;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Tuple;
import yona.language.runtime.Applied;
import yona.language.runtime.Function;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.Opts;

/** The Java half of module Seq: sequences made of numbers, repetition or a function. */
public final class SeqBuild {
  /** Of so many elements of any kind, all leaves are full. */
  private static final long PIECE = 1024;

  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger GREATEST = BigInteger.valueOf(Long.MAX_VALUE);

  private SeqBuild() {}

  public static Object range(Object from, Object to, String where) {
    return range(Arguments.integer(from, where), Arguments.integer(to, where), 1, where);
  }

  private static Seq range(long from, long to, long step, String where) {
    try {
      return Seq.range(from, to, step);
    } catch (IllegalArgumentException tooLong) {
      throw Failure.badarg(where, tooLong.getMessage());
    }
  }

  /**
   * From included to excluded; each element is {@code from + i * step}, so errors do not add up.
   */
  public static Object rangeStep(Object from, Object to, Object step, String where) {
    Object first = widened(Arguments.number(from, where));
    Object end = widened(Arguments.number(to, where));
    Object distance = widened(Arguments.number(step, where));
    double direction = Arguments.decimal(distance, where);
    if (direction == 0) {
      throw Failure.badarg(where, "the step is 0");
    }
    if (end instanceof Double d && d.isInfinite() && (d > 0) == (direction > 0)) {
      throw Failure.badarg(where, "a range to " + d + " has no end");
    }
    if (isNaN(first) || isNaN(end) || isNaN(distance)) {
      return Seq.EMPTY;
    }
    if (first instanceof Double || distance instanceof Double) {
      return floats(
          Arguments.decimal(first, where), Arguments.decimal(end, where), direction, where);
    }
    boolean up = direction > 0;
    BigInteger bound = end instanceof Double d ? nearestInteger(d, up) : big(end);
    if (first instanceof Long a && distance instanceof Long s) {
      return range(a, bound.max(LEAST).min(GREATEST).longValue(), s, where);
    }
    return bigs(big(first), bound, big(distance));
  }

  private static Object widened(Object number) {
    return number instanceof Byte b ? (Object) (long) (b & 0xff) : number;
  }

  private static boolean isNaN(Object number) {
    return number instanceof Double d && d.isNaN();
  }

  private static BigInteger big(Object integer) {
    return integer instanceof BigInteger b ? b : BigInteger.valueOf((Long) integer);
  }

  /** The integer that bounds the same integers as a Float that is not one. */
  private static BigInteger nearestInteger(double bound, boolean up) {
    if (Double.isInfinite(bound)) {
      return bound > 0 ? GREATEST : LEAST;
    }
    return new java.math.BigDecimal(up ? Math.ceil(bound) : Math.floor(bound)).toBigInteger();
  }

  private static Seq floats(double from, double to, double step, String where) {
    if (Double.isInfinite(from) || Double.isInfinite(step)) {
      boolean any = step > 0 ? from < to : from > to;
      if (any && Double.isInfinite(from)) {
        throw Failure.badarg(where, "a range from " + from + " has no end");
      }
      return any ? Seq.of(from) : Seq.EMPTY;
    }
    SeqBuilder result = Seq.builder();
    for (long i = 0; ; i++) {
      double element = from + i * step;
      if (step > 0 ? element >= to : element <= to) {
        return result.build();
      }
      result.add(element);
    }
  }

  private static Seq bigs(BigInteger from, BigInteger to, BigInteger step) {
    SeqBuilder result = Seq.builder();
    for (BigInteger element = from;
        element.compareTo(to) * step.signum() < 0;
        element = element.add(step)) {
      result.add(element);
    }
    return result.build();
  }

  public static Object repeat(Object n, Object value, String where) {
    return repeated(Arguments.count(n, where), value);
  }

  static Seq repeated(long count, Object value) {
    if (count < PIECE) {
      return filled(count, value);
    }
    // By doubling: all of it is one piece, again and again, in O(log n) of time and memory.
    Seq result = filled(count % PIECE, value);
    Seq piece = filled(PIECE, value);
    for (long pieces = count / PIECE; ; pieces >>= 1) {
      if ((pieces & 1) != 0) {
        result = piece.concat(result);
      }
      if (pieces == 1) {
        return result;
      }
      piece = piece.concat(piece);
    }
  }

  private static Seq filled(long count, Object value) {
    SeqBuilder result = Seq.builder();
    for (long i = 0; i < count; i++) {
      result.add(value);
    }
    return result.build();
  }

  public static Object tabulate(Object n, @Applied Object f, String where) {
    long count = Arguments.count(n, where);
    return SeqTransforms.mapped(Arguments.function(f, where), Seq.range(0, count, 1));
  }

  public static Object iterate(Object n, @Applied Object f, Object value, String where) {
    long count = Arguments.count(n, where);
    Function next = Arguments.function(f, where);
    SeqBuilder result = Seq.builder();
    Object current = value;
    for (long i = 0; i < count; i++) {
      if (i > 0) {
        current = next.apply(current);
      }
      result.add(current);
    }
    return result.build();
  }

  public static Object unfold(@Applied Object f, Object state, String where) {
    Function next = Arguments.function(f, where);
    SeqBuilder result = Seq.builder();
    Object current = state;
    while (true) {
      @Nullable Object step = Opts.value(next.apply(current), where);
      if (step == null) {
        return result.build();
      }
      Tuple pair = Arguments.pairFrom(step, "(:ok, (element, state)) or :none", where);
      result.add(pair.get(0));
      current = pair.get(1);
    }
  }
}

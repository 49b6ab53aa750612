package yona.library.statistics;

import yona.data.Seq;
import yona.data.Tuple;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.collection.SeqFunctions;
import yona.library.number.Numbers;
import yona.library.number.Total;

/** The Java half of module Statistics: how far two samples, side by side, go together. */
public final class Pairs {
  private final Axis x;
  private final Axis y;

  /** The products of the scaled distances. */
  private final Total xx = new Total();

  private final Total xy = new Total();
  private final Total yy = new Total();

  /**
   * One of the two samples. Its distances from the mean are scaled by a power of two, so that no
   * square overflows, and none that counts is rounded to 0.
   */
  private record Axis(Moments moments, int exponent) {
    static Axis of(Seq seq, String where) {
      Moments moments = new OfSeq(seq, where).moments();
      double low = Arguments.decimal(moments.least(), where);
      double high = Arguments.decimal(moments.greatest(), where);
      return new Axis(moments, Math.getExponent(Math.max(Math.abs(low), Math.abs(high))));
    }

    double scaled(Object number) {
      return Math.scalb(moments.distance(number), -exponent);
    }
  }

  private Pairs(Object xs, Object ys, String where) {
    Seq first = SeqFunctions.nonEmpty(xs, where);
    Seq second = SeqFunctions.nonEmpty(ys, where);
    if (first.length() != second.length()) {
      throw Failure.badarg(
          where,
          "the Seqs differ in length: " + first.length() + " and " + second.length() + " numbers");
    }
    if (first.length() == 1) {
      throw Failure.badarg(where, "there is one pair of numbers; there must be two at least");
    }
    x = Axis.of(first, where);
    y = Axis.of(second, where);
    Numbers left = new Numbers(first, where);
    Numbers right = new Numbers(second, where);
    while (left.hasNext()) {
      double a = x.scaled(left.next());
      double b = y.scaled(right.next());
      xx.add(a * a);
      xy.add(a * b);
      yy.add(b * b);
    }
  }

  private static void checkDiffer(Axis axis, String which, String where) {
    if (axis.moments.isConstant()) {
      throw Failure.badarg(where, "all numbers of the " + which + " Seq are equal");
    }
  }

  public static Object covariance(Object xs, Object ys, String where) {
    Pairs pairs = new Pairs(xs, ys, where);
    double scaled = pairs.xy.mean(pairs.x.moments.count() - 1);
    return Math.scalb(scaled, pairs.x.exponent + pairs.y.exponent);
  }

  public static Object correlation(Object xs, Object ys, String where) {
    Pairs pairs = new Pairs(xs, ys, where);
    checkDiffer(pairs.x, "first", where);
    checkDiffer(pairs.y, "second", where);
    double r = pairs.xy.value() / Math.sqrt(pairs.xx.value() * pairs.yy.value());
    return Math.max(-1, Math.min(1, r));
  }

  public static Object linearFit(Object xs, Object ys, String where) {
    Pairs pairs = new Pairs(xs, ys, where);
    checkDiffer(pairs.x, "first", where);
    double scaled = pairs.xy.value() / pairs.xx.value();
    double slope = Math.scalb(scaled, pairs.y.exponent - pairs.x.exponent);
    double intercept = Math.fma(-slope, pairs.x.moments.mean(), pairs.y.moments.mean());
    return Tuple.of(slope, intercept);
  }
}

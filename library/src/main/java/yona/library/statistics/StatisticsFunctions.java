package yona.library.statistics;

import yona.data.Dict;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Symbol;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.collection.SeqFunctions;
import yona.library.collection.SeqTransforms;
import yona.library.number.Numbers;
import yona.library.number.Total;

/** The Java half of module Statistics: means, spread and quantiles of one sample. */
public final class StatisticsFunctions {
  /** So many cut points are no summary any more. */
  private static final long MOST_PARTS = 1_000_000;

  private static final double PERCENT = 100;

  private StatisticsFunctions() {}

  public static Object mean(Object numbers, String where) {
    return Sample.of(numbers, where).mean();
  }

  public static Object weightedMean(Object weights, Object numbers, String where) {
    Seq seq = SeqFunctions.nonEmpty(numbers, where);
    Seq weightSeq = Arguments.seq(weights, where);
    if (weightSeq.length() != seq.length()) {
      throw Failure.badarg(
          where,
          "expected a weight for each of "
              + seq.length()
              + " numbers, found "
              + weightSeq.length());
    }
    Numbers each = new Numbers(seq, where);
    Numbers weight = new Numbers(weightSeq, where);
    Total products = new Total();
    Total all = new Total();
    while (each.hasNext()) {
      double w = weight.nextFloat();
      if (w < 0) {
        throw Failure.badarg(where, "the weight " + w + " is negative");
      }
      products.add(w * each.nextFloat());
      all.add(w);
    }
    double sum = all.value();
    if (sum == 0) {
      throw Failure.badarg(where, "all weights are 0");
    }
    return products.value() / sum;
  }

  /**
   * The root of the product, which is kept as a number below 2 and a power of two: its relative
   * error is divided by the number of factors, where that of a mean of logarithms grows with them.
   * {@link StrictMath}, as the last digit would depend on the processor.
   */
  public static Object geometricMean(Object numbers, String where) {
    Seq seq = SeqFunctions.nonEmpty(numbers, where);
    Numbers each = new Numbers(seq, where);
    double product = 1;
    long exponent = 0;
    double others = 1;
    while (each.hasNext()) {
      double d = notNegative(each.nextFloat(), where);
      if (d == 0 || !Double.isFinite(d)) {
        others *= d;
        continue;
      }
      if (d < Double.MIN_NORMAL) {
        d *= 0x1p54;
        exponent -= 54;
      }
      int power = Math.getExponent(d);
      product *= Math.scalb(d, -power);
      exponent += power;
      if (product >= 2) {
        product /= 2;
        exponent++;
      }
    }
    if (others != 1) {
      return others;
    }
    double count = seq.length();
    long whole = Math.floorDiv(exponent, seq.length());
    double rest = Math.floorMod(exponent, seq.length());
    double root = StrictMath.pow(product, 1 / count) * StrictMath.pow(2, rest / count);
    return Math.scalb(root, (int) whole);
  }

  public static Object harmonicMean(Object numbers, String where) {
    Seq seq = SeqFunctions.nonEmpty(numbers, where);
    Numbers each = new Numbers(seq, where);
    Total reciprocals = new Total();
    while (each.hasNext()) {
      reciprocals.add(1 / notNegative(each.nextFloat(), where));
    }
    return seq.length() / reciprocals.value();
  }

  private static double notNegative(double d, String where) {
    if (d < 0) {
      throw Failure.badarg(where, "the number " + d + " is negative");
    }
    return d;
  }

  /** The elements that are there most often, each once, in the order in which they stand. */
  public static Object modes(Object seq, String where) {
    Seq elements = Arguments.seq(seq, where);
    Dict counts = (Dict) SeqTransforms.frequencies(elements, where);
    long most = 0;
    for (Object count : counts.values()) {
      most = Math.max(most, (Long) count);
    }
    SeqBuilder modes = Seq.builder();
    for (Object element : elements) {
      if (counts.get(element) instanceof Long count && count == most) {
        modes.add(element);
        counts = counts.remove(element);
      }
    }
    return modes.buildPart(elements);
  }

  public static Object variance(Object numbers, String where) {
    Moments moments = Sample.of(numbers, where).moments();
    return moments.squares() / degreesOfFreedom(moments, where);
  }

  public static Object deviation(Object numbers, String where) {
    Moments moments = Sample.of(numbers, where).moments();
    return Math.sqrt(moments.squares() / degreesOfFreedom(moments, where));
  }

  private static long degreesOfFreedom(Moments moments, String where) {
    if (moments.count() == 1) {
      throw Failure.badarg(where, "one number has no spread; there must be two at least");
    }
    return moments.count() - 1;
  }

  public static Object populationVariance(Object numbers, String where) {
    Moments moments = Sample.of(numbers, where).moments();
    return moments.squares() / moments.count();
  }

  public static Object populationDeviation(Object numbers, String where) {
    Moments moments = Sample.of(numbers, where).moments();
    return Math.sqrt(moments.squares() / moments.count());
  }

  public static Object median(Object numbers, String where) {
    return Sample.of(numbers, where).ranking().quantile(1, 2);
  }

  public static Object percentile(Object p, Object numbers, String where) {
    double percent = percent(p, where);
    return Sample.of(numbers, where).ranking().quantile(percent, PERCENT);
  }

  public static Object percentiles(Object ps, Object numbers, String where) {
    Seq percents = Arguments.seq(ps, where);
    Ranking ranking = Sample.of(numbers, where).ranking();
    SeqBuilder result = Seq.builder();
    for (Object p : percents) {
      result.add(ranking.quantile(percent(p, where), PERCENT));
    }
    return result.build();
  }

  private static double percent(Object p, String where) {
    double percent = Arguments.decimal(p, where);
    if (!(percent >= 0 && percent <= PERCENT)) {
      throw Failure.badarg(where, Failure.shown(p) + " is no percentage from 0 to 100");
    }
    return percent;
  }

  public static Object quantiles(Object n, Object numbers, String where) {
    long parts = Arguments.positive(n, where);
    if (parts > MOST_PARTS) {
      throw Failure.badarg(where, parts + " parts are more than " + MOST_PARTS);
    }
    Ranking ranking = Sample.of(numbers, where).ranking();
    SeqBuilder result = Seq.builder();
    for (long part = 1; part < parts; part++) {
      result.add(ranking.quantile((double) part, (double) parts));
    }
    return result.build();
  }

  public static Object summary(Object numbers, String where) {
    Sample sample = Sample.of(numbers, where);
    Moments moments = sample.moments();
    Ranking ranking = sample.ranking();
    // Of one number: 0 / 0.
    double deviation = Math.sqrt(moments.squares() / (moments.count() - 1));
    return Dict.EMPTY
        .put(Symbol.of("count"), moments.count())
        .put(Symbol.of("mean"), moments.mean())
        .put(Symbol.of("deviation"), deviation)
        .put(Symbol.of("min"), moments.least())
        .put(Symbol.of("p25"), ranking.quantile(25, PERCENT))
        .put(Symbol.of("median"), ranking.quantile(50, PERCENT))
        .put(Symbol.of("p75"), ranking.quantile(75, PERCENT))
        .put(Symbol.of("max"), moments.greatest());
  }
}

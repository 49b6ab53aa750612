package yona.library.statistics;

import java.util.Arrays;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Tuple;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.collection.SeqFunctions;
import yona.library.number.Numbers;

/** The Java half of module Statistics: how many numbers are in each bin. */
public final class Histogram {
  private static final long MOST_BINS = 1_000_000;

  private Histogram() {}

  public static Object histogram(Object bins, Object numbers, String where) {
    if (bins instanceof Seq given) {
      return counted(given, givenEdges(given, where), Arguments.seq(numbers, where), where);
    }
    if (!(bins instanceof Long)) {
      throw Failure.type(where, "the number of bins or a Seq of their edges", bins);
    }
    long count = Arguments.positive(bins, where);
    if (count > MOST_BINS) {
      throw Failure.badarg(where, count + " bins are more than " + MOST_BINS);
    }
    Seq seq = SeqFunctions.nonEmpty(numbers, where);
    double[] edges = equalEdges((int) count, seq, where);
    return counted(Seq.of(Arrays.stream(edges).boxed().toArray()), edges, seq, where);
  }

  private static double[] givenEdges(Seq given, String where) {
    double[] edges = Numbers.floats(given, where);
    if (edges.length < 2) {
      throw Failure.badarg(where, "a bin has two edges, found " + edges.length);
    }
    if (!isAscending(edges)) {
      throw Failure.badarg(where, "the edges " + Failure.shown(given) + " do not ascend");
    }
    return edges;
  }

  private static boolean isAscending(double[] edges) {
    for (int i = 1; i < edges.length; i++) {
      if (!(edges[i - 1] < edges[i])) {
        return false;
      }
    }
    return true;
  }

  /** Edges from the least to the greatest number; around a single one, of a width of 1. */
  private static double[] equalEdges(int bins, Seq seq, String where) {
    Moments moments = new OfSeq(seq, where).moments();
    double low = Arguments.decimal(moments.least(), where);
    double high = Arguments.decimal(moments.greatest(), where);
    if (!Double.isFinite(low) || !Double.isFinite(high)) {
      throw Failure.badarg(
          where, "between " + low + " and " + high + " are no bins of equal width; give the edges");
    }
    if (low == high) {
      low -= 0.5;
      high += 0.5;
    }
    double[] edges = new double[bins + 1];
    for (int i = 0; i < bins; i++) {
      double width = high - low;
      edges[i] =
          Double.isInfinite(width)
              ? low * (1 - (double) i / bins) + high * ((double) i / bins)
              : low + width * i / bins;
    }
    edges[bins] = high + 0.0; // not -0.0
    if (!isAscending(edges)) {
      throw Failure.badarg(
          where, low + " and " + high + " are too near each other for " + bins + " bins");
    }
    return edges;
  }

  private static Seq counted(Seq shown, double[] edges, Seq seq, String where) {
    long[] counts = new long[edges.length - 1];
    Numbers numbers = new Numbers(seq, where);
    while (numbers.hasNext()) {
      double d = numbers.nextFloat();
      if (Double.isNaN(d)) {
        throw Failure.badarg(where, "NaN is in no bin");
      }
      int found = Arrays.binarySearch(edges, d);
      if (found == counts.length) {
        counts[found - 1]++;
      } else if (found >= 0) {
        counts[found]++;
      } else if (found != -1 && -found - 1 <= counts.length) {
        counts[-found - 2]++;
      }
    }
    SeqBuilder result = Seq.builder();
    for (int i = 0; i < counts.length; i++) {
      result.add(Tuple.of(shown.get(i), shown.get(i + 1), counts[i]));
    }
    return result.build();
  }
}

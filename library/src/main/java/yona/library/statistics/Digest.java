package yona.library.statistics;

import org.jspecify.annotations.Nullable;
import yona.data.Kind;
import yona.data.Opaque;
import yona.library.argument.Arguments;

/**
 * A summary of numbers in bounded memory: their moments, and buckets for quantiles. Immutable:
 * adding a number gives another digest.
 */
final class Digest extends Opaque implements Sample {
  /** The number of values that are put into buckets at a time. */
  private static final int BATCH = 1_024;

  static final Digest EMPTY = new Digest(null, Buckets.EMPTY, null);

  /** Numbers that are in no bucket yet, the last one first. */
  private record Waiting(double number, int length, @Nullable Waiting rest) {}

  /** Null if there are no numbers. */
  private final @Nullable Moments moments;

  private final Buckets buckets;
  private final @Nullable Waiting waiting;

  private Digest(@Nullable Moments moments, Buckets buckets, @Nullable Waiting waiting) {
    this.moments = moments;
    this.buckets = buckets;
    this.waiting = waiting;
  }

  boolean isEmpty() {
    return moments == null;
  }

  /**
   * With another number.
   *
   * @param number an Int, Byte, Big or Float
   * @param where the function's name for errors
   */
  Digest plus(Object number, String where) {
    double d = Arguments.decimal(number, where);
    int length = waiting == null ? 1 : waiting.length + 1;
    Digest all = new Digest(with(number), buckets, new Waiting(d, length, waiting));
    return length < BATCH ? all : new Digest(all.moments, all.settled(), null);
  }

  private Moments with(Object number) {
    if (moments == null) {
      return new Moments(number);
    }
    Moments all = moments.copy();
    all.add(number);
    return all;
  }

  /** With the numbers of another one. */
  Digest plus(Digest other) {
    if (moments == null) {
      return other;
    }
    if (other.moments == null) {
      return this;
    }
    Moments all = moments.copy();
    all.add(other.moments);
    return new Digest(all, settled().plus(other.settled()), null);
  }

  /** The buckets of all numbers. */
  Buckets settled() {
    if (waiting == null) {
      return buckets;
    }
    double[] floats = new double[waiting.length];
    int at = 0;
    for (@Nullable Waiting next = waiting; next != null; next = next.rest) {
      floats[at++] = next.number;
    }
    return buckets.plus(floats);
  }

  @Override
  public Moments moments() {
    if (moments == null) {
      throw new IllegalStateException("the digest is empty");
    }
    return moments;
  }

  @Override
  public double mean() {
    return moments().mean();
  }

  @Override
  public Ranking ranking() {
    double least = Arguments.decimal(moments().least(), "");
    double greatest = Arguments.decimal(moments().greatest(), "");
    return settled().ranking(least, greatest);
  }

  @Override
  public Kind kind() {
    return Kind.RESOURCE;
  }

  @Override
  public String source() {
    long count = moments == null ? 0 : moments.count();
    return "<digest of " + count + (count == 1 ? " number>" : " numbers>");
  }
}

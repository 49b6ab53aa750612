package yona.library.number;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import yona.data.Kind;
import yona.data.Opaque;
import yona.data.Seq;
import yona.data.Tuple;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/** The Java half of module Random. */
public final class RandomFunctions {
  private RandomFunctions() {}

  /**
   * A generator as a value: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
   * generators", 2014), whose whole state is one number. Asking it changes nothing.
   */
  private static final class Generator extends Opaque {
    /** The golden ratio in 64 bits. */
    private static final long STEP = 0x9e3779b97f4a7c15L;

    private final long state;

    Generator(long state) {
      this.state = state;
    }

    Generator next() {
      return new Generator(state + STEP);
    }

    /** 64 random bits, which the generator before this one gives. */
    long bits() {
      long z = (state ^ (state >>> 30)) * 0xbf58476d1ce4e5b9L;
      z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
      return z ^ (z >>> 31);
    }

    @Override
    public Kind kind() {
      return Kind.RESOURCE;
    }

    @Override
    public String source() {
      return "<generator>";
    }
  }

  /** Draws from a generator, and is left with the one behind the last number drawn. */
  private static final class Drawing implements LongSupplier {
    private Generator generator;

    Drawing(Generator generator) {
      this.generator = generator;
    }

    @Override
    public long getAsLong() {
      generator = generator.next();
      return generator.bits();
    }
  }

  public static Object integerLt(Object n, String where) {
    return ThreadLocalRandom.current().nextLong(Arguments.positive(n, where));
  }

  public static Object integer(Object from, Object to, String where) {
    long least = Arguments.integer(from, where);
    long bound = bound(least, to, where);
    return between(least, bound, ThreadLocalRandom.current()::nextLong);
  }

  private static long bound(long from, Object to, String where) {
    long bound = Arguments.integer(to, where);
    if (bound <= from) {
      throw Failure.badarg(where, "there is no number from " + from + " up to, without, " + bound);
    }
    return bound;
  }

  /**
   * A number of a range, each with the same probability: random bits that would favour some of them
   * are drawn again.
   *
   * @param from included
   * @param to excluded, greater than {@code from}
   */
  static long between(long from, long to, LongSupplier bits) {
    long drawn = bits.getAsLong();
    long size = to - from;
    if (size < 0) {
      // More than half of all numbers: most draws are within.
      while (drawn < from || drawn >= to) {
        drawn = bits.getAsLong();
      }
      return drawn;
    }
    if ((size & (size - 1)) == 0) {
      return (drawn & (size - 1)) + from;
    }
    long positive = drawn >>> 1;
    long rest = positive % size;
    // The last, incomplete run of the range in 63 bits.
    while (positive + (size - 1) - rest < 0) {
      positive = bits.getAsLong() >>> 1;
      rest = positive % size;
    }
    return rest + from;
  }

  public static Object decimal() {
    return ThreadLocalRandom.current().nextDouble();
  }

  public static Object bool() {
    return ThreadLocalRandom.current().nextBoolean();
  }

  public static Object choice(Object seq, String where) {
    Seq s = Arguments.seq(seq, where);
    if (s.isEmpty()) {
      throw Failure.empty(where, "the Seq");
    }
    return s.get(ThreadLocalRandom.current().nextLong(s.length()));
  }

  public static Object shuffle(Object seq, String where) {
    Seq s = Arguments.seq(seq, where);
    return s.isEmpty() ? s : Seq.of(drawn(s.toArray(), (int) s.length()));
  }

  public static Object sample(Object n, Object seq, String where) {
    long count = Arguments.count(n, where);
    Seq s = Arguments.seq(seq, where);
    if (count > s.length()) {
      throw Failure.badarg(where, "there are only " + s.length() + " elements, not " + count);
    }
    return count == 0
        ? s.emptied()
        : Seq.of(java.util.Arrays.copyOf(drawn(s.toArray(), (int) count), (int) count));
  }

  /** Moves random elements to the front (Fisher and Yates; Durstenfeld 1964). */
  private static Object[] drawn(Object[] elements, int count) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    for (int i = 0; i < count; i++) {
      int from = random.nextInt(i, elements.length);
      Object moved = elements[from];
      elements[from] = elements[i];
      elements[i] = moved;
    }
    return elements;
  }

  public static Object generator(Object seed, String where) {
    return new Generator(Arguments.integer(seed, where));
  }

  private static Drawing drawing(Object value, String where) {
    if (value instanceof Generator generator) {
      return new Drawing(generator);
    }
    throw Failure.type(where, "a generator", value);
  }

  public static Object nextInt(Object from, Object to, Object generator, String where) {
    long least = Arguments.integer(from, where);
    long bound = bound(least, to, where);
    Drawing drawing = drawing(generator, where);
    long number = between(least, bound, drawing);
    return Tuple.of(number, drawing.generator);
  }

  public static Object nextFloat(Object generator, String where) {
    Drawing drawing = drawing(generator, where);
    double number = (drawing.getAsLong() >>> 11) * 0x1.0p-53;
    return Tuple.of(number, drawing.generator);
  }
}

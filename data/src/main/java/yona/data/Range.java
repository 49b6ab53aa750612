package yona.data;

/**
 * Ints at even distances, stored as the first, the distance and how many there are. What a range
 * cannot express makes leaves of it.
 */
final class Range extends Seq {
  private final long start;
  private final long step;
  private final long length;

  private Range(long start, long step, long length) {
    super(length <= Integer.MAX_VALUE ? (int) length : LARGE);
    this.start = start;
    this.step = step;
    this.length = length;
  }

  /** As {@link Seq#range}. */
  static Seq between(long from, long to, long step) {
    if (step == 0) {
      throw new IllegalArgumentException("step 0");
    }
    if (step > 0 ? from >= to : from <= to) {
      return EMPTY;
    }
    long distance = step > 0 ? to - from : from - to;
    long stride = Math.abs(step); // unsigned, for the smallest long
    long length = Long.divideUnsigned(distance - 1, stride) + 1;
    if (length <= 0) {
      throw new IllegalArgumentException("more elements than a Seq can have");
    }
    return of(from, step, length);
  }

  /** The Ints from a start at a distance, {@code length} of them. */
  static Seq of(long start, long step, long length) {
    return length == 0 ? EMPTY : new Range(start, step, length);
  }

  /** Writes elements into an array, from {@code from} on as many as there is room for. */
  int fill(long from, long[] array) {
    int count = (int) Math.min(array.length, length - from);
    long value = start + from * step;
    for (int i = 0; i < count; i++) {
      array[i] = value;
      value += step;
    }
    return count;
  }

  /** The same elements in leaves. */
  Seq leaves() {
    SeqBuilder builder = builder();
    for (long i = 0; i < length; i++) {
      builder.add(start + i * step);
    }
    return builder.build();
  }

  @Override
  long largeLength() {
    return length;
  }

  @Override
  Object first() {
    return start;
  }

  @Override
  Seq rest() {
    if (size == LARGE) {
      return of(start + step, step, length - 1);
    }
    int count = (int) Math.min(Cons.SHORT, length - 1);
    Seq chain = of(start + (count + 1) * step, step, length - 1 - count);
    for (int i = count; i > 0; i--) {
      chain = chain.prepend(start + i * step);
    }
    return chain;
  }

  @Override
  public Object last() {
    return element(length - 1);
  }

  @Override
  public Seq init() {
    return of(start, step, length - 1);
  }

  @Override
  Object element(long index) {
    return start + index * step;
  }

  @Override
  Seq firstPart(long count) {
    return of(start, step, count);
  }

  @Override
  Seq lastPart(long dropped) {
    return of(start + dropped * step, step, length - dropped);
  }

  @Override
  public Seq reverse() {
    return of(start + (length - 1) * step, -step, length);
  }

  @Override
  public Seq append(Object element) {
    return leaves().append(element);
  }

  @Override
  Seq prependLarge(Object element) {
    return leaves().prepend(element);
  }

  @Override
  Seq with(long index, Object element) {
    return leaves().with(index, element);
  }

  @Override
  boolean isTextAtEnds() {
    return false;
  }

  @Override
  Seq balanced() {
    return this;
  }
}

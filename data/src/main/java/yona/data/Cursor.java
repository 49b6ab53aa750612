package yona.data;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the elements of a Seq, an array at a time: after {@link #fill} says true, the next
 * elements are {@code array[position]} to {@code array[end - 1]}, read as of {@link #kind}. For one
 * thread.
 */
final class Cursor implements Iterator<Object> {
  private static final int CHAIN = 32;
  private static final int RANGE = 128;

  int kind;
  Object array;
  int position;
  int end;

  /** What comes later, the nearest last: Seqs and subtrees. */
  private Object[] later = {};

  private int laterCount;
  private long rangeDone;
  private Object @Nullable [] heads;

  Cursor(Seq seq) {
    Checkpoint.pass();
    if (seq instanceof Slice leaf) {
      enter(leaf);
    } else {
      array = later;
      push(seq);
    }
  }

  /** How many elements of the array are left. */
  int left() {
    return end - position;
  }

  /** Goes to the next array if this one is used up; false at the end. */
  boolean fill() {
    while (position == end) {
      if (laterCount == 0) {
        return false;
      }
      open(later[--laterCount]);
    }
    return true;
  }

  private void open(Object next) {
    Checkpoint.pass();
    switch (next) {
      case Slice leaf -> enter(leaf);
      case Node n -> {
        Object[] children = n.children();
        for (int i = children.length - 1; i >= 0; i--) {
          push(children[i]);
        }
      }
      case Tree t -> {
        push(t.back());
        Object middle = t.middle();
        if (middle != null) {
          push(middle);
        }
        enter(t.front());
      }
      case Cons c -> enterChain(c);
      default -> enterRange((Range) next);
    }
  }

  private void enter(Slice leaf) {
    kind = leaf.kind();
    array = leaf.array();
    position = leaf.from();
    end = position + leaf.size();
  }

  /** Gathers some elements of a chain. */
  private void enterChain(Cons chain) {
    if (heads == null) {
      heads = new Object[CHAIN];
    }
    Seq there = chain;
    int count = 0;
    while (count < CHAIN && there instanceof Cons c) {
      heads[count++] = c.head;
      there = c.rest;
    }
    if (there.size != 0) {
      push(there);
    }
    enter(LeafArray.OBJECTS, heads, count);
  }

  /** Computes some elements of a range. */
  private void enterRange(Range range) {
    long[] values = new long[(int) Math.min(RANGE, range.length() - rangeDone)];
    range.fill(rangeDone, values);
    rangeDone += values.length;
    if (rangeDone < range.length()) {
      push(range);
    }
    enter(LeafArray.LONGS, values, values.length);
  }

  private void enter(int kind, Object array, int count) {
    this.kind = kind;
    this.array = array;
    position = 0;
    end = count;
  }

  /** Whether this and another walk, both at the end of an array, go on in the very same Seq. */
  @SuppressWarnings("ReferenceEquality") // only the same object saves the walk
  boolean continuesLike(Cursor other) {
    return laterCount == 1
        && other.laterCount == 1
        && later[0] == other.later[0]
        && rangeDone == other.rangeDone;
  }

  private void push(Object part) {
    if (laterCount == later.length) {
      later = Arrays.copyOf(later, Math.max(4, laterCount * 2));
    }
    later[laterCount++] = part;
  }

  /** Whether all elements of the array, one of objects, are of a class. */
  boolean all(Class<?> type) {
    Object[] objects = (Object[]) array;
    for (int i = position; i < end; i++) {
      if (objects[i].getClass() != type) {
        return false;
      }
    }
    return true;
  }

  /**
   * How far behind the position the first element equal to this one is in the array; -1: nowhere.
   */
  int indexOf(Object element) {
    for (int i = position; i < end; i++) {
      if (Equality.equal(LeafArray.at(kind, array, i), element)) {
        return i - position;
      }
    }
    return -1;
  }

  /** Combines a value with each element of the array. */
  Object fold(Object initial, BinaryOperator<Object> step) {
    Object value = initial;
    // A loop for each of the frequent kinds, so that the question is not asked for each element.
    switch (kind) {
      case LeafArray.OBJECTS -> {
        Object[] objects = (Object[]) array;
        for (int i = position; i < end; i++) {
          value = step.apply(value, objects[i]);
        }
      }
      case LeafArray.LONGS -> {
        long[] longs = (long[]) array;
        for (int i = position; i < end; i++) {
          value = step.apply(value, longs[i]);
        }
      }
      case LeafArray.LATIN -> {
        byte[] bytes = (byte[]) array;
        for (int i = position; i < end; i++) {
          value = step.apply(value, Char.of(bytes[i] & 0xff));
        }
      }
      default -> {
        for (int i = position; i < end; i++) {
          value = step.apply(value, LeafArray.at(kind, array, i));
        }
      }
    }
    return value;
  }

  /** Takes the elements of the array into the hash of a Seq. */
  int hash(int before, int levels) {
    return LeafArray.hash(kind, array, position, end, before, levels);
  }

  /** Tests the elements at the same places of two walks, the next {@code count} of both. */
  static boolean allPairs(Cursor a, Cursor b, long count, PairPredicate test) {
    long left = count;
    while (left > 0) {
      if (a.position == a.end && b.position == b.end && a.continuesLike(b)) {
        return true;
      }
      if (!a.fill() || !b.fill()) {
        throw new AssertionError("shorter than said");
      }
      int run = (int) Math.min(left, Math.min(a.left(), b.left()));
      if (!a.matches(b, run, test)) {
        return false;
      }
      a.position += run;
      b.position += run;
      left -= run;
    }
    return true;
  }

  @SuppressWarnings("ReferenceEquality") // only the same array saves the walk
  private boolean matches(Cursor other, int run, PairPredicate test) {
    if (array == other.array && position == other.position && kind == other.kind) {
      return true;
    }
    int to = position + run;
    int otherTo = other.position + run;
    if (kind != other.kind || kind == LeafArray.OBJECTS) {
      for (int i = 0; i < run; i++) {
        Object x = LeafArray.at(kind, array, position + i);
        if (!test.test(x, LeafArray.at(other.kind, other.array, other.position + i))) {
          return false;
        }
      }
      return true;
    }
    return switch (kind) {
      case LeafArray.LONGS ->
          Arrays.equals(
              (long[]) array, position, to, (long[]) other.array, other.position, otherTo);
      case LeafArray.CHARS ->
          Arrays.equals(
              (char[]) array, position, to, (char[]) other.array, other.position, otherTo);
      case LeafArray.POINTS ->
          Arrays.equals((int[]) array, position, to, (int[]) other.array, other.position, otherTo);
      default ->
          Arrays.equals(
              (byte[]) array, position, to, (byte[]) other.array, other.position, otherTo);
    };
  }

  @Override
  public boolean hasNext() {
    return position < end || fill();
  }

  @Override
  public Object next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return LeafArray.at(kind, array, position++);
  }

  /** As {@link Seq#toByteArray}. */
  static byte[] bytes(Seq seq) {
    Checkpoint.allocating(seq.length());
    byte[] bytes = new byte[ArrayLength.of(seq.length())];
    int at = 0;
    for (Cursor c = new Cursor(seq); c.fill(); c.position = c.end) {
      if (c.kind == LeafArray.BYTES) {
        System.arraycopy(c.array, c.position, bytes, at, c.left());
      } else if (c.kind == LeafArray.OBJECTS && c.all(Byte.class)) {
        LeafArray.store(LeafArray.BYTES, (Object[]) c.array, c.position, bytes, at, c.left());
      } else {
        throw new IllegalStateException("an element is no Byte");
      }
      at += c.left();
    }
    return bytes;
  }
}

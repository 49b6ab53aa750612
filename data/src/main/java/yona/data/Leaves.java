package yona.data;

import java.util.Arrays;
import java.util.Objects;

/**
 * Collects elements into leaves. Single elements wait in a buffer until there are enough to choose
 * the most compact array for them; runs of one kind grow a leaf until it is full. For one thread.
 */
final class Leaves {
  private static final int BUFFER = 32;

  /** A leaf of text of fewer characters is copied to a wider kind rather than ended. */
  private static final int WIDENED = 64;

  private final Object[] buffer = new Object[BUFFER];
  private int buffered;

  /** The growing leaf. */
  private int kind;

  private Object array = new Object[0];
  private int size;

  private Object[] done = new Object[4];
  private int doneCount;
  private long doneLength;

  long length() {
    return doneLength + size + buffered;
  }

  void add(Object element) {
    if (buffered == BUFFER) {
      flush();
    }
    buffer[buffered++] = Objects.requireNonNull(element);
  }

  private void flush() {
    int count = buffered;
    if (count == 0) {
      return;
    }
    buffered = 0;
    int needed = Slice.kindOf(buffer, 0, count);
    for (int from = 0; from < count; ) {
      int room = room(needed, count - from);
      Slice.store(kind, buffer, from, array, size, room);
      size += room;
      from += room;
    }
  }

  /** Adds elements of an array of a compact kind. */
  void addAll(int sourceKind, Object source, int from, int to) {
    flush();
    for (int i = from; i < to; ) {
      int room = room(sourceKind, to - i);
      Slice.copy(sourceKind, source, i, kind, array, size, room);
      size += room;
      i += room;
    }
  }

  /** Adds the characters of a Java text. */
  void addText(CharSequence text) {
    Strings.add(text, this);
  }

  /** Makes room in the growing leaf for elements of a kind, at least one, at most {@code count}. */
  private int room(int needed, int count) {
    if (kind != needed || size == Slice.limit(kind)) {
      changeKind(needed);
    }
    int room = Math.min(count, Slice.limit(kind) - size);
    int capacity = java.lang.reflect.Array.getLength(array);
    if (size + room > capacity) {
      int longer = Math.clamp(capacity * 2L, size + room, Slice.limit(kind));
      Object copy = Slice.newArray(kind, longer);
      System.arraycopy(array, 0, copy, 0, size);
      array = copy;
    }
    return room;
  }

  private void changeKind(int needed) {
    boolean text = Slice.isText(kind) && Slice.isText(needed);
    if (text && needed < kind && size < Slice.limit(kind)) {
      return;
    }
    if (text && needed > kind && size <= WIDENED) {
      Object wider = Slice.newArray(needed, 2 * WIDENED);
      Slice.copy(kind, array, 0, needed, wider, 0, size);
      array = wider;
      kind = needed;
      return;
    }
    endLeaf();
    kind = needed;
    array = Slice.newArray(needed, 0);
  }

  private void endLeaf() {
    if (size > 0) {
      push(leaf());
      size = 0;
    }
  }

  /** The growing leaf, in an array of its own length. */
  private Slice leaf() {
    Object exact = array;
    if (java.lang.reflect.Array.getLength(array) != size) {
      exact = Slice.newArray(kind, size);
      System.arraycopy(array, 0, exact, 0, size);
    }
    return new Slice(kind, exact, 0, size);
  }

  private void push(Slice leaf) {
    if (doneCount == done.length) {
      done = Arrays.copyOf(done, doneCount * 2);
    }
    done[doneCount++] = leaf;
    doneLength += leaf.size();
  }

  /** The Seq of all that was added; more may be added afterwards. */
  Seq build() {
    flush();
    if (doneCount == 0) {
      return size == 0 ? Seq.EMPTY : leaf();
    }
    Slice back = size == 0 ? (Slice) done[doneCount - 1] : leaf();
    int leaves = size == 0 ? doneCount - 1 : doneCount;
    if (leaves == 0) {
      return back;
    }
    Object middle =
        leaves == 1 ? null : Node.build(Arrays.copyOfRange(done, 1, leaves), leaves - 1);
    return Tree.of((Slice) done[0], middle, back);
  }
}

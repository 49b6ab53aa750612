package yona.data;

import java.util.Arrays;
import java.util.Objects;

/**
 * Collects elements into leaves. Single elements wait in a buffer until there are enough to choose
 * the most compact array for them; runs of one kind grow a leaf until it is full. For one thread.
 */
final class LeafBuilder {
  private static final int BUFFER = 32;

  /** A leaf of text of fewer characters is copied to a wider kind rather than ended. */
  private static final int WIDENED = 64;

  /** The first capacity of a leaf that grows by runs: of bytes, an array of 24 bytes in memory. */
  private static final int SMALLEST = 12;

  private static final Object[] NOTHING = {};

  // Many a string is built of two short parts: what that does not need is not made.
  private Object[] buffer = NOTHING;
  private int buffered;

  /** The growing leaf. */
  private int kind;

  private Object array = NOTHING;
  private int capacity;
  private int size;

  private Object[] done = NOTHING;
  private int doneCount;
  private long doneLength;

  long length() {
    return doneLength + size + buffered;
  }

  void add(Object element) {
    if (buffered == buffer.length) {
      makeRoom();
    }
    buffer[buffered++] = Objects.requireNonNull(element);
  }

  private void makeRoom() {
    if (buffered == 0) {
      buffer = new Object[BUFFER];
    } else {
      flushBuffer();
    }
  }

  private void flush() {
    if (buffered > 0) {
      flushBuffer();
    }
  }

  private void flushBuffer() {
    Checkpoint.pass();
    int count = buffered;
    buffered = 0;
    int needed = LeafArray.kindOf(buffer, 0, count);
    for (int from = 0; from < count; ) {
      int room = room(needed, count - from);
      LeafArray.store(kind, buffer, from, array, size, room);
      size += room;
      from += room;
    }
  }

  /** Adds elements of an array of a compact kind. */
  void addAll(int sourceKind, Object source, int from, int to) {
    flush();
    int count = to - from;
    if (sourceKind == kind && count <= capacity - size) {
      LeafArray.copy(kind, source, from, kind, array, size, count);
      size += count;
      return;
    }
    for (int i = from; i < to; ) {
      int room = room(sourceKind, to - i);
      LeafArray.copy(sourceKind, source, i, kind, array, size, room);
      size += room;
      i += room;
    }
  }

  /** Adds the elements of a Seq. */
  void addAll(Seq seq) {
    if (seq instanceof Slice s && s.kind() != LeafArray.OBJECTS) {
      addAll(s.kind(), s.array(), s.from(), s.from() + s.size());
      return;
    }
    for (Cursor c = new Cursor(seq); c.fill(); c.position = c.end) {
      if (c.kind != LeafArray.OBJECTS) {
        addAll(c.kind, c.array, c.position, c.end);
      } else {
        for (int i = c.position; i < c.end; i++) {
          add(((Object[]) c.array)[i]);
        }
      }
    }
  }

  /** Adds the characters of a Java text. */
  void addText(CharSequence text) {
    flush();
    int length = text.length();
    if (length > LeafArray.limit(LeafArray.LATIN) || !Strings.isLatin(text)) {
      Strings.add(text, this);
      return;
    }
    for (int i = 0; i < length; ) {
      int room = room(LeafArray.LATIN, length - i);
      for (int end = i + room; i < end; i++) {
        LeafArray.storeCodePoint(kind, array, size++, text.charAt(i));
      }
    }
  }

  /** Adds the decimal digits of a number, with its sign. */
  void addDigits(long number) {
    int count = Strings.digits(number);
    flush();
    if (room(LeafArray.LATIN, count) < count || kind != LeafArray.LATIN) {
      addText(Long.toString(number));
      return;
    }
    size += count;
    Strings.putDigits(number, (byte[]) array, size);
  }

  /** Makes room in the growing leaf for elements of a kind, at least one, at most {@code count}. */
  private int room(int needed, int count) {
    if (kind != needed || size == LeafArray.limit(kind)) {
      Checkpoint.pass();
      changeKind(needed);
    }
    int room = Math.min(count, LeafArray.limit(kind) - size);
    if (size + room > capacity) {
      grow(size + room);
    }
    return room;
  }

  private void grow(int least) {
    // A run that comes alone is most often all there is.
    long more = capacity > 0 ? capacity * 2L : least < SMALLEST / 2 ? SMALLEST : least;
    int longer = Math.clamp(more, least, LeafArray.limit(kind));
    Object longerArray = LeafArray.newArray(kind, longer);
    if (size > 0) {
      System.arraycopy(array, 0, longerArray, 0, size);
    }
    array = longerArray;
    capacity = longer;
  }

  private void changeKind(int needed) {
    boolean text = LeafArray.isText(kind) && LeafArray.isText(needed);
    if (text && needed < kind && size < LeafArray.limit(kind)) {
      return;
    }
    if (text && needed > kind && size <= WIDENED) {
      Object wider = LeafArray.newArray(needed, 2 * WIDENED);
      LeafArray.copy(kind, array, 0, needed, wider, 0, size);
      array = wider;
      capacity = 2 * WIDENED;
      kind = needed;
      return;
    }
    endLeaf();
    kind = needed;
    array = NOTHING;
    capacity = 0;
  }

  private void endLeaf() {
    if (size > 0) {
      push(leaf());
      size = 0;
    }
  }

  /** The growing leaf, in an array that takes no more memory than one of its length. */
  private Slice leaf() {
    if (LeafArray.sizeInMemory(kind, capacity) != LeafArray.sizeInMemory(kind, size)) {
      Object exact = LeafArray.newArray(kind, size);
      System.arraycopy(array, 0, exact, 0, size);
      return new Slice(kind, exact, 0, size);
    }
    // From now on the array belongs to the leaf: what is added later goes to a copy.
    capacity = size;
    return new Slice(kind, array, 0, size);
  }

  private void push(Slice leaf) {
    if (doneCount == done.length) {
      Checkpoint.allocating(16L * doneCount);
      done = Arrays.copyOf(done, Math.max(4, doneCount * 2));
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

package yona.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A run of elements in one array: a short Seq, and the leaf of a long one.
 *
 * <p>The array's type depends on the elements: {@code long[]} for Ints, {@code byte[]} for
 * Booleans, Bytes and Chars up to U+00FF, {@code char[]} for Chars up to U+FFFF, {@code int[]} for
 * other Chars, {@code Object[]} for the rest. Slices may share an array. Since no array is longer
 * than a leaf, what a small slice keeps alive is bounded. With the place and the kind in one {@code
 * int} a slice is 24 bytes (where object headers are compact).
 *
 * <p>An array may have room behind the elements. To append is to claim the first free slot, or as
 * many as are needed: whoever comes second, with something else behind the same slice, copies. In
 * an {@code Object[]} free slots are null, and claimed by compare-and-set; for other arrays {@link
 * Room} says from where on they are free. Room is made only for what is the result of appending
 * already, so that a string that is put together once is as compact as any.
 */
final class Slice extends Seq {
  static final int OBJECTS = 0;
  static final int LONGS = 1;
  static final int BOOLEANS = 2;
  static final int BYTES = 3;
  static final int LATIN = 4;
  static final int CHARS = 5;
  static final int POINTS = 6;

  /**
   * The greatest length of a leaf of each kind: about a kilobyte, but for objects, which cost more.
   */
  private static final int[] LIMITS = {32, 128, 1024, 1024, 1024, 512, 256};

  /** Leaves of different kinds become one of objects up to this length. */
  static final int MIXED_LIMIT = 32;

  /**
   * A slice this short is copied out of an array four times as long rather than keep that alive.
   */
  private static final int COPIED = 64;

  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Object[].class);

  /** Of the result of a first append, whose array is full. */
  private static final Room NO_ROOM = new Room(0, 0, 0);

  private final Object array;

  /** The index of the first element, times 8, plus the kind. */
  private final int place;

  /** What is free of the array; null for objects and for what nothing was appended to. */
  private final @Nullable Room room;

  /**
   * The free slots of an array. They belong to the thread that made it, so that claiming them needs
   * no compare-and-set, which is a fifth of the time of a short append; others copy the array.
   */
  private static final class Room {
    private final long owner;
    private final int capacity;

    /** For the owner alone. */
    private int end;

    Room(long owner, int capacity, int end) {
      this.owner = owner;
      this.capacity = capacity;
      this.end = end;
    }

    /** Takes the slots from an index on, if they are the first that are free. */
    boolean claim(int from, int count) {
      if (owner != Thread.currentThread().threadId() || end != from || count > capacity - from) {
        return false;
      }
      end = from + count;
      return true;
    }
  }

  Slice(int kind, Object array, int from, int size) {
    this(kind, array, from, size, null);
  }

  private Slice(int kind, Object array, int from, int size, @Nullable Room room) {
    super(size);
    this.array = array;
    this.place = from << 3 | kind;
    this.room = room;
  }

  /** The empty slice. */
  static Slice none() {
    return (Slice) EMPTY;
  }

  static int limit(int kind) {
    return LIMITS[kind];
  }

  static Object newArray(int kind, int length) {
    return switch (kind) {
      case OBJECTS -> new Object[length];
      case LONGS -> new long[length];
      case CHARS -> new char[length];
      case POINTS -> new int[length];
      default -> new byte[length];
    };
  }

  /** How many bytes an array takes: those of its elements behind 12 others, in words of 8. */
  static int sizeInMemory(int kind, int length) {
    int width =
        switch (kind) {
          case LONGS -> Long.BYTES;
          case OBJECTS, POINTS -> Integer.BYTES;
          case CHARS -> Character.BYTES;
          default -> 1;
        };
    return (12 + length * width + 7) & ~7;
  }

  /** The element of an array of a kind. */
  static Object at(int kind, Object array, int index) {
    return switch (kind) {
      case OBJECTS -> ((Object[]) array)[index];
      case LONGS -> ((long[]) array)[index];
      case BOOLEANS -> ((byte[]) array)[index] != 0;
      case BYTES -> ((byte[]) array)[index];
      case LATIN -> Char.of(((byte[]) array)[index] & 0xff);
      case CHARS -> Char.of(((char[]) array)[index]);
      default -> Char.of(((int[]) array)[index]);
    };
  }

  static boolean isText(int kind) {
    return kind >= LATIN;
  }

  /** The code point at an index of an array of text. */
  static int codePointAt(int kind, Object array, int index) {
    return switch (kind) {
      case LATIN -> ((byte[]) array)[index] & 0xff;
      case CHARS -> ((char[]) array)[index];
      default -> ((int[]) array)[index];
    };
  }

  /**
   * The slice of these elements with the most compact array that holds them; the array is copied.
   */
  static Slice compact(Object[] elements, int from, int to) {
    int kind = kindOf(elements, from, to);
    int size = to - from;
    if (size == 0) {
      return none();
    }
    if (kind == OBJECTS) {
      return new Slice(OBJECTS, Arrays.copyOfRange(elements, from, to), 0, size);
    }
    Object array = newArray(kind, size);
    store(kind, elements, from, array, 0, size);
    return new Slice(kind, array, 0, size);
  }

  /** The most compact kind that holds all these elements. */
  static int kindOf(Object[] elements, int from, int to) {
    if (from == to) {
      return OBJECTS;
    }
    return switch (elements[from]) {
      case Long _ -> allOf(Long.class, elements, from, to) ? LONGS : OBJECTS;
      case Boolean _ -> allOf(Boolean.class, elements, from, to) ? BOOLEANS : OBJECTS;
      case Byte _ -> allOf(Byte.class, elements, from, to) ? BYTES : OBJECTS;
      case Char _ -> textKindOf(elements, from, to);
      default -> OBJECTS;
    };
  }

  private static boolean allOf(Class<?> type, Object[] elements, int from, int to) {
    for (int i = from; i < to; i++) {
      if (elements[i].getClass() != type) {
        return false;
      }
    }
    return true;
  }

  private static int textKindOf(Object[] elements, int from, int to) {
    int bits = 0;
    for (int i = from; i < to; i++) {
      if (!(elements[i] instanceof Char c)) {
        return OBJECTS;
      }
      bits |= c.codePoint();
    }
    return textKind(bits);
  }

  /** The kind for Chars whose code points have these bits. */
  static int textKind(int bits) {
    return bits <= 0xff ? LATIN : bits <= 0xffff ? CHARS : POINTS;
  }

  /** Copies elements, which the kind must hold, into an array of that kind. */
  static void store(int kind, Object[] elements, int from, Object array, int at, int count) {
    switch (kind) {
      case OBJECTS -> System.arraycopy(elements, from, (Object[]) array, at, count);
      case LONGS -> {
        long[] longs = (long[]) array;
        for (int i = 0; i < count; i++) {
          longs[at + i] = (Long) elements[from + i];
        }
      }
      case BOOLEANS -> {
        byte[] bytes = (byte[]) array;
        for (int i = 0; i < count; i++) {
          bytes[at + i] = toByte((Boolean) elements[from + i]);
        }
      }
      case BYTES -> {
        byte[] bytes = (byte[]) array;
        for (int i = 0; i < count; i++) {
          bytes[at + i] = (Byte) elements[from + i];
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          storeCodePoint(kind, array, at + i, ((Char) elements[from + i]).codePoint());
        }
      }
    }
  }

  private static byte toByte(Boolean value) {
    return (byte) (value ? 1 : 0);
  }

  static void storeCodePoint(int kind, Object array, int at, int codePoint) {
    switch (kind) {
      case LATIN -> ((byte[]) array)[at] = (byte) codePoint;
      case CHARS -> ((char[]) array)[at] = (char) codePoint;
      default -> ((int[]) array)[at] = codePoint;
    }
  }

  /** Copies elements between arrays, the second of which holds all that the first can hold. */
  static void copy(
      int kind, Object array, int from, int toKind, Object toArray, int at, int count) {
    if (kind == toKind) {
      copySame(kind, array, from, toArray, at, count);
    } else if (toKind == OBJECTS) {
      Object[] objects = (Object[]) toArray;
      for (int i = 0; i < count; i++) {
        objects[at + i] = at(kind, array, from + i);
      }
    } else {
      for (int i = 0; i < count; i++) {
        storeCodePoint(toKind, toArray, at + i, codePointAt(kind, array, from + i));
      }
    }
  }

  /** Copies elements between arrays of a kind: where that is known, the copy is a few moves. */
  private static void copySame(
      int kind, Object array, int from, Object toArray, int at, int count) {
    switch (kind) {
      case OBJECTS -> System.arraycopy((Object[]) array, from, (Object[]) toArray, at, count);
      case LONGS -> System.arraycopy((long[]) array, from, (long[]) toArray, at, count);
      case CHARS -> System.arraycopy((char[]) array, from, (char[]) toArray, at, count);
      case POINTS -> System.arraycopy((int[]) array, from, (int[]) toArray, at, count);
      default -> System.arraycopy((byte[]) array, from, (byte[]) toArray, at, count);
    }
  }

  int kind() {
    return place & 7;
  }

  Object array() {
    return array;
  }

  int from() {
    return place >>> 3;
  }

  int size() {
    return size;
  }

  Object at(int index) {
    return at(place & 7, array, (place >>> 3) + index);
  }

  @Override
  Object first() {
    return at(0);
  }

  @Override
  Seq rest() {
    return Cons.expand(this, this, size - 1);
  }

  @Override
  public Object last() {
    return at(nonEmpty().size - 1);
  }

  @Override
  public Seq init() {
    return part(0, nonEmpty().size - 1);
  }

  private Slice nonEmpty() {
    if (size == 0) {
      throw empty();
    }
    return this;
  }

  @Override
  Object element(long index) {
    return at((int) index);
  }

  /** The elements from {@code from} up to {@code to}, sharing the array. */
  Slice part(int from, int to) {
    if (from == to) {
      return (Slice) emptied();
    }
    return from == 0 && to == size ? this : new Slice(kind(), array, from() + from, to - from);
  }

  /** As {@link #part}, but for a Seq of its own that may outlive the rest of the array. */
  private Slice independentPart(int from, int to) {
    int count = to - from;
    int kind = kind();
    if (count == 0 || count > COPIED || count * 4 > size || kind == OBJECTS) {
      return part(from, to);
    }
    Object copy = newArray(kind, count);
    System.arraycopy(array, from() + from, copy, 0, count);
    return new Slice(kind, copy, 0, count);
  }

  /** The {@code count} elements behind the first one as a chain in front of a Seq. */
  Seq onto(Seq below, int count) {
    Seq chain = below;
    int first = from();
    int at = first + count;
    switch (kind()) {
      case OBJECTS -> {
        Object[] objects = (Object[]) array;
        for (; at > first; at--) {
          chain = chain.prepend(objects[at]);
        }
      }
      case LONGS -> {
        long[] longs = (long[]) array;
        for (; at > first; at--) {
          chain = chain.prepend(longs[at]);
        }
      }
      default -> {
        for (; at > first; at--) {
          chain = chain.prepend(at(kind(), array, at));
        }
      }
    }
    return chain;
  }

  @Override
  Seq between(long from, long to) {
    return independentPart((int) from, (int) to);
  }

  @Override
  Seq firstPart(long count) {
    return independentPart(0, (int) count);
  }

  @Override
  Seq lastPart(long dropped) {
    return independentPart((int) dropped, size);
  }

  @Override
  boolean isTextAtEnds() {
    int kind = kind();
    return kind == OBJECTS
        ? size > 0 && textKindOf((Object[]) array, from(), from() + size) != OBJECTS
        : isText(kind);
  }

  @Override
  Seq balanced() {
    return this;
  }

  /** Whether an element can stand in an array of this slice's kind. */
  boolean holds(Object element) {
    return switch (kind()) {
      case OBJECTS -> true;
      case LONGS -> element instanceof Long;
      case BOOLEANS -> element instanceof Boolean;
      case BYTES -> element instanceof Byte;
      case LATIN -> element instanceof Char c && c.codePoint() <= 0xff;
      case CHARS -> element instanceof Char c && c.codePoint() <= 0xffff;
      default -> element instanceof Char;
    };
  }

  @Override
  public Seq append(Object element) {
    Slice longer = size < MIXED_LIMIT ? withLast(element) : null;
    return longer != null ? longer : Tree.of(this, null, single(element));
  }

  /** A slice of one element with room for more. */
  static Slice single(Object element) {
    Object[] slots = new Object[4];
    slots[0] = element;
    return new Slice(OBJECTS, slots, 0, 1);
  }

  /** This slice with one more element, null if there is no room. */
  @Nullable Slice withLast(Object element) {
    int kind = kind();
    if (size == 0) {
      return single(element);
    }
    if (kind != OBJECTS) {
      return size < MIXED_LIMIT ? copyWithLast(kind, element) : null;
    }
    Object[] slots = (Object[]) array;
    int end = from() + size;
    if (end < slots.length && SLOT.compareAndSet(slots, end, null, element)) {
      return new Slice(OBJECTS, slots, from(), size + 1);
    }
    if (size == LIMITS[OBJECTS]) {
      return null;
    }
    Object[] copy = new Object[Math.clamp(size * 2L, 4, LIMITS[OBJECTS])];
    System.arraycopy(slots, from(), copy, 0, size);
    copy[size] = element;
    return new Slice(OBJECTS, copy, 0, size + 1);
  }

  private Slice copyWithLast(int kind, Object element) {
    if (!holds(element)) {
      Object[] elements = Arrays.copyOf(toArray(), size + 1);
      elements[size] = element;
      return compact(elements, 0, size + 1);
    }
    Object copy = newArray(kind, size + 1);
    System.arraycopy(array, from(), copy, 0, size);
    put(kind, copy, size, element);
    return new Slice(kind, copy, 0, size + 1);
  }

  /** This slice and another in one, null if they belong in different leaves. */
  @Nullable Slice merge(Slice other) {
    if (other.size == 0) {
      return this;
    }
    if (size == 0) {
      return other;
    }
    int total = size + other.size;
    int kind = commonKind(other, total);
    return total > LIMITS[kind] ? null : merged(other, kind, total, total, null);
  }

  private Slice merged(Slice other, int kind, int total, int capacity, @Nullable Room free) {
    Object both = newArray(kind, capacity);
    copy(kind(), array, from(), kind, both, 0, size);
    copy(other.kind(), other.array, other.from(), kind, both, size, other.size);
    return new Slice(kind, both, 0, total, free);
  }

  /** As {@link #merge}, where the other was appended and more may follow. */
  @Nullable Slice appendAll(Slice other) {
    if (other.size == 0) {
      return this;
    }
    if (size == 0) {
      return other;
    }
    int total = size + other.size;
    int kind = commonKind(other, total);
    if (total > LIMITS[kind]) {
      return null;
    }
    if (kind == OBJECTS) {
      return merged(other, kind, total, total, null);
    }
    Room there = room;
    if (there == null) {
      return merged(other, kind, total, total, NO_ROOM);
    }
    int end = from() + size;
    if (kind == kind() && there.claim(end, other.size)) {
      copy(other.kind(), other.array, other.from(), kind, array, end, other.size);
      return new Slice(kind, array, from(), total, there);
    }
    int capacity = Math.min(total * 2, LIMITS[kind]);
    Room free = new Room(Thread.currentThread().threadId(), capacity, total);
    return merged(other, kind, total, capacity, free);
  }

  private int capacity() {
    return java.lang.reflect.Array.getLength(array);
  }

  /**
   * The array, if it is of Latin-1 and has room behind this slice, which is claimed thereby for so
   * many characters; else null.
   */
  byte @Nullable [] claimLatin(int count) {
    Room there = room;
    return there != null && kind() == LATIN && there.claim(from() + size, count)
        ? (byte[]) array
        : null;
  }

  /** This slice with what was put behind it, into slots that it has claimed. */
  Slice longer(int count) {
    return new Slice(kind(), array, from(), size + count, room);
  }

  private int commonKind(Slice other, int total) {
    int mine = kind();
    int theirs = other.kind();
    if (mine == theirs) {
      return mine;
    }
    boolean text = isText(mine) && isText(theirs) && total <= LIMITS[Math.max(mine, theirs)];
    return text ? Math.max(mine, theirs) : OBJECTS;
  }

  /** The total order of this slice and another of its kind; of objects what is said to give. */
  int compare(Slice other, int otherwise) {
    int x = from();
    int y = other.from();
    int toX = x + size;
    int toY = y + other.size;
    int order =
        switch (kind()) {
          case OBJECTS -> otherwise;
          case LONGS -> Arrays.compare((long[]) array, x, toX, (long[]) other.array, y, toY);
          case CHARS -> Arrays.compare((char[]) array, x, toX, (char[]) other.array, y, toY);
          case POINTS -> Arrays.compare((int[]) array, x, toX, (int[]) other.array, y, toY);
          default -> Arrays.compareUnsigned((byte[]) array, x, toX, (byte[]) other.array, y, toY);
        };
    return kind() == OBJECTS ? order : Integer.signum(order);
  }

  /** This slice as a leaf: with the most compact array. */
  Slice compacted() {
    if (kind() == OBJECTS) {
      return compactedObjects();
    }
    return room == null ? this : trimmed();
  }

  /** Without the room behind, if it is more than an eighth. */
  private Slice trimmed() {
    if (capacity() - size <= size / 8) {
      return this;
    }
    Object exact = newArray(kind(), size);
    System.arraycopy(array, from(), exact, 0, size);
    return new Slice(kind(), exact, 0, size);
  }

  private Slice compactedObjects() {
    Object[] slots = (Object[]) array;
    int from = from();
    int kind = kindOf(slots, from, from + size);
    return kind == OBJECTS && slots.length == size ? this : compact(slots, from, from + size);
  }

  @Override
  Seq with(long index, Object element) {
    Slice same = withElement((int) index, element);
    return same != null ? same : Seq.replace(this, index, element);
  }

  /**
   * As {@link #withElement}, but this very slice, changed, if that holds the element.
   *
   * @param own whether nobody else has this slice or another of its array
   */
  @Nullable Slice edited(boolean own, int index, Object element) {
    if (!own || !holds(element)) {
      return withElement(index, element);
    }
    put(index, element);
    return this;
  }

  /** Changes this very slice, which holds the element and belongs to the caller alone. */
  void put(int index, Object element) {
    put(kind(), array, from() + index, element);
  }

  private static void put(int kind, Object array, int index, Object element) {
    switch (kind) {
      case OBJECTS -> ((Object[]) array)[index] = Objects.requireNonNull(element);
      case LONGS -> ((long[]) array)[index] = (Long) element;
      case BOOLEANS -> ((byte[]) array)[index] = toByte((Boolean) element);
      case BYTES -> ((byte[]) array)[index] = (Byte) element;
      default -> storeCodePoint(kind, array, index, ((Char) element).codePoint());
    }
  }

  /** This slice with another element at an index, null if its array cannot hold that. */
  @Nullable Slice withElement(int index, Object element) {
    int kind = kind();
    if (!holds(element)) {
      if (size > MIXED_LIMIT) {
        return null;
      }
      Object[] elements = toArray();
      elements[index] = element;
      return compact(elements, 0, size);
    }
    Object copy = newArray(kind, size);
    System.arraycopy(array, from(), copy, 0, size);
    put(kind, copy, index, element);
    return new Slice(kind, copy, 0, size);
  }
}

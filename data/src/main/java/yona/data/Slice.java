package yona.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A run of elements in one array: a short Seq, and the leaf of a long one.
 *
 * <p>The array is a {@link LeafArray}. Slices may share an array. Since no array is longer than a
 * leaf, what a small slice keeps alive is bounded. With the place and the kind in one {@code int} a
 * slice is 32 bytes (where object headers are compact), its hash included.
 *
 * <p>An array may have room behind the elements. To append is to claim the first free slot, or as
 * many as are needed: whoever comes second, with something else behind the same slice, copies. In
 * an {@code Object[]} free slots are null, and claimed by compare-and-set; for other arrays {@link
 * Room} says from where on they are free. Room is made only for what is the result of appending
 * already, so that a string that is put together once is as compact as any.
 */
final class Slice extends Seq {
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

  /** The hash of what is no array of objects; 0 until somebody asks. Threads may all compute it. */
  private int hash;

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

  /**
   * The slice of these elements with the most compact array that holds them; the array is copied.
   */
  static Slice compact(Object[] elements, int from, int to) {
    int kind = LeafArray.kindOf(elements, from, to);
    int size = to - from;
    if (size == 0) {
      return none();
    }
    if (kind == LeafArray.OBJECTS) {
      return new Slice(LeafArray.OBJECTS, Arrays.copyOfRange(elements, from, to), 0, size);
    }
    Object array = LeafArray.newArray(kind, size);
    LeafArray.store(kind, elements, from, array, 0, size);
    return new Slice(kind, array, 0, size);
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

  /** The hash, which is kept where no element can be a collection. */
  int hashOfElements(int levels) {
    int known = hash;
    if (known != 0) {
      return known;
    }
    int kind = kind();
    int from = from();
    if (kind == LeafArray.OBJECTS) {
      Checkpoint.pass();
    }
    int elements = LeafArray.hash(kind, array, from, from + size, size, levels);
    int computed = Equality.sealed(Kind.SEQ, elements);
    if (kind != LeafArray.OBJECTS) {
      hash = computed;
    }
    return computed;
  }

  Object at(int index) {
    return LeafArray.at(place & 7, array, (place >>> 3) + index);
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
    if (count == 0 || count > COPIED || count * 4 > size || kind == LeafArray.OBJECTS) {
      return part(from, to);
    }
    Object copy = LeafArray.newArray(kind, count);
    System.arraycopy(array, from() + from, copy, 0, count);
    return new Slice(kind, copy, 0, count);
  }

  /** The {@code count} elements behind the first one as a chain in front of a Seq. */
  Seq onto(Seq below, int count) {
    Seq chain = below;
    int first = from();
    int at = first + count;
    switch (kind()) {
      case LeafArray.OBJECTS -> {
        Object[] objects = (Object[]) array;
        for (; at > first; at--) {
          chain = chain.prepend(objects[at]);
        }
      }
      case LeafArray.LONGS -> {
        long[] longs = (long[]) array;
        for (; at > first; at--) {
          chain = chain.prepend(longs[at]);
        }
      }
      default -> {
        for (; at > first; at--) {
          chain = chain.prepend(LeafArray.at(kind(), array, at));
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
    return kind == LeafArray.OBJECTS
        ? size > 0
            && LeafArray.textKindOf((Object[]) array, from(), from() + size) != LeafArray.OBJECTS
        : LeafArray.isText(kind);
  }

  @Override
  Seq balanced() {
    return this;
  }

  /** Whether an element can stand in an array of this slice's kind. */
  boolean holds(Object element) {
    return switch (kind()) {
      case LeafArray.OBJECTS -> true;
      case LeafArray.LONGS -> element instanceof Long;
      case LeafArray.BOOLEANS -> element instanceof Boolean;
      case LeafArray.BYTES -> element instanceof Byte;
      case LeafArray.LATIN -> element instanceof Char c && c.codePoint() <= 0xff;
      case LeafArray.CHARS -> element instanceof Char c && c.codePoint() <= 0xffff;
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
    return new Slice(LeafArray.OBJECTS, slots, 0, 1);
  }

  /** This slice with one more element, null if there is no room. */
  @Nullable Slice withLast(Object element) {
    int kind = kind();
    if (size == 0) {
      return single(element);
    }
    if (kind != LeafArray.OBJECTS) {
      return size < MIXED_LIMIT ? copyWithLast(kind, element) : null;
    }
    Object[] slots = (Object[]) array;
    int end = from() + size;
    if (end < slots.length && SLOT.compareAndSet(slots, end, null, element)) {
      return new Slice(LeafArray.OBJECTS, slots, from(), size + 1);
    }
    if (size == LeafArray.limit(LeafArray.OBJECTS)) {
      return null;
    }
    Object[] copy = new Object[Math.clamp(size * 2L, 4, LeafArray.limit(LeafArray.OBJECTS))];
    System.arraycopy(slots, from(), copy, 0, size);
    copy[size] = element;
    return new Slice(LeafArray.OBJECTS, copy, 0, size + 1);
  }

  private Slice copyWithLast(int kind, Object element) {
    if (!holds(element)) {
      Object[] elements = Arrays.copyOf(toArray(), size + 1);
      elements[size] = element;
      return compact(elements, 0, size + 1);
    }
    Object copy = LeafArray.newArray(kind, size + 1);
    System.arraycopy(array, from(), copy, 0, size);
    LeafArray.put(kind, copy, size, element);
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
    return total > LeafArray.limit(kind) ? null : merged(other, kind, total, total, null);
  }

  private Slice merged(Slice other, int kind, int total, int capacity, @Nullable Room free) {
    Object both = LeafArray.newArray(kind, capacity);
    LeafArray.copy(kind(), array, from(), kind, both, 0, size);
    LeafArray.copy(other.kind(), other.array, other.from(), kind, both, size, other.size);
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
    if (total > LeafArray.limit(kind)) {
      return null;
    }
    if (kind == LeafArray.OBJECTS) {
      return merged(other, kind, total, total, null);
    }
    Room there = room;
    if (there == null) {
      return merged(other, kind, total, total, NO_ROOM);
    }
    int end = from() + size;
    if (kind == kind() && there.claim(end, other.size)) {
      LeafArray.copy(other.kind(), other.array, other.from(), kind, array, end, other.size);
      return new Slice(kind, array, from(), total, there);
    }
    int capacity = Math.min(total * 2, LeafArray.limit(kind));
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
    return there != null && kind() == LeafArray.LATIN && there.claim(from() + size, count)
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
    boolean text =
        LeafArray.isText(mine)
            && LeafArray.isText(theirs)
            && total <= LeafArray.limit(Math.max(mine, theirs));
    return text ? Math.max(mine, theirs) : LeafArray.OBJECTS;
  }

  /** The total order of this slice and another of its kind; of objects what is said to give. */
  int compare(Slice other, int otherwise) {
    int x = from();
    int y = other.from();
    int toX = x + size;
    int toY = y + other.size;
    int order =
        switch (kind()) {
          case LeafArray.OBJECTS -> otherwise;
          case LeafArray.LONGS ->
              Arrays.compare((long[]) array, x, toX, (long[]) other.array, y, toY);
          case LeafArray.CHARS ->
              Arrays.compare((char[]) array, x, toX, (char[]) other.array, y, toY);
          case LeafArray.POINTS ->
              Arrays.compare((int[]) array, x, toX, (int[]) other.array, y, toY);
          default -> Arrays.compareUnsigned((byte[]) array, x, toX, (byte[]) other.array, y, toY);
        };
    return kind() == LeafArray.OBJECTS ? order : Integer.signum(order);
  }

  /** This slice as a leaf: with the most compact array. */
  Slice compacted() {
    if (kind() == LeafArray.OBJECTS) {
      return compactedObjects();
    }
    return room == null ? this : trimmed();
  }

  /** Without the room behind, if it is more than an eighth. */
  private Slice trimmed() {
    if (capacity() - size <= size / 8) {
      return this;
    }
    Object exact = LeafArray.newArray(kind(), size);
    System.arraycopy(array, from(), exact, 0, size);
    return new Slice(kind(), exact, 0, size);
  }

  private Slice compactedObjects() {
    Object[] slots = (Object[]) array;
    int from = from();
    int kind = LeafArray.kindOf(slots, from, from + size);
    return kind == LeafArray.OBJECTS && slots.length == size
        ? this
        : compact(slots, from, from + size);
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
    LeafArray.put(kind(), array, from() + index, element);
    hash = 0;
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
    Object copy = LeafArray.newArray(kind, size);
    System.arraycopy(array, from(), copy, 0, size);
    LeafArray.put(kind, copy, index, element);
    return new Slice(kind, copy, 0, size);
  }
}

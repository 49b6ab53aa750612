package yona.data;

/**
 * How far a loop has come that takes elements from the front of a Seq, where only the loop can see
 * what is left: no Seq is made for each step.
 *
 * <p>The loop holds what the static methods call its cursor: a chain, whose rests are there
 * already, is one itself; an object of this class reads any other Seq, one leaf after the other by
 * an index. Whatever is asked for what is left makes a Seq of it, which stays as it is. A cursor is
 * for one thread.
 */
public final class SeqCursor {
  /** How many elements of a range are computed at once. */
  private static final int RANGE = 32;

  /** What was left when the leaf was entered. */
  private Seq seq;

  /** The array of the leaf, which goes from {@link #from} to {@link #end}; read as of this kind. */
  private Object array = Slice.none().array();

  private int kind;
  private int from;
  private int position;
  private int end;

  private SeqCursor(Seq seq) {
    this.seq = seq;
    enter();
  }

  /**
   * What a loop begins with, or goes on with.
   *
   * @param value any value, or a cursor
   * @return a cursor over the elements if the value is a Seq; else the value itself
   */
  public static Object of(Object value) {
    return value instanceof Seq seq ? over(seq) : value;
  }

  private static Object over(Seq seq) {
    return seq.rest != null || seq.size == 0 ? seq : new SeqCursor(seq);
  }

  /**
   * Whether the loop takes elements from a Seq.
   *
   * @param cursor a cursor, or a value that is no Seq
   * @return whether it is a cursor
   */
  public static boolean isCursor(Object cursor) {
    return cursor instanceof SeqCursor || cursor instanceof Seq;
  }

  /**
   * What the loop gives to others.
   *
   * @param cursor a cursor, or a value that is no Seq
   * @return the Seq of what is left, or the value
   */
  public static Object value(Object cursor) {
    return cursor instanceof SeqCursor leaves ? leaves.behind(0) : cursor;
  }

  /**
   * Whether so many elements are left, or more.
   *
   * @param cursor a cursor
   * @param count at least 1
   * @return whether they are there
   */
  public static boolean has(Object cursor, int count) {
    return cursor instanceof SeqCursor leaves
        ? leaves.end - leaves.position >= count || leaves.hasBehindLeaf(count)
        : count == 1 ? !((Seq) cursor).isEmpty() : ((Seq) cursor).length() >= count;
  }

  private boolean hasBehindLeaf(int count) {
    if (position == end) {
      next();
    }
    return end - position >= count || left() >= count;
  }

  /**
   * Whether exactly so many elements are left.
   *
   * @param cursor a cursor
   * @param count at least 0
   * @return whether neither more nor fewer are there
   */
  public static boolean hasExactly(Object cursor, int count) {
    return cursor instanceof SeqCursor leaves
        ? leaves.end - leaves.position <= count && leaves.left() == count
        : ((Seq) cursor).length() == count;
  }

  private long left() {
    return seq.length() - (position - from);
  }

  /**
   * An element; the cursor stays where it is.
   *
   * @param cursor a cursor
   * @param index 0 for the next one; it is there
   * @return the element
   */
  public static Object get(Object cursor, int index) {
    if (cursor instanceof SeqCursor leaves) {
      int at = leaves.position + index;
      return at < leaves.end
          ? LeafArray.at(leaves.kind, leaves.array, at)
          : leaves.behindLeaf(index);
    }
    Seq seq = (Seq) cursor;
    return index == 0 ? seq.head() : seq.get(index);
  }

  private Object behindLeaf(int index) {
    if (position == end) {
      next();
    }
    int at = position + index;
    return at < end ? LeafArray.at(kind, array, at) : seq.get(at - from);
  }

  /**
   * Goes over some elements, if that needs no other cursor: so the loop's own stays the same
   * object, and the JVM asks only once of which class it is.
   *
   * @param cursor a cursor
   * @param count how many; they are there
   * @return whether it has gone; else {@link #rest} is to be the cursor
   */
  public static boolean advance(Object cursor, int count) {
    if (cursor instanceof SeqCursor leaves) {
      if (leaves.end - leaves.position >= count) {
        leaves.position += count;
      } else {
        leaves.seq = leaves.behind(count);
        leaves.enter();
      }
      return true;
    }
    return false;
  }

  /**
   * What is left behind some elements; the cursor stays where it is.
   *
   * @param cursor a cursor
   * @param count how many elements to leave out; they are there
   * @return the Seq of the others
   */
  public static Seq rest(Object cursor, int count) {
    return cursor instanceof SeqCursor leaves ? leaves.behind(count) : rest((Seq) cursor, count);
  }

  private static Seq rest(Seq seq, int count) {
    return count == 1
        ? seq.tail()
        : count > 1 && count == seq.length() ? Seq.nothingBehind(seq.last()) : seq.drop(count);
  }

  private Seq behind(int count) {
    return rest(seq, position - from + count);
  }

  /** Goes on behind the leaf, which is used up. */
  private void next() {
    int passed = end - from;
    if (passed > 0) {
      Checkpoint.pass();
      seq = seq.length() == passed ? Seq.nothingBehind(seq.last()) : seq.withoutFirst(passed);
      enter();
    }
  }

  /** Enters the first leaf of what is left. */
  private void enter() {
    switch (seq) {
      case Slice slice -> enter(slice);
      case Tree tree -> enter(tree.front());
      case Range range -> {
        long[] values = new long[(int) Math.min(RANGE, range.length())];
        range.fill(0, values);
        enter(new Slice(LeafArray.LONGS, values, 0, values.length));
      }
      case Cons _ -> throw new AssertionError("leaves are followed by a chain");
    }
  }

  private void enter(Slice leaf) {
    kind = leaf.kind();
    array = leaf.array();
    from = leaf.from();
    position = from;
    end = from + leaf.size();
  }

  /** The elements that are left, as a Seq prints them. */
  @Override
  public String toString() {
    return behind(0).toString();
  }
}

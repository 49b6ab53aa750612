package yona.data;

/**
 * How far a loop has come that takes elements from the front of a Seq, where only the loop can see
 * what is left: no Seq is made for each step.
 *
 * <p>The loop holds what the static methods call its front: a chain, whose rests are there already,
 * is one itself; of any other Seq a cursor reads one leaf after the other by an index. Whatever is
 * asked for what is left makes a Seq of it, which stays as it is. A cursor is for one thread.
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
   * @param value any value, or a front
   * @return a front of the elements if the value is a Seq; else the value itself
   */
  public static Object front(Object value) {
    return value instanceof Seq seq ? front(seq) : value;
  }

  private static Object front(Seq seq) {
    return seq.rest != null || seq.size == 0 ? seq : new SeqCursor(seq);
  }

  /**
   * Whether the loop takes elements from a Seq.
   *
   * @param front a front, or a value that is no Seq
   * @return whether it is a front
   */
  public static boolean isFront(Object front) {
    return front instanceof SeqCursor || front instanceof Seq;
  }

  /**
   * What the loop gives to others.
   *
   * @param front a front, or a value that is no Seq
   * @return the Seq of what is left, or the value
   */
  public static Object value(Object front) {
    return front instanceof SeqCursor cursor ? cursor.behind(0) : front;
  }

  /**
   * Whether so many elements are left, or more.
   *
   * @param front a front
   * @param count at least 1
   * @return whether they are there
   */
  public static boolean has(Object front, int count) {
    return front instanceof SeqCursor cursor
        ? cursor.end - cursor.position >= count || cursor.hasBehindLeaf(count)
        : count == 1 ? !((Seq) front).isEmpty() : ((Seq) front).length() >= count;
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
   * @param front a front
   * @param count at least 0
   * @return whether neither more nor fewer are there
   */
  public static boolean hasExactly(Object front, int count) {
    return front instanceof SeqCursor cursor
        ? cursor.end - cursor.position <= count && cursor.left() == count
        : ((Seq) front).length() == count;
  }

  private long left() {
    return seq.length() - (position - from);
  }

  /**
   * An element; the front stays where it is.
   *
   * @param front a front
   * @param index 0 for the next one; it is there
   * @return the element
   */
  public static Object get(Object front, int index) {
    if (front instanceof SeqCursor cursor) {
      int at = cursor.position + index;
      return at < cursor.end ? Slice.at(cursor.kind, cursor.array, at) : cursor.behindLeaf(index);
    }
    Seq seq = (Seq) front;
    return index == 0 ? seq.head() : seq.get(index);
  }

  private Object behindLeaf(int index) {
    if (position == end) {
      next();
    }
    int at = position + index;
    return at < end ? Slice.at(kind, array, at) : seq.get(at - from);
  }

  /**
   * Goes over some elements, if that needs no other front: so the loop's own stays the same object,
   * and the JVM asks only once of which class it is.
   *
   * @param front a front
   * @param count how many; they are there
   * @return whether it has gone; else {@link #rest} is to be the front
   */
  public static boolean advance(Object front, int count) {
    if (front instanceof SeqCursor cursor) {
      if (cursor.end - cursor.position >= count) {
        cursor.position += count;
      } else {
        cursor.seq = cursor.behind(count);
        cursor.enter();
      }
      return true;
    }
    return false;
  }

  /**
   * What is left behind some elements; the front stays where it is.
   *
   * @param front a front
   * @param count how many elements to leave out; they are there
   * @return the Seq of the others
   */
  public static Seq rest(Object front, int count) {
    return front instanceof SeqCursor cursor ? cursor.behind(count) : rest((Seq) front, count);
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
        enter(new Slice(Slice.LONGS, values, 0, values.length));
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

package yona.data;

import java.nio.charset.CharacterCodingException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An immutable sequence; a string is a Seq of Chars, binary data a Seq of Bytes.
 *
 * <p><b>What it is made of.</b> Programs use a sequence in three ways, and each has a form:
 *
 * <ul>
 *   <li>A recursive program takes elements from the front and puts others there. That is a chain of
 *       {@link Cons}, one small object an element; {@link #isEmpty}, {@link #head}, {@link #tail}
 *       and {@link #prepend} are field reads or one allocation, behind one comparison of the class.
 *   <li>What is short, or was read or built as a whole, is an array of the most compact type: a
 *       {@link Slice}. A string of n Latin characters costs n bytes and one object.
 *   <li>What is long is a {@link Tree}: the slice at the front, a B+-tree of slices ordered by
 *       position ({@link Node}), the slice at the back. A slice in the tree is a leaf; it holds
 *       about a kilobyte.
 * </ul>
 *
 * <p>A {@link Range} stores Ints at even distances as three numbers. All forms are equal Seqs if
 * their elements are; which one a program holds cannot be seen.
 *
 * <p><b>From one form to another.</b> The first element of a slice or tree cannot be dropped by a
 * field read, so {@link #tail} turns the next eight elements into a chain in front of the rest: the
 * next eight calls are field reads. An index, an update, or work at the back of a long chain
 * balances it; the chain keeps the balanced forms at every 32nd node, so each element is balanced
 * once, also when many versions share the chain ({@link Cons} says why). {@link #append} claims a
 * free slot behind the elements of the back slice ({@link Slice}); a full slice is compacted and
 * goes into the tree.
 *
 * <p><b>What it costs.</b>
 *
 * <pre>
 * head, tail, prepend, append, last, init   O(1) amortised
 * index, set, take, drop, insert, remove    O(log n), amortised where elements were prepended
 * concat                                    O(log n)
 * </pre>
 *
 * <p>The logarithm is to a base of at least 16, over leaves of up to 32 objects, 128 Ints or 1,024
 * Booleans, Bytes or Latin characters.
 *
 * <p><b>Why not a finger tree.</b> Yona's sequence was meant after Hinze and Paterson ("Finger
 * trees: a simple general-purpose data structure", JFP 16:2, 2006): amortised O(1) at both ends,
 * O(log n) to split and concatenate. This structure keeps those bounds by other means. A 2-3 finger
 * tree allocates a digit and a tree for each element that is added or dropped, which recursive
 * programs do most; and its leaves hold one element. Measured in one process, 1,000,000 Ints:
 * prepend 19 ms against 5 here, a walk by head and tail 30 against 8, scattered reads 1,260 against
 * 34, append 15 against 17. Relaxed radix trees (Bagwell and Rompf 2011; L'orange 2014; Stucki and
 * others, ICFP 2015) have the better index of the two, but need a rebalancing that finds short
 * nodes; with counted B+-trees (as in the rope of Boehm, Atkinson and Plass 1995) joining and
 * splitting along one path suffices, and leaves may have any length, which strings need.
 */
public abstract sealed class Seq implements Iterable<Object> permits Cons, Slice, Tree, Range {
  /** The Seq without elements. */
  @SuppressWarnings("ClassInitializationDeadlock") // every way to Slice leads through this class
  public static final Seq EMPTY = new Slice(LeafArray.OBJECTS, new Object[0], 0, 0);

  /**
   * The text without characters. It is equal to {@link #EMPTY}, in order and as a key too, and may
   * stand wherever that may; only what is written for people or for other programs differs.
   */
  @SuppressWarnings("ClassInitializationDeadlock") // as above
  public static final Seq EMPTY_TEXT = new Slice(LeafArray.LATIN, new byte[0], 0, 0);

  /** The {@link #size} of a Seq whose length is no int. */
  static final int LARGE = -1;

  /** The length, or {@link #LARGE}. Here, as a field, so that asking needs no dispatch. */
  final int size;

  /**
   * The first element of a {@link Cons}, else null. Here, as is {@link #rest}, so that taking a
   * chain apart needs no type test: in a function that has just begun, and is interpreted or counts
   * the types that it meets, the test costs more than the field.
   */
  final @Nullable Object head;

  /** What follows the first element of a {@link Cons}; always the same elements. Else null. */
  @Nullable Seq rest;

  Seq(int size) {
    this.size = size;
    this.head = null;
  }

  Seq(Object head, Seq rest, int size) {
    this.size = size;
    this.head = head;
    this.rest = rest;
  }

  // ---------------------------------------------------------------- making

  /**
   * A Seq of these elements.
   *
   * @param elements the elements; copied
   * @return the Seq of them
   */
  public static Seq of(Object... elements) {
    return of(elements, 0, elements.length);
  }

  /**
   * A Seq of some elements of an array.
   *
   * @param elements holds the elements; they are copied
   * @param from index of the first
   * @param to index after the last
   * @return the Seq of them
   */
  public static Seq of(Object[] elements, int from, int to) {
    if (to - from <= LeafArray.limit(LeafArray.OBJECTS)) {
      return Slice.compact(elements, from, to);
    }
    SeqBuilder builder = builder();
    for (int i = from; i < to; i++) {
      builder.add(elements[i]);
    }
    return builder.build();
  }

  /**
   * The string of a Java text: a Char for each code point. A surrogate without its other half,
   * which is no character, becomes U+FFFD.
   *
   * @param text a Java text
   * @return the string
   */
  public static Seq text(CharSequence text) {
    LeafBuilder builder = new LeafBuilder();
    builder.addText(text);
    return builder.build().asText();
  }

  /**
   * The string of UTF-16 units.
   *
   * @param units holds the units; they are copied
   * @param from index of the first
   * @param to index after the last
   * @return the string
   * @throws CharacterCodingException if a surrogate stands without its other half
   */
  public static Seq utf16(char[] units, int from, int to) throws CharacterCodingException {
    return Strings.ofUtf16(units, from, to);
  }

  /**
   * The string of Latin-1 bytes, each of which is a Char of the same number.
   *
   * @param bytes holds the bytes; they are copied
   * @param from index of the first
   * @param to index after the last
   * @return the string
   */
  public static Seq latin1(byte[] bytes, int from, int to) {
    return ofArray(LeafArray.LATIN, bytes, from, to).asText();
  }

  /**
   * The string of UTF-8 bytes.
   *
   * @param bytes holds the bytes
   * @param from index of the first
   * @param to index after the last
   * @return the string
   * @throws CharacterCodingException if the bytes are not valid UTF-8
   */
  public static Seq utf8(byte[] bytes, int from, int to) throws CharacterCodingException {
    return Utf8.decode(bytes, from, to, true);
  }

  /**
   * The string of UTF-8 bytes; each invalid part becomes U+FFFD, as the Unicode Standard recommends
   * (section 3.9, maximal subparts).
   *
   * @param bytes holds the bytes
   * @param from index of the first
   * @param to index after the last
   * @return the string
   */
  public static Seq utf8Lossy(byte[] bytes, int from, int to) {
    try {
      return Utf8.decode(bytes, from, to, false);
    } catch (CharacterCodingException e) {
      throw new AssertionError("lossy decoding refuses nothing", e);
    }
  }

  /**
   * A Seq of Bytes.
   *
   * @param bytes the Bytes; copied
   * @return the Seq of them
   */
  public static Seq bytes(byte[] bytes) {
    return bytes(bytes, 0, bytes.length);
  }

  /**
   * A Seq of Bytes.
   *
   * @param bytes holds the Bytes; they are copied
   * @param from index of the first
   * @param to index after the last
   * @return the Seq of them
   */
  public static Seq bytes(byte[] bytes, int from, int to) {
    return ofArray(LeafArray.BYTES, bytes, from, to);
  }

  /**
   * A Seq of Ints.
   *
   * @param values the Ints; copied
   * @return the Seq of them
   */
  public static Seq longs(long[] values) {
    return longs(values, 0, values.length);
  }

  /**
   * A Seq of Ints.
   *
   * @param values holds the Ints; they are copied
   * @param from index of the first
   * @param to index after the last
   * @return the Seq of them
   */
  public static Seq longs(long[] values, int from, int to) {
    return ofArray(LeafArray.LONGS, values, from, to);
  }

  private static Seq ofArray(int kind, Object array, int from, int to) {
    int size = to - from;
    if (size > 0 && size <= LeafArray.limit(kind)) {
      Object copy = LeafArray.newArray(kind, size);
      System.arraycopy(array, from, copy, 0, size);
      return new Slice(kind, copy, 0, size);
    }
    LeafBuilder builder = new LeafBuilder();
    builder.addAll(kind, array, from, to);
    return builder.build();
  }

  /**
   * The Ints from a start at a distance; stored as such, not one by one.
   *
   * @param from the first
   * @param to the bound, which is left out; nothing if it lies the other way
   * @param step the distance, up or down
   * @return the Ints
   * @throws IllegalArgumentException if the step is 0, or there are more than the greatest long
   */
  public static Seq range(long from, long to, long step) {
    return Range.between(from, to, step);
  }

  /**
   * The elements of something iterable, in its order.
   *
   * @param elements the elements; a Seq is given back
   * @return the Seq of them
   */
  public static Seq fromIterable(Iterable<?> elements) {
    if (elements instanceof Seq seq) {
      return seq;
    }
    SeqBuilder builder = builder();
    elements.forEach(builder::add);
    return builder.build();
  }

  /**
   * Several Seqs, one behind the other.
   *
   * @param parts the Seqs
   * @return their concatenation, as {@link #concat(Seq)} gives it
   */
  public static Seq concat(Iterable<Seq> parts) {
    SeqBuilder builder = builder();
    boolean text = false;
    for (Seq part : parts) {
      builder.addAll(part);
      text |= part.isEmpty() && part.isKnownText();
    }
    return text ? builder.buildText() : builder.build();
  }

  /**
   * A builder, which is the fastest way to make a Seq of many elements.
   *
   * @return a new one; for one thread
   */
  public static SeqBuilder builder() {
    return new SeqBuilder();
  }

  // ---------------------------------------------------------------- both ends

  /** The number of elements. */
  public final long length() {
    int n = size;
    return n != LARGE ? n : largeLength();
  }

  /** The length of a {@link #LARGE} Seq. */
  long largeLength() {
    throw new AssertionError(getClass());
  }

  /** Whether there is no element. */
  public final boolean isEmpty() {
    return size == 0;
  }

  /**
   * The first element, in O(1).
   *
   * @return the first element
   * @throws NoSuchElementException if there is none
   */
  public final Object head() {
    Object element = head;
    return element != null ? element : headOfOther();
  }

  /**
   * The first element, in O(1), unless it is known without a look that it is a number, a Boolean, a
   * Byte or a Char.
   *
   * @return the first element; null if it is known so, or there is none
   */
  public final @Nullable Object headUnlessPlain() {
    boolean plain = this instanceof Slice slice && slice.kind() != LeafArray.OBJECTS;
    return plain || size == 0 ? null : head();
  }

  private Object headOfOther() {
    if (size == 0) {
      throw empty();
    }
    return first();
  }

  /**
   * All but the first element, in amortised O(1).
   *
   * @return the rest
   * @throws NoSuchElementException if there is no element
   */
  public final Seq tail() {
    Seq tail = rest;
    return tail != null ? tail : tailOfOther();
  }

  /**
   * All but the first element, or null if there is none, in amortised O(1): what a pattern needs in
   * one call.
   *
   * @return the rest, or null
   */
  public final @Nullable Seq tailOrNull() {
    Seq tail = rest;
    return tail != null ? tail : restOrNull();
  }

  private @Nullable Seq restOrNull() {
    return size == 0 ? null : rest();
  }

  private Seq tailOfOther() {
    if (size == 0) {
      throw empty();
    }
    return rest();
  }

  static NoSuchElementException empty() {
    return new NoSuchElementException("the Seq is empty");
  }

  /**
   * The last element, in amortised O(1).
   *
   * @return the last element
   * @throws NoSuchElementException if there is none
   */
  public abstract Object last();

  /**
   * All but the last element, in amortised O(1).
   *
   * @return what is before the last
   * @throws NoSuchElementException if there is no element
   */
  public abstract Seq init();

  /**
   * This Seq with an element in front, in O(1).
   *
   * @param element the element
   * @return the longer Seq
   */
  public final Seq prepend(Object element) {
    int n = size;
    return n > 0 && n != Integer.MAX_VALUE
        ? new Cons(element, this, n + 1)
        : prependToOther(element);
  }

  /** To nothing, or to what is very long. */
  private Seq prependToOther(Object element) {
    return size == 0 ? new Cons(element, nothingBehind(element), 1) : prependLarge(element);
  }

  /** What is left of a Seq behind its last element: of a text, a text. */
  static Seq nothingBehind(Object last) {
    return last instanceof Char ? EMPTY_TEXT : EMPTY;
  }

  /** To a Seq whose length will be no int. */
  Seq prependLarge(Object element) {
    return balanced().prependLarge(element);
  }

  /**
   * This Seq with an element at the end, in amortised O(1).
   *
   * @param element the element
   * @return the longer Seq
   */
  public abstract Seq append(Object element);

  /** The first element; there is one. */
  abstract Object first();

  /** All but the first element; there is one. */
  abstract Seq rest();

  // ---------------------------------------------------------------- anywhere

  /**
   * An element, in O(log n), amortised where elements were prepended.
   *
   * @param index from 0
   * @return the element there
   * @throws IndexOutOfBoundsException if there is none
   */
  public final Object get(long index) {
    check(index);
    return element(index);
  }

  private void check(long index) {
    if (index < 0 || index >= length()) {
      throw outOfBounds(index);
    }
  }

  private IndexOutOfBoundsException outOfBounds(long index) {
    return new IndexOutOfBoundsException("index " + index + " of a Seq of " + length());
  }

  /**
   * This Seq with another element at an index, in O(log n).
   *
   * @param index from 0
   * @param element the element
   * @return the changed Seq
   * @throws IndexOutOfBoundsException if there is no such index
   */
  public final Seq set(long index, Object element) {
    check(index);
    return with(index, element);
  }

  /** {@link #set} where the leaf cannot hold the element. */
  static Seq replace(Seq seq, long index, Object element) {
    return seq.take(index).append(element).concat(seq.drop(index + 1));
  }

  /**
   * This Seq with one more element, in O(log n).
   *
   * @param index where it will stand: from 0 up to the length
   * @param element the element
   * @return the longer Seq
   * @throws IndexOutOfBoundsException if there is no such place
   */
  public final Seq insert(long index, Object element) {
    if (index == 0) {
      return prepend(element);
    }
    if (index < 0 || index > length()) {
      throw outOfBounds(index);
    }
    return take(index).append(element).concat(drop(index));
  }

  /**
   * This Seq without an element, in O(log n).
   *
   * @param index from 0
   * @return the shorter Seq
   * @throws IndexOutOfBoundsException if there is no such index
   */
  public final Seq remove(long index) {
    check(index);
    return take(index).concat(drop(index + 1));
  }

  /**
   * The first elements, in O(log n).
   *
   * @param count how many; all if there are fewer
   * @return those
   * @throws IndexOutOfBoundsException if the count is negative
   */
  public final Seq take(long count) {
    if (count < 0) {
      throw outOfBounds(count);
    }
    return count == 0 ? emptied() : count >= length() ? this : firstPart(count);
  }

  /**
   * All but the first elements, in O(log n).
   *
   * @param count how many to leave out; all if there are fewer
   * @return the others
   * @throws IndexOutOfBoundsException if the count is negative
   */
  public final Seq drop(long count) {
    if (count < 0) {
      throw outOfBounds(count);
    }
    return count == 0 ? this : count >= length() ? emptied() : lastPart(count);
  }

  /**
   * What is left of this Seq without all its elements, in O(1): of a text the empty text, else the
   * empty Seq. A long Seq is judged by the elements at its ends.
   *
   * @return {@link #EMPTY_TEXT} or {@link #EMPTY}
   */
  public final Seq emptied() {
    return isTextAtEnds() ? EMPTY_TEXT : EMPTY;
  }

  /** Whether all of the elements at the ends are Chars; of the empty Seq, whether it is a text. */
  abstract boolean isTextAtEnds();

  /**
   * A part, in O(log n).
   *
   * @param from index of the first element
   * @param to index after the last
   * @return the elements between
   * @throws IndexOutOfBoundsException if not 0 ≤ from ≤ to ≤ length
   */
  public final Seq slice(long from, long to) {
    if (from < 0 || from > to || to > length()) {
      throw new IndexOutOfBoundsException(
          "from " + from + " to " + to + " of a Seq of " + length());
    }
    return between(from, to);
  }

  /** The elements from {@code from} up to {@code to}, both of which are there. */
  Seq between(long from, long to) {
    return take(to).drop(from);
  }

  /**
   * This Seq and then another, in O(log n).
   *
   * @param other the Seq behind this one
   * @return the concatenation; of two without elements a text, if one of them is
   */
  public final Seq concat(Seq other) {
    if (other.size == 0) {
      return size == 0 && other.isTextAtEnds() ? other : this;
    }
    if (size == 0) {
      return other;
    }
    if (this instanceof Cons chain) {
      return chain.followedBy(other);
    }
    if (other instanceof Cons && size >= 0 && size <= Cons.SHORT) {
      Seq longer = other;
      for (int i = size - 1; i >= 0; i--) {
        longer = longer.prepend(element(i));
      }
      return longer;
    }
    return Tree.join(materialised(), other.materialised());
  }

  /**
   * The elements from last to first, in O(n).
   *
   * @return them
   */
  public Seq reverse() {
    if (size == 0) {
      return this;
    }
    Object[] elements = toArray();
    SeqBuilder builder = builder();
    for (int i = elements.length - 1; i >= 0; i--) {
      builder.add(elements[i]);
    }
    return builder.build();
  }

  /** The element at an index, which is there. */
  abstract Object element(long index);

  /** {@link #set} at an index that is there. */
  abstract Seq with(long index, Object element);

  /** The first {@code count} elements, where 0 &lt; count &lt; length. */
  abstract Seq firstPart(long count);

  /** All but the first {@code dropped} elements, where 0 &lt; dropped &lt; length. */
  abstract Seq lastPart(long dropped);

  /** As {@link #lastPart}, to go on from there: nothing is copied. */
  Seq withoutFirst(int count) {
    return lastPart(count);
  }

  /** The same elements, not as a chain. */
  abstract Seq balanced();

  /** The same elements as a slice or a tree. */
  final Seq materialised() {
    Seq seq = balanced();
    return seq instanceof Range range ? range.leaves() : seq;
  }

  // ---------------------------------------------------------------- searching

  /**
   * Where an element stands.
   *
   * @param element the element, compared as {@link Equality#equal}
   * @return the index of the first equal one, -1 if there is none
   */
  public final long indexOf(Object element) {
    long before = 0;
    for (Cursor c = new Cursor(this); c.fill(); c.position = c.end) {
      int found = c.indexOf(element);
      if (found >= 0) {
        return before + found;
      }
      before += c.left();
    }
    return -1;
  }

  /**
   * Whether an equal element is here.
   *
   * @param element the element
   * @return whether there is one
   */
  public final boolean contains(Object element) {
    return indexOf(element) >= 0;
  }

  /**
   * Where a part begins, in time proportional to both lengths (Knuth, Morris and Pratt 1977).
   *
   * @param part the part; the empty one is everywhere
   * @param from the first index to look at, from 0 up to the length
   * @return the least index from there on at which all elements of the part follow, -1 if none
   */
  public final long indexOfPart(Seq part, long from) {
    if (part.isEmpty()) {
      return from <= length() ? from : -1;
    }
    Seq rest = drop(from);
    long found = LatinSearch.find(rest, part);
    if (found == LatinSearch.UNKNOWN) {
      found = new KnuthMorrisPratt(part).in(rest);
    }
    return found < 0 ? -1 : from + found;
  }

  /**
   * Whether this Seq begins with another.
   *
   * @param part the other
   * @return whether its elements are the first ones
   */
  public final boolean startsWith(Seq part) {
    return part.length() <= length()
        && Cursor.allPairs(new Cursor(this), new Cursor(part), part.length(), Equality::equal);
  }

  /**
   * Whether this Seq ends with another.
   *
   * @param part the other
   * @return whether its elements are the last ones
   */
  public final boolean endsWith(Seq part) {
    return part.length() <= length() && Equality.equal(drop(length() - part.length()), part);
  }

  // ---------------------------------------------------------------- as a whole

  /**
   * Whether all elements are Chars; so for everything empty. {@link #isKnownText} tells the two
   * empty ones apart.
   */
  public final boolean isText() {
    return (this instanceof Slice slice && LeafArray.isText(slice.kind()))
        || all(LeafArray.LATIN, Char.class);
  }

  /** Whether this is to be written as a text: all elements are Chars, or it is the empty text. */
  public final boolean isKnownText() {
    return size == 0 ? isTextAtEnds() : isText();
  }

  /** This Seq, for what gives a text by its contract: {@link #EMPTY_TEXT} if it is empty. */
  public final Seq asText() {
    return size == 0 ? EMPTY_TEXT : this;
  }

  /** Whether all elements are Bytes; so for everything empty. */
  public final boolean isBytes() {
    return all(LeafArray.BYTES, Byte.class);
  }

  private boolean all(int compactKind, Class<?> type) {
    for (Cursor c = new Cursor(this); c.fill(); c.position = c.end) {
      boolean compact =
          c.kind == compactKind || (compactKind == LeafArray.LATIN && LeafArray.isText(c.kind));
      if (!compact && (c.kind != LeafArray.OBJECTS || !c.all(type))) {
        return false;
      }
    }
    return true;
  }

  /**
   * The Java text of a string.
   *
   * @return the text
   * @throws IllegalStateException if an element is no Char
   */
  public final String asString() {
    return Strings.of(this);
  }

  /**
   * The Ints of a Seq that stores them as such.
   *
   * @return a new array; null if elements are no Ints, or some are stored as objects
   */
  public final long @Nullable [] toLongArray() {
    long[] longs = new long[ArrayLength.of(length())];
    int at = 0;
    for (Cursor c = new Cursor(this); c.fill(); c.position = c.end) {
      if (c.kind != LeafArray.LONGS) {
        return null;
      }
      System.arraycopy(c.array, c.position, longs, at, c.left());
      at += c.left();
    }
    return longs;
  }

  /**
   * Copies the characters of a string as Latin-1 bytes.
   *
   * @param target where to, with room for as many bytes as this Seq has elements
   * @param at index of the first
   * @return whether all elements are Chars up to U+00FF; if not, what was copied means nothing
   */
  public final boolean copyLatin1(byte[] target, int at) {
    return Strings.copyLatin1(this, target, at);
  }

  /**
   * The bytes of a Seq of Bytes.
   *
   * @return a new array
   * @throws IllegalStateException if an element is no Byte
   */
  public final byte[] toByteArray() {
    return Cursor.bytes(this);
  }

  /**
   * The UTF-8 bytes of a string.
   *
   * @return a new array
   * @throws IllegalStateException if an element is no Char
   */
  public final byte[] toUtf8() {
    return Utf8.encode(this);
  }

  /**
   * The elements in a new array.
   *
   * @return all of them, in order
   */
  public final Object[] toArray() {
    Checkpoint.allocating(8 * length());
    Object[] all = new Object[ArrayLength.of(length())];
    int at = 0;
    for (Cursor c = new Cursor(this); c.fill(); c.position = c.end) {
      LeafArray.copy(c.kind, c.array, c.position, LeafArray.OBJECTS, all, at, c.left());
      at += c.left();
    }
    return all;
  }

  /** The elements in order; for one thread. */
  @Override
  public final Iterator<Object> iterator() {
    return new Cursor(this);
  }

  /** Calls an action with each element, in order. */
  @Override
  public final void forEach(Consumer<? super Object> action) {
    Seq there = this;
    while (there instanceof Cons c) {
      action.accept(c.head);
      there = c.rest;
    }
    for (Cursor c = new Cursor(there); c.fill(); c.position = c.end) {
      for (int i = c.position; i < c.end; i++) {
        action.accept(LeafArray.at(c.kind, c.array, i));
      }
    }
  }

  /**
   * Combines a value with each element in order; the fastest way through a Seq.
   *
   * @param initial the first value
   * @param step gives the next value, of the one before and an element
   * @return the last value
   */
  public final Object fold(Object initial, BinaryOperator<Object> step) {
    Object value = initial;
    Seq there = this;
    while (there instanceof Cons c) {
      value = step.apply(value, c.head);
      there = c.rest;
    }
    for (Cursor c = new Cursor(there); c.fill(); c.position = c.end) {
      value = c.fold(value, step);
    }
    return value;
  }

  /** Tests the elements at the same places of this Seq and one of the same length. */
  final boolean allPairs(Seq other, PairPredicate test) {
    return Cursor.allPairs(new Cursor(this), new Cursor(other), length(), test);
  }

  /** The total order of two short Seqs of one compact kind; otherwise what is said to give. */
  final int compareDirectly(Seq other, int otherwise) {
    return this instanceof Slice a && other instanceof Slice b && a.kind() == b.kind()
        ? a.compare(b, otherwise)
        : otherwise;
  }

  /** The hash of the elements, which does not depend on how they are stored. */
  final int hash(int levels) {
    if (this instanceof Slice slice) {
      return slice.hashOfElements(levels);
    }
    int hash = (int) length();
    for (Cursor c = new Cursor(this); c.fill(); c.position = c.end) {
      hash = c.hash(hash, levels);
    }
    return Equality.sealed(Kind.SEQ, hash);
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    return other instanceof Seq && Equality.equal(this, other);
  }

  @Override
  public final int hashCode() {
    return Equality.hash(this);
  }

  /** The source text, as {@link Text#source}. */
  @Override
  public final String toString() {
    return Text.source(this);
  }
}

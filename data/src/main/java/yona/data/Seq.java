package yona.data;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An immutable sequence; a string is a Seq of Chars, binary data a Seq of Bytes. */
public final class Seq implements Iterable<Object> {
  /** The Seq without elements. */
  public static final Seq EMPTY = new Seq(new Object[0]);

  private final Object[] elements;

  private Seq(Object[] elements) {
    this.elements = elements;
  }

  /** A Seq of these elements. */
  public static Seq of(Object... elements) {
    return new Seq(elements.clone());
  }

  /** The string of a Java text, a Char per code point; an unpaired surrogate becomes U+FFFD. */
  public static Seq text(CharSequence text) {
    return new Seq(
        text.codePoints().mapToObj(c -> Char.of(c >= 0xd800 && c < 0xe000 ? 0xfffd : c)).toArray());
  }

  /** The string of Latin-1 bytes; copied. */
  public static Seq latin1(byte[] bytes, int from, int to) {
    return text(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
  }

  /** The string of UTF-8 bytes. */
  public static Seq utf8(byte[] bytes, int from, int to) throws CharacterCodingException {
    return text(
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, to - from)));
  }

  /** The string of UTF-8 bytes; what is invalid becomes U+FFFD. */
  public static Seq utf8Lossy(byte[] bytes, int from, int to) {
    return text(new String(bytes, from, to - from, StandardCharsets.UTF_8));
  }

  /** A Seq of Bytes; copied. */
  public static Seq bytes(byte[] bytes) {
    return bytes(bytes, 0, bytes.length);
  }

  /** A Seq of Bytes; copied. */
  public static Seq bytes(byte[] bytes, int from, int to) {
    Object[] all = new Object[to - from];
    Arrays.setAll(all, i -> bytes[from + i]);
    return new Seq(all);
  }

  /** A Seq of Ints; copied. */
  public static Seq longs(long[] values) {
    return new Seq(Arrays.stream(values).boxed().toArray());
  }

  /** The Ints from {@code from} up (or down) to {@code to}, which is left out, by {@code step}. */
  public static Seq range(long from, long to, long step) {
    Builder builder = builder();
    for (long i = from; step > 0 ? i < to : i > to; i += step) {
      builder.add(i);
    }
    return builder.build();
  }

  /** The elements of something iterable. */
  public static Seq fromIterable(Iterable<?> elements) {
    if (elements instanceof Seq s) {
      return s;
    }
    Builder builder = builder();
    elements.forEach(builder::add);
    return builder.build();
  }

  /** The concatenation of several. */
  public static Seq concat(Iterable<Seq> parts) {
    Builder builder = builder();
    parts.forEach(builder::addAll);
    return builder.build();
  }

  /** A builder; for one thread. */
  public static Builder builder() {
    return new Builder();
  }

  /** The number of elements. */
  public long length() {
    return elements.length;
  }

  /** Whether there is no element. */
  public boolean isEmpty() {
    return elements.length == 0;
  }

  /**
   * An element.
   *
   * @throws IndexOutOfBoundsException if there is none
   */
  public Object get(long index) {
    return elements[Math.toIntExact(index)];
  }

  /**
   * The first element.
   *
   * @throws NoSuchElementException if there is none
   */
  public Object head() {
    return nonEmpty().elements[0];
  }

  /** All but the first element. */
  public Seq tail() {
    return nonEmpty().slice(1, elements.length);
  }

  /** The last element. */
  public Object last() {
    return nonEmpty().elements[elements.length - 1];
  }

  /** All but the last element. */
  public Seq init() {
    return nonEmpty().slice(0, elements.length - 1);
  }

  private Seq nonEmpty() {
    if (elements.length == 0) {
      throw new NoSuchElementException("empty Seq");
    }
    return this;
  }

  /** This Seq with an element in front. */
  public Seq prepend(Object element) {
    return insert(0, element);
  }

  /** This Seq with an element at the end. */
  public Seq append(Object element) {
    return insert(elements.length, element);
  }

  /** This Seq and then another. */
  public Seq concat(Seq other) {
    Object[] all = Arrays.copyOf(elements, elements.length + other.elements.length);
    System.arraycopy(other.elements, 0, all, elements.length, other.elements.length);
    return new Seq(all);
  }

  /** The first elements; all if there are fewer. */
  public Seq take(long count) {
    return slice(0, Math.min(count, elements.length));
  }

  /** All but the first elements; none if there are fewer. */
  public Seq drop(long count) {
    return slice(Math.min(count, elements.length), elements.length);
  }

  /** The elements from {@code from} up to {@code to}, which is left out. */
  public Seq slice(long from, long to) {
    return new Seq(Arrays.copyOfRange(elements, (int) from, (int) to));
  }

  /** This Seq with another element at an index. */
  public Seq set(long index, Object element) {
    Object[] all = elements.clone();
    all[(int) index] = element;
    return new Seq(all);
  }

  /** This Seq with one more element, at an index up to the length. */
  public Seq insert(long index, Object element) {
    List<Object> all = new ArrayList<>(Arrays.asList(elements));
    all.add((int) index, element);
    return new Seq(all.toArray());
  }

  /** This Seq without the element at an index. */
  public Seq remove(long index) {
    List<Object> all = new ArrayList<>(Arrays.asList(elements));
    all.remove((int) index);
    return new Seq(all.toArray());
  }

  /** The elements from last to first. */
  public Seq reverse() {
    List<Object> all = new ArrayList<>(Arrays.asList(elements));
    Collections.reverse(all);
    return new Seq(all.toArray());
  }

  /** The index of the first element equal to this, -1 if there is none. */
  public long indexOf(Object element) {
    for (int i = 0; i < elements.length; i++) {
      if (Equality.equal(elements[i], element)) {
        return i;
      }
    }
    return -1;
  }

  /** The index, at or after {@code from}, where a part begins, -1 if it is nowhere. */
  public long indexOfPart(Seq part, long from) {
    return Collections.indexOfSubList(
        Arrays.asList(elements).subList((int) from, elements.length), Arrays.asList(part.elements));
  }

  /** Whether this Seq begins with another. */
  public boolean startsWith(Seq part) {
    return part.length() <= length() && take(part.length()).equals(part);
  }

  /** Whether this Seq ends with another. */
  public boolean endsWith(Seq part) {
    return part.length() <= length() && drop(length() - part.length()).equals(part);
  }

  /** Whether all elements are Chars; so for the empty Seq. */
  public boolean isText() {
    return Arrays.stream(elements).allMatch(e -> e instanceof Char);
  }

  /** Whether all elements are Bytes; so for the empty Seq. */
  public boolean isBytes() {
    return Arrays.stream(elements).allMatch(e -> e instanceof Byte);
  }

  /**
   * The Java text of a string.
   *
   * @throws IllegalStateException if an element is no Char
   */
  public String asString() {
    StringBuilder out = new StringBuilder();
    for (Object e : elements) {
      if (!(e instanceof Char c)) {
        throw new IllegalStateException("no string");
      }
      out.appendCodePoint(c.codePoint());
    }
    return out.toString();
  }

  /**
   * The bytes of a Seq of Bytes.
   *
   * @throws IllegalStateException if an element is no Byte
   */
  public byte[] toByteArray() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Object e : elements) {
      if (!(e instanceof Byte b)) {
        throw new IllegalStateException("no bytes");
      }
      out.write(b);
    }
    return out.toByteArray();
  }

  /**
   * The UTF-8 bytes of a string.
   *
   * @throws IllegalStateException if an element is no Char
   */
  public byte[] toUtf8() {
    return asString().getBytes(StandardCharsets.UTF_8);
  }

  /** The elements in a new array. */
  public Object[] toArray() {
    return elements.clone();
  }

  @Override
  public Iterator<Object> iterator() {
    return Arrays.asList(elements).iterator();
  }

  @Override
  public void forEach(Consumer<? super Object> action) {
    for (Object e : elements) {
      action.accept(e);
    }
  }

  boolean allPairs(Seq other, PairTest test) {
    for (int i = 0; i < elements.length; i++) {
      if (!test.test(elements[i], other.elements[i])) {
        return false;
      }
    }
    return true;
  }

  int hash(int levels) {
    int hash = elements.length;
    for (Object e : elements) {
      hash = Equality.step(hash, Equality.hashOfPart(e, levels));
    }
    return Equality.sealed(Kind.SEQ, hash);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Seq && Equality.equal(this, other);
  }

  @Override
  public int hashCode() {
    return Equality.hash(this);
  }

  @Override
  public String toString() {
    return Text.source(this);
  }

  /** Builds a Seq; for one thread. */
  public static final class Builder {
    private final List<Object> elements = new ArrayList<>();

    Builder() {}

    /** Adds an element at the end. */
    public Builder add(Object element) {
      elements.add(element);
      return this;
    }

    /** Adds all elements of a Seq at the end. */
    public Builder addAll(Seq seq) {
      elements.addAll(Arrays.asList(seq.elements));
      return this;
    }

    /** Adds the characters of a Java text at the end. */
    public Builder addText(CharSequence text) {
      return addAll(text(text));
    }

    /** The number of elements so far. */
    public long length() {
      return elements.size();
    }

    /** The Seq of what was added. */
    public Seq build() {
      return new Seq(elements.toArray());
    }
  }
}

package yona.data;

/** Builds a Seq from its elements in order, choosing compact leaves for them; for one thread. */
public final class SeqBuilder {
  private final LeafBuilder leaves = new LeafBuilder();

  SeqBuilder() {}

  /**
   * Adds an element at the end.
   *
   * @param element the element
   * @return this builder
   */
  public SeqBuilder add(Object element) {
    leaves.add(element);
    return this;
  }

  /**
   * Adds all elements of a Seq at the end.
   *
   * @param seq the Seq
   * @return this builder
   */
  public SeqBuilder addAll(Seq seq) {
    leaves.addAll(seq);
    return this;
  }

  /**
   * Adds the characters of a Java text at the end, as {@link Seq#text} reads it.
   *
   * @param text the text
   * @return this builder
   */
  public SeqBuilder addText(CharSequence text) {
    leaves.addText(text);
    return this;
  }

  /**
   * Adds Latin-1 bytes at the end, each a Char of the same number.
   *
   * @param bytes holds the bytes; they are copied
   * @param from index of the first
   * @param to index after the last
   * @return this builder
   */
  public SeqBuilder addLatin1(byte[] bytes, int from, int to) {
    leaves.addAll(LeafArray.LATIN, bytes, from, to);
    return this;
  }

  /**
   * Adds the plain text of a value at the end, as {@link Text#plain} gives it.
   *
   * @param value the value
   * @return this builder
   */
  public SeqBuilder addPlain(Object value) {
    if (value instanceof Long n) {
      leaves.addDigits(n);
    } else if (value instanceof Seq seq && seq.isText()) {
      addAll(seq);
    } else {
      leaves.addText(Text.plain(value));
    }
    return this;
  }

  /** The number of elements so far. */
  public long length() {
    return leaves.length();
  }

  /**
   * The Seq of what was added so far; more may be added afterwards.
   *
   * @return the Seq
   */
  public Seq build() {
    return leaves.build();
  }

  /**
   * The Seq of what was added so far, which are elements of another one, in any order.
   *
   * @param whole the other one
   * @return the Seq; the other one {@link Seq#emptied} if nothing was added
   */
  public Seq buildPart(Seq whole) {
    Seq part = build();
    return part.size == 0 ? whole.emptied() : part;
  }

  /**
   * The text of what was added so far; more may be added afterwards.
   *
   * @return the Seq; {@link Seq#EMPTY_TEXT} if nothing was added
   */
  public Seq buildText() {
    return leaves.build().asText();
  }
}

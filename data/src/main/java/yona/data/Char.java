package yona.data;

/** A character: one Unicode code point. Chars below {@value #CACHED} are shared instances. */
public final class Char {
  private static final int CACHED = 0x250;
  private static final Char[] CACHE = new Char[CACHED];

  static {
    for (int i = 0; i < CACHED; i++) {
      CACHE[i] = new Char(i);
    }
  }

  private final int codePoint;

  private Char(int codePoint) {
    this.codePoint = codePoint;
  }

  /**
   * The character of a code point.
   *
   * @param codePoint 0 to 0x10FFFF; that it is no surrogate is the caller's affair
   * @return the character
   */
  public static Char of(int codePoint) {
    return codePoint >= 0 && codePoint < CACHED ? CACHE[codePoint] : new Char(codePoint);
  }

  /** The code point of this character. */
  public int codePoint() {
    return codePoint;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Char c && c.codePoint == codePoint;
  }

  @Override
  public int hashCode() {
    return Equality.hashOfCodePoint(codePoint);
  }

  /** The character itself, as {@link Text#plain}. */
  @Override
  public String toString() {
    return Character.toString(codePoint);
  }
}

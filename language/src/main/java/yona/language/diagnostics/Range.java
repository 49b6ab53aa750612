package yona.language.diagnostics;

/**
 * A stretch of source text: UTF-16 offsets, {@code start} included, {@code end} left out.
 *
 * @param start offset of the first character
 * @param end offset after the last character, at least {@code start}
 */
public record Range(int start, int end) {
  /** Checks that the offsets are in order. */
  public Range {
    if (start < 0 || end < start) {
      throw new IllegalArgumentException("range " + start + " to " + end);
    }
  }

  /** The smallest range that holds this one and {@code other}. */
  public Range to(Range other) {
    return new Range(Math.min(start, other.start), Math.max(end, other.end));
  }

  /** Whether {@code offset} lies inside. */
  public boolean contains(int offset) {
    return start <= offset && offset < end;
  }

  /** The number of UTF-16 units. */
  public int length() {
    return end - start;
  }
}

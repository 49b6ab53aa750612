package yona.language.syntax;

import java.util.Arrays;
import yona.language.diagnostics.Range;

/**
 * The tokens of a source in parallel arrays: a token is an index. The last one is {@link
 * TokenKind#END_OF_SOURCE}.
 */
public final class Tokens {
  private static final TokenKind[] KINDS = TokenKind.values();
  private static final int NEW_LINE = 1;
  private static final int BREAK = 2;
  private static final int PLAIN = 4;

  /** How far a message looks back for the pin that begins a line. */
  private static final int LONGEST_PIN = 20;

  private byte[] kinds;
  private byte[] flags;
  private int[] starts;
  private int[] ends;
  private int[] matches;
  private int count;

  Tokens(int capacity) {
    kinds = new byte[capacity];
    flags = new byte[capacity];
    starts = new int[capacity];
    ends = new int[capacity];
    matches = new int[capacity];
  }

  /** Appends a token and returns its index. */
  @SuppressWarnings(
      "EnumOrdinal") // kept for the length of a parse only, a byte instead of a reference
  int add(TokenKind kind, int start, int end, boolean newLine) {
    int index = count;
    if (index == kinds.length) {
      int capacity = index * 2;
      kinds = Arrays.copyOf(kinds, capacity);
      flags = Arrays.copyOf(flags, capacity);
      starts = Arrays.copyOf(starts, capacity);
      ends = Arrays.copyOf(ends, capacity);
      matches = Arrays.copyOf(matches, capacity);
    }
    kinds[index] = (byte) kind.ordinal();
    starts[index] = start;
    ends[index] = end;
    matches[index] = -1;
    if (newLine) {
      boolean counts =
          index > 0 && !kind.ignoresBreakBefore() && !kind(index - 1).ignoresBreakAfter();
      flags[index] = (byte) (counts ? NEW_LINE | BREAK : NEW_LINE);
    }
    count = index + 1;
    return index;
  }

  void match(int open, int close) {
    matches[open] = close;
    matches[close] = open;
  }

  /** Notes that a text token holds neither escapes nor braces. */
  void setPlain(int index) {
    flags[index] |= PLAIN;
  }

  boolean isPlain(int index) {
    return (flags[index] & PLAIN) != 0;
  }

  /** How many tokens there are, the end of the source included. */
  public int count() {
    return count;
  }

  /** What a token is. */
  public TokenKind kind(int index) {
    return KINDS[kinds[index]];
  }

  /** Where a token starts. */
  public int start(int index) {
    return starts[index];
  }

  /** Where a token ends. */
  public int end(int index) {
    return ends[index];
  }

  /** Where a token stands. */
  public Range range(int index) {
    return new Range(starts[index], ends[index]);
  }

  /** Whether a line break stands before a token. */
  public boolean onNewLine(int index) {
    return (flags[index] & NEW_LINE) != 0;
  }

  /** Whether the line break before a token counts outside brackets (language.md D1, 2 and 3). */
  public boolean breakBefore(int index) {
    return (flags[index] & BREAK) != 0;
  }

  /** Whether a {@code ^} begins a line, and what stands before it can be the end of a clause. */
  boolean pinOnNewLine(int index) {
    return kind(index) == TokenKind.CARET
        && onNewLine(index)
        && index > 0
        && !kind(index - 1).ignoresBreakAfter();
  }

  /** Whether the line up to a token consists of a {@code ^} and what follows it directly. */
  boolean linePinned(int index) {
    for (int i = index; i > 0 && index - i < LONGEST_PIN; i--) {
      if (onNewLine(i)) {
        return kind(i) == TokenKind.CARET;
      }
    }
    return false;
  }

  /** The index of the bracket that closes or opens the one at {@code index}, or -1. */
  public int match(int index) {
    return matches[index];
  }
}

package yona.library.text;

import yona.io.Cutter;

/**
 * Ends a read at a whole character of UTF-8: after as many as fit into a number of bytes, but at
 * least one. What is no valid UTF-8 is taken as it is, so that decoding can refuse it.
 */
public final class CharacterCutter implements Cutter {
  /** The longest character has four bytes; to see one whole, so many have to be there. */
  public static final int LONGEST = 4;

  private final int most;

  public CharacterCutter(int most) {
    this.most = most;
  }

  @Override
  public int cut(byte[] buffer, int from, int to, boolean last) {
    int end = Math.min(to, from + most);
    int start = end - 1;
    while (start > from && end - start < LONGEST && isContinuation(buffer[start])) {
      start--;
    }
    int whole = start + length(buffer[start]);
    if (whole <= end) {
      return end - from;
    }
    if (start > from) {
      return start - from;
    }
    if (whole <= to) {
      return whole - from;
    }
    return last ? to - from : 0;
  }

  private static boolean isContinuation(byte b) {
    return (b & 0xc0) == 0x80;
  }

  /** The length of the character that a byte starts; 1 for a byte that starts none. */
  private static int length(byte lead) {
    int b = lead & 0xff;
    return b >= 0xf0 ? 4 : b >= 0xe0 ? 3 : b >= 0xc0 ? 2 : 1;
  }
}

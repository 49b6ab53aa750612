package yona.library.text;

/** The mark of UTF-8 that programs of Windows write before a text, of which it is no part. */
public final class ByteOrderMark {
  private ByteOrderMark() {}

  /**
   * How many bytes it has at the start of some bytes.
   *
   * @param bytes where it may stand
   * @param from the start
   * @param to behind the last byte
   * @return 3, or 0 if it is not there
   */
  public static int length(byte[] bytes, int from, int to) {
    boolean isThere =
        to - from >= 3
            && bytes[from] == (byte) 0xef
            && bytes[from + 1] == (byte) 0xbb
            && bytes[from + 2] == (byte) 0xbf;
    return isThere ? 3 : 0;
  }
}

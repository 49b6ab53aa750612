package yona.redis.resp;

/**
 * What a decoder takes at most, so that no peer makes it hold more than its user has room for. All
 * but the length of a line are of one whole value at the top level: a reply with all that is nested
 * in it.
 *
 * <p>The worst a peer can do is to send many tiny values: these take up to 24 times as much memory
 * as they have bytes.
 *
 * @param depth how deep aggregates are nested: 1 allows arrays of plain values alone; from 1 to
 *     {@value #DEEPEST}, as equality and the like follow nested values down the stack
 * @param bytes how many bytes there are in all, with all lengths and line ends; above 0
 * @param elements how many values there are in all in aggregates and attributes, nested ones too; a
 *     pair of a map counts as two; above 0
 * @param line how many bytes a line has, without its end: simple strings, errors and numbers are
 *     lines; at least {@value #SHORTEST_LINE}, which every 64-bit integer fits into
 */
public record RespLimits(int depth, long bytes, int elements, int line) {
  /** The deepest that can be allowed. */
  public static final int DEEPEST = 1000;

  /** The shortest line that can be the longest. */
  public static final int SHORTEST_LINE = 32;

  /** A depth of 128, 1 GiB, 16,777,216 elements, lines of 64 KiB. */
  public static final RespLimits DEFAULT = new RespLimits(128, 1L << 30, 1 << 24, 1 << 16);

  /** The longest that an array of the JVM can be. */
  static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

  /**
   * Makes limits.
   *
   * @throws IllegalArgumentException if one is out of its range
   */
  public RespLimits {
    require("a depth", depth, 1, DEEPEST);
    require("a number of bytes", bytes, 1, Long.MAX_VALUE);
    require("a number of elements", elements, 1, LONGEST_ARRAY);
    require("a length of a line", line, SHORTEST_LINE, LONGEST_ARRAY);
  }

  private static void require(String what, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "expected " + what + " from " + least + " to " + most + ", found " + value);
    }
  }

  /**
   * The same limits with another depth.
   *
   * @param other from 1 to {@value #DEEPEST}
   * @return new limits
   */
  public RespLimits withDepth(int other) {
    return new RespLimits(other, bytes, elements, line);
  }

  /**
   * The same limits with another number of bytes.
   *
   * @param other above 0
   * @return new limits
   */
  public RespLimits withBytes(long other) {
    return new RespLimits(depth, other, elements, line);
  }

  /**
   * The same limits with another number of elements.
   *
   * @param other above 0
   * @return new limits
   */
  public RespLimits withElements(int other) {
    return new RespLimits(depth, bytes, other, line);
  }

  /**
   * The same limits with another length of a line.
   *
   * @param other in bytes, at least {@value #SHORTEST_LINE}
   * @return new limits
   */
  public RespLimits withLine(int other) {
    return new RespLimits(depth, bytes, elements, other);
  }
}

package yona.async.stack;

/**
 * Overflows early: before something is taken whose release would not fit on the stack.
 *
 * <p>The stack is tried out by a recursion with arguments that make its frames large. (32 frames
 * with one argument, 570 bytes, were too little once in 6,000 overflows; these have held in
 * 12,000.) It is most of what acquiring costs when nobody waits. Safe for use by any number of
 * threads.
 */
public final class StackReserve {

  /** For what waiting, waking and giving back need. */
  public static final int WAKING = 24;

  /** For a commit and for those that it wakes. */
  public static final int COMMITTING = 2 * WAKING;

  /** For a scope around a release, and what a release usually needs. */
  public static final int RELEASING = 120;

  private StackReserve() {}

  /**
   * Raises the {@link StackOverflowError} here if so many frames do not fit on the stack.
   *
   * @param frames one of the numbers above
   */
  public static void check(int frames) {
    descend(frames, 1, 2, 3, 4, 5, 6);
  }

  /** Each argument is needed after the call, and so kept on the stack. */
  private static long descend(int frames, long a, long b, long c, long d, long e, long f) {
    return frames == 0 ? a : descend(frames - 1, a, b, c, d, e, f) + (a ^ b ^ c ^ d ^ e ^ f);
  }
}

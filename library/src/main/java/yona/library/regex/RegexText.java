package yona.library.regex;

import yona.async.Fiber;

/**
 * The text of a match, which counts how often {@code java.util.regex} reads a character and now and
 * then looks at the clock: a backtracking matcher has no other place at which it could be stopped.
 * For one thread.
 *
 * <p>A match may take a second; all matches of a call may take another second for each million
 * characters, so that finding many is linear too. A machine that has other things to do does not
 * count: nobody needs a second for fewer than four million reads.
 */
public final class RegexText implements CharSequence {
  private static final long SECOND = 1_000_000_000L;
  private static final int READS_BETWEEN = 1 << 14;
  private static final long FAST_READS = 1L << 22;

  private final String text;
  private long matchStart;

  /** How long the matches before this one took. */
  private long spent;

  /** Counts down to the next look at the clock. */
  private int left = READS_BETWEEN;

  private long looks;
  private long matchLooks;

  RegexText(String text) {
    this.text = text;
  }

  /** Raised when the time is over. */
  static final class OutOfTime extends RuntimeException {
    private static final long serialVersionUID = 1;

    OutOfTime() {
      super(null, null, false, false);
    }
  }

  /** A match begins. */
  void begin() {
    matchStart = System.nanoTime();
    matchLooks = looks;
  }

  /** A match has ended. */
  void end() {
    spent += System.nanoTime() - matchStart;
  }

  @Override
  public char charAt(int index) {
    if (--left == 0) {
      look();
    }
    return text.charAt(index);
  }

  private void look() {
    left = READS_BETWEEN;
    looks++;
    if ((looks & 0xf) == 0) {
      Fiber.current().checkCancelled();
    }
    long time = System.nanoTime() - matchStart;
    boolean longMatch = time > SECOND && isWork(looks - matchLooks);
    boolean longCall = spent + time > SECOND + 1000L * text.length() && isWork(looks);
    if (longMatch || longCall) {
      throw new OutOfTime();
    }
  }

  private static boolean isWork(long someLooks) {
    return someLooks * READS_BETWEEN >= FAST_READS;
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public CharSequence subSequence(int from, int to) {
    return text.substring(from, to);
  }

  @Override
  public String toString() {
    return text;
  }
}

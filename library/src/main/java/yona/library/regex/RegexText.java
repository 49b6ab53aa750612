package yona.library.regex;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import yona.async.Fiber;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.library.argument.Arguments;

/**
 * The text of a match, which counts how often {@code java.util.regex} reads a character and now and
 * then looks at the clock: a backtracking matcher has no other place at which it could be stopped.
 * For one thread.
 *
 * <p>A match may take a second; all matches of a call may take another second for each million
 * characters, so that finding many is linear too. A machine that has other things to do does not
 * count: nobody needs a second for fewer than four million reads, or so many steps of a pattern
 * that takes many between two reads.
 */
public final class RegexText implements CharSequence {
  private static final long SECOND = 1_000_000_000L;
  private static final int MOST_BETWEEN = 1 << 14;

  /** So many looks at the clock come in much less than a second. */
  private static final int FAST_LOOKS = 1 << 8;

  /** A read costs as much as so many steps that read nothing. */
  private static final int STEPS = 16;

  private static final byte[] NONE = {};

  /** The string. */
  private final Seq whole;

  /** The characters, if all are of Latin-1. */
  private final byte[] latin;

  /** The text, if it is not of Latin-1 alone. */
  private final @Nullable String wide;

  private final int length;

  /** Whether some characters are two units. */
  private final boolean pairs;

  /** When the clock was looked at first, later by as long as the call has waited for others. */
  private long callStart;

  private boolean callIsTimed;
  private long pauseStart;

  private long matchLooks;

  /** When the clock was looked at first for this match, if it was. */
  private long matchStart;

  private boolean matchIsTimed;

  /** How many reads are between two looks at the clock. */
  private int between = MOST_BETWEEN;

  /** Counts down to the next look at the clock. */
  private int left = MOST_BETWEEN;

  private long looks;

  /**
   * The text of a string.
   *
   * @throws yona.language.runtime.YonaError {@code :typeerror} if it is none
   */
  RegexText(Object text, String where) {
    whole = Arguments.string(text, where);
    byte[] bytes = new byte[Math.toIntExact(whole.length())];
    if (whole.copyLatin1(bytes, 0)) {
      latin = bytes;
      wide = null;
      length = bytes.length;
      pairs = false;
    } else {
      String units = whole.asString();
      latin = NONE;
      wide = units;
      length = units.length();
      pairs = length != bytes.length;
    }
  }

  /** Raised when the time is over. */
  static final class OutOfTime extends RuntimeException {
    private static final long serialVersionUID = 1;

    OutOfTime() {
      super(null, null, false, false);
    }
  }

  /** The next matches are those of a regex. */
  void readFor(Regex regex) {
    between = MOST_BETWEEN / Math.max(1, regex.cost() / STEPS);
    left = between;
  }

  /** A match begins. */
  void begin() {
    matchLooks = looks;
    matchIsTimed = false;
  }

  /** The call does something else, which may take long or wait, until {@link #goOn}. */
  void pause() {
    pauseStart = System.nanoTime();
  }

  /** The time since {@link #pause} does not count. */
  void goOn() {
    callStart += System.nanoTime() - pauseStart;
  }

  /** How often a character was read. */
  long reads() {
    return looks * between + between - left;
  }

  @Override
  public char charAt(int index) {
    if (--left == 0) {
      look();
    }
    return unit(index);
  }

  /** Counts reads of characters by {@link #latin}. */
  void count(int reads) {
    if (reads < left) {
      left -= reads;
    } else {
      looks += (reads - left) / between;
      look();
    }
  }

  private void look() {
    left = between;
    looks++;
    if ((looks & 0xf) == 0) {
      pass();
    }
    long now = System.nanoTime();
    if (!callIsTimed) {
      callIsTimed = true;
      callStart = now;
    }
    if (!matchIsTimed) {
      matchIsTimed = true;
      matchStart = now;
    }
    boolean longMatch = now - matchStart > SECOND && looks - matchLooks >= FAST_LOOKS;
    boolean longCall = now - callStart > SECOND + 1000L * length && looks >= FAST_LOOKS;
    if (longMatch || longCall) {
      throw new OutOfTime();
    }
  }

  /** Goes on unless the fiber is cancelled. */
  void pass() {
    Fiber.current().checkCancelled();
  }

  /** A unit, which nobody counts. */
  char unit(int index) {
    return wide == null ? (char) (latin[index] & 0xff) : wide.charAt(index);
  }

  /** The characters as Latin-1, not to be changed; null if there are others. */
  byte @Nullable [] latin() {
    return wide == null ? latin : null;
  }

  /** Whether there are characters of two units. */
  boolean hasPairs() {
    return pairs;
  }

  /** Whether a place is between the two units of a character. */
  boolean splitsCharacter(int index) {
    return pairs
        && index > 0
        && index < length
        && Character.isLowSurrogate(unit(index))
        && Character.isHighSurrogate(unit(index - 1));
  }

  /** Where the character ends that begins at a place; behind the end of the text one more. */
  int after(int index) {
    return index
        + (pairs && index < length ? Character.charCount(toString().codePointAt(index)) : 1);
  }

  /** How many characters are between two places. */
  int characters(int from, int to) {
    return pairs ? toString().codePointCount(from, to) : to - from;
  }

  /** The string between two places. */
  Seq part(int from, int to) {
    if (from == 0 && to == length) {
      return whole;
    }
    return wide == null ? Seq.latin1(latin, from, to) : Seq.text(wide.substring(from, to));
  }

  /** Adds the string between two places. */
  void addTo(SeqBuilder builder, int from, int to) {
    if (wide == null) {
      builder.addLatin1(latin, from, to);
    } else {
      builder.addText(wide.substring(from, to));
    }
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public CharSequence subSequence(int from, int to) {
    return toString().substring(from, to);
  }

  @Override
  public String toString() {
    return wide == null ? new String(latin, StandardCharsets.ISO_8859_1) : wide;
  }
}

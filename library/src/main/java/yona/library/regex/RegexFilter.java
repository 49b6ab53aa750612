package yona.library.regex;

import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds where matches of a pattern can begin, many times as fast as {@code java.util.regex} finds
 * out that they do not: at the places where one of the pattern's {@link RegexStarts} is. Whether
 * there is a match is for {@code java.util.regex} to say. Immutable.
 *
 * <p>All starts are searched for at once, by a nondeterministic automaton whose states are the bits
 * of a {@code long} (R. Baeza-Yates and G. Gonnet, "A new approach to text searching",
 * Communications of the ACM 35, 1992: Shift-Or). The bit of a start's character is next to that of
 * the same character of the other starts, so that one shift moves all of them on and nothing has to
 * be kept from moving into another start; the bits of the last characters are the highest, so that
 * one comparison tells whether one of them is reached.
 */
final class RegexFilter {
  /** A shorter text is searched at once without a filter than one is made. */
  static final int WORTHWHILE = 256;

  /** So many characters are read before it is asked whether the fiber is cancelled. */
  private static final int RUN = 1 << 18;

  private final long[] masks = new long[RegexTree.OTHERS + 1];

  /**
   * How many starts there are, which is how far the bits of a character are from the next one's.
   */
  private final int starts;

  private final int length;

  /** After how many characters it is asked whether a start is there: 1 or 4. */
  private final int step;

  /** The state in which nothing is reached: a bit is 0 where the characters so far are there. */
  private final long initial;

  /** As a number without sign the least state in which no start is there since the last steps. */
  private final long none;

  private RegexFilter(List<List<BitSet>> sets) {
    starts = sets.size();
    int longest = Long.SIZE / starts;
    int known = sets.getFirst().size();
    step = starts < Long.SIZE / 4 && Math.min(known, 2) + 3 <= longest ? 4 : 1;
    length = Math.min(known, longest - step + 1);
    int unused = Long.SIZE - starts * (length + step - 1);
    initial = -1L << unused;
    none = -1L << (Long.SIZE - starts * step);
    for (int c = 0; c < masks.length; c++) {
      masks[c] = mask(sets, c, unused);
    }
  }

  private long mask(List<List<BitSet>> sets, int character, int unused) {
    long mask = 0;
    for (int i = 0; i < length; i++) {
      for (int start = 0; start < starts; start++) {
        if (!sets.get(start).get(i).get(character)) {
          mask |= 1L << (unused + i * starts + start);
        }
      }
    }
    return mask;
  }

  /** The filter of a pattern; null if there is none. */
  static @Nullable RegexFilter of(@Nullable RegexTree tree) {
    List<List<BitSet>> starts = tree == null ? null : RegexStarts.of(tree);
    return starts == null ? null : new RegexFilter(starts);
  }

  /**
   * The first place at which a match can begin.
   *
   * @param text one without surrogates
   * @param from where to begin
   * @return the place; -1 if there is none
   */
  int next(RegexText text, int from) {
    int end = text.length();
    byte[] latin = text.latin();
    int at = from;
    long state = initial;
    while (at < end) {
      int to = end - at > RUN ? at + RUN : end;
      if (step == 4 && latin != null) {
        for (; at < to - 3; at += 4) {
          long next =
              (masks[latin[at] & 0xff] << (3 * starts))
                  | (masks[latin[at + 1] & 0xff] << (2 * starts))
                  | (masks[latin[at + 2] & 0xff] << starts)
                  | masks[latin[at + 3] & 0xff];
          state = (state << (4 * starts)) | next;
          if (Long.compareUnsigned(state, none) < 0) {
            // The earlier a start was there, the higher its bit is.
            int later = Long.numberOfLeadingZeros(~state) / starts;
            return at + later + 1 - length;
          }
        }
      }
      for (; at < to; at++) {
        int character = latin != null ? latin[at] & 0xff : text.unit(at);
        state = (state << starts) | masks[Math.min(character, RegexTree.OTHERS)];
        if (Long.compareUnsigned(state, none) < 0) {
          return at + 1 - length;
        }
      }
      if (at < end) {
        text.pass();
      }
    }
    return -1;
  }
}

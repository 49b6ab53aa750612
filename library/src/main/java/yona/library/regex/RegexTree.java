package yona.library.regex;

import java.util.BitSet;
import java.util.List;

/** A part of a pattern, as {@link RegexReader} reads it. */
sealed interface RegexTree {
  /** Stands in a set for all characters beyond Latin-1. */
  int OTHERS = 256;

  /** As many times as there are. */
  int UNBOUNDED = Integer.MAX_VALUE;

  /** One character: of Latin-1 one of a set, else any if {@link #OTHERS} is in it. */
  record Characters(BitSet set) implements RegexTree {}

  /** One part after the other. */
  record Sequence(List<RegexTree> parts) implements RegexTree {}

  /** The first part that leads to a match. */
  record Alternatives(List<RegexTree> parts) implements RegexTree {}

  /** A group whose place in the text is kept; its number is at least 1. */
  record Group(int number, RegexTree part) implements RegexTree {}

  /** A part several times; {@code most} may be {@link #UNBOUNDED}. */
  record Repetition(RegexTree part, int least, int most, Preference preference)
      implements RegexTree {}

  /** How often a repeated part is tried. */
  enum Preference {
    /** As often as possible. */
    MOST,
    /** As rarely as possible. */
    LEAST,
    /** As often as possible, and never fewer times if what follows does not match. */
    POSSESSIVE
  }

  /** A part whose first match stays, whatever follows. */
  record Atomic(RegexTree part) implements RegexTree {}

  /** What reads no character. */
  enum Place implements RegexTree {
    /** Where the text begins. */
    START,
    /** Where the text ends, or the line end begins that ends it. */
    LAST_LINE_END,
    /** A place that other characters make, as that between words, or a look at what is around. */
    OTHER
  }
}

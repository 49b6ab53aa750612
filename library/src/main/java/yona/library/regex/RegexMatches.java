package yona.library.regex;

import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.Unit;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;

/**
 * The matches of a regex in a text, one after the other. A match begins and ends between
 * characters: {@code java.util.regex} would also look between the halves of a surrogate pair. For
 * one thread.
 */
public final class RegexMatches {
  /** What a failed attempt costs beside its reads, in reads. */
  private static final int ATTEMPT = 16;

  /** Attempts that fail may cost as many reads for each character. */
  private static final int PATIENCE = 4;

  private final RegexText text;
  private final String where;
  private final boolean sticky;
  private final Regex regex;
  private final RegexMatcher matcher;

  /** Null where matches are not looked for, and where it has found too much that is none. */
  private @Nullable RegexFilter filter;

  /** What failed attempts have cost at the places that the filter found. */
  private long wasted;

  /** Where the next match may begin; beyond the text when there can be none. */
  private int next;

  // Where a place is in characters, counted from the last one that was asked for.
  private int countedUnits;
  private long countedCharacters;

  RegexMatches(Regex regex, RegexText text, String where) {
    this(
        regex,
        text,
        where,
        text.length() >= RegexFilter.WORTHWHILE && !regex.isSticky() ? regex.filter() : null);
  }

  RegexMatches(Regex regex, RegexText text, String where, @Nullable RegexFilter filter) {
    this.text = text;
    this.where = where;
    this.sticky = regex.isSticky();
    this.regex = regex;
    this.matcher = RegexMatcher.of(regex, text);
    this.filter = text.hasPairs() ? null : filter;
    text.readFor(regex);
  }

  /** Whether the whole text matches. */
  boolean whole() {
    text.begin();
    try {
      return matcher.whole();
    } catch (RegexText.OutOfTime | StackOverflowError e) {
      throw tooMuch(e);
    }
  }

  /** Goes to the next match; false if there is none. */
  boolean find() {
    while (next <= text.length()) {
      if (!findFrom(next)) {
        next = text.length() + 1;
        return false;
      }
      int start = start();
      int end = end();
      next = end > start ? end : text.after(end);
      if (!text.splitsCharacter(start) && !text.splitsCharacter(end)) {
        return true;
      }
      next = start + 1;
    }
    return false;
  }

  private boolean findFrom(int from) {
    text.begin();
    try {
      if (sticky) {
        return matcher.matchesAt(from);
      }
      return filter == null ? matcher.find(from) : findFiltered(filter, from);
    } catch (RegexText.OutOfTime | StackOverflowError e) {
      throw tooMuch(e);
    }
  }

  private boolean findFiltered(RegexFilter starts, int from) {
    for (int at = starts.next(text, from); at >= 0; at = starts.next(text, at + 1)) {
      long reads = text.reads();
      if (matcher.matchesAt(at)) {
        return true;
      }
      wasted += text.reads() - reads + ATTEMPT;
      if (wasted > PATIENCE * (at + (long) RegexFilter.WORTHWHILE)) {
        filter = null;
        return matcher.find(at + 1);
      }
    }
    return false;
  }

  private YonaError tooMuch(Throwable cause) {
    String what = cause instanceof StackOverflowError ? "the stack there is" : "a second";
    return Failure.of(
        Failure.TIMEOUT,
        where
            + ": a match of "
            + Failure.shown(Seq.text(regex.pattern().pattern()))
            + " needs more than "
            + what);
  }

  /** Where the match begins, in UTF-16 units. */
  int start() {
    return matcher.start(0);
  }

  /** Where the match ends, in UTF-16 units. */
  int end() {
    return matcher.end(0);
  }

  /** How many characters are before a place; no later question is about an earlier place. */
  long characters(int unit) {
    countedCharacters += text.characters(countedUnits, unit);
    countedUnits = unit;
    return countedCharacters;
  }

  int groups() {
    return matcher.groups();
  }

  /** A group, or {@code ()} if it has no part in the match; 0 is the match. */
  Object group(int number) {
    int from = matcher.start(number);
    return from < 0 ? Unit.UNIT : text.part(from, matcher.end(number));
  }

  /** The match and its groups. */
  Seq all() {
    Object[] all = new Object[groups() + 1];
    for (int i = 0; i < all.length; i++) {
      all[i] = group(i);
    }
    return Seq.of(all);
  }
}

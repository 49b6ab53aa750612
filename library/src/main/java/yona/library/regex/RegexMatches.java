package yona.library.regex;

import java.util.regex.Matcher;
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
  private final String text;
  private final String where;
  private final boolean sticky;
  private final RegexText watched;
  private final Matcher matcher;

  /** Where the next match may begin; beyond the text when there can be none. */
  private int next;

  // Where a place is in characters, counted from the last one that was asked for.
  private int countedUnits;
  private long countedCharacters;

  RegexMatches(Regex regex, String text, String where) {
    this.text = text;
    this.where = where;
    this.sticky = regex.isSticky();
    this.watched = new RegexText(text);
    this.matcher = regex.pattern().matcher(watched);
  }

  /** Whether the whole text matches. */
  boolean whole() {
    return guarded(matcher::matches);
  }

  /** Goes to the next match; false if there is none. */
  boolean find() {
    while (next <= text.length()) {
      int from = next;
      if (!guarded(() -> matchesFrom(from))) {
        next = text.length() + 1;
        return false;
      }
      int start = matcher.start();
      int end = matcher.end();
      next = end > start ? end : end + width(end);
      if (!splitsCharacter(start) && !splitsCharacter(end)) {
        return true;
      }
      next = start + 1;
    }
    return false;
  }

  private boolean matchesFrom(int from) {
    if (!sticky) {
      return matcher.find(from);
    }
    matcher.reset();
    matcher.useAnchoringBounds(false).useTransparentBounds(true);
    return matcher.region(from, text.length()).lookingAt();
  }

  private int width(int index) {
    return index < text.length() ? Character.charCount(text.codePointAt(index)) : 1;
  }

  private boolean splitsCharacter(int index) {
    return index > 0
        && index < text.length()
        && Character.isLowSurrogate(text.charAt(index))
        && Character.isHighSurrogate(text.charAt(index - 1));
  }

  private interface Attempt {
    boolean succeeds();
  }

  private boolean guarded(Attempt attempt) {
    watched.begin();
    try {
      return attempt.succeeds();
    } catch (RegexText.OutOfTime e) {
      throw tooMuch("a second");
    } catch (StackOverflowError e) {
      throw tooMuch("the stack there is");
    } finally {
      watched.end();
    }
  }

  private YonaError tooMuch(String what) {
    return Failure.of(
        Failure.TIMEOUT,
        where
            + ": a match of "
            + Failure.shown(Seq.text(matcher.pattern().pattern()))
            + " needs more than "
            + what);
  }

  /** Where the match begins, in UTF-16 units. */
  int start() {
    return matcher.start();
  }

  /** Where the match ends, in UTF-16 units. */
  int end() {
    return matcher.end();
  }

  /** How many characters are before a place; no later question is about an earlier place. */
  long characters(int unit) {
    countedCharacters += text.codePointCount(countedUnits, unit);
    countedUnits = unit;
    return countedCharacters;
  }

  int groups() {
    return matcher.groupCount();
  }

  /** A group, or {@code ()} if it has no part in the match; 0 is the match. */
  Object group(int number) {
    int from = matcher.start(number);
    return from < 0 ? Unit.UNIT : Seq.text(text.substring(from, matcher.end(number)));
  }

  /** The match and its groups. */
  Seq all() {
    Seq.Builder builder = Seq.builder();
    for (int i = 0; i <= groups(); i++) {
      builder.add(group(i));
    }
    return builder.build();
  }
}

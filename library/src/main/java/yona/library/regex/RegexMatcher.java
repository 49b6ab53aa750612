package yona.library.regex;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds a match of a pattern in a text. For one thread. */
sealed interface RegexMatcher {
  /**
   * The matcher of a regex in a text: without going back where the pattern and the text allow it.
   */
  static RegexMatcher of(Regex regex, RegexText text) {
    RegexAutomaton automaton = text.latin() == null ? null : regex.automaton();
    return automaton == null
        ? new Backtracking(regex.pattern(), text)
        : new OnePass(automaton, text);
  }

  /** Goes to the first match that begins at a place or behind it. */
  boolean find(int from);

  /** Goes to the match that begins at a place. */
  boolean matchesAt(int from);

  /** Goes to the match that is the whole text. */
  boolean whole();

  /** How many groups there are. */
  int groups();

  /** Where a group begins, in UTF-16 units; -1 if it has no part in the match; 0 is the match. */
  int start(int group);

  /** Where a group ends. */
  int end(int group);

  /** By {@code java.util.regex}. */
  final class Backtracking implements RegexMatcher {
    private final Matcher matcher;
    private final int length;

    Backtracking(Pattern pattern, RegexText text) {
      this.matcher = pattern.matcher(text).useAnchoringBounds(false).useTransparentBounds(true);
      this.length = text.length();
    }

    @Override
    public boolean find(int from) {
      return matcher.find(from);
    }

    @Override
    public boolean matchesAt(int from) {
      return matcher.region(from, length).lookingAt();
    }

    @Override
    public boolean whole() {
      return matcher.matches();
    }

    @Override
    public int groups() {
      return matcher.groupCount();
    }

    @Override
    public int start(int group) {
      return matcher.start(group);
    }

    @Override
    public int end(int group) {
      return matcher.end(group);
    }
  }

  /** By an automaton. */
  final class OnePass implements RegexMatcher {
    private final RegexAutomaton automaton;
    private final RegexText text;
    private final int[] places;

    OnePass(RegexAutomaton automaton, RegexText text) {
      this.automaton = automaton;
      this.text = text;
      this.places = new int[2 * automaton.groups() + 2];
    }

    @Override
    public boolean find(int from) {
      return automaton.find(text, from, places);
    }

    @Override
    public boolean matchesAt(int from) {
      return automaton.matchesAt(text, from, false, places);
    }

    @Override
    public boolean whole() {
      return automaton.matchesAt(text, 0, true, places);
    }

    @Override
    public int groups() {
      return automaton.groups();
    }

    @Override
    public int start(int group) {
      return places[2 * group];
    }

    @Override
    public int end(int group) {
      return places[2 * group + 1];
    }
  }
}

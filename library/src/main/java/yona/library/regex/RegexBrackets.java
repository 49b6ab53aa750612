package yona.library.regex;

import java.util.ArrayDeque;
import java.util.Deque;

/** Finds the bracket of a wrong pattern that lacks its partner, which the JDK does not tell. */
final class RegexBrackets {
  private static final int NONE = -1;

  private final String text;
  private final Deque<Integer> groups = new ArrayDeque<>();

  private RegexBrackets(String text) {
    this.text = text;
  }

  /**
   * The place of the bracket.
   *
   * @param text a pattern without comments
   * @param otherwise the place if all brackets have partners
   * @return of what closes nothing, or else of the last one that nothing closes
   */
  static int unmatched(String text, int otherwise) {
    int found = new RegexBrackets(text).find();
    return found == NONE ? otherwise : found;
  }

  private int find() {
    int at = 0;
    while (at < text.length()) {
      switch (text.charAt(at)) {
        case '\\' -> at = escapeEnd(at);
        case '[' -> {
          int end = classEnd(at);
          if (end == NONE) {
            return at;
          }
          at = end;
        }
        case '(' -> groups.push(at++);
        case ')' -> {
          if (groups.poll() == null) {
            return at;
          }
          at++;
        }
        default -> at++;
      }
    }
    return groups.isEmpty() ? NONE : groups.peek();
  }

  /** Behind an escape, or behind a quotation of many characters. */
  private int escapeEnd(int at) {
    if (!text.startsWith("\\Q", at)) {
      return at + 2;
    }
    int end = text.indexOf("\\E", at + 2);
    return end < 0 ? text.length() : end + 2;
  }

  /** Behind a class of characters, in which there may be others. */
  private int classEnd(int start) {
    int depth = 0;
    int at = start;
    while (at < text.length()) {
      switch (text.charAt(at)) {
        case '\\' -> at = escapeEnd(at);
        case '[' -> {
          depth++;
          at += text.startsWith("^", at + 1) ? 2 : 1;
          // A bracket that would close an empty class is one of its characters.
          at += text.startsWith("]", at) ? 1 : 0;
        }
        case ']' -> {
          at++;
          if (--depth == 0) {
            return at;
          }
        }
        default -> at++;
      }
    }
    return NONE;
  }
}

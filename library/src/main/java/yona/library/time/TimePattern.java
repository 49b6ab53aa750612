package yona.library.time;

import java.time.format.DateTimeFormatterBuilder;

/** Where a pattern of java.time is wrong, which the JDK does not tell. */
public final class TimePattern {
  private TimePattern() {}

  /**
   * The index of the first fault.
   *
   * @param pattern a pattern that java.time refuses
   * @return where the first run of letters begins that it refuses alone, the text that is not
   *     closed, or the sign that stands for nothing; 0 if each part alone is right
   */
  static int firstFault(String pattern) {
    int open = 0;
    for (int at = 0; at < pattern.length(); ) {
      char c = pattern.charAt(at);
      int end = at + 1;
      if (c == '\'') {
        end = endOfText(pattern, at);
        if (end < 0) {
          return at;
        }
      } else if (isLetter(c)) {
        end = endOfRun(pattern, at);
        if (c == 'p' && end < pattern.length() && isLetter(pattern.charAt(end))) {
          end = endOfRun(pattern, end);
        }
        if (isRefused(pattern.substring(at, end))) {
          return at;
        }
      } else if (c == '[') {
        open++;
      } else if (c == ']' ? open-- == 0 : c == '{' || c == '}' || c == '#') {
        return at;
      }
      at = end;
    }
    return 0;
  }

  /** Behind the quote that ends a text; -1 if there is none. Two quotes stand for one. */
  private static int endOfText(String pattern, int start) {
    for (int at = start + 1; at < pattern.length(); at++) {
      if (pattern.charAt(at) == '\'') {
        if (at + 1 == pattern.length() || pattern.charAt(at + 1) != '\'') {
          return at + 1;
        }
        at++;
      }
    }
    return -1;
  }

  private static int endOfRun(String pattern, int start) {
    int end = start + 1;
    while (end < pattern.length() && pattern.charAt(end) == pattern.charAt(start)) {
      end++;
    }
    return end;
  }

  private static boolean isLetter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  }

  private static boolean isRefused(String run) {
    try {
      var _ = new DateTimeFormatterBuilder().appendPattern(run);
      return false;
    } catch (IllegalArgumentException e) {
      return true;
    }
  }
}

package yona.language.diagnostics;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shows a place in a source: its name, line and column, and the line with a marker underneath.
 *
 * <pre>
 *   --> shop.yona:3:12
 *    |
 *  3 | total = price *
 *    |               ^
 * </pre>
 *
 * <p>Tabs become spaces, control characters a question mark in a diamond, a long line is cut around
 * its marker; the marker stands right under wide and combining characters too. The password of a
 * URI becomes stars, as excerpts end in logs.
 */
public final class Excerpt {
  private static final int TAB = 4;

  /**
   * How many characters of a line are shown before the marked part, after its start, and in all.
   */
  private static final int BEFORE = 60;

  private static final int AFTER = 60;
  private static final String CUT = "...";
  private static final String AFTER_SCHEME = "://";
  private static final Pattern PASSWORD = Pattern.compile("://[^/\\s:@\"{]*+:([^/\\s@\"{]++)@");

  private final Source source;
  private final Range range;
  private final int line;
  private final Range shown;
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder marker = new StringBuilder();
  private int cells;

  private Excerpt(Source source, Range range) {
    int length = source.text().length();
    int start = Math.min(range.start(), length);
    this.source = source;
    this.range = new Range(start, Math.max(start, Math.min(range.end(), length)));
    this.line = source.line(start);
    this.shown = window(source.lineRange(line));
    draw(source.lineRange(line));
  }

  /**
   * The word at a place.
   *
   * @param source the text
   * @param line its line, from 1 on
   * @param column where it begins, in characters from 1 on; not positive for the whole line
   * @return from the column to the end of the word there
   */
  public static Range place(Source source, int line, int column) {
    Range whole = source.lineRange(line);
    String text = source.text(whole);
    if (column <= 0) {
      int indentation = text.length() - text.stripLeading().length();
      return new Range(whole.start() + Math.min(indentation, text.length()), whole.end());
    }
    int columns = text.codePointCount(0, text.length());
    int start = text.offsetByCodePoints(0, Math.min(column - 1, columns));
    int end = start;
    while (end < text.length() && isName(text.charAt(end))) {
      end++;
    }
    return new Range(
        whole.start() + start, whole.start() + Math.max(end, Math.min(start + 1, text.length())));
  }

  private static boolean isName(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '\\' || c == ':';
  }

  /**
   * Renders a place.
   *
   * @param source the text
   * @param range what to mark; of a range over several lines the part on the first is marked
   * @param style the colours
   * @return several lines, each with a line end
   */
  static String render(Source source, Range range, Style style) {
    return new Excerpt(source, range).render(style);
  }

  /**
   * Renders a place, in red if in colour.
   *
   * @param source the text
   * @param range what to mark; of a range over several lines the part on the first is marked
   * @param colour whether to use ANSI colours
   * @return several lines, each with a line end
   */
  public static String render(Source source, Range range, boolean colour) {
    return render(source, range, colour ? Style.ERROR : Style.PLAIN);
  }

  private Range window(Range whole) {
    int from = Math.max(whole.start(), Math.min(range.start(), whole.end()) - BEFORE);
    int to = (int) Math.min(whole.end(), (long) Math.max(from, range.start()) + AFTER);
    String all = source.text();
    if (from > whole.start() && Character.isLowSurrogate(all.charAt(from))) {
      from--;
    }
    if (to < whole.end() && to > from && Character.isHighSurrogate(all.charAt(to - 1))) {
      to++;
    }
    return new Range(from, to);
  }

  private void draw(Range whole) {
    String all = source.text();
    boolean cutBefore = shown.start() > whole.start();
    if (cutBefore) {
      put(CUT, CUT.length(), ' ');
    }
    List<Range> passwords = passwords(whole);
    int at = shown.start();
    while (at < shown.end()) {
      int place = at;
      int c = all.codePointAt(at);
      boolean isHidden =
          passwords.stream().anyMatch(each -> each.start() <= place && place < each.end());
      put(isHidden ? '*' : c, range.start() <= at && at < range.end() ? '^' : ' ');
      at += Character.charCount(c);
    }
    if (marker.indexOf("^") < 0) {
      int stop = Math.min(range.start(), shown.end());
      marker.setLength(0);
      cells = cutBefore ? CUT.length() : 0;
      for (int i = shown.start(); i < stop; i += Character.charCount(all.codePointAt(i))) {
        cells += width(all.codePointAt(i), cells);
      }
      marker.repeat(' ', cells).append('^');
    }
    if (shown.end() < whole.end()) {
      text.append(CUT);
    }
    marker.setLength(marker.lastIndexOf("^") + 1);
  }

  private List<Range> passwords(Range whole) {
    String text = source.text(whole);
    List<Range> found = new ArrayList<>();
    if (text.contains(AFTER_SCHEME)) {
      for (Matcher uri = PASSWORD.matcher(text); uri.find(); ) {
        found.add(new Range(whole.start() + uri.start(1), whole.start() + uri.end(1)));
      }
    }
    return found;
  }

  private void put(int c, char mark) {
    int width = width(c, cells);
    if (c == '\t') {
      put(" ".repeat(width), width, mark);
    } else {
      put(isVisible(c) ? Character.toString(c) : "\uFFFD", width, mark);
    }
  }

  private void put(String piece, int width, char mark) {
    text.append(piece);
    marker.repeat(mark, width);
    cells += width;
  }

  private String render(Style style) {
    String number = Integer.toString(line);
    String margin = " ".repeat(number.length() + 1);
    return style.dim(margin + "--> ")
        + visible(source.name())
        + ":"
        + line
        + ":"
        + source.column(range.start())
        + "\n"
        + style.dim(margin + " |")
        + "\n"
        + style.dim(" " + number + " |")
        + (text.isEmpty() ? "" : " " + text)
        + "\n"
        + style.dim(margin + " |")
        + " "
        + style.strong(marker.toString())
        + "\n";
  }

  /**
   * Makes text safe for a terminal.
   *
   * @param text any text
   * @return the same with the characters that a terminal would act on replaced; line ends stay
   */
  public static String visible(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int c = text.codePointAt(i);
      safe.appendCodePoint(c == '\n' || isVisible(c) ? c : 0xFFFD);
    }
    return safe.toString();
  }

  private static boolean isVisible(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  /** How many cells of a terminal a character takes that starts in {@code cell}. */
  private static int width(int c, int cell) {
    if (c == '\t') {
      return TAB - cell % TAB;
    }
    if (c < 0x300) {
      return 1;
    }
    int type = Character.getType(c);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    return isWide(c) ? 2 : 1;
  }

  /** The blocks that are wide or full width in Unicode's East Asian Width. */
  private static boolean isWide(int c) {
    return (c >= 0x1100 && c <= 0x115F)
        || (c >= 0x2E80 && c <= 0x303E)
        || (c >= 0x3041 && c <= 0xA4CF && c != 0x303F)
        || (c >= 0xAC00 && c <= 0xD7A3)
        || (c >= 0xF900 && c <= 0xFAFF)
        || (c >= 0xFE30 && c <= 0xFE6F)
        || (c >= 0xFF00 && c <= 0xFF60)
        || (c >= 0xFFE0 && c <= 0xFFE6)
        || (c >= 0x1F300 && c <= 0x1F64F)
        || (c >= 0x1F680 && c <= 0x1F6FF)
        || (c >= 0x1F900 && c <= 0x1FAFF)
        || (c >= 0x20000 && c <= 0x3FFFD);
  }
}

package yona.library.terminal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Texts as a terminal shows them: without control sequences (ECMA-48), in columns. */
public final class ShownText {
  static final char ESCAPE = '\u001b';

  private static final char BELL = '\u0007';
  private static final String ELLIPSIS = "…";

  private ShownText() {}

  /** Goes through a text by what stands together on the screen. */
  private static final class Walk {
    private final String text;
    private int start;
    private int end;

    /** The columns of what stands from {@link #start} to {@link #end}; -1 if that is a sequence. */
    private int columns;

    Walk(String text) {
      this.text = text;
    }

    /** Goes to the next character with what belongs to it, or to the next control sequence. */
    boolean next() {
      if (end == text.length()) {
        return false;
      }
      start = end;
      if (text.charAt(start) == ESCAPE) {
        end = sequenceEnd(text, start);
        columns = -1;
        return true;
      }
      int c = text.codePointAt(start);
      end += Character.charCount(c);
      columns = CharacterWidth.added(c, 0, false, 0);
      int regionals = CharacterWidth.isRegional(c) ? 1 : 0;
      boolean joined = false;
      int before = c;
      while (end < text.length() && text.charAt(end) != ESCAPE) {
        int follower = text.codePointAt(end);
        int added = CharacterWidth.added(follower, before, joined, regionals);
        boolean pair = CharacterWidth.isRegional(follower) && regionals == 1;
        boolean selected = added == 1 && CharacterWidth.of(follower) == 0;
        if (!pair && !selected && (added > 0 || Character.isISOControl(follower))) {
          break;
        }
        end += Character.charCount(follower);
        columns = Math.min(columns + added, 2);
        regionals = pair ? 2 : 0;
        joined = CharacterWidth.isJoiner(follower);
        before = CharacterWidth.of(follower) == 0 ? before : follower;
      }
      return true;
    }

    boolean isSequence() {
      return columns < 0;
    }

    String shown() {
      return text.substring(start, end);
    }
  }

  /** Behind the control sequence that begins at an index. */
  private static int sequenceEnd(String text, int start) {
    int at = start + 1;
    if (at == text.length()) {
      return at;
    }
    char kind = text.charAt(at++);
    if (kind == '[') {
      while (at < text.length() && text.charAt(at) >= ' ' && text.charAt(at) <= '?') {
        at++;
      }
      return at < text.length() && text.charAt(at) >= '@' && text.charAt(at) <= '~' ? at + 1 : at;
    }
    if (kind == ']' || kind == 'P' || kind == 'X' || kind == '^' || kind == '_') {
      return stringEnd(text, at);
    }
    while (kind >= ' ' && kind <= '/' && at < text.length()) {
      kind = text.charAt(at++);
    }
    return Character.isSurrogate(kind) ? at - 1 : at;
  }

  /** Behind the string of a command to the system, such as a link; without an end it has none. */
  private static int stringEnd(String text, int start) {
    for (int at = start; at < text.length(); at++) {
      if (text.charAt(at) == BELL) {
        return at + 1;
      }
      if (text.charAt(at) == ESCAPE) {
        return text.startsWith("\\", at + 1) ? at + 2 : at;
      }
    }
    return start;
  }

  /** The text in one line, in which nothing moves the cursor. */
  static String oneLine(String text) {
    return strip(text).replaceAll("\\p{Cc}", " ");
  }

  /** The text without control sequences. */
  public static String strip(String text) {
    StringBuilder left = new StringBuilder(text.length());
    int at = 0;
    while (at < text.length()) {
      int sequence = text.indexOf(ESCAPE, at);
      if (sequence < 0) {
        sequence = text.length();
      }
      left.append(text, at, sequence);
      at = sequence < text.length() ? sequenceEnd(text, sequence) : sequence;
    }
    return left.toString();
  }

  /** How many columns the text takes; of several lines, the longest. */
  public static int width(String text) {
    int widest = 0;
    int width = 0;
    Walk walk = new Walk(text);
    while (walk.next()) {
      if (text.charAt(walk.start) == '\n') {
        widest = Math.max(widest, width);
        width = 0;
      } else {
        width += Math.max(walk.columns, 0);
      }
    }
    return Math.max(widest, width);
  }

  /** Behind the text as many spaces as it lacks to a width. */
  public static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - width(text)));
  }

  /** The text of one line, shortened to a width: an ellipsis stands for what is cut off. */
  public static String cut(String text, int width) {
    if (width(text) <= width) {
      return text;
    }
    StringBuilder kept = new StringBuilder();
    int room = width - 1;
    boolean full = false;
    Walk walk = new Walk(text);
    while (walk.next()) {
      if (walk.isSequence()) {
        kept.append(walk.shown());
      } else if (!full && walk.columns <= room) {
        room -= walk.columns;
        kept.append(walk.shown());
      } else if (!full) {
        full = true;
        kept.append(width > 0 ? ELLIPSIS : "");
      }
    }
    return kept.toString();
  }

  /**
   * The text in lines of a width, broken between words, and within those that are longer. Each line
   * begins and ends the renditions that reach over its ends.
   *
   * @param width at least 1; a character that is wider stands in a line by itself
   */
  public static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      new Wrapping(width, lines).add(line);
    }
    return lines.size() == 1 || text.indexOf(ESCAPE) < 0 ? lines : closed(lines);
  }

  /** Breaks one line. */
  private static final class Wrapping {
    private final int width;
    private final List<String> lines;
    private final StringBuilder line = new StringBuilder();
    private final StringBuilder spaces = new StringBuilder();
    private final StringBuilder word = new StringBuilder();
    private int lineColumns;
    private int spaceColumns;
    private int wordColumns;

    Wrapping(int width, List<String> lines) {
      this.width = width;
      this.lines = lines;
    }

    void add(String text) {
      Walk walk = new Walk(text);
      while (walk.next()) {
        if (walk.isSequence()) {
          word.append(walk.shown());
        } else if (text.charAt(walk.start) == ' ') {
          if (!word.isEmpty()) {
            endWord();
          }
          spaces.append(walk.shown());
          spaceColumns += walk.columns;
        } else {
          addToWord(walk.shown(), walk.columns);
        }
      }
      endWord();
      lines.add(line.toString());
    }

    private void addToWord(String character, int columns) {
      if (wordColumns > 0 && wordColumns + columns > width) {
        endWord();
      }
      word.append(character);
      wordColumns += columns;
    }

    private void endWord() {
      if (lineColumns + spaceColumns + wordColumns > width) {
        if (lineColumns > 0) {
          lines.add(line.toString());
          line.setLength(0);
          lineColumns = 0;
        }
      } else {
        line.append(spaces);
        lineColumns += spaceColumns;
      }
      line.append(word);
      lineColumns += wordColumns;
      spaces.setLength(0);
      spaceColumns = 0;
      word.setLength(0);
      wordColumns = 0;
    }
  }

  private static List<String> closed(List<String> lines) {
    Map<String, String> open = new LinkedHashMap<>();
    List<String> closed = new ArrayList<>();
    for (String line : lines) {
      String begun = String.join("", open.values()) + line;
      Walk walk = new Walk(line);
      while (walk.next()) {
        if (walk.isSequence() && walk.shown().startsWith("\u001b[") && walk.shown().endsWith("m")) {
          note(walk.shown(), open);
        }
      }
      closed.add(open.isEmpty() ? begun : begun + Rendition.RESET);
    }
    return closed;
  }

  /** Keeps which renditions are open, by the sequences that would close them. */
  private static void note(String sequence, Map<String, String> open) {
    String code = sequence.substring(2, sequence.length() - 1).split(";", 2)[0];
    if (code.isEmpty() || code.equals("0")) {
      open.clear();
      return;
    }
    String close = Rendition.closeOf(code);
    if (close.equals(code)) {
      open.remove(close);
    } else {
      // Bold and dim are ended together, and may be open together.
      open.merge(
          close,
          sequence,
          (before, now) -> close.equals("22") && !before.contains(now) ? before + now : now);
    }
  }
}

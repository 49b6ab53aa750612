package yona.tool.documentation;

import java.util.ArrayList;
import java.util.List;

/**
 * A documentation comment, taken apart. What is written in comments is a small part of Markdown:
 * paragraphs, lists, tables, and examples in fences; whatever else looks like Markdown is text of a
 * paragraph. Any text is a comment, and it is read in linear time.
 */
record Comment(List<Block> blocks) {
  /** A comment is no book; what comes after this many characters is left out. */
  static final int MAXIMUM_LENGTH = 100_000;

  private static final String LEFT_OUT = "\n\n...";

  /** A part of a comment. */
  sealed interface Block {}

  /** Text, its lines as written, without indentation. */
  record Paragraph(String text) implements Block {}

  /**
   * An item of a list.
   *
   * @param depth 0, or 1 for a list in an item
   */
  record Item(int depth, String text) implements Block {}

  /** The cells of a table, row by row, as many in each; the first row is its head. */
  record Table(List<List<String>> rows) implements Block {}

  /**
   * What stands between fences.
   *
   * @param mark the first word after the opening fence, maybe empty
   */
  record Fenced(String mark, List<String> lines) implements Block {}

  static Comment of(String text) {
    String bounded = text;
    if (text.length() > MAXIMUM_LENGTH) {
      int end = Character.isHighSurrogate(text.charAt(MAXIMUM_LENGTH - 1)) ? 1 : 0;
      bounded = text.substring(0, MAXIMUM_LENGTH - end) + LEFT_OUT;
    }
    return new Reader(bounded.replace("\t", "    ").lines().toList()).read();
  }

  private static final class Reader {
    private final List<String> lines;
    private final List<Block> blocks = new ArrayList<>();

    /** The paragraph or item that the next line of text goes on with; empty: none. */
    private final StringBuilder open = new StringBuilder();

    /** The depth of the open item, -1 for a paragraph. */
    private int depth = -1;

    private int next;

    Reader(List<String> lines) {
      this.lines = lines;
    }

    Comment read() {
      while (next < lines.size()) {
        String line = lines.get(next).stripTrailing();
        String content = line.stripLeading();
        int indent = line.length() - content.length();
        if (content.isEmpty()) {
          close();
          next++;
        } else if (fence(content) > 0) {
          close();
          fenced(content, indent);
        } else if (isTable(content)) {
          close();
          table();
        } else {
          text(content, indent);
          next++;
        }
      }
      close();
      return new Comment(List.copyOf(blocks));
    }

    private void text(String content, int indent) {
      boolean item = content.startsWith("- ") || content.startsWith("* ");
      if (item) {
        int inner = indent >= 2 && depth >= 0 ? 1 : 0;
        close();
        depth = inner;
        open.append(content.substring(2).strip());
        return;
      }
      if (!open.isEmpty()) {
        open.append('\n');
      }
      open.append(content);
    }

    private void close() {
      if (!open.isEmpty()) {
        String text = open.toString();
        blocks.add(depth < 0 ? new Paragraph(text) : new Item(depth, text));
        open.setLength(0);
      }
      depth = -1;
    }

    /** How many backticks or tildes the fence has that a line is, else 0. */
    private static int fence(String content) {
      char mark = content.charAt(0);
      if (mark != '`' && mark != '~') {
        return 0;
      }
      int size = 1;
      while (size < content.length() && content.charAt(size) == mark) {
        size++;
      }
      boolean isCodeSpan = mark == '`' && content.indexOf('`', size) >= 0;
      return size < 3 || isCodeSpan ? 0 : size;
    }

    /** Reads up to the fence that closes, or, if none does, to the end. */
    private void fenced(String opening, int indent) {
      int size = fence(opening);
      String mark = opening.substring(size).strip();
      int wordEnd = mark.indexOf(' ');
      List<String> content = new ArrayList<>();
      for (next++; next < lines.size(); next++) {
        String line = lines.get(next).stripTrailing();
        String inner = line.stripLeading();
        if (!inner.isEmpty()
            && inner.charAt(0) == opening.charAt(0)
            && fence(inner) == inner.length()
            && inner.length() >= size) {
          next++;
          break;
        }
        content.add(line.substring(Math.min(indent, line.length() - inner.length())));
      }
      blocks.add(new Fenced(wordEnd < 0 ? mark : mark.substring(0, wordEnd), List.copyOf(content)));
    }

    private boolean isTable(String content) {
      return content.startsWith("|")
          && next + 1 < lines.size()
          && isDelimiter(lines.get(next + 1).strip());
    }

    /** Whether a line is the one below the head of a table. */
    private static boolean isDelimiter(String line) {
      if (!line.startsWith("|") || line.indexOf('-') < 0) {
        return false;
      }
      for (int i = 0; i < line.length(); i++) {
        if ("|-: ".indexOf(line.charAt(i)) < 0) {
          return false;
        }
      }
      return true;
    }

    private void table() {
      List<List<String>> rows = new ArrayList<>();
      List<String> head = cells(lines.get(next).strip());
      rows.add(head);
      for (next += 2; next < lines.size() && lines.get(next).strip().startsWith("|"); next++) {
        List<String> cells = new ArrayList<>(cells(lines.get(next).strip()));
        while (cells.size() < head.size()) {
          cells.add("");
        }
        rows.add(List.copyOf(cells.subList(0, head.size())));
      }
      blocks.add(new Table(List.copyOf(rows)));
    }

    /** The cells of a row, between bars; {@code \|} is a bar in a cell. */
    private static List<String> cells(String row) {
      List<String> cells = new ArrayList<>();
      StringBuilder cell = new StringBuilder();
      for (int i = 1; i < row.length(); i++) {
        char c = row.charAt(i);
        if (c == '\\' && i + 1 < row.length() && row.charAt(i + 1) == '|') {
          cell.append('|');
          i++;
        } else if (c == '|') {
          cells.add(cell.toString().strip());
          cell.setLength(0);
        } else {
          cell.append(c);
        }
      }
      if (!cell.toString().isBlank() || cells.isEmpty()) {
        cells.add(cell.toString().strip());
      }
      return List.copyOf(cells);
    }
  }
}

package yona.tool.documentation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Writes blocks of comments as GitHub's Markdown. Text from a comment stays text: it opens no HTML,
 * no heading, no link and no fence, whatever it holds; code spans and emphasis are as its author
 * wrote them.
 */
final class Markdown {
  /** A first sentence that goes on for longer is cut. */
  private static final int MAXIMUM_SUMMARY = 160;

  /** A first sentence that is shorter is a mere name, and the next one belongs to it. */
  private static final int MINIMUM_SUMMARY = 20;

  private static final String CUT = " ...";

  /** From the text of a code span to what stands for it: a link, or the span itself. */
  private final UnaryOperator<String> links;

  private final StringBuilder out = new StringBuilder();

  /**
   * @param links gives the target of a code span that names something with a page, else the empty
   *     text
   */
  Markdown(UnaryOperator<String> links) {
    this.links = links;
  }

  /** What was written. */
  String text() {
    return out.toString();
  }

  /** A line or lines that are Markdown already, after an empty line. */
  void raw(String markdown) {
    gap();
    out.append(markdown).append('\n');
  }

  /** A head and rows of cells that are Markdown already. */
  void table(List<String> head, List<List<String>> rows) {
    gap();
    row(head);
    out.append("|---".repeat(head.size())).append("|\n");
    rows.forEach(this::row);
  }

  private void row(List<String> cells) {
    for (String cell : cells) {
      out.append(cell.isEmpty() ? "| " : "| " + cell + " ");
    }
    out.append("|\n");
  }

  private void gap() {
    if (!out.isEmpty()) {
      out.append('\n');
    }
  }

  /** Writes a whole comment; fences without a mark hold programs of Yona. */
  void comment(String comment) {
    boolean inList = false;
    for (Comment.Block block : Comment.of(comment).blocks()) {
      boolean item = block instanceof Comment.Item;
      if (!item || !inList) {
        gap();
      }
      switch (block) {
        case Comment.Paragraph paragraph ->
            out.append(line(inline(paragraph.text(), false))).append('\n');
        case Comment.Item(int depth, String text) -> item(inList ? depth : 0, text);
        case Comment.Fenced fenced -> fenced(fenced);
        case Comment.Table table -> {
          List<List<String>> rows = new ArrayList<>();
          table.rows().forEach(r -> rows.add(r.stream().map(c -> inline(c, true)).toList()));
          row(rows.getFirst());
          out.append("|---".repeat(rows.getFirst().size())).append("|\n");
          rows.subList(1, rows.size()).forEach(this::row);
        }
      }
      inList = item;
    }
  }

  private void item(int depth, String text) {
    String margin = "  ".repeat(depth);
    String written = inline(text, false);
    int colon = written.indexOf(": ");
    // What is said of each function: in words of the language, so that they stand out.
    if (colon > 0 && written.chars().limit(colon).allMatch(Character::isLetter)) {
      written = "**" + written.substring(0, colon) + "**" + written.substring(colon);
    }
    out.append(margin)
        .append("- ")
        .append(line(written).replace("\n", "\n" + margin + "  "))
        .append('\n');
  }

  private void fenced(Comment.Fenced fenced) {
    int longest = 2;
    for (String line : fenced.lines()) {
      longest = Math.max(longest, run(line, 0, '`'));
      int start = line.indexOf('`');
      if (start >= 0) {
        longest = Math.max(longest, run(line, start, '`'));
      }
    }
    String fence = "`".repeat(longest + 1);
    boolean isWord = fenced.mark().matches("[a-zA-Z0-9]{1,20}");
    String mark = fenced.mark().isEmpty() ? "yona" : isWord ? fenced.mark() : "";
    out.append(fence).append(mark).append('\n');
    fenced.lines().forEach(line -> out.append(visible(line).stripTrailing()).append('\n'));
    out.append(fence).append('\n');
  }

  /** Keeps the start of each line from being a heading, a rule, a list, a quote or a table. */
  private static String line(String inline) {
    StringBuilder safe = new StringBuilder(inline.length() + 8);
    for (String line : inline.split("\n", -1)) {
      if (!safe.isEmpty()) {
        safe.append('\n');
      }
      if (!line.isEmpty() && "#=->+|~".indexOf(line.charAt(0)) >= 0) {
        safe.append('\\');
      }
      safe.append(line);
    }
    return safe.toString();
  }

  /**
   * Text of a comment with its code spans.
   *
   * @param cell whether it stands in a cell of a table, where it is one line and bars are escaped
   */
  String inline(String comment, boolean cell) {
    String text = visible(cell ? comment.replace('\n', ' ') : comment);
    StringBuilder safe = new StringBuilder(text.length() + 16);
    Map<Integer, Integer> unclosed = new HashMap<>();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '`' -> {
          int size = run(text, i, '`');
          int end = unclosed.containsKey(size) ? -1 : closing(text, i + size, size);
          if (end < 0) {
            unclosed.put(size, i);
            safe.append("\\`".repeat(size));
            i += size - 1;
          } else {
            safe.append(code(text.substring(i, end), size, cell));
            i = end - 1;
          }
        }
        case '\\' -> {
          // An escape of the author's, or a backslash.
          char next = i + 1 < text.length() ? text.charAt(i + 1) : '\n';
          if (next == '<' || next == '&') {
            continue;
          }
          if (isPunctuation(next)) {
            safe.append(c).append(next);
            i++;
          } else {
            safe.append(next == '\n' ? "\\\\" : "\\");
          }
        }
        case '<' -> safe.append("&lt;");
        case '&' -> safe.append("&amp;");
        case '[', ']', '$' -> safe.append('\\').append(c);
        case '|' -> safe.append(cell ? "\\|" : "|");
        default -> safe.append(c);
      }
    }
    return safe.toString();
  }

  /** One line, since the start of a line may be a heading or HTML in a code span, too. */
  private String code(String written, int size, boolean cell) {
    String span = written.replace('\n', ' ');
    String shown = cell ? span.replace("|", "\\|") : span;
    String target = links.apply(span.substring(size, span.length() - size));
    return target.isEmpty() ? shown : "[" + shown + "](" + target + ")";
  }

  /** Where the code span ends that a run of backticks before {@code from} begins, or -1. */
  private static int closing(String text, int from, int size) {
    for (int i = text.indexOf('`', from); i >= 0; ) {
      int found = run(text, i, '`');
      if (found == size) {
        return i + size;
      }
      i = text.indexOf('`', i + found);
    }
    return -1;
  }

  private static int run(String text, int start, char c) {
    int end = start;
    while (end < text.length() && text.charAt(end) == c) {
      end++;
    }
    return end - start;
  }

  private static boolean isPunctuation(char c) {
    return c > ' ' && c < 0x7F && !Character.isLetterOrDigit(c);
  }

  /** The first sentence of a comment or its first two, for a cell of a table. */
  String summary(String comment) {
    for (Comment.Block block : Comment.of(comment).blocks()) {
      if (block instanceof Comment.Paragraph(String text)) {
        return inline(firstSentence(text.replace('\n', ' ')), true);
      }
    }
    return "";
  }

  private static String firstSentence(String text) {
    int lastSpace = -1;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean last = i + 1 == text.length();
      if (c == '`') {
        int size = run(text, i, '`');
        int end = closing(text, i + size, size);
        i = (end < 0 ? i + size : end) - 1;
      } else if ((c == '.' || c == ':') && last) {
        return c == '.' ? text : text.substring(0, i);
      } else if (isSentenceEnd(text, i) && i >= MINIMUM_SUMMARY) {
        return text.substring(0, i + 1);
      }
      if (i >= MAXIMUM_SUMMARY) {
        return (lastSpace < 0 ? "" : text.substring(0, lastSpace)) + CUT;
      }
      if (c == ' ') {
        lastSpace = i;
      }
    }
    return text;
  }

  private static boolean isSentenceEnd(String text, int i) {
    return ".!?".indexOf(text.charAt(i)) >= 0 && i + 1 < text.length() && text.charAt(i + 1) == ' ';
  }

  /** Without characters that would not show, or show the rest in another order. */
  private static String visible(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    text.codePoints().forEach(c -> safe.appendCodePoint(isVisible(c) ? c : 0xFFFD));
    return safe.toString();
  }

  private static boolean isVisible(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL -> c == '\n';
      case Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
      default ->
          switch (Character.getDirectionality(c)) {
            case Character.DIRECTIONALITY_LEFT_TO_RIGHT_EMBEDDING,
                Character.DIRECTIONALITY_LEFT_TO_RIGHT_OVERRIDE,
                Character.DIRECTIONALITY_LEFT_TO_RIGHT_ISOLATE,
                Character.DIRECTIONALITY_RIGHT_TO_LEFT_EMBEDDING,
                Character.DIRECTIONALITY_RIGHT_TO_LEFT_OVERRIDE,
                Character.DIRECTIONALITY_RIGHT_TO_LEFT_ISOLATE,
                Character.DIRECTIONALITY_FIRST_STRONG_ISOLATE,
                Character.DIRECTIONALITY_POP_DIRECTIONAL_FORMAT,
                Character.DIRECTIONALITY_POP_DIRECTIONAL_ISOLATE ->
                false;
            default -> true;
          };
    };
  }
}

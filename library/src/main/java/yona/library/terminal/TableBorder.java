package yona.library.terminal;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What stands around and between the cells of a table. */
enum TableBorder {
  NONE("", "  ", "", null, null, null),
  PLAIN("| ", " | ", " |", "+-++", "+-++", "+-++"),
  UNICODE("│ ", " │ ", " │", "┌─┬┐", "├─┼┤", "└─┴┘"),
  MARKDOWN("| ", " | ", " |", null, "", null);

  private final String left;
  private final String between;
  private final String right;

  /** Of a rule: left corner, line, crossing, right corner; null for none. */
  private final @Nullable String above;

  private final @Nullable String below;
  private final @Nullable String belowHeader;

  TableBorder(
      String left,
      String between,
      String right,
      @Nullable String above,
      @Nullable String belowHeader,
      @Nullable String below) {
    this.left = left;
    this.between = between;
    this.right = right;
    this.above = above;
    this.belowHeader = belowHeader;
    this.below = below;
  }

  /** Its name in programs. */
  String symbol() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** How many columns of the terminal it takes. */
  int width(int columns) {
    return left.length() + right.length() + between.length() * Math.max(0, columns - 1);
  }

  /** A line of cells that have their widths. */
  String line(List<String> cells) {
    String line = left + String.join(between, cells) + right;
    return this == NONE ? line.stripTrailing() : line;
  }

  /** The rule above all; null for none. */
  @Nullable String above(int[] widths) {
    return rule(above, widths);
  }

  /** The rule below all; null for none. */
  @Nullable String below(int[] widths) {
    return rule(below, widths);
  }

  /** The rule below the header; null for none. */
  @Nullable String belowHeader(int[] widths, List<Alignment> alignments) {
    if (this != MARKDOWN) {
      return rule(belowHeader, widths);
    }
    StringBuilder rule = new StringBuilder("|");
    for (int i = 0; i < widths.length; i++) {
      Alignment alignment = alignments.get(i);
      String line = "-".repeat(widths[i]);
      rule.append(alignment == Alignment.CENTER ? ":" : "-").append(line);
      rule.append(alignment == Alignment.LEFT ? "-" : ":").append('|');
    }
    return rule.toString();
  }

  private static @Nullable String rule(@Nullable String parts, int[] widths) {
    if (parts == null) {
      return null;
    }
    String line = parts.substring(1, 2);
    return java.util.Arrays.stream(widths)
        .mapToObj(width -> line.repeat(width + 2))
        .collect(
            Collectors.joining(parts.substring(2, 3), parts.substring(0, 1), parts.substring(3)));
  }

  /** Where the text of a cell stands. */
  enum Alignment {
    LEFT,
    RIGHT,
    CENTER,
    DECIMAL;

    /** Its name in programs. */
    String symbol() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** A line of a cell in the width of its column. */
    String placed(String text, int width) {
      int room = Math.max(0, width - ShownText.width(text));
      int before =
          switch (this) {
            case LEFT -> 0;
            case CENTER -> room / 2;
            case RIGHT, DECIMAL -> room;
          };
      return " ".repeat(before) + text + " ".repeat(room - before);
    }
  }
}

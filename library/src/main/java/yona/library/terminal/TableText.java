package yona.library.terminal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.data.Checkpoint;
import yona.library.terminal.TableBorder.Alignment;

/** Writes the texts of cells as a table. */
final class TableText {
  private static final String TAB = "    ";

  /** A column may become as narrow as this, to leave others more. */
  private static final int LEAST = 1;

  private final TableBorder border;
  private final boolean wraps;
  private final @Nullable List<String> header;
  private final List<List<String>> rows;
  private final List<Alignment> alignments;
  private final int[] widths;

  /** Of columns that are aligned by the point, the width of what stands behind it. */
  private final int[] fractions;

  /**
   * A table.
   *
   * @param border what stands around cells
   * @param wraps whether texts that do not fit are wrapped; else they are cut
   * @param header the titles; null for none
   * @param rows as many cells each as there are alignments
   * @param alignments a column each
   * @param most columns of the terminal that it may take
   */
  TableText(
      TableBorder border,
      boolean wraps,
      @Nullable List<String> header,
      List<List<String>> rows,
      List<Alignment> alignments,
      int most) {
    this.border = border;
    this.wraps = wraps;
    this.header = header == null ? null : header.stream().map(this::cell).toList();
    this.rows = rows.stream().map(row -> row.stream().map(this::cell).toList()).toList();
    this.alignments = alignments;
    this.fractions = fractions();
    this.widths = widths();
    if (border != TableBorder.MARKDOWN) {
      narrow(Math.max(0, most - border.width(widths.length)));
    }
  }

  /** The text of a cell as it can stand in a table. */
  private String cell(String text) {
    String cell = text.replace("\r\n", "\n").replace("\t", TAB).replace('\r', ' ');
    return border == TableBorder.MARKDOWN ? cell.replace("|", "\\|").replace("\n", "<br>") : cell;
  }

  private static int point(String text) {
    int point = text.indexOf('.');
    return point < 0 ? text.length() : point;
  }

  private int[] fractions() {
    int[] longest = new int[alignments.size()];
    for (List<String> row : rows) {
      for (int i = 0; i < longest.length; i++) {
        if (alignments.get(i) == Alignment.DECIMAL) {
          String text = row.get(i);
          longest[i] = Math.max(longest[i], ShownText.width(text.substring(point(text))));
        }
      }
    }
    return longest;
  }

  /** The text with the spaces behind it that bring its point below the others. */
  private String pointed(String text, int column) {
    if (alignments.get(column) != Alignment.DECIMAL) {
      return text;
    }
    int fraction = ShownText.width(text.substring(point(text)));
    return text + " ".repeat(Math.max(0, fractions[column] - fraction));
  }

  private int[] widths() {
    int[] widest = new int[alignments.size()];
    for (int i = 0; i < widest.length; i++) {
      widest[i] = Math.max(LEAST, header == null ? 0 : ShownText.width(header.get(i)));
    }
    for (List<String> row : rows) {
      Checkpoint.pass();
      for (int i = 0; i < widest.length; i++) {
        widest[i] = Math.max(widest[i], ShownText.width(pointed(row.get(i), i)));
      }
    }
    return widest;
  }

  /** Takes from the widest columns what is too much, so that narrow ones stay as they are. */
  private void narrow(int room) {
    int[] sorted = widths.clone();
    Arrays.sort(sorted);
    long left = room;
    for (int i = 0; i < sorted.length; i++) {
      long share = Math.max(LEAST, left / (sorted.length - i));
      if (sorted[i] > share) {
        limit(share, left - share * (sorted.length - i));
        return;
      }
      left -= sorted[i];
    }
  }

  /**
   * Limits the widths; the first columns that are limited get a column more, while there are some.
   */
  private void limit(long share, long more) {
    long spare = more;
    for (int i = 0; i < widths.length; i++) {
      if (widths[i] > share) {
        widths[i] = (int) share + (spare > 0 ? 1 : 0);
        spare--;
      }
    }
  }

  /** The whole text, without an end of its last line. */
  String text() {
    List<String> lines = new ArrayList<>();
    add(border.above(widths), lines);
    if (header != null) {
      addRow(header, true, lines);
      add(border.belowHeader(widths, alignments), lines);
    }
    for (List<String> row : rows) {
      Checkpoint.pass();
      addRow(row, false, lines);
    }
    add(border.below(widths), lines);
    return String.join("\n", lines);
  }

  private static void add(@Nullable String line, List<String> lines) {
    if (line != null) {
      lines.add(line);
    }
  }

  private void addRow(List<String> row, boolean title, List<String> lines) {
    List<List<String>> cells = new ArrayList<>();
    int height = 1;
    for (int i = 0; i < widths.length; i++) {
      String text = title ? row.get(i) : pointed(row.get(i), i);
      List<String> cell = fitted(text, widths[i]);
      cells.add(cell);
      height = Math.max(height, cell.size());
    }
    for (int line = 0; line < height; line++) {
      List<String> placed = new ArrayList<>();
      for (int i = 0; i < widths.length; i++) {
        List<String> cell = cells.get(i);
        String text = line < cell.size() ? cell.get(line) : "";
        placed.add(alignments.get(i).placed(text, widths[i]));
      }
      lines.add(border.line(placed));
    }
  }

  private List<String> fitted(String text, int width) {
    if (wraps) {
      return ShownText.width(text) <= width && text.indexOf('\n') < 0
          ? List.of(text)
          : ShownText.wrap(text, width);
    }
    return text.lines().map(line -> ShownText.cut(line, width)).toList();
  }
}

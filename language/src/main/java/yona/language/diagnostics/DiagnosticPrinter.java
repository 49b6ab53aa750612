package yona.language.diagnostics;

import java.util.List;

/**
 * Writes diagnostics for people:
 *
 * <pre>
 * error Y2003: Bracket not closed
 *   --> shop.yona:3:9
 *    |
 *  3 | total = (price * 2
 *    |         ^
 *   Expected a closing bracket for this `(`, found none.
 * </pre>
 */
public final class DiagnosticPrinter {
  private DiagnosticPrinter() {}

  /**
   * Renders one diagnostic.
   *
   * @param diagnostic what to tell
   * @param colour whether to use ANSI colours
   * @return several lines, each with a line end
   */
  public static String print(Diagnostic diagnostic, boolean colour) {
    boolean error = diagnostic.isError();
    Style style = !colour ? Style.PLAIN : error ? Style.ERROR : Style.WARNING;
    Style noteStyle = colour ? Style.NOTE : Style.PLAIN;
    StringBuilder out = new StringBuilder();
    out.append(style.strong((error ? "error " : "warning ") + diagnostic.code().id()))
        .append(style.bold(": " + diagnostic.code().title()))
        .append('\n')
        .append(Excerpt.render(diagnostic.source(), diagnostic.range(), style))
        .append("  ")
        .append(sentence(diagnostic.message()))
        .append('\n');
    for (Diagnostic.Note note : diagnostic.notes()) {
      out.append(noteStyle.strong("note"))
          .append(": ")
          .append(sentence(note.message()))
          .append('\n')
          .append(Excerpt.render(note.source(), note.range(), noteStyle));
    }
    String hint = diagnostic.hint();
    if (hint != null) {
      out.append(noteStyle.strong("hint")).append(": ").append(Excerpt.visible(hint)).append('\n');
    }
    return out.toString();
  }

  /**
   * Renders several diagnostics, and for errors how many there are and where to read on.
   *
   * @param diagnostics what to tell, in order
   * @param colour whether to use ANSI colours
   * @return several lines, each with a line end; empty if there are no diagnostics
   */
  public static String print(List<Diagnostic> diagnostics, boolean colour) {
    StringBuilder out = new StringBuilder();
    Diagnostic first = null;
    int errors = 0;
    for (Diagnostic diagnostic : diagnostics) {
      if (!out.isEmpty()) {
        out.append('\n');
      }
      out.append(print(diagnostic, colour));
      if (diagnostic.isError()) {
        errors++;
        first = first == null ? diagnostic : first;
      }
    }
    if (first != null) {
      out.append('\n')
          .append(errors == 1 ? "1 error" : errors + " errors")
          .append("; `yona explain ")
          .append(first.code().id())
          .append("` tells more\n");
    }
    return out.toString();
  }

  private static String sentence(String text) {
    String safe = Excerpt.visible(text);
    return safe.endsWith(".") ? safe : safe + ".";
  }
}

package yona.tool;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.data.Text;
import yona.language.diagnostics.Excerpt;
import yona.language.diagnostics.Range;
import yona.language.diagnostics.Source;
import yona.language.runtime.StackTrace;
import yona.language.runtime.YonaError;

/** What is said about an error that no {@code catch} took (language.md 10.3). */
final class ErrorReport {
  /** How many lines of a stack trace are shown: from the inside, and from the outside. */
  private static final int INNER_FRAMES = 20;

  private static final int OUTER_FRAMES = 8;

  /** The widest column of function names; a longer name pushes its place to the right. */
  private static final int NAMES_WIDTH = 40;

  private static final String RED = "\u001b[1;31m";
  private static final String BOLD = "\u001b[1m";
  private static final String PLAIN = "\u001b[0m";

  /** Frames that are the same, one after the other: a recursion. */
  private record Run(StackTrace.Frame frame, int times) {}

  private final StringBuilder report = new StringBuilder();
  private final List<StackTrace.Frame> frames;
  private final boolean colour;

  private ErrorReport(YonaError error, boolean colour) {
    this.frames = error.trace().frames();
    this.colour = colour;
  }

  /**
   * The report: symbol and message, the line where it was raised with a marker, the stack trace.
   *
   * @param heading what stands before the symbol
   * @param error the error
   * @param sources where the text of the program's files is found
   * @param colour whether to use ANSI colours
   * @return lines, each with its line end
   */
  static String of(String heading, YonaError error, Sources sources, boolean colour) {
    ErrorReport report = new ErrorReport(error, colour);
    report.appendHead(heading, error);
    report.appendExcerpt(sources);
    report.appendTrace();
    return report.report.toString();
  }

  private void appendHead(String heading, YonaError error) {
    String message = Reports.shown(error.getMessage());
    report
        .append(colour ? RED + heading + PLAIN : heading)
        .append(": ")
        .append(colour ? BOLD : "")
        .append(Text.source(error.symbol()))
        .append(message.isEmpty() ? "" : ": " + message)
        .append(colour ? PLAIN : "")
        .append('\n');
  }

  /** Shows the innermost place whose text is there: a function of the library has no file here. */
  private void appendExcerpt(Sources sources) {
    for (StackTrace.Frame frame : frames) {
      Source source = frame.line() > 0 ? sources.find(frame.file()) : null;
      if (source != null && frame.line() <= source.lineCount()) {
        report.append(Excerpt.render(source, place(source, frame), colour));
        return;
      }
    }
  }

  /** From the frame's column to the end of the word there; the whole line if no column is known. */
  private static Range place(Source source, StackTrace.Frame frame) {
    Range line = source.lineRange(frame.line());
    String text = source.text(line);
    if (frame.column() <= 0) {
      int indentation = text.length() - text.stripLeading().length();
      return new Range(line.start() + Math.min(indentation, text.length()), line.end());
    }
    int columns = text.codePointCount(0, text.length());
    int start = text.offsetByCodePoints(0, Math.min(frame.column() - 1, columns));
    int end = start;
    while (end < text.length() && isName(text.charAt(end))) {
      end++;
    }
    return new Range(
        line.start() + start, line.start() + Math.max(end, Math.min(start + 1, text.length())));
  }

  private static boolean isName(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '\\' || c == ':';
  }

  private void appendTrace() {
    List<Run> runs = runs();
    if (runs.isEmpty()) {
      return;
    }
    report.append("stack trace, innermost first:\n");
    int longest = runs.stream().mapToInt(run -> run.frame.function().length()).max().orElse(0);
    int hidden = runs.size() - INNER_FRAMES - OUTER_FRAMES;
    for (int i = 0; i < runs.size(); i++) {
      if (hidden > 1 && i == INNER_FRAMES) {
        report.append("  ... ").append(hidden).append(" more ...\n");
        i += hidden;
      }
      appendRun(runs.get(i), Math.min(longest, NAMES_WIDTH));
    }
  }

  private void appendRun(Run run, int width) {
    StackTrace.Frame frame = run.frame;
    String function = Reports.shown(frame.function());
    report
        .append("  ")
        .append(function)
        .repeat(' ', Math.max(0, width - function.length()) + 2)
        .append(Reports.shown(frame.file()));
    if (frame.line() > 0) {
      report.append(':').append(frame.line());
      if (frame.column() > 0) {
        report.append(':').append(frame.column());
      }
    }
    if (run.times > 1) {
      report.append(" (").append(run.times).append(" times)");
    }
    report.append('\n');
  }

  private List<Run> runs() {
    List<Run> runs = new ArrayList<>();
    StackTrace.@Nullable Frame last = null;
    for (StackTrace.Frame frame : frames) {
      if (frame.equals(last)) {
        runs.set(runs.size() - 1, new Run(frame, runs.getLast().times + 1));
      } else {
        runs.add(new Run(frame, 1));
      }
      last = frame;
    }
    return runs;
  }
}

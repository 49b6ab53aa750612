package yona.tool;

import java.util.ArrayList;
import java.util.List;
import yona.data.Text;
import yona.io.HungUpException;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.DiagnosticPrinter;
import yona.language.diagnostics.Excerpt;
import yona.language.diagnostics.Source;
import yona.language.runtime.StackTrace;
import yona.language.runtime.TraceText;
import yona.language.runtime.YonaError;

/** What is said about an error that no {@code catch} took (language.md 10.3). */
final class ErrorReport {
  private static final String OF_RELEASE = "error in the release of a resource";
  private static final String BESIDE = "error beside it";
  private static final String RED = "\u001b[1;31m";
  private static final String BOLD = "\u001b[1m";
  private static final String PLAIN = "\u001b[0m";

  private final StringBuilder report = new StringBuilder();
  private final List<StackTrace.Frame> frames;
  private final boolean colour;
  private final boolean whole;

  private ErrorReport(YonaError error, boolean colour, boolean whole) {
    this.whole = whole;
    this.frames = error.trace().frames();
    this.colour = colour;
  }

  /**
   * The report: symbol and message, the mistake if it was made in a module, the line where it was
   * raised with a marker, the stack trace; then the same of what releases have raised while it was
   * on its way, and of the errors of other members of its group.
   *
   * @param heading what stands before the symbol
   * @param error the error
   * @param sources where the text of the program's files is found
   * @param colour whether to use ANSI colours
   * @return lines, each with its line end
   */
  static String of(String heading, YonaError error, Sources sources, boolean colour) {
    return of(heading, error, sources, colour, false);
  }

  /** As {@link #of}, with every frame of the stack trace. */
  static String whole(String heading, YonaError error, Sources sources, boolean colour) {
    return of(heading, error, sources, colour, true);
  }

  private static String of(
      String heading, YonaError error, Sources sources, boolean colour, boolean whole) {
    ErrorReport report = new ErrorReport(error, colour, whole);
    report.appendHead(heading, error);
    report.report.append(place(error, report.frames, sources, colour));
    report.appendTrace();
    for (YonaError release : error.releases()) {
      report.report.append(of(OF_RELEASE, release, sources, colour, whole));
    }
    for (YonaError sibling : error.siblings()) {
      report.report.append(of(BESIDE, sibling, sources, colour, whole));
    }
    return report.report.toString();
  }

  /**
   * The report of an error that nobody could be given: of a background part, or of a release while
   * something else was on its way. That a client has hung up on a server is a line: it happens to
   * each server every day, and is no fault of the program's.
   *
   * @param error the error
   * @param sources where the text of the program's files is found
   * @param colour whether to use ANSI colours
   * @return lines, each with its line end
   */
  static String ofDropped(YonaError error, Sources sources, boolean colour) {
    if (!(error.getCause() instanceof HungUpException)) {
      return of(droppedHeading(error), error, sources, colour);
    }
    StringBuilder report = new StringBuilder();
    report.append("a client hung up: ").append(Reports.shown(error.getMessage())).append('\n');
    for (YonaError release : error.releases()) {
      report.append(ofDropped(release, sources, colour));
    }
    return report.toString();
  }

  /** An error that nobody could be given, in a line, and those that came with it in one each. */
  static List<String> dropped(YonaError error) {
    List<String> lines = new ArrayList<>();
    lines.add(droppedHeading(error) + ": " + heading(error));
    lines.addAll(others(error));
    return lines;
  }

  private static String droppedHeading(YonaError error) {
    if (error.isOfRelease()) {
      return OF_RELEASE;
    }
    String work = error.work();
    return work == null ? "error in the background" : "error of " + Reports.shown(work);
  }

  /**
   * The errors that go with an error, of releases and of other members of its group, in a line
   * each.
   */
  static List<String> others(YonaError error) {
    List<String> lines = new ArrayList<>();
    error.releases().forEach(each -> lines.addAll(dropped(each)));
    for (YonaError sibling : error.siblings()) {
      lines.add(BESIDE + ": " + heading(sibling));
      lines.addAll(others(sibling));
    }
    return lines;
  }

  /** An error in a line: its symbol and its message, safe for the terminal. */
  static String heading(YonaError error) {
    String message = Reports.shown(error.getMessage());
    return Text.source(error.symbol()) + (message.isEmpty() ? "" : ": " + message);
  }

  private void appendHead(String heading, YonaError error) {
    report
        .append(colour ? RED + heading + PLAIN : heading)
        .append(": ")
        .append(colour ? BOLD : "")
        .append(heading(error))
        .append(colour ? PLAIN : "")
        .append('\n');
  }

  /**
   * Where an error comes from: the mistake in a module, as {@code yona check} shows it, if the
   * program came to one; then the first of some places whose text is there, as a function of the
   * library has no file here.
   *
   * @return lines, each with its line end; empty if there is none
   */
  static String place(
      YonaError error, List<StackTrace.Frame> frames, Sources sources, boolean colour) {
    String reached = excerpt(frames, sources, colour);
    Diagnostic mistake = sources.mistake(error);
    return mistake == null
        ? reached
        : DiagnosticPrinter.print(mistake, colour)
            + (colour ? BOLD + "note" + PLAIN : "note")
            + ": the program came to it here.\n"
            + reached;
  }

  /**
   * The line of the first of some places whose text is there, with a marker.
   *
   * @return lines, each with its line end; empty if there is none
   */
  static String excerpt(List<StackTrace.Frame> frames, Sources sources, boolean colour) {
    for (StackTrace.Frame frame : frames) {
      Source source = frame.line() > 0 ? sources.find(frame.file()) : null;
      if (source != null && frame.line() <= source.lineCount()) {
        return Excerpt.render(source, Excerpt.place(source, frame.line(), frame.column()), colour);
      }
    }
    return "";
  }

  private void appendTrace() {
    if (!frames.isEmpty()) {
      report
          .append("stack trace, innermost first:\n")
          .append(whole ? TraceText.whole(frames) : TraceText.of(frames));
    }
  }
}

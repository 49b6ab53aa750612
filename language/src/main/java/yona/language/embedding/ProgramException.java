package yona.language.embedding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.data.Text;
import yona.language.diagnostics.Excerpt;
import yona.language.diagnostics.Source;
import yona.language.runtime.StackTrace;
import yona.language.runtime.TraceText;
import yona.language.runtime.YonaError;

/**
 * An error that no {@code catch} of the script has taken. The message is the symbol, the text and
 * the place: {@code :badarg: Seq::head: the Seq is empty (price.yona:3:9)}. The stack trace begins
 * with the Yona functions. If a Java method or function of the host threw, that is the cause; what
 * releases of resources have raised while the error was on its way is suppressed.
 */
public final class ProgramException extends YonaException {
  private static final long serialVersionUID = 1;

  private final transient YonaError error;
  private final transient List<Source> sources;

  ProgramException(YonaError error, List<Source> sources) {
    super(message(error), error.getCause());
    this.error = error;
    this.sources = sources;
    List<StackTraceElement> trace = new ArrayList<>();
    for (StackTrace.Frame frame : error.trace().frames()) {
      trace.add(element(frame));
    }
    trace.addAll(Arrays.asList(getStackTrace()));
    setStackTrace(trace.toArray(StackTraceElement[]::new));
    for (YonaError release : error.releases()) {
      addSuppressed(new ProgramException(release, sources));
    }
    for (YonaError sibling : error.siblings()) {
      addSuppressed(new ProgramException(sibling, sources));
    }
  }

  private static String message(YonaError error) {
    String text = error.getMessage();
    List<StackTrace.Frame> frames = error.trace().frames();
    return Text.source(error.symbol())
        + (text.isEmpty() ? "" : ": " + text)
        + (frames.isEmpty() ? "" : " (" + place(frames.getFirst()) + ")");
  }

  private static String place(StackTrace.Frame frame) {
    return frame.file()
        + (frame.line() > 0 ? ":" + frame.line() : "")
        + (frame.column() > 0 ? ":" + frame.column() : "");
  }

  /** A Yona function as Java shows it: {@code at yona.shares(price.yona:3)}. */
  private static StackTraceElement element(StackTrace.Frame frame) {
    int separator = frame.function().lastIndexOf("::");
    String module = separator < 0 ? "yona" : frame.function().substring(0, separator);
    String function = separator < 0 ? frame.function() : frame.function().substring(separator + 2);
    return new StackTraceElement(
        module, function, frame.file(), frame.line() > 0 ? frame.line() : -1);
  }

  /** The error's symbol, without the colon: {@code badarg}. */
  public String symbol() {
    return error.symbol().name();
  }

  /** What the error says, without symbol and place. */
  public String text() {
    return error.getMessage();
  }

  /**
   * The Yona functions that were running, innermost first, those of the fibers around included.
   * Lines and columns count from 1, and are 0 where they are unknown.
   */
  public List<StackTrace.Frame> frames() {
    return error.trace().frames();
  }

  /** The line where the error was raised; 0 if it is unknown. */
  public int line() {
    return frames().isEmpty() ? 0 : frames().getFirst().line();
  }

  /** The column where the error was raised; 0 if it is unknown. */
  public int column() {
    return frames().isEmpty() ? 0 : frames().getFirst().column();
  }

  /**
   * All that is known, as the {@code yona} command shows it: symbol and message, the source line
   * with a marker, the Yona stack trace; then the same of what releases of resources have raised
   * while the error was on its way.
   *
   * @return several lines, each with its line end
   */
  public String report() {
    StringBuilder report = new StringBuilder(report("error: "));
    for (Throwable release : getSuppressed()) {
      if (release instanceof ProgramException failed) {
        report.append(failed.report("error in the release of a resource: "));
      }
    }
    return report.toString();
  }

  private String report(String heading) {
    String text = error.getMessage();
    StringBuilder report = new StringBuilder();
    report
        .append(heading)
        .append(Text.source(error.symbol()))
        .append(text.isEmpty() ? "" : ": " + text)
        .append('\n');
    List<StackTrace.Frame> frames = frames();
    for (StackTrace.Frame frame : frames) {
      Source source = source(frame);
      if (source != null) {
        report.append(
            Excerpt.render(source, Excerpt.place(source, frame.line(), frame.column()), false));
        break;
      }
    }
    if (!frames.isEmpty()) {
      report.append("stack trace, innermost first:\n").append(TraceText.of(frames));
    }
    return report.toString();
  }

  private @Nullable Source source(StackTrace.Frame frame) {
    for (Source source : sources) {
      if (source.name().equals(frame.file())
          && frame.line() > 0
          && frame.line() <= source.lineCount()) {
        return source;
      }
    }
    return null;
  }

  /** The error itself, to be raised on. */
  YonaError error() {
    return error;
  }
}

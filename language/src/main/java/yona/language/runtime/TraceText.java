package yona.language.runtime;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Excerpt;

/** A stack trace as people read it. */
public final class TraceText {
  /** How many lines are shown: from the inside, and from the outside. */
  private static final int INNER_FRAMES = 20;

  private static final int OUTER_FRAMES = 8;

  /** The widest column of function names; a longer name pushes its place to the right. */
  private static final int NAMES_WIDTH = 40;

  /** Frames that are the same, one after the other: a recursion. */
  private record Run(StackTrace.Frame frame, int times) {}

  private final StringBuilder text = new StringBuilder();

  private TraceText() {}

  /**
   * The frames, one a line: the function, and the file with line and column. A function that calls
   * itself is one line with a count, and of a long trace the middle is left out.
   *
   * @param frames innermost first
   * @return lines, indented by two, each with its line end; empty if there is no frame
   */
  public static String of(List<StackTrace.Frame> frames) {
    return of(frames, false);
  }

  /** As {@link #of}, with nothing left out. */
  public static String whole(List<StackTrace.Frame> frames) {
    return of(frames, true);
  }

  private static String of(List<StackTrace.Frame> frames, boolean whole) {
    TraceText trace = new TraceText();
    List<Run> runs = runs(frames);
    int longest = runs.stream().mapToInt(run -> run.frame.function().length()).max().orElse(0);
    int hidden = runs.size() - INNER_FRAMES - OUTER_FRAMES;
    for (int i = 0; i < runs.size(); i++) {
      if (!whole && hidden > 1 && i == INNER_FRAMES) {
        trace.text.append("  ... ").append(hidden).append(" more ...\n");
        i += hidden;
      }
      trace.append(runs.get(i), Math.min(longest, NAMES_WIDTH));
    }
    return trace.text.toString();
  }

  private static List<Run> runs(List<StackTrace.Frame> frames) {
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

  private void append(Run run, int width) {
    StackTrace.Frame frame = run.frame;
    String function = Excerpt.visible(frame.function());
    text.append("  ")
        .append(function)
        .repeat(' ', Math.max(0, width - function.length()) + 2)
        .append(Excerpt.visible(frame.file()));
    if (frame.line() > 0) {
      text.append(':').append(frame.line());
      if (frame.column() > 0) {
        text.append(':').append(frame.column());
      }
    }
    if (run.times > 1) {
      text.append(" (").append(run.times).append(" times)");
    }
    text.append('\n');
  }
}

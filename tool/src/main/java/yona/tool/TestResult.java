package yona.tool;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.data.Text;
import yona.language.runtime.StackTrace;
import yona.language.runtime.YonaError;
import yona.library.test.TestCase;

/**
 * What came of a case, or of a file that gave no cases.
 *
 * @param name the case's name; null for the file itself
 * @param reasons why it failed, in lines; empty if it passed
 * @param excerpt the line of the program where it failed, ready to be shown; may be empty
 * @param output what it printed; empty if it passed
 * @param seed what gives a failing property its inputs again; null for others
 * @param nanos how long it ran
 * @param interrupted whether it was ended before it could tell
 */
record TestResult(
    @Nullable String name,
    List<String> reasons,
    String excerpt,
    String output,
    @Nullable Long seed,
    long nanos,
    boolean interrupted) {
  TestResult {
    reasons = List.copyOf(reasons);
  }

  boolean passed() {
    return reasons.isEmpty();
  }

  /** What the run of a case came to. */
  static TestResult of(TestCase.Outcome outcome, Capture printed, Sources sources, boolean colour) {
    YonaError error = outcome.error();
    if (error == null) {
      return new TestResult(outcome.test().name(), List.of(), "", "", null, outcome.nanos(), false);
    }
    List<StackTrace.Frame> places = new ArrayList<>();
    if (outcome.place() != null) {
      places.add(outcome.place());
    }
    places.addAll(error.trace().frames());
    List<String> reasons = new ArrayList<>(outcome.reasons());
    if (reasons.isEmpty()) {
      reasons.add(Text.source(error.symbol()));
    }
    reasons.addAll(ErrorReport.others(error));
    return new TestResult(
        outcome.test().name(),
        reasons,
        ErrorReport.place(error, places, sources, colour),
        printed.text(),
        outcome.seed(),
        outcome.nanos(),
        false);
  }

  /** The failure of a case that leaves something behind. */
  static TestResult leaving(
      TestCase test, List<Leftovers.Leftover> left, Capture printed, long nanos) {
    StringBuilder more = new StringBuilder(left.getFirst().excerpt());
    for (Leftovers.Leftover each : left.subList(1, left.size())) {
      more.append(Reports.shown(each.what())).append('\n').append(each.excerpt());
    }
    return failed(test.name(), left.getFirst().what(), more.toString(), printed, nanos);
  }

  /** The same failure, behind which errors of the background are told. */
  TestResult beside(List<String> errors) {
    List<String> all = new ArrayList<>(reasons);
    all.addAll(errors);
    return new TestResult(name, all, excerpt, output, seed, nanos, interrupted);
  }

  /** The same, not as a failure, but as the end that somebody wanted. */
  TestResult asInterrupted() {
    return new TestResult(name, reasons, excerpt, output, seed, nanos, true);
  }

  /** A failure of the run itself. */
  static TestResult failed(
      @Nullable String name, String why, String excerpt, Capture printed, long nanos) {
    List<String> reasons = why.lines().toList();
    return new TestResult(
        name,
        reasons.isEmpty() ? List.of("") : reasons,
        excerpt,
        printed.text(),
        null,
        nanos,
        false);
  }

  /** Keeps what a case prints; safe for use by any number of fibers. */
  static final class Capture {
    /** What is beyond is counted only: a case may print without end. */
    private static final int MOST_BYTES = 1 << 18;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(0);
    private long leftOut;

    synchronized void add(byte[] text) {
      int room = leftOut > 0 ? 0 : Math.min(text.length, MOST_BYTES - bytes.size());
      bytes.write(text, 0, room);
      leftOut += text.length - room;
    }

    synchronized String text() {
      String text = bytes.toString(StandardCharsets.UTF_8);
      return leftOut == 0
          ? text
          : text + (text.endsWith("\n") ? "" : "\n") + "... and " + leftOut + " bytes more\n";
    }
  }
}

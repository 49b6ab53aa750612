package yona.tool;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.DiagnosticPrinter;

/** What is said about tests, for people: a line for each file, and below it what failed and why. */
final class TestReport {
  private static final String RED = "\u001b[1;31m";
  private static final String YELLOW = "\u001b[33m";
  private static final String GREEN = "\u001b[32m";
  private static final String BOLD = "\u001b[1m";
  private static final String PLAIN = "\u001b[0m";

  private final boolean colour;
  private int files;
  private int passed;
  private int failed;
  private int leftOut;
  private int interrupted;
  private int notRun;
  private @Nullable Long seed;

  /** The warnings that were shown: modules that several files use are warned of once. */
  private final Set<String> warned = new HashSet<>();

  TestReport(boolean colour) {
    this.colour = colour;
  }

  /** How many cases ran or would have run, or failed files. */
  int count() {
    return passed + failed + interrupted + notRun;
  }

  int failed() {
    return failed;
  }

  /** The lines of a file; empty if the filter has left out all of it. */
  String file(TestRun.Tested tested) {
    int good = 0;
    int bad = 0;
    int cut = 0;
    StringBuilder details = new StringBuilder();
    for (TestResult result : tested.results()) {
      if (result.passed()) {
        good++;
      } else {
        if (result.interrupted()) {
          cut++;
        } else {
          bad++;
        }
        append(details, result);
      }
    }
    leftOut += tested.leftOut();
    notRun += tested.notRun();
    if (good + bad + cut == 0) {
      return "";
    }
    files++;
    passed += good;
    failed += bad;
    interrupted += cut;
    return styledMark(bad > 0, cut > 0)
        + " "
        + styled(BOLD, line(tested.file().name()))
        + (good > 0 ? ", " + good + " passed" : "")
        + (bad > 0 ? ", " + bad + " failed" : "")
        + (cut > 0 ? ", " + cut + " interrupted" : "")
        + (tested.notRun() > 0 ? ", " + tested.notRun() + " not run" : "")
        + "\n"
        + warnings(tested.file().warnings())
        + details;
  }

  private String warnings(List<Diagnostic> warnings) {
    List<Diagnostic> fresh =
        warnings.stream()
            .filter(each -> warned.add(each.code() + " " + each.source().name() + each.range()))
            .toList();
    StringBuilder text = new StringBuilder();
    if (!fresh.isEmpty()) {
      DiagnosticPrinter.print(fresh, colour)
          .lines()
          .forEach(line -> text.append(("  " + line).stripTrailing()).append('\n'));
    }
    return text.toString();
  }

  private String styledMark(boolean bad, boolean cut) {
    return bad ? styled(RED, "FAIL") : cut ? styled(YELLOW, "STOP") : styled(GREEN, "ok  ");
  }

  private void append(StringBuilder text, TestResult result) {
    if (result.name() != null) {
      text.append("  ").append(styledMark(!result.interrupted(), true)).append(' ');
      text.append(styled(BOLD, line(result.name()))).append('\n');
    }
    String margin = result.name() == null ? "  " : "    ";
    for (String reason : result.reasons()) {
      // Diagnostics have their colours already, and are safe.
      String safe = result.name() == null && colour ? reason : Reports.shown(reason);
      text.append((margin + safe).stripTrailing()).append('\n');
    }
    result.excerpt().lines().forEach(each -> text.append(margin).append(each).append('\n'));
    if (!result.output().isEmpty()) {
      text.append(margin).append("printed:\n");
      result
          .output()
          .lines()
          .forEach(
              each -> text.append(margin).append("  ").append(Reports.shown(each)).append('\n'));
    }
    if (result.seed() != null) {
      seed = result.seed();
    }
  }

  /** What came of all. */
  String summary() {
    StringBuilder text = new StringBuilder();
    String counts =
        String.format(Locale.ROOT, "%d passed, %d failed", passed, failed)
            + (interrupted > 0 ? ", " + interrupted + " interrupted" : "");
    String style = failed > 0 ? RED : interrupted + notRun > 0 ? YELLOW : GREEN;
    text.append(styled(style, counts));
    text.append(" in ").append(files).append(files == 1 ? " file" : " files");
    if (notRun > 0) {
      text.append(", ").append(notRun).append(" not run");
    }
    if (leftOut > 0) {
      text.append(", ").append(leftOut).append(" left out");
    }
    text.append('\n');
    if (seed != null) {
      text.append("the same inputs again: yona test --seed ").append(seed).append('\n');
    }
    return text.toString();
  }

  private String styled(String style, String text) {
    return colour ? style + text + PLAIN : text;
  }

  /** A name as one line. */
  private static String line(String name) {
    return Reports.shown(name.replace("\n", "\\n"));
  }
}

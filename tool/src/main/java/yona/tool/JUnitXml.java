package yona.tool;

import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** A report on tests for other programs, in the XML of JUnit as Maven's Surefire writes it. */
final class JUnitXml {
  private final StringBuilder suites = new StringBuilder();
  private int tests;
  private int failures;
  private int interrupted;
  private long nanos;

  /**
   * Adds a file.
   *
   * @param file its name
   * @param results of its cases, in order
   */
  void add(String file, List<TestResult> results) {
    int failed = 0;
    int cut = 0;
    long time = 0;
    StringBuilder cases = new StringBuilder();
    for (TestResult result : results) {
      time += result.nanos();
      cut += result.interrupted() ? 1 : 0;
      failed += result.passed() || result.interrupted() ? 0 : 1;
      append(cases, file, result);
    }
    suites
        .append("  <testsuite name=\"")
        .append(escaped(file))
        .append(counts(results.size(), failed, cut, time))
        .append(">\n")
        .append(cases)
        .append("  </testsuite>\n");
    tests += results.size();
    failures += failed;
    interrupted += cut;
    nanos += time;
  }

  private static void append(StringBuilder text, String file, TestResult result) {
    text.append("    <testcase name=\"")
        .append(escaped(Objects.requireNonNullElse(result.name(), file)))
        .append("\" classname=\"")
        .append(escaped(file))
        .append("\" time=\"")
        .append(seconds(result.nanos()));
    if (result.passed()) {
      text.append("\"/>\n");
      return;
    }
    String why = String.join("\n", result.reasons());
    // What was interrupted has neither passed nor failed.
    String element = result.interrupted() ? "error" : "failure";
    text.append("\">\n      <")
        .append(element)
        .append(" message=\"")
        .append(escaped(result.reasons().getFirst()))
        .append("\">")
        .append(escaped(why + "\n" + result.excerpt()))
        .append("</")
        .append(element)
        .append(">\n");
    if (!result.output().isEmpty()) {
      text.append("      <system-out>").append(escaped(result.output())).append("</system-out>\n");
    }
    text.append("    </testcase>\n");
  }

  /** The whole document. */
  String text() {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"yona test"
        + counts(tests, failures, interrupted, nanos)
        + ">\n"
        + suites
        + "</testsuites>\n";
  }

  private static String counts(int tests, int failures, int interrupted, long nanos) {
    return "\" tests=\""
        + tests
        + "\" failures=\""
        + failures
        + "\" errors=\""
        + interrupted
        + "\" skipped=\"0\" time=\""
        + seconds(nanos)
        + "\"";
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.3f", nanos / 1e9);
  }

  /** XML 1.0 cannot hold most control characters, not even escaped: U+FFFD stands for them. */
  private static String escaped(String text) {
    StringBuilder safe = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '&' -> safe.append("&amp;");
                case '"' -> safe.append("&quot;");
                case '\n', '\r', '\t' -> safe.append("&#").append(c).append(';');
                default -> safe.appendCodePoint(isAllowed(c) ? c : 0xFFFD);
              }
            });
    return safe.toString();
  }

  private static boolean isAllowed(int c) {
    return c >= 0x20 && (c < 0x7f || c > 0x9f) && (c < 0xD800 || c > 0xDFFF) && (c & ~1) != 0xFFFE;
  }
}

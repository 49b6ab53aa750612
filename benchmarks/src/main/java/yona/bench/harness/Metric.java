package yona.bench.harness;

import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/**
 * A figure beside the time and the memory of an entrant.
 *
 * @param name what the protocol and the JSON call it
 * @param text how the tables write it; empty if it is not worth mentioning
 */
public record Metric(String name, DoubleFunction<String> text) {
  /** The processor time of a server for what the time of its clients is about. */
  static final Metric CPU =
      new Metric("cpu", nanos -> "server's processor time " + Report.time(nanos));

  /** The processor time of a whole process. */
  static final Metric PROCESSOR =
      new Metric("processor", nanos -> "processor time " + Report.time(nanos));

  /** The time of the first clients of a server that has just started. */
  static final Metric FIRST =
      new Metric("first", nanos -> "the first 1,000 clients took " + Report.time(nanos));

  /** The median time between a line and its echo. */
  static final Metric P50 = new Metric("p50", nanos -> "p50 " + Report.time(nanos));

  /** The time between a line and its echo, or of a message, that one in a hundred exceeds. */
  static final Metric P99 = new Metric("p99", nanos -> "p99 " + Report.time(nanos));

  /** How often the system had no place for a connection that was not accepted yet. */
  static final Metric OVERFLOWS =
      new Metric(
          "overflows",
          times ->
              times == 0
                  ? ""
                  : String.format(Locale.ROOT, "the backlog was full %.0f times", times));

  /** The most bytes on the heap of a program. */
  static final Metric HEAP =
      new Metric("heap", bytes -> String.format(Locale.ROOT, "peak heap %.1f MB", bytes / 1e6));

  /** The memory that a connection adds to a server. */
  static final Metric CONNECTION =
      new Metric(
          "connection", bytes -> String.format(Locale.ROOT, "%,.0f bytes a connection", bytes));

  /** The metrics that programs may print by the protocol of benchmarks/README.md. */
  static final List<Metric> OF_PROGRAMS =
      List.of(CPU, FIRST, P50, P99, OVERFLOWS, HEAP, CONNECTION);
}

package yona.bench.harness;

import java.io.IOException;
import java.util.Map;

/**
 * A service that all programs of some rows use, such as the server of a database. It is started
 * before the first row and closed after the last one. A row says itself that it needs one ({@link
 * Row#beside}).
 */
public interface Fixture extends AutoCloseable {
  /** Starts a fixture. Rows share the fixture when they share the starter. */
  @FunctionalInterface
  interface Starter {
    /** Starts it, and waits until it is ready. */
    Fixture start() throws IOException, InterruptedException;
  }

  /** A line that says what runs, for the head of the report. */
  String title() throws IOException;

  /** The address of the service, such as a port. Programs get it in place of a file. */
  String address();

  /** Makes it as it was at first, before each case. */
  void reset() throws IOException;

  /** Observes a program that measures itself. Those that take turns are not observed. */
  default void observe(Kind kind) throws IOException {}

  /**
   * Stops observing it.
   *
   * @param isFirst whether it is the case's first entrant
   * @return what has been seen meanwhile, for the report
   */
  default Map<Metric, Double> observed(Kind kind, boolean isFirst) throws IOException {
    return Map.of();
  }

  @Override
  void close();
}

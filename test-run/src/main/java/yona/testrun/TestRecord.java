package yona.testrun;

/**
 * One line of the records: what became of a test.
 *
 * @param testClass the full name of its class
 * @param name its name in the class
 * @param state whether it started, or how it ended
 * @param millis how long it took, 0 if it only started
 * @param reason why it failed or was skipped, or an empty text
 */
record TestRecord(String testClass, String name, State state, long millis, String reason) {
  static final String EXTENSION = ".tsv";

  /** The longest reason that a record keeps, in characters. */
  private static final int LONGEST_REASON = 1_000;

  /** How far a test has come, or that all tests of its class have ended. */
  enum State {
    STARTED,
    PASSED,
    FAILED,
    SKIPPED,
    CLASS
  }

  static TestRecord parse(String line) {
    String[] parts = line.split("\t", -1);
    return new TestRecord(
        parts[0], parts[1], State.valueOf(parts[2]), Long.parseLong(parts[3]), parts[4]);
  }

  String line() {
    return String.join(
        "\t", plain(testClass), plain(name), state.name(), millis + "", plain(reason));
  }

  private static String plain(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    return line.substring(0, Math.min(line.length(), LONGEST_REASON));
  }
}

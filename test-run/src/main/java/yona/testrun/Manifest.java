package yona.testrun;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The file {@code tests.txt}: which classes of tests run in which executions of which modules, and
 * with how many tests at least.
 */
final class Manifest {
  /** What stands at its beginning. */
  static final String HEADER =
      """
      # Module, execution of Surefire, how many tests at least, class: ./check fails where another class runs, or fewer
      # tests. It writes what ran to target/tests.txt; after a change that is meant: cp target/tests.txt tests.txt
      """;

  private Manifest() {}

  /**
   * A line of it.
   *
   * @param module the folder of the module
   * @param execution the execution of Surefire
   * @param count the number of tests
   * @param testClass the full name of the class
   */
  record Entry(String module, String execution, int count, String testClass) {
    /** Where it runs. */
    String place() {
      return module + " " + execution;
    }

    /** The entry without its count. */
    String key() {
      return place() + " " + testClass;
    }

    @Override
    public String toString() {
      return place() + " " + count + " " + testClass;
    }
  }

  static List<Entry> read(Path file) throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] words = line.split(" ", -1);
        entries.add(new Entry(words[0], words[1], Integer.parseInt(words[2]), words[3]));
      }
    }
    return entries;
  }
}

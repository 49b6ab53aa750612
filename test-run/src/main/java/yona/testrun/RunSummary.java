package yona.testrun;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Says what became of all tests, for {@code ./check}: what failed and what was skipped, by name;
 * which JVM died, and in which test; and what did not run although the manifest lists it. Its last
 * line is {@code N passed, N failed, N skipped}.
 */
public final class RunSummary {
  /** What the names of modules begin with that a quick run does not build. */
  private static final String BINDINGS = "bindings";

  private static final String BENCHMARKS = "benchmarks";

  /** The execution that a quick run has alone, without its slow classes. */
  private static final String TOGETHER = "together";

  private final Path root;
  private final boolean quick;
  private final List<String> failures = new ArrayList<>();
  private final List<String> skips = new ArrayList<>();
  private final Map<String, Count> counts = new TreeMap<>();

  /** By the place and the collector that an execution was repeated with: the classes. */
  private final Map<String, Set<String>> repetitions = new TreeMap<>();

  private int passed;

  /** What ran of a class. */
  private static final class Count {
    private final String place;
    private final String testClass;
    private int tests;
    private boolean partly;
    private long millis;

    Count(String place, String testClass) {
      this.place = place;
      this.testClass = testClass;
    }
  }

  private RunSummary(Path root, boolean quick) {
    this.root = root;
    this.quick = quick;
  }

  /**
   * Prints the summary, and ends with status 0 if all ran and nothing failed.
   *
   * @param arguments the root of the repository; a file whose lines are further failures; {@code
   *     quick} if only a part was to run
   */
  public static void main(String[] arguments) throws IOException {
    RunSummary summary =
        new RunSummary(Path.of(arguments[0]), arguments.length > 2 && arguments[2].equals("quick"));
    summary.failures.addAll(new TreeSet<>(Files.readAllLines(Path.of(arguments[1]))));
    System.exit(summary.report() ? 0 : 1);
  }

  private boolean report() throws IOException {
    for (Path file : records()) {
      read(file);
    }
    compare(Manifest.read(root.resolve("tests.txt")));
    writeRun();
    if (passed == 0) {
      failures.add("no test has passed");
    }
    skips.stream().sorted().forEach(System.err::println);
    failures.forEach(System.err::println);
    System.out.printf("%d passed, %d failed, %d skipped%n", passed, failures.size(), skips.size());
    return failures.isEmpty();
  }

  private List<Path> records() throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path module : modules()) {
      Path records = module.resolve("target/test-records");
      if (Files.isDirectory(records)) {
        try (Stream<Path> found = Files.walk(records)) {
          found
              .filter(f -> f.toString().endsWith(TestRecord.EXTENSION))
              .sorted()
              .forEach(files::add);
        }
      }
    }
    return files;
  }

  /** The folders of the modules: those of the root, and those of its folder of bindings. */
  private List<Path> modules() throws IOException {
    List<Path> all = new ArrayList<>();
    for (Path folder : List.of(root, root.resolve(BINDINGS))) {
      if (Files.isDirectory(folder)) {
        try (Stream<Path> found = Files.list(folder)) {
          found.sorted().forEach(all::add);
        }
      }
    }
    return all;
  }

  /**
   * Reads what one JVM did: {@code module/target/test-records/execution/process.tsv}. Where an
   * execution is repeated with another collector, that one's folder is between the last two.
   */
  private void read(Path file) throws IOException {
    Path relative = root.relativize(file);
    int module = relative.startsWith(BINDINGS) ? 2 : 1;
    Path inModule = relative.subpath(module, relative.getNameCount());
    String place = relative.subpath(0, module) + " " + inModule.getName(2);
    String repetition = inModule.getNameCount() > 4 ? " with " + inModule.getName(3) : "";
    Map<String, TestRecord> running = new HashMap<>();
    for (String line : Files.readAllLines(file)) {
      TestRecord test = TestRecord.parse(line);
      if (!repetition.isEmpty()) {
        repetitions
            .computeIfAbsent(place + repetition, _ -> new HashSet<>())
            .add(place + " " + test.testClass());
      }
      String name = place + repetition + ": " + test.testClass() + " " + test.name();
      Count count =
          counts.computeIfAbsent(
              place + " " + test.testClass(), _ -> new Count(place, test.testClass()));
      if (test.state() == TestRecord.State.STARTED) {
        running.put(name, test);
        continue;
      }
      if (test.state() == TestRecord.State.CLASS) {
        count.millis += test.millis();
        continue;
      }
      running.remove(name);
      count.tests += repetition.isEmpty() ? 1 : 0;
      switch (test.state()) {
        case FAILED -> failures.add("failed: " + name + ": " + test.reason());
        case SKIPPED -> {
          count.partly = true;
          skips.add("skipped: " + name + ": " + test.reason());
        }
        default -> passed++;
      }
    }
    running.keySet().forEach(name -> failures.add("the JVM died: " + name));
  }

  /** Whether a quick run has the class. */
  private boolean isQuick(Manifest.Entry entry) {
    Path source =
        root.resolve(
            entry.module(), "src/test/java", entry.testClass().replace('.', '/') + ".java");
    try {
      return entry.execution().equals(TOGETHER)
          && !entry.module().startsWith(BINDINGS)
          && !entry.module().startsWith(BENCHMARKS)
          && !(Files.exists(source) && Files.readString(source).contains("@Tag(\"slow\")"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void compare(List<Manifest.Entry> manifest) {
    Set<String> known = manifest.stream().map(Manifest.Entry::key).collect(Collectors.toSet());
    Map<String, List<Manifest.Entry>> places =
        manifest.stream()
            .filter(entry -> !quick || isQuick(entry))
            .collect(
                Collectors.groupingBy(Manifest.Entry::place, TreeMap::new, Collectors.toList()));
    places.forEach(
        (place, entries) -> {
          List<String> missing =
              entries.stream()
                  .filter(entry -> !counts.containsKey(entry.key()))
                  .map(Manifest.Entry::testClass)
                  .toList();
          if (missing.size() == entries.size()) {
            failures.add("not run: " + place + ", " + missing.size() + " classes");
          } else {
            missing.forEach(each -> failures.add("not run: " + place + ": " + each));
          }
          entries.forEach(this::compareCount);
          repetitions.forEach(
              (repetition, ran) -> {
                if (repetition.startsWith(place + " with ")) {
                  compareRepetition(repetition, ran, entries);
                }
              });
        });
    counts.forEach(
        (key, count) -> {
          if (!known.contains(key)) {
            failures.add(
                "not in tests.txt: " + count.place + " " + count.tests + " " + count.testClass);
          }
        });
  }

  private void compareRepetition(String repetition, Set<String> ran, List<Manifest.Entry> entries) {
    entries.stream()
        .filter(entry -> !ran.contains(entry.key()))
        .forEach(entry -> failures.add("not run: " + repetition + ": " + entry.testClass()));
  }

  private void compareCount(Manifest.Entry entry) {
    Count count = counts.get(entry.key());
    if (count != null && !quick && !count.partly && count.tests < entry.count()) {
      failures.add(
          "too few: %d tests of %s, tests.txt has %s"
              .formatted(count.tests, count.testClass, entry));
    }
  }

  /** Writes what ran in the form of the manifest, and where the time went. */
  private void writeRun() throws IOException {
    Path target = Files.createDirectories(root.resolve("target"));
    Stream<String> lines =
        counts.values().stream()
            .map(count -> count.place + " " + count.tests + " " + count.testClass);
    Files.write(
        target.resolve("tests.txt"), Stream.concat(Manifest.HEADER.lines(), lines).toList());
    Files.write(
        target.resolve("test-times.txt"),
        counts.values().stream()
            .sorted((a, b) -> Long.compare(b.millis, a.millis))
            .map(
                count ->
                    "%8.1f s  %s %s".formatted(count.millis / 1e3, count.place, count.testClass))
            .toList());
  }
}

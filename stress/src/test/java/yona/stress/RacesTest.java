package yona.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.TestGrading;
import org.openjdk.jcstress.infra.runners.TestList;

/**
 * Runs every race of this module under jcstress, and reports each as a test of its own.
 *
 * <p>The short form, for {@code ./check}, runs each in one JVM as users have it. For the long form
 * {@code -Dstress.options} has the options of jcstress to run with instead, which tries out the
 * compilers' modes too; CONTRIBUTING.md has an example.
 */
final class RacesTest {

  /**
   * Where a race takes long, jcstress would spend twenty times as long on finding out how many fit
   * into an epoch of 40 strides, its default, as on the race, with threads that hardly meet.
   */
  private static final String SHORT = "-f 1 -iters 1 -time 250 -strideCount 4 -sc false -pth false";

  /** jcstress sets the affinity of its threads through it. */
  private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  /** Fibers on a scheduler of our own. */
  private static final String JVM_ARGUMENTS =
      NATIVE_ACCESS + " --add-opens java.base/java.lang=ALL-UNNAMED";

  /** The collector that starts fastest and has no threads of its own. */
  private static final String SHORT_JVM_ARGUMENTS = JVM_ARGUMENTS + " -XX:+UseSerialGC";

  /** How much of what jcstress says is shown if something fails, in characters. */
  private static final int SHOWN = 4_000;

  @TestFactory
  Stream<DynamicTest> races() throws Exception {
    String options = System.getProperty("stress.options", "");
    Path folder = Path.of(System.getProperty("stress.folder"));
    String said = run(options, folder);
    Map<String, List<TestResult>> results = results(folder);
    Collection<String> races = options.isEmpty() ? TestList.tests() : List.copyOf(results.keySet());
    assertThat(races).as(said).isNotEmpty();
    return races.stream()
        .sorted()
        .map(
            race ->
                DynamicTest.dynamicTest(
                    race.substring(race.indexOf('.') + 1),
                    () -> check(race, results.getOrDefault(race, List.of()), said)));
  }

  /** Runs jcstress in a process of its own, and gives the end of what it says. */
  private static String run(String options, Path folder) throws Exception {
    Files.createDirectories(folder);
    for (Path old : blobs(folder)) {
      Files.delete(old);
    }
    boolean isShort = options.isEmpty();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(NATIVE_ACCESS, "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Jcstress.class.getName(), "-r", folder.resolve("report").toString()));
    command.addAll(List.of((isShort ? SHORT : options).split(" ")));
    command.addAll(
        isShort
            ? List.of("-jvmArgs", SHORT_JVM_ARGUMENTS)
            // Besides those that jcstress tries out.
            : List.of("-jvmArgsPrepend", JVM_ARGUMENTS));
    Path log = folder.resolve("jcstress.log");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      process.waitFor();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    String said = Files.readString(log);
    return said.substring(Math.max(0, said.length() - SHOWN));
  }

  private static List<Path> blobs(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".bin.gz")).toList();
    }
  }

  private static Map<String, List<TestResult>> results(Path folder) throws Exception {
    InProcessCollector collector = new InProcessCollector();
    for (Path blob : blobs(folder)) {
      DiskReadCollector reader = new DiskReadCollector(blob.toString(), collector);
      reader.dump();
      reader.close();
    }
    Map<String, List<TestResult>> results = new TreeMap<>();
    for (TestResult result : collector.getTestResults()) {
      results.computeIfAbsent(result.getName(), _ -> new ArrayList<>()).add(result);
    }
    return results;
  }

  private static void check(String race, List<TestResult> results, String said) {
    assertThat(results).as("no result; jcstress says:\n%s", said).isNotEmpty();
    boolean expected = !race.equals(LostUpdate.class.getName());
    List<String> lost = new ArrayList<>();
    for (TestResult result : results) {
      TestGrading grading = result.grading();
      if (result.status() != Status.NORMAL || !grading.isPassed) {
        lost.add(text(result, grading));
      }
    }
    if (expected) {
      assertThat(lost).isEmpty();
    } else {
      assertThat(lost).as("a race that is lost has to be noticed").isNotEmpty();
    }
  }

  private static String text(TestResult result, TestGrading grading) {
    StringBuilder text = new StringBuilder("\n" + result.getConfig() + ": " + result.status());
    grading.gradingResults.forEach(
        (id, outcome) ->
            text.append(
                "\n  %s: %d times, %s, %s"
                    .formatted(id, outcome.count, outcome.expect, outcome.description)));
    grading.failureMessages.forEach(message -> text.append("\n  ").append(message));
    result.getMessages().forEach(message -> text.append("\n  ").append(message));
    result.getVmErr().forEach(line -> text.append("\n  ").append(line));
    return text.toString();
  }
}

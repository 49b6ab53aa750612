package yona.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.ThrowingConsumer;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.TestGrading;
import org.openjdk.jcstress.infra.runners.ForkedTestConfig;
import org.openjdk.jcstress.infra.runners.Runner;
import org.openjdk.jcstress.infra.runners.TestConfig;
import org.openjdk.jcstress.infra.runners.TestList;
import org.openjdk.jcstress.os.AffinityMode;
import org.openjdk.jcstress.os.NodeType;
import org.openjdk.jcstress.os.SchedulingClass;
import org.openjdk.jcstress.vm.CompileMode;
import yona.testrun.TestLimit;

/**
 * Runs every race of this module under jcstress, and reports each as a test of its own.
 *
 * <p>The short form, for {@code ./check}, runs them one after another in this JVM: a JVM for each
 * takes five times as long to start as the race. For the long form {@code -Dstress.options} has the
 * options of jcstress to run with instead, which tries out the compilers' modes too;
 * CONTRIBUTING.md has an example.
 */
final class RacesTest {

  /**
   * Threads meet after few pairs. Where a race takes long, jcstress would spend twenty times as
   * long on finding out how many fit into an epoch of 40 strides of 256, its default, as on the
   * race, with threads that hardly meet.
   */
  private static final String STRIDES = " -strideCount 4 -strideSize 64";

  private static final String LOST = LostUpdate.class.getName();

  private static final String SHORT = "-iters 1 -time 200" + STRIDES;

  @TestFactory
  Stream<DynamicTest> races() throws Exception {
    String options = System.getProperty("stress.options", "");
    if (options.isEmpty()) {
      return tests(TestList.tests(), race -> check(race, results(race)));
    }
    Map<String, List<TestResult>> results =
        Jcstress.run(options + STRIDES, Path.of(System.getProperty("stress.folder")));
    return tests(results.keySet(), race -> check(race, results.get(race)));
  }

  private static Stream<DynamicTest> tests(
      Collection<String> races, ThrowingConsumer<String> test) {
    assertThat(races).isNotEmpty();
    return DynamicTest.stream(
        races.stream().sorted(), race -> race.substring(race.indexOf('.') + 1), test);
  }

  /** Lets a race run once. The one that is lost runs until it is: its threads may take turns. */
  private static List<TestResult> results(String race) throws Exception {
    List<TestResult> results = new ArrayList<>();
    long start = System.nanoTime();
    do {
      results.add(result(race));
    } while (race.equals(LOST)
        && isPassed(results.getLast())
        && System.nanoTime() - start < TestLimit.ofWait().toNanos());
    return results;
  }

  /** Lets a race run here, as a JVM that jcstress starts would. */
  private static TestResult result(String race) throws Exception {
    Options options = new Options(SHORT.split(" "));
    options.parse();
    TestInfo info = TestList.getInfo(race);
    TestConfig config =
        new TestConfig(
            options,
            info,
            0,
            List.of(),
            CompileMode.UNIFIED,
            new SchedulingClass(AffinityMode.NONE, info.threads(), NodeType.PACKAGE));
    Runner<?> runner =
        Class.forName(info.generatedRunner())
            .asSubclass(Runner.class)
            .getConstructor(ForkedTestConfig.class)
            .newInstance(new ForkedTestConfig(config));
    TestResult result = runner.run();
    result.setConfig(config);
    return result;
  }

  private static void check(String race, List<TestResult> results) {
    List<String> lost =
        results.stream().filter(result -> !isPassed(result)).map(RacesTest::text).toList();
    if (race.equals(LOST)) {
      assertThat(lost).as("a race that is lost has to be noticed").isNotEmpty();
    } else {
      assertThat(lost).isEmpty();
    }
  }

  private static boolean isPassed(TestResult result) {
    return result.status() == Status.NORMAL && result.grading().isPassed;
  }

  private static String text(TestResult result) {
    TestGrading grading = result.grading();
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

package yona.testrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Tests that hang, even without heeding an interruption, fail, and the others go on. */
class HangingTest {
  @TempDir Path folder;

  private List<Path> files(String end) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(end)).toList();
    }
  }

  @Test
  void failWithADumpOfAllThreads() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Dyona.test.limit=1",
                "-Djunit.jupiter.execution.timeout.default=1 s",
                "-Djunit.jupiter.execution.timeout.thread.mode.default=separate_thread",
                "-Djunit.jupiter.extensions.autodetection.enabled=true",
                "-Dyona.test.records=" + folder,
                Samples.class.getName())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    List<String> lines = Files.readAllLines(files(TestRecord.EXTENSION).getFirst());
    List<TestRecord> ended =
        lines.stream()
            .map(TestRecord::parse)
            .filter(test -> test.state() != TestRecord.State.STARTED)
            .filter(test -> test.state() != TestRecord.State.CLASS)
            .toList();
    assertThat(ended)
        .extracting(TestRecord::name, TestRecord::state)
        .containsExactlyInAnyOrder(
            tuple("hangs()", TestRecord.State.FAILED),
            tuple("passes()", TestRecord.State.PASSED),
            tuple("dynamic() dynamic hangs", TestRecord.State.FAILED),
            tuple("dynamic() dynamic fails", TestRecord.State.FAILED),
            tuple("dynamic() dynamic passes", TestRecord.State.PASSED));
    assertThat(ended)
        .filteredOn(test -> test.name().contains("hangs"))
        .allMatch(test -> test.reason().contains("timed out after 1 s"));
    assertThat(said).contains(Samples.class.getName() + " hangs() hangs; its threads: ");
    assertThat(files("-threads.txt"))
        .hasSize(2)
        .allSatisfy(file -> assertThat(file).content().contains("Samples.hang"));
    assertThat(files("-fibers.txt")).hasSize(2);
  }

  /** Run in a JVM of their own. */
  static class Samples {
    public static void main(String[] arguments) {
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(DiscoverySelectors.selectClass(Samples.class))
                  .build());
      System.exit(0);
    }

    private static void hang() {
      while (true) {
        Thread.onSpinWait();
      }
    }

    @Test
    void hangs() {
      hang();
    }

    @Test
    void passes() {}

    @TestFactory
    Stream<DynamicTest> dynamic() {
      return Stream.of(
          DynamicTest.dynamicTest("dynamic hangs", Samples::hang),
          DynamicTest.dynamicTest(
              "dynamic fails",
              () -> {
                throw new IllegalStateException("as it is to");
              }),
          DynamicTest.dynamicTest("dynamic passes", () -> {}));
    }
  }
}

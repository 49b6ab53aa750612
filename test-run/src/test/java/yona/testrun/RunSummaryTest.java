package yona.testrun;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The summary names what failed, what died and what did not run. */
class RunSummaryTest {
  @TempDir Path root;
  private Path stepFailures;

  @BeforeEach
  void prepare() throws IOException {
    stepFailures = Files.createFile(root.resolve("failures"));
  }

  private void manifest(String... lines) throws IOException {
    Files.write(root.resolve("tests.txt"), List.of(lines));
  }

  private void records(String place, TestRecord... records) throws IOException {
    Path folder = root.resolve(place.replace(" ", "/target/test-records/"));
    Files.createDirectories(folder);
    Path file = Files.createTempFile(folder, "", TestRecord.EXTENSION);
    Files.write(file, Stream.of(records).map(TestRecord::line).toList());
  }

  private static TestRecord started(String name) {
    return new TestRecord("p.ATest", name, TestRecord.State.STARTED, 0, "");
  }

  private static TestRecord passed(String name) {
    return new TestRecord("p.ATest", name, TestRecord.State.PASSED, 1, "");
  }

  private String summary(String mode) throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String main = RunSummary.class.getName();
    String path = System.getProperty("java.class.path") + File.pathSeparator + "target/classes";
    Process process =
        new ProcessBuilder(java, "-cp", path, main, root.toString(), stepFailures.toString(), mode)
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return said + process.waitFor();
  }

  @Test
  void whatHasPassedIsCounted() throws Exception {
    manifest("# module execution count class", "m together 2 p.ATest");
    records("m together", started("a"), passed("a"), started("b"), passed("b"));
    assertThat(summary("full")).isEqualTo("2 passed, 0 failed, 0 skipped\n0");
  }

  @Test
  void modulesStandInTheRootOrAmongTheBindings() throws Exception {
    manifest("bindings/m together 1 p.ATest", "m together 1 p.ATest");
    records("m together", started("a"), passed("a"));
    assertThat(summary("quick")).isEqualTo("1 passed, 0 failed, 0 skipped\n0");
    assertThat(summary("full")).contains("not run: bindings/m together").endsWith("\n1");
    records("bindings/m together", started("a"), passed("a"));
    assertThat(summary("full")).isEqualTo("2 passed, 0 failed, 0 skipped\n0");
  }

  @Test
  void aQuickRunHasNoBenchmarks() throws Exception {
    manifest("benchmarks-m together 1 p.ATest", "m together 1 p.ATest");
    records("m together", started("a"), passed("a"));
    assertThat(summary("quick")).isEqualTo("1 passed, 0 failed, 0 skipped\n0");
    assertThat(summary("full")).contains("not run: benchmarks-m together").endsWith("\n1");
  }

  @Test
  void anExecutionThatIsRepeatedWithAnotherCollectorIsToldApart() throws Exception {
    manifest("m together 1 p.ATest", "m together 1 p.BTest");
    TestRecord other = new TestRecord("p.BTest", "b", TestRecord.State.PASSED, 1, "");
    records("m together", started("a"), passed("a"), other);
    records(
        "m together/g1",
        new TestRecord("p.ATest", "a", TestRecord.State.FAILED, 1, "expected 1"),
        other);
    records("m together/z", started("a"), passed("a"));
    assertThat(summary("long"))
        .isEqualTo(
            """
            failed: m together with g1: p.ATest a: expected 1
            not run: m together with z: p.BTest
            4 passed, 2 failed, 0 skipped
            1\
            """);
  }

  @Test
  void failuresAndSkipsAreNamed() throws Exception {
    manifest("m together 2 p.ATest");
    records(
        "m together",
        started("a"),
        new TestRecord("p.ATest", "a", TestRecord.State.FAILED, 1, "expected 1\n\tbut was 2"),
        new TestRecord("p.ATest", "b", TestRecord.State.SKIPPED, 0, "no server"),
        started("c"),
        passed("c"));
    assertThat(summary("full"))
        .isEqualTo(
            """
            skipped: m together: p.ATest b: no server
            failed: m together: p.ATest a: expected 1 but was 2
            1 passed, 1 failed, 1 skipped
            1\
            """);
  }

  @Test
  void aJvmThatDiesIsNamedWithItsTest() throws Exception {
    manifest("m together 2 p.ATest");
    records("m together", started("a"), passed("a"), started("b"));
    assertThat(summary("full"))
        .contains("the JVM died: m together: p.ATest b\n")
        .contains("too few: 1 tests of p.ATest, tests.txt has m together 2 p.ATest\n")
        .endsWith("1 passed, 2 failed, 0 skipped\n1");
  }

  @Test
  void whatTheManifestListsHasRunAndNothingElse() throws Exception {
    manifest(
        "m together 1 p.ATest", "m together 1 p.BTest", "n alone 1 p.CTest", "n alone 2 p.DTest");
    records("m together", started("a"), passed("a"));
    records("m alone", started("a"), passed("a"));
    assertThat(summary("full"))
        .isEqualTo(
            """
            not run: m together: p.BTest
            not run: n alone, 2 classes
            not in tests.txt: m alone 1 p.ATest
            2 passed, 3 failed, 0 skipped
            1\
            """);
    manifest(
        "m together 9 p.ATest",
        "m together 1 p.SlowTest",
        "m alone 1 p.ATest",
        "n alone 1 p.CTest");
    Path slow = root.resolve("m/src/test/java/p/SlowTest.java");
    Files.createDirectories(slow.getParent());
    Files.writeString(slow, "@Tag(\"slow\")\nclass SlowTest {}\n");
    assertThat(summary("quick")).isEqualTo("2 passed, 0 failed, 0 skipped\n0");
    manifest("m together 9 p.ATest", "m together 1 p.BTest", "m alone 1 p.ATest");
    assertThat(summary("quick"))
        .isEqualTo("not run: m together: p.BTest\n2 passed, 1 failed, 0 skipped\n1");
    manifest("m together 9 p.ATest", "m alone 1 p.ATest", "n together 1 p.CTest");
    assertThat(summary("quick"))
        .isEqualTo("not run: n together, 1 classes\n2 passed, 1 failed, 0 skipped\n1");
  }

  @Test
  void aClassThatIsSkippedInPartMayHaveFewer() throws Exception {
    manifest("m together 9 p.ATest");
    records(
        "m together",
        passed("a"),
        new TestRecord("p.ATest", "b", TestRecord.State.SKIPPED, 0, "no server"));
    assertThat(summary("full")).endsWith("1 passed, 0 failed, 1 skipped\n0");
  }

  @Test
  void failuresOfTheBuildAreFailures() throws Exception {
    manifest("m together 1 p.ATest");
    records("m together", passed("a"));
    Files.writeString(stepFailures, "failed: the build of Yona n\n");
    assertThat(summary("full"))
        .isEqualTo("failed: the build of Yona n\n1 passed, 1 failed, 0 skipped\n1");
  }

  @Test
  void aRunWithoutTestsFails() throws Exception {
    manifest("m together 1 p.ATest");
    assertThat(summary("full"))
        .isEqualTo(
            "not run: m together, 1 classes\nno test has passed\n0 passed, 2 failed, 0 skipped\n1");
  }
}

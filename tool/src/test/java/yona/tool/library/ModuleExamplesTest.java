package yona.tool.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import yona.testrun.ModuleExample;

/** Every example in the documentation of the standard modules gives what it says. */
final class ModuleExamplesTest {
  private static final Path ROOM = Path.of(System.getProperty("basedir", "."));

  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> examples() throws Exception {
    List<ModuleExample> examples = ModuleExample.in(PartFiles.sources());
    List<String> outcomes = outcomes(examples.size());
    List<DynamicTest> tests = new ArrayList<>();
    for (int i = 0; i < examples.size(); i++) {
      ModuleExample example = examples.get(i);
      String outcome = outcomes.get(i);
      tests.add(DynamicTest.dynamicTest(example.name(), () -> check(example, outcome)));
    }
    return tests.stream();
  }

  private static void check(ModuleExample example, String outcome) {
    int end = outcome.lastIndexOf(ExampleWorker.END);
    List<String> output = outcome.substring(0, end).strip().lines().toList();
    String result = outcome.substring(end + 1).strip();
    assertThat(output).as(example.program()).isEqualTo(example.output());
    if (example.result().startsWith("error: ")) {
      assertThat(result).as(example.program()).startsWith(example.result());
    } else {
      assertThat(result)
          .as(example.program())
          .isEqualTo(example.result().isEmpty() ? "()" : example.result());
    }
  }

  /** What the worker wrote for each example: its output and its result. */
  private List<String> outcomes(int count) throws Exception {
    Path errors = folder.resolve("errors");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-classpath",
                classPath(),
                ExampleWorker.class.getName()));
    PartFiles.folders().forEach(part -> command.add(part.toString()));
    Process worker =
        new ProcessBuilder(command)
            .directory(Files.createDirectory(folder.resolve("current")).toFile())
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectError(errors.toFile())
            .start();
    String output;
    try (var stream = worker.getInputStream()) {
      output = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
    assertThat(worker.waitFor()).as(() -> text(errors)).isZero();
    List<String> outcomes = new ArrayList<>();
    int from = 0;
    for (int end = output.indexOf(ExampleWorker.END);
        end >= 0;
        end = output.indexOf(ExampleWorker.END, end + 1)) {
      int lineEnd = output.indexOf('\n', end);
      outcomes.add(output.substring(from, lineEnd));
      from = lineEnd + 1;
    }
    assertThat(outcomes).hasSize(count);
    return outcomes;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static String classPath() {
    return String.join(
        File.pathSeparator,
        ROOM.resolve("target/classes").toAbsolutePath().toString(),
        ROOM.resolve("target/test-classes").toAbsolutePath().toString(),
        System.getProperty("jdk.module.path", ""),
        System.getProperty("java.class.path", ""));
  }
}

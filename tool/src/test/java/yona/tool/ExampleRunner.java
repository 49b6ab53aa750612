package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import yona.tool.conformance.ConformanceProgram;
import yona.tool.conformance.Outcome;
import yona.tool.conformance.WorkerProcess;

/**
 * Runs programs of the documents and of {@code examples/} one after the other in one JVM, each in a
 * fresh copy of that folder, and compares what they do with their comments.
 */
final class ExampleRunner implements AutoCloseable {
  static final Path EXAMPLES = Yona.ROOT.resolve("examples");

  private final WorkerProcess worker;
  private final Map<String, String> files;

  /** Starts nothing yet. The folder is an empty one. */
  ExampleRunner(Path folder) throws IOException {
    worker = new WorkerProcess(Yona.ROOT, folder);
    try (Stream<Path> paths = Files.walk(EXAMPLES)) {
      files =
          paths
              .filter(Files::isRegularFile)
              .collect(Collectors.toMap(path -> EXAMPLES.relativize(path).toString(), this::text));
    }
  }

  private String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Fails unless the program does what its comments say. */
  void check(String name, String text) {
    Expectation expectation = Expectation.of(text);
    assertThat(expectation).as("comments that say what %s does", name).isNotNull();
    Outcome outcome = worker.run(ConformanceProgram.of(name, text, files));
    assertThat(outcome.errors()).isEmpty();
    assertThat(outcome.warnings()).isEmpty();
    assertThat(outcome.error() == null ? null : ":" + outcome.error().symbol())
        .as("%s", outcome)
        .isEqualTo(expectation.error());
    String result = outcome.result() == null ? "" : outcome.result() + "\n";
    assertThat(outcome.out() + result).isEqualTo(expectation.output());
    List<String> errors = outcome.err().lines().toList();
    assertThat(Outcome.matches(expectation.errors(), errors)).as("%s", outcome).isTrue();
  }

  @Override
  public void close() {
    worker.close();
  }
}

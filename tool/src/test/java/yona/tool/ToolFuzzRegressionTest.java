package yona.tool;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Replays what {@link PromptFuzz}, {@link EvaluationFuzz} and {@link DocumentationFuzz} have found,
 * and the inputs that they start from.
 */
class ToolFuzzRegressionTest {
  static List<Path> prompt() throws IOException, URISyntaxException {
    return inputs(PromptFuzz.class);
  }

  static List<Path> evaluation() throws IOException, URISyntaxException {
    return inputs(EvaluationFuzz.class);
  }

  static List<Path> documentation() throws IOException, URISyntaxException {
    return inputs(DocumentationFuzz.class);
  }

  private static List<Path> inputs(Class<?> entry) throws IOException, URISyntaxException {
    var folder = entry.getResource(entry.getSimpleName() + "Inputs");
    try (Stream<Path> files = Files.list(Path.of(Objects.requireNonNull(folder).toURI()))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource
  void prompt(Path input) throws IOException {
    new PromptFuzz().prompt(Files.readAllBytes(input));
  }

  @ParameterizedTest
  @MethodSource
  void evaluation(Path input) throws IOException {
    new EvaluationFuzz().evaluation(Files.readAllBytes(input));
  }

  @ParameterizedTest
  @MethodSource
  void documentation(Path input) throws IOException {
    new DocumentationFuzz().documentation(Files.readAllBytes(input));
  }
}

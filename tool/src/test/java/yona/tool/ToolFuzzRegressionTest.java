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

/** Replays what {@link ToolFuzz} has found, and the inputs that it starts from. */
class ToolFuzzRegressionTest {
  static List<Path> prompt() throws IOException, URISyntaxException {
    return inputs("prompt");
  }

  static List<Path> evaluation() throws IOException, URISyntaxException {
    return inputs("evaluation");
  }

  static List<Path> documentation() throws IOException, URISyntaxException {
    return inputs("documentation");
  }

  private static List<Path> inputs(String entry) throws IOException, URISyntaxException {
    var folder = ToolFuzz.class.getResource("ToolFuzzInputs/" + entry);
    try (Stream<Path> files = Files.list(Path.of(Objects.requireNonNull(folder).toURI()))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource
  void prompt(Path input) throws IOException {
    new ToolFuzz().prompt(Files.readAllBytes(input));
  }

  @ParameterizedTest
  @MethodSource
  void evaluation(Path input) throws IOException {
    new ToolFuzz().evaluation(Files.readAllBytes(input));
  }

  @ParameterizedTest
  @MethodSource
  void documentation(Path input) throws IOException {
    new ToolFuzz().documentation(Files.readAllBytes(input));
  }
}

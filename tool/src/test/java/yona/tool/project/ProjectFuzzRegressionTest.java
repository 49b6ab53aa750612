package yona.tool.project;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Replays what {@link ProjectFuzz} has found, and the inputs that it starts from. */
class ProjectFuzzRegressionTest {
  static List<Path> project() throws IOException, URISyntaxException {
    var folder = ProjectFuzz.class.getResource("ProjectFuzzInputs");
    try (Stream<Path> files = Files.list(Path.of(Objects.requireNonNull(folder).toURI()))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource
  void project(Path input) throws IOException {
    new ProjectFuzz().project(Files.readAllBytes(input));
  }
}

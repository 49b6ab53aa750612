package yona.sql;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Replays what {@link StatementFuzz} has found, and the inputs that it starts from. */
class StatementFuzzRegressionTest {

  static List<Path> scripts() throws IOException, URISyntaxException {
    var folder = StatementFuzz.class.getResource("StatementFuzzInputs");
    try (Stream<Path> files = Files.list(Path.of(Objects.requireNonNull(folder).toURI()))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource
  void scripts(Path input) throws IOException {
    new StatementFuzz().scripts(Files.readAllBytes(input));
  }
}

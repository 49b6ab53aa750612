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

/** Replays what {@link DatabaseUriFuzz} has found, and the inputs that it starts from. */
class DatabaseUriFuzzRegressionTest {

  static List<Path> uris() throws IOException, URISyntaxException {
    var folder = DatabaseUriFuzz.class.getResource("DatabaseUriFuzzInputs");
    try (Stream<Path> files = Files.list(Path.of(Objects.requireNonNull(folder).toURI()))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource
  void uris(Path input) throws IOException {
    new DatabaseUriFuzz().uris(Files.readAllBytes(input));
  }
}

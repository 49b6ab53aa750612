package yona.http;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Replays what {@link CookieFuzz} has found, and the inputs that it starts from. */
class CookieFuzzRegressionTest {

  static List<Path> cookies() throws IOException, URISyntaxException {
    var folder = CookieFuzz.class.getResource("CookieFuzzInputs");
    try (Stream<Path> files = Files.list(Path.of(Objects.requireNonNull(folder).toURI()))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource
  void cookies(Path input) throws IOException {
    new CookieFuzz().cookies(Files.readAllBytes(input));
  }
}

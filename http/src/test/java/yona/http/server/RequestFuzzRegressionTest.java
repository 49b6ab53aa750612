package yona.http.server;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Replays what {@link RequestFuzz} has found, and the inputs that it starts from. */
class RequestFuzzRegressionTest {

  static List<Path> requests() throws IOException, URISyntaxException {
    var folder = RequestFuzz.class.getResource("RequestFuzzInputs");
    try (Stream<Path> files = Files.list(Path.of(Objects.requireNonNull(folder).toURI()))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource
  void requests(Path input) throws IOException {
    new RequestFuzz().requests(Files.readAllBytes(input));
  }
}

package yona.redis.resp;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Replays what {@link RespFuzz} has found, and the inputs that it starts from. */
class RespFuzzRegressionTest {
  static List<Path> replies() throws IOException, URISyntaxException {
    var folder = RespFuzz.class.getResource("RespFuzzInputs");
    try (Stream<Path> files = Files.list(Path.of(Objects.requireNonNull(folder).toURI()))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource
  void replies(Path input) throws IOException {
    new RespFuzz().replies(Files.readAllBytes(input));
  }
}

package yona.http.events;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Replays what {@link EventsFuzz} has found, and the inputs that it starts from. */
class EventsFuzzRegressionTest {

  static List<Path> streams() throws IOException, URISyntaxException {
    var folder = EventsFuzz.class.getResource("EventsFuzzInputs");
    try (Stream<Path> files = Files.list(Path.of(Objects.requireNonNull(folder).toURI()))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource
  void streams(Path input) throws IOException {
    new EventsFuzz().streams(Files.readAllBytes(input));
  }
}

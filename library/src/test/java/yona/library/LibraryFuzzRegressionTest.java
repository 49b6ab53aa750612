package yona.library;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Replays what {@link LibraryFuzz} has found, and the inputs that it starts from. */
class LibraryFuzzRegressionTest {
  static List<Path> json() throws IOException, URISyntaxException {
    return inputs("json");
  }

  static List<Path> regex() throws IOException, URISyntaxException {
    return inputs("regex");
  }

  private static List<Path> inputs(String entry) throws IOException, URISyntaxException {
    var folder = LibraryFuzz.class.getResource("LibraryFuzzInputs/" + entry);
    try (Stream<Path> files = Files.list(Path.of(Objects.requireNonNull(folder).toURI()))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource
  void json(Path input) throws Exception {
    new LibraryFuzz().json(Files.readAllBytes(input));
  }

  @ParameterizedTest
  @MethodSource
  void regex(Path input) throws Exception {
    new LibraryFuzz().regex(Files.readAllBytes(input));
  }
}

package yona.http.form;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Replays what {@link FormFuzz} has found, and the inputs that it starts from. */
class FormFuzzRegressionTest {

  static List<Path> forms() throws IOException, URISyntaxException {
    var folder = FormFuzz.class.getResource("FormFuzzInputs");
    try (Stream<Path> files = Files.list(Path.of(Objects.requireNonNull(folder).toURI()))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource
  void forms(Path input) throws IOException {
    new FormFuzz().forms(Files.readAllBytes(input));
  }
}

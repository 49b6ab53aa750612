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

/** Replays what the searches of the library have found, and the inputs that they start from. */
class LibraryFuzzRegressionTest {
  static List<Path> csv() throws IOException, URISyntaxException {
    return inputs(CsvFuzz.class);
  }

  static List<Path> json() throws IOException, URISyntaxException {
    return inputs(JsonFuzz.class);
  }

  static List<Path> regex() throws IOException, URISyntaxException {
    return inputs(RegexFuzz.class);
  }

  static List<Path> toml() throws IOException, URISyntaxException {
    return inputs(TomlFuzz.class);
  }

  static List<Path> yaml() throws IOException, URISyntaxException {
    return inputs(YamlFuzz.class);
  }

  static List<Path> xml() throws IOException, URISyntaxException {
    return inputs(XmlFuzz.class);
  }

  static List<Path> tar() throws IOException, URISyntaxException {
    return inputs(TarFuzz.class);
  }

  static List<Path> zip() throws IOException, URISyntaxException {
    return inputs(ZipFuzz.class);
  }

  private static List<Path> inputs(Class<?> entry) throws IOException, URISyntaxException {
    var folder = entry.getResource(entry.getSimpleName() + "Inputs");
    try (Stream<Path> files = Files.list(Path.of(Objects.requireNonNull(folder).toURI()))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource
  void csv(Path input) throws Exception {
    new CsvFuzz().csv(Files.readAllBytes(input));
  }

  @ParameterizedTest
  @MethodSource
  void json(Path input) throws Exception {
    new JsonFuzz().json(Files.readAllBytes(input));
  }

  @ParameterizedTest
  @MethodSource
  void regex(Path input) throws Exception {
    new RegexFuzz().regex(Files.readAllBytes(input));
  }

  @ParameterizedTest
  @MethodSource
  void toml(Path input) throws Exception {
    new TomlFuzz().toml(Files.readAllBytes(input));
  }

  @ParameterizedTest
  @MethodSource
  void yaml(Path input) throws Exception {
    new YamlFuzz().yaml(Files.readAllBytes(input));
  }

  @ParameterizedTest
  @MethodSource
  void xml(Path input) throws Exception {
    new XmlFuzz().xml(Files.readAllBytes(input));
  }

  @ParameterizedTest
  @MethodSource
  void tar(Path input) throws Exception {
    new TarFuzz().tar(Files.readAllBytes(input));
  }

  @ParameterizedTest
  @MethodSource
  void zip(Path input) throws Exception {
    new ZipFuzz().zip(Files.readAllBytes(input));
  }
}

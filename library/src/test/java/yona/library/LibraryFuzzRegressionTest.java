package yona.library;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Replays what the searches of the library have found, and the inputs that they start from. */
class LibraryFuzzRegressionTest {
  /** The entry of a search. */
  @FunctionalInterface
  private interface Entry {
    void run(byte[] input) throws Exception;
  }

  @TestFactory
  List<DynamicTest> inputs() throws IOException, URISyntaxException {
    List<DynamicTest> tests = new ArrayList<>();
    add(tests, CsvFuzz.class, new CsvFuzz()::csv);
    add(tests, JsonFuzz.class, new JsonFuzz()::json);
    add(tests, RegexFuzz.class, new RegexFuzz()::regex);
    add(tests, TarFuzz.class, new TarFuzz()::tar);
    add(tests, TomlFuzz.class, new TomlFuzz()::toml);
    add(tests, XmlFuzz.class, new XmlFuzz()::xml);
    add(tests, YamlFuzz.class, new YamlFuzz()::yaml);
    add(tests, ZipFuzz.class, new ZipFuzz()::zip);
    return tests;
  }

  private static void add(List<DynamicTest> tests, Class<?> search, Entry entry)
      throws IOException, URISyntaxException {
    var folder = search.getResource(search.getSimpleName() + "Inputs");
    try (Stream<Path> files = Files.list(Path.of(Objects.requireNonNull(folder).toURI()))) {
      files
          .sorted()
          .forEach(
              file ->
                  tests.add(
                      DynamicTest.dynamicTest(
                          search.getSimpleName() + " " + file.getFileName(),
                          () -> entry.run(Files.readAllBytes(file)))));
    }
  }
}

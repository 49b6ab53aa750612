package yona.tool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every program in examples/ does what its comments say. */
@Tag("processes")
class ExamplesTest {
  @TempDir private static Path folder;
  @AutoClose private static ExampleRunner runner;

  @BeforeAll
  static void start() throws IOException {
    runner = new ExampleRunner(folder);
  }

  /** Its text is given: its result is in {@link FilesTogetherTest}. */
  private static final String WITHOUT_COMMENTS = "zip_files.yona";

  static List<String> examples() throws IOException {
    try (Stream<Path> top = Files.list(ExampleRunner.EXAMPLES);
        Stream<Path> formats = Files.list(ExampleRunner.EXAMPLES.resolve("formats"));
        Stream<Path> redis = Files.list(ExampleRunner.EXAMPLES.resolve("redis"));
        Stream<Path> tools = Files.list(ExampleRunner.EXAMPLES.resolve("tools"))) {
      return Stream.of(top, formats, redis, tools)
          .flatMap(files -> files)
          .map(file -> ExampleRunner.EXAMPLES.relativize(file).toString())
          .filter(name -> name.endsWith(".yona") && !name.equals(WITHOUT_COMMENTS))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void doesWhatItsCommentsSay(String name) throws IOException {
    String program = name.substring(0, name.length() - ".yona".length());
    runner.check(program, Files.readString(ExampleRunner.EXAMPLES.resolve(name)));
  }
}

package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every program in examples/ does what its comments say. */
class ExamplesTest {
  private static final Path EXAMPLES = Yona.ROOT.resolve("examples");

  /** Its text is given: its result is in {@link FilesTogetherTest}. */
  private static final String WITHOUT_COMMENTS = "zip_files.yona";

  static List<String> examples() throws IOException {
    try (Stream<Path> top = Files.list(EXAMPLES);
        Stream<Path> redis = Files.list(EXAMPLES.resolve("redis"))) {
      return Stream.concat(top, redis)
          .map(file -> EXAMPLES.relativize(file).toString())
          .filter(name -> name.endsWith(".yona") && !name.equals(WITHOUT_COMMENTS))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void doesWhatItsCommentsSay(String name) throws IOException {
    Expectation expectation = Expectation.of(Files.readString(EXAMPLES.resolve(name)));
    assertThat(expectation).as("comments that say what %s does", name).isNotNull();
    assertThat(Yona.command("run", "--dir", "examples", name).run().output())
        .isEqualTo(expectation.output());
  }
}

package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A Java program outside of the build uses the concurrency library, with the jar that users get.
 */
@Tag("processes")
class JavaExampleTest {
  private static final Path FOLDER = Yona.ROOT.resolve("examples/java");

  private static String library(String folder, String name) throws IOException {
    Path libraries = Yona.ROOT.resolve("tool/target/dist").resolve(folder);
    try (DirectoryStream<Path> found = Files.newDirectoryStream(libraries, name)) {
      return found.iterator().next().toString();
    }
  }

  @Test
  void runsOnTheClassPathAndOnTheModulePath() throws IOException {
    String run = FOLDER.resolve("run").toString();
    Yona command =
        Yona.process(
            run, library("lib", "yona-async-*.jar"), library("libraries", "jspecify-*.jar"));
    assertThat(command.with("JAVA_HOME", System.getProperty("java.home")).run().output())
        .isEqualTo(Files.readString(FOLDER.resolve("expected.txt")));
  }
}

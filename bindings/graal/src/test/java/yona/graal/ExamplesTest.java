package yona.graal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Examples and hosts in processes of their own, which print what they should and nothing else. */
@Tag("processes")
class ExamplesTest {
  private static final Path EXAMPLES = Jvm.root().resolve("examples/languages");

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"durations.yona", "pipeline.yona"})
  void aProgramGivesWhatItSays(String name) throws Exception {
    String expected =
        Files.readAllLines(EXAMPLES.resolve(name)).stream()
            .filter(line -> line.startsWith("# => "))
            .map(line -> line.substring(5) + "\n")
            .findFirst()
            .orElseThrow();
    assertThat(Jvm.onClassPath(EXAMPLES, ProgramMain.class.getName(), name)).isEqualTo(expected);
  }

  @Test
  void aJavaProgramEvaluatesYonaAndJavaScript() throws Exception {
    assertThat(Jvm.onClassPath(EXAMPLES, "SideBySide.java"))
        .isEqualTo("(2)[357, 595]\n[\"TEA\", \"MATE\"]\n");
  }

  @Test
  void aHostOnTheModulePath() throws Exception {
    Path sources = Files.createDirectories(folder.resolve("sources/host"));
    Path module =
        Files.writeString(
            folder.resolve("sources/module-info.java"),
            "module host { requires org.graalvm.polyglot; requires yona.graal; }\n");
    Path host =
        Files.writeString(
            sources.resolve("Host.java"),
            """
            package host;
            public class Host {
              public static void main(String[] arguments) {
                try (var context = org.graalvm.polyglot.Context.create()) {
                  System.out.println(context.eval("yona", "5 + 3"));
                }
              }
            }
            """);
    Path out = folder.resolve("out");
    int status =
        java.util.spi.ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                System.out,
                System.err,
                "-d",
                out.toString(),
                "-p",
                System.getProperty("java.class.path"),
                module.toString(),
                host.toString());
    assertThat(status).isZero();
    assertThat(Jvm.onModulePath(folder, out, "host/host.Host")).isEqualTo("8\n");
  }
}

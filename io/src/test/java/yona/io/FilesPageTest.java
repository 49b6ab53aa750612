package yona.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The programs of the page "Files from Java" print what the page says. */
@Tag("slow")
class FilesPageTest {

  private static final Pattern PROGRAM =
      Pattern.compile("```java\n(.*?)```\n\n```text\n(.*?)```\n", Pattern.DOTALL);

  @TempDir Path folder;

  static List<MatchResult> programs() throws Exception {
    String page = Files.readString(Path.of("..", "docs", "io", "files.md"));
    List<MatchResult> programs = PROGRAM.matcher(page).results().toList();
    assertThat(programs).hasSize(page.split("```java\n", -1).length - 1).isNotEmpty();
    return programs;
  }

  @ParameterizedTest
  @MethodSource("programs")
  void aProgramPrintsWhatThePageSays(MatchResult program) throws Exception {
    Path source = Files.writeString(folder.resolve("Example.java"), program.group(1));
    List<String> command = new ArrayList<>(ChildJvm.command(FilesPageTest.class));
    command.set(command.size() - 1, source.toString());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(output).isEqualTo(program.group(2));
    assertThat(process.waitFor()).isZero();
  }
}

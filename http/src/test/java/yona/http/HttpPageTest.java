package yona.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import yona.testrun.PageProgram;

/** The programs of the page "HTTP from Java" print what the page says. */
@Tag("slow")
class HttpPageTest {

  @TempDir Path folder;

  static List<PageProgram> programs() throws IOException {
    return PageProgram.of(Path.of("..", "docs", "http", "README.md"));
  }

  @ParameterizedTest
  @MethodSource("programs")
  void aProgramPrintsWhatThePageSays(PageProgram program) throws Exception {
    assertThat(program.run(folder)).isEqualTo(program.output());
  }
}

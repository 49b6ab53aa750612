package yona.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import yona.testrun.PageProgram;

/** The programs of the page "Databases from Java" print what the page says. */
@Tag("processes")
class SqlPageTest {

  @TempDir Path folder;

  static List<PageProgram> programs() throws IOException {
    return PageProgram.of(Path.of("..", "docs", "sql", "README.md"));
  }

  @ParameterizedTest
  @MethodSource("programs")
  void aProgramPrintsWhatThePageSays(PageProgram program) throws Exception {
    assertThat(program.run(folder)).isEqualTo(program.output());
  }
}

package yona.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import yona.testrun.FuzzSearch;

/**
 * Searches for scripts that crash or hang what cuts them into statements, or are cut in another way
 * the second time; and for texts that are taken for one statement that only reads and are not one.
 * {@link StatementFuzzRegressionTest} replays what it found.
 */
@FuzzSearch
class StatementFuzz {

  /** The first byte says for which database. */
  @FuzzTest
  void scripts(byte[] content) {
    if (content.length == 0) {
      return;
    }
    Dialect[] dialects = Dialect.values();
    Dialect dialect = dialects[(content[0] & 0xff) % dialects.length];
    String script =
        new String(Arrays.copyOfRange(content, 1, content.length), StandardCharsets.UTF_8);
    check(script, dialect);
    if (PureSelect.numbered(script, List.of()) != null) {
      assertThat(StatementSplitter.split(script, Dialect.POSTGRESQL))
          .containsExactly(new StatementSplitter.Part(script.strip(), lineOfStart(script)));
      assertThat(script.strip()).startsWithIgnoringCase("select");
    }
  }

  private static int lineOfStart(String script) {
    String before = script.substring(0, script.indexOf(script.strip()));
    return 1 + (int) before.chars().filter(each -> each == '\n').count();
  }

  private static void check(String script, Dialect dialect) {
    List<StatementSplitter.Part> parts;
    try {
      parts = StatementSplitter.split(script, dialect);
    } catch (IllegalArgumentException _) {
      return;
    }
    int at = 0;
    for (StatementSplitter.Part part : parts) {
      int found = script.indexOf(part.text(), at);
      assertThat(found).isNotNegative();
      at = found + part.text().length();
      assertThat(part.text()).isNotBlank();
      assertThat(StatementSplitter.split(part.text(), dialect))
          .containsExactly(new StatementSplitter.Part(part.text(), 1));
    }
  }
}

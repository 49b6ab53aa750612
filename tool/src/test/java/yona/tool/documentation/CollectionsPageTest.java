package yona.tool.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import yona.language.embedding.Engine;

/**
 * The tables of docs/collections.md: each line names functions that exist, or expressions that give
 * what it says.
 */
final class CollectionsPageTest {
  private static final Path PAGE =
      Path.of("").toAbsolutePath().getParent().resolve("docs/collections.md");

  private static final Engine ENGINE = Engine.create();
  private static final Pattern FUNCTION =
      Pattern.compile("\\[`(\\w+)::(\\w+)`]\\(library/(\\w+)\\.md#(\\w+)\\)");
  private static final Pattern EXPRESSION = Pattern.compile("`([^`]+)` gives `([^`]+)`");
  private static final Pattern BAR = Pattern.compile("(?<!\\\\)\\|");

  /** A line of a table: names of another language, and what Yona has. */
  record Line(String names, String ours) {}

  /** An expression, and what it gives. */
  record Example(String expression, String result) {}

  private static List<Line> lines() throws IOException {
    List<Line> lines = new ArrayList<>();
    for (String line : Files.readAllLines(PAGE)) {
      if (line.startsWith("| `") && !line.endsWith("| Yona |")) {
        String[] cells = BAR.split(line, -1);
        assertThat(cells).as(line).hasSize(4);
        lines.add(new Line(cells[1].strip(), cells[2].strip().replace("\\|", "|")));
      }
    }
    assertThat(lines).hasSizeGreaterThan(250);
    return lines;
  }

  static List<Example> examples() throws IOException {
    return lines().stream()
        .flatMap(line -> EXPRESSION.matcher(line.ours).results())
        .map(found -> new Example(found.group(1), found.group(2)))
        .toList();
  }

  @Test
  void everyFunctionThatIsNamedExists() throws IOException, InterruptedException {
    for (Line line : lines()) {
      for (MatchResult found : FUNCTION.matcher(line.ours).results().toList()) {
        assertThat(found.group(3) + "::" + found.group(4))
            .as("%s leads to", found.group())
            .isEqualTo(found.group(1) + "::" + found.group(2));
        String exported = ":%s in Types::exports %s".formatted(found.group(2), found.group(1));
        assertThat(ENGINE.evaluate(exported).source()).as(found.group()).isEqualTo("true");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void anExpressionGivesWhatThePageSays(Example example) throws InterruptedException {
    assertThat(ENGINE.evaluate(example.expression).source()).isEqualTo(example.result);
  }

  @Test
  void everyLineNamesAFunctionOrAnExpression() throws IOException {
    for (Line line : lines()) {
      String without = FUNCTION.matcher(line.ours).replaceAll("");
      without = EXPRESSION.matcher(without).replaceAll("");
      assertThat(without).as(line.names).isNotEqualTo(line.ours).doesNotContain("`");
    }
  }
}

package yona.tool.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code ...} stands for in the lines that a program is to write to standard error. */
final class OutcomeTest {
  private static boolean matches(String expected, String got) {
    return Outcome.matches(lines(expected), lines(got));
  }

  private static List<String> lines(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split("/"));
  }

  @ParameterizedTest
  @CsvSource({
    "'', ''",
    "a.b(), a.b()",
    "..., one",
    "..., one/two/three",
    ".../two, one/two",
    "one/..., one/two/three",
    "one/.../three, one/two/two/three",
    "a...c, abc",
    "a...c, ac",
    "a...c/..., ac/d",
    "...b...: [x], abc: [x]"
  })
  void linesAreAsExpected(String expected, String got) {
    assertThat(matches(expected, got)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "'', a",
    "a, ''",
    "..., ''",
    "a, b",
    "a, a/b",
    "a.b, aXb",
    "one/..., one",
    "one/..., two/three",
    "one/.../three, one/three",
    "one/.../three, one/two/four",
    "a...c, a/c",
    "a...c, abcd"
  })
  void otherLinesAreNot(String expected, String got) {
    assertThat(matches(expected, got)).isFalse();
  }
}

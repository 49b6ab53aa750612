package yona.language.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import yona.language.diagnostics.DiagnosticPrinter;

/**
 * Programs with errors against what is reported. The files in {@code errors} hold a program each,
 * and after a line of four dashes the report.
 */
class ErrorRecoveryTest {
  static Stream<String> programs() {
    return Programs.list("errors", ".txt").stream();
  }

  @ParameterizedTest
  @MethodSource("programs")
  void report(String file) {
    String[] parts = Programs.resource("errors/" + file).split("(?m)^----\n", 2);
    ParseResult result = Programs.parse(parts[0]);
    assertThat(DiagnosticPrinter.print(result.diagnostics(), false)).isEqualTo(parts[1]);
  }

  @Test
  void severalErrorsAreSortedByPosition() {
    ParseResult result = Programs.parse("do\n a = $\n b = )\n c = [1 2]\n d = '' end");
    assertThat(result.diagnostics()).hasSizeGreaterThanOrEqualTo(4);
    assertThat(result.diagnostics())
        .isSortedAccordingTo(Comparator.comparingInt(d -> d.range().start()));
  }

  @Test
  void whatIsRightAroundAnErrorIsInTheTree() {
    ParseResult result = Programs.parse("do\n a = 1\n b = = 2\n c = 3\n end");
    assertThat(TreePrinter.print(result.program()))
        .isEqualTo("(Do [(Alias a 1) (Alias b (Missing)) (Alias c 3)])");
    assertThat(result.hasErrors()).isTrue();
  }

  @Test
  void oneErrorIsReportedOnce() {
    for (String program :
        List.of(
            "let a = (1 + 2\n b = 3\nin a",
            "case x of\n 1 -> (2\n 3 -> 4\nend",
            "f (a, ) b",
            "do\n let = 1\n b end",
            "module A exports f as\n f x -> 1\n g = 2\nend",
            "if a then b",
            "\"abc",
            "[1, 2",
            "(1]",
            "do a",
            "case x of end",
            "let in 1",
            "import in 1",
            "a +",
            "",
            "# only a comment",
            "f let a = 1 in a")) {
      assertThat(Programs.codes(program))
          .as(program)
          .hasSizeBetween(1, program.equals("(1]") ? 2 : 1);
    }
  }

  @Test
  void aPipeAfterALambdaIsWarnedOf() {
    assertThat(Programs.codes("xs |> map \\x -> x + 1\n |> sum")).containsExactly("Y6001");
    assertThat(Programs.codes("let f = \\x -> x\n |> g in f")).containsExactly("Y6001");
    assertThat(Programs.codes("(f \\x -> x\n |> g)")).containsExactly("Y6001");
    for (String fine :
        Arrays.asList(
            "xs |> map (\\x -> x + 1)\n |> sum",
            "xs |> map \\x -> x |> sum",
            "(\\x -> x\n |> g)",
            "\\x -> (x\n |> g)",
            "\\x -> [x\n |> g]",
            "\\x -> do x\n |> g\n end",
            "f x\n |> g")) {
      assertThat(Programs.codes(fine)).as(fine).isEmpty();
    }
  }
}

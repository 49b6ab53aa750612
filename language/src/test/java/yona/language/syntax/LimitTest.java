package yona.language.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs may nest deeply. Beyond the limit the parser reports an error, and of garbage it reports
 * a bounded number.
 */
@Tag("slow")
class LimitTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "( ~ )",
        "[ ~ ]",
        "{ ~ }",
        "f ( ~ )",
        "`\"{` ~ `}\"`",
        "! ~ ``",
        "`- ` ~ ``",
        "`\\x -> ` ~ ``",
        "`let a = 1 in ` ~ ``",
        "`let a = ` ~ ` in a`",
        "`if a then ` ~ ` else b`",
        "`case x of a -> ` ~ ` end`",
        "`do ` ~ ` end`",
        "`try ` ~ ` catch _ -> a end`",
        "`with a as b ` ~ ` end`",
        "`module A exports f as f = ` ~ ` end`",
        "`import A in ` ~ ``",
        "`[a | b <- ` ~ ]",
        "P(x= ~ )",
        "`1 |> 2 <| 3 || 4 && 5 == 6 | 7 ^ 8 & 9 ++ 1 |- 1 -| 1 << 1 + 1 * 1 ** f (` ~ )"
      })
  void nesting(String open, String close) {
    assertThat(Programs.codes(open.repeat(10_000) + "1" + close.repeat(10_000))).isEmpty();
    assertThat(Programs.codes(open.repeat(200_000) + "1" + close.repeat(200_000)))
        .containsExactly("Y2006");
    assertThat(Programs.codes(open.repeat(200_000))).isNotEmpty();
  }

  @Test
  void nestedPatterns() {
    assertThat(Programs.codes("\\" + "(".repeat(10_000) + "a" + ")".repeat(10_000) + " -> 1"))
        .isEmpty();
    assertThat(Programs.codes("\\" + "[".repeat(200_000) + "]".repeat(200_000) + " -> 1"))
        .containsExactly("Y2006");
  }

  @Test
  void aCallerWithASmallStackGetsTheTreeOrTheError() throws InterruptedException {
    List<List<String>> codes = new ArrayList<>();
    Thread small =
        new Thread(
            null,
            () -> {
              codes.add(Programs.codes("(".repeat(9_000) + "1" + ")".repeat(9_000)));
              codes.add(Programs.codes("(".repeat(90_000) + "1" + ")".repeat(90_000)));
            },
            "small",
            256 << 10);
    small.start();
    small.join();
    assertThat(codes).containsExactly(List.of(), List.of("Y2006"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ")",
        "]",
        "}",
        "end ",
        "([{",
        "\"",
        "'",
        "$ ",
        "a\\",
        "::",
        ":",
        ".",
        "..",
        "| ",
        "\\",
        "@ ",
        "`",
        "in ",
        "-> ",
        "let ",
        "do f x = )\n",
        "0x",
        "1_",
        "# ",
        "a@",
        "\"{",
        "P(",
        "\n| ",
        "; "
      })
  void garbageIsReportedAndBounded(String piece) {
    ParseResult result = Programs.parse("do\n" + piece.repeat(100_000));
    assertThat(result.diagnostics()).isNotEmpty();
    assertThat(Programs.messages(result)).hasSizeLessThanOrEqualTo(Parser.MAXIMUM_ERRORS);
  }
}

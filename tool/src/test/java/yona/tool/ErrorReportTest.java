package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.data.Unit;
import yona.language.diagnostics.Source;
import yona.language.runtime.YonaError;

/** The report of an uncaught error, from the triple that the error is. */
@Tag("processes")
class ErrorReportTest {
  private static final Source MAIN =
      Source.of("shop.yona", "let\n    share = \\total people -> total / people\nin share 1 0\n");

  private final List<Object> frames = new ArrayList<>();

  private ErrorReportTest at(String file, String function, long line, long column) {
    frames.add(Tuple.of(Seq.text(file), Seq.text(function), line, column));
    return this;
  }

  private String report(String symbol, String message, boolean colour) {
    Tuple triple =
        Tuple.of(Symbol.of(symbol), Seq.text(message), Seq.of(frames.toArray(Object[]::new)));
    return ErrorReport.of(
        "error", YonaError.fromTriple(triple), new Sources(List.of(MAIN), List.of()), colour);
  }

  @Test
  void theErrorsOfOtherMembersOfAGroupAreShownBelow() {
    String program =
        """
        let
            begun = Channel::channel 1
            first = do Channel::receive begun; raise :first "one" end
            second = try do Channel::send begun 1; never end catch _ -> raise :second "two" end
        in
            (first, second)
        """;
    assertThat(Yona.evaluate(program).failure())
        .startsWith("error: :first: one\n")
        .contains("error beside it: :second: two\n")
        .doesNotContain("background");
  }

  @Test
  void showsTheInnermostPlaceWhoseTextIsThere() {
    assertThat(
            at("Seq.yona", "Seq::each", 7, 9)
                .at("shop.yona", "share", 2, 30)
                .at("shop.yona", "$main", 3, 4)
                .report("badarith", "expected a divisor other than 0, found 1 / 0", false))
        .isEqualTo(
            """
            error: :badarith: expected a divisor other than 0, found 1 / 0
              --> shop.yona:2:30
               |
             2 |     share = \\total people -> total / people
               |                              ^^^^^
            stack trace, innermost first:
              Seq::each  Seq.yona:7:9
              share      shop.yona:2:30
              $main      shop.yona:3:4
            """);
  }

  @Test
  void withoutAMessageAndATraceThereIsJustTheSymbol() {
    assertThat(report("gone", "", false)).isEqualTo("error: :gone\n");
  }

  @Test
  void aPlaceWithoutColumnMarksTheLine() {
    frames.add(Tuple.of(Seq.text("shop.yona"), Seq.text("share"), 2L, Unit.UNIT));
    assertThat(report("x", "m", false))
        .contains(
            "   |     " + "^".repeat("share = \\total people -> total / people".length()) + "\n")
        .endsWith("  share  shop.yona:2\n");
  }

  @Test
  void aPlaceThatTheTextDoesNotHaveIsOnlyInTheTrace() {
    assertThat(at("shop.yona", "share", 99, 1).report("x", "m", false))
        .isEqualTo("error: :x: m\nstack trace, innermost first:\n  share  shop.yona:99:1\n");
    frames.clear();
    assertThat(at("shop.yona", "share", 3, 999).report("x", "m", false)).contains("shop.yona:3:");
  }

  @Test
  void aRecursionIsOneLine() {
    for (int i = 0; i < 100; i++) {
      at("shop.yona", "share", 2, 30);
    }
    assertThat(at("shop.yona", "$main", 3, 4).report("stackoverflow", "too deep", false))
        .endsWith("  share  shop.yona:2:30 (100 times)\n  $main  shop.yona:3:4\n");
  }

  @Test
  void aLongTraceIsCutInTheMiddle() {
    for (int i = 1; i <= 100; i++) {
      at("other.yona", "f" + i, i, 1);
    }
    List<String> lines = report("x", "m", false).lines().toList();
    assertThat(lines).hasSize(2 + 20 + 1 + 8);
    assertThat(lines.get(2 + 20)).isEqualTo("  ... 72 more ...");
    assertThat(lines.getLast()).startsWith("  f100");
  }

  @Test
  void nothingSteersTheTerminal() {
    String report = at("a\u001b[2Jb", "f\u0007", 1, 1).report("x", "red\u001b[31m\nline", false);
    assertThat(report)
        .startsWith("error: :x: red\uFFFD[31m\nline\n")
        .doesNotContain("\u001b", "\u0007");
  }

  @Test
  void coloursTheHeadAndTheMarker() {
    assertThat(at("shop.yona", "share", 2, 30).report("x", "m", true))
        .startsWith("\u001b[1;31merror\u001b[0m: \u001b[1m:x: m\u001b[0m\n")
        .contains("^^^^^\u001b[0m");
  }
}

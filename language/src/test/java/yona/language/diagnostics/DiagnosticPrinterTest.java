package yona.language.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DiagnosticPrinterTest {
  private static String marked(String text, int start, int end) {
    String[] lines =
        Excerpt.render(Source.of("s.yona", text), new Range(start, end), false).split("\n");
    assertThat(lines).hasSize(4);
    return lines[2].substring(4).replaceFirst("^ ", "") + "\n" + lines[3].substring(5);
  }

  @Test
  void aReportHasTitlePlaceLineMarkerMessageNotesAndHint() {
    Source source = Source.of("shop.yona", "let\n  a = (1\nin a");
    Diagnostic diagnostic =
        Diagnostic.error(
                Code.UNCLOSED_BRACKET, source, new Range(10, 11), "Expected `)`, found none")
            .withNote(new Range(0, 3), "in this `let`")
            .withHint("Add it");
    assertThat(DiagnosticPrinter.print(diagnostic, false))
        .isEqualTo(
            """
            error Y2003: Bracket not closed
              --> shop.yona:2:7
               |
             2 |   a = (1
               |       ^
              Expected `)`, found none.
            note: in this `let`.
              --> shop.yona:1:1
               |
             1 | let
               | ^^^
            hint: Add it
            """);
  }

  @Test
  void coloursAreOptional() {
    Source source = Source.of("s", "a");
    Diagnostic error = Diagnostic.error(Code.UNEXPECTED_TOKEN, source, new Range(0, 1), "m");
    String coloured = DiagnosticPrinter.print(List.of(error), true);
    String plain = DiagnosticPrinter.print(List.of(error), false);
    assertThat(coloured).contains("\u001B[");
    assertThat(plain)
        .doesNotContain("\u001B")
        .endsWith("1 error; `yona explain Y2001` tells more\n");
    assertThat(coloured.replaceAll("\u001B\\[[0-9;]*m", "")).isEqualTo(plain);
  }

  @Test
  void warningsAreNotCounted() {
    Source source = Source.of("s", "a");
    Diagnostic warning = Diagnostic.warning(Code.PIPE_IN_LAMBDA, source, new Range(0, 1), "m");
    assertThat(DiagnosticPrinter.print(List.of(warning), false))
        .startsWith("warning Y6001")
        .doesNotContain("explain");
  }

  @Test
  void theMarkerStandsUnderWideCombiningAndTabCharacters() {
    assertThat(marked("あい x", 3, 4)).isEqualTo("あい x\n     ^");
    assertThat(marked("あいx", 0, 2)).isEqualTo("あいx\n^^^^");
    assertThat(marked("e\u0301 x", 3, 4)).isEqualTo("e\u0301 x\n  ^");
    assertThat(marked("a\tx", 2, 3)).isEqualTo("a   x\n    ^");
    assertThat(marked("\uD83D\uDE00x", 2, 3)).isEqualTo("\uD83D\uDE00x\n  ^");
  }

  @Test
  void passwordsOfUrisAreNotShown() {
    Source source = Source.of("s", "a \"redis://:se{cret@h\" \"x://ada:geheim@h/ada:b@c\" 1");
    assertThat(Excerpt.render(source, new Range(0, 1), false))
        .contains("1 | a \"redis://:se{cret@h\" \"x://ada:******@h/ada:b@c\" 1\n");
  }

  @Test
  void anEmptyPlaceHasAMarkerToo() {
    assertThat(marked("ab", 2, 2)).isEqualTo("ab\n  ^");
    assertThat(marked("ab\n", 3, 3)).isEqualTo("\n^");
    assertThat(marked("", 0, 0)).isEqualTo("\n^");
    assertThat(marked("ab", 1, 1)).isEqualTo("ab\n ^");
    assertThat(marked("ab", 99, 120)).isEqualTo("ab\n  ^");
  }

  @Test
  void aPlaceOverSeveralLinesIsMarkedOnTheFirst() {
    assertThat(marked("ab\ncd", 1, 5)).isEqualTo("ab\n ^");
  }

  @Test
  void aLongLineIsCutAroundTheMarker() {
    String line = "a".repeat(1000) + "X" + "b".repeat(1000);
    String[] shown = marked(line, 1000, 1001).split("\n", -1);
    assertThat(shown[0]).hasSizeLessThan(130).startsWith("...a").endsWith("b...").contains("X");
    assertThat(shown[1].indexOf('^')).isEqualTo(shown[0].indexOf('X'));
    assertThat(marked(line, 0, 2001).split("\n", -1)[1]).hasSizeLessThan(130);
  }

  @Test
  void controlCharactersNeverReachTheTerminal() {
    Source source = Source.of("s\u001B[2J", "\u001B[31m\u202Ea\u0007");
    Diagnostic error =
        Diagnostic.error(Code.UNEXPECTED_CHARACTER, source, new Range(0, 1), "found \u001B");
    assertThat(DiagnosticPrinter.print(error.withHint("\u0007"), false))
        .doesNotContain("\u001B", "\u202E", "\u0007");
  }
}

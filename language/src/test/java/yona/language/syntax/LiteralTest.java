package yona.language.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.language.diagnostics.Range;

/** Literals whose text is wrong, and the values at the edges (D3 to D7). */
class LiteralTest {
  @ParameterizedTest
  @CsvSource({
    "1x, Y1008",
    "1e, Y1008",
    "1_, Y1008",
    "1__0, Y1008",
    "0x, Y1008",
    "0x_1, Y1008",
    "0xfg, Y1008",
    "1.5f, Y1008",
    "1.5b, Y1008",
    "1b2, Y1008",
    "9223372036854775808, Y1009",
    "-9223372036854775809, Y1009",
    "- 9223372036854775808, Y1009",
    "0x8000000000000000, Y1009",
    "0x1_0000_0000_0000_0000, Y1009",
    "256b, Y1010",
    "-129b, Y1010",
    "1e309, Y1011",
    "-1e309, Y1011"
  })
  void numbers(String program, String code) {
    assertThat(Programs.codes(program)).containsExactly(code);
  }

  @Test
  void theSmallestIntCanBeWritten() {
    assertThat(Programs.tree("-9223372036854775808")).isEqualTo("-9223372036854775808");
    assertThat(Programs.tree("-0x8000000000000000")).isEqualTo("-9223372036854775808");
    assertThat(Programs.tree("1e-400")).isEqualTo("0.0");
    assertThat(Programs.tree("-0f")).isEqualTo("-0.0");
  }

  @Test
  void aBigOfManyDigitsIsExact() {
    String digits = "1234567890".repeat(2001) + "7";
    Tree program = Programs.parse("-" + digits + "n").program();
    assertThat(program).isInstanceOf(Tree.BigLiteral.class);
    assertThat(((Tree.BigLiteral) program).value()).isEqualTo(new BigInteger("-" + digits));
  }

  @ParameterizedTest
  @ValueSource(strings = {"''", "'ab'", "'", "'a", "'''", "'\\'", "'\\nn'"})
  void characters(String program) {
    assertThat(Programs.codes(program)).contains("Y1005");
  }

  @ParameterizedTest
  @CsvSource({
    "\\q, Y1006",
    "\\{, Y1006",
    "\\x, Y1007",
    "\\xg, Y1007",
    "\\u123, Y1007",
    "\\uD800, Y1007",
    "\\U0000DFFF, Y1007",
    "\\U00110000, Y1007",
    "\\UFFFFFFFF, Y1007"
  })
  void escapes(String escape, String code) {
    assertThat(Programs.codes("\"" + escape + "\"")).containsExactly(code);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"",
        "\"abc",
        "\"{",
        "\"{\"",
        "f \"a{b} c",
        "\"\\",
        "\"\"\"",
        "\"\"\"a\"\"",
        "\"{\"\"\"}\""
      })
  void unterminatedStrings(String program) {
    assertThat(Programs.codes(program)).hasSize(1).containsAnyOf("Y1004", "Y2003");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "\\n{b}}}",
        "\"",
        "\"\"",
        "a\"",
        "a\"\"\"",
        "\"\"b",
        "\n # c\r\n",
        "{{}}",
        "😀\\"
      })
  void rawTextsAreWhatStandsThere(String text) {
    ParseResult result = Programs.parse("\"\"\"" + text + "\"\"\"");
    assertThat(result.diagnostics()).isEmpty();
    Tree.StringLiteral literal = (Tree.StringLiteral) result.program();
    StringBuilder value = new StringBuilder();
    literal.parts().forEach(part -> value.append(((Tree.Text) part).value()));
    assertThat(value).hasToString(text);
    assertThat(literal.range().end()).isEqualTo(text.length() + 6);
  }

  @Test
  void aRawTextEndsAtTheFirstThreeQuotes() {
    assertThat(Programs.tree("(\"\"\"a\"\"\", \"\"\"b\"\"\")"))
        .isEqualTo(Programs.tree("(\"a\", \"b\")"));
    assertThat(Programs.codes("\"\"\"\uD83D\"\"\"")).containsExactly("Y1003");
    ParseResult result = Programs.parse("f \"\"\"a\n\nb\"\"");
    assertThat(result.diagnostics()).hasSize(1);
    assertThat(result.diagnostics().getFirst().range()).isEqualTo(new Range(2, 5));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"{}\"", "\"a{ }b\"", "\"{ # c\n }\""})
  void anEmptyInterpolationSuggestsBraces(String program) {
    ParseResult result = Programs.parse(program);
    assertThat(Programs.codes(program)).containsExactly("Y1013");
    assertThat(result.diagnostics().getFirst().hint()).contains("{{}}");
  }

  @Test
  void anErrorInAnInterpolationHasItsOwnPlace() {
    ParseResult result = Programs.parse("\"ab {1 +} cd\"");
    assertThat(result.diagnostics().getFirst().range().start()).isEqualTo(8);
  }

  @ParameterizedTest
  @CsvSource({": a, Y1012", ":, Y1012", ":1, Y1012", ":_, Y1012", "__, Y1014", "é, Y1014"})
  void symbolsAndNames(String program, String code) {
    assertThat(Programs.codes(program)).startsWith(code);
  }

  @Test
  void unexpectedCharacters() {
    assertThat(Programs.codes("a $ b ? c")).containsExactly("Y1003", "Y1003");
    assertThat(Programs.codes("a\u200Bb")).startsWith("Y1003");
    assertThat(Programs.codes("a\0")).containsExactly("Y1003");
    assertThat(Programs.codes("\"\uD83D\"")).containsExactly("Y1003");
    assertThat(Programs.codes("a \uFEFF")).containsExactly("Y1003");
  }

  @Test
  void aModuleNameHasNoWhiteSpace() {
    assertThat(Programs.tree("f\\X -> 1".replace("f", "f ")))
        .isEqualTo("(Call f [(Lambda [(RecordPattern X [])] 1)])");
    ParseResult result = Programs.parse("http \\Client");
    assertThat(result.diagnostics().getFirst().hint()).contains("white space");
  }

  @Test
  void keywordsAreNamesAfterDoubleColonsAndInPackages() {
    for (String keyword :
        List.of(
            "as", "case", "catch", "do", "else", "end", "exports", "false", "from", "if", "import",
            "in", "let", "module", "of", "raise", "record", "then", "true", "try", "with")) {
      assertThat(Programs.tree("m::" + keyword)).isEqualTo("(Member m " + keyword + ")");
      assertThat(Programs.tree(keyword + "\\M")).isEqualTo(keyword + "\\M");
      assertThat(Programs.tree(":" + keyword)).isEqualTo(":" + keyword);
      if (!keyword.equals("true") && !keyword.equals("false")) {
        assertThat(Programs.codes("let " + keyword + " = 1 in 1")).startsWith("Y2009");
      }
      assertThat(Programs.codes("p." + keyword)).startsWith("Y2009");
    }
  }
}

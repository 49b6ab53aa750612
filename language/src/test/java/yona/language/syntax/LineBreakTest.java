package yona.language.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where line breaks are ignored, where they separate, and where they are errors (D1, D2). */
class LineBreakTest {
  private static void same(String broken, String whole) {
    assertThat(Programs.tree(broken)).isEqualTo(Programs.tree(whole));
  }

  private static void isError(String program) {
    assertThat(Programs.codes(program)).as(program).isNotEmpty();
  }

  // Rule 1

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(f¶a¶b¶)",
        "[¶f¶a¶,¶b¶]",
        "{¶a¶=¶b¶,¶c¶=¶d¶}",
        "{¶a¶-¶b¶|¶c¶}",
        "\"{¶f¶a¶,¶4¶}\"",
        "[¶a¶|¶a¶<-¶f¶a¶,¶b¶<-¶c¶if¶d¶]",
        "p(¶x¶=¶f¶a¶)",
        "(case¶x¶of¶(a,¶b)¶->¶1¶end)",
        "(m¶::¶f¶)",
        "(p¶.¶f¶)",
        "\\(a¶,¶b)¶->¶1",
        "(module¶A¶exports¶f¶,¶g¶as¶end)"
      })
  void ignoredInBrackets(String program) {
    same(program.replace('¶', '\n'), program.replace('¶', ' '));
  }

  @Test
  void aListInBracketsHasItsOwnSeparators() {
    same("(do a\n b\n end)", "(do a; b end)");
    same("[let a = 1\n b = 2 in a\n + b]", "[let a = 1, b = 2 in a + b]");
    same("(case x of 1 -> f\n a -> b end)", "(case x of 1 -> f; a -> b end)");
    same("\"{do a\n b end}\"", "\"{do a; b end}\"");
    same("do (f\n a)\n b end", "do (f a); b end");
  }

  // Rule 2

  @ParameterizedTest
  @ValueSource(
      strings = {
        "!¶a",
        "~¶a",
        "-¶a",
        "\\¶x -> x",
        "\\x ->¶x",
        "m::¶f",
        "p.¶f",
        "a `¶f`¶b",
        "let¶a =¶1,¶b = 2 in¶a",
        "if¶a then¶b else¶c",
        "case¶x of¶1 ->¶2 end",
        "do¶a end",
        "try¶a catch¶b ->¶c end",
        "import¶a as¶b from¶M in¶c",
        "module¶A exports¶f,¶g as¶record¶R =¶(x) end",
        "raise¶:a \"b\"",
        "with¶a as¶b c end",
        "with daemon¶a as b c end",
        "case x of a@¶(b) -> 1 end",
        "case x of a -|¶b -> 1 end",
        "case x of a |¶b -> 1 end"
      })
  void ignoredAfterWhatCannotEnd(String program) {
    same(program.replace('¶', '\n'), program.replace('¶', ' '));
  }

  @ParameterizedTest
  @EnumSource
  void ignoredAfterAnOperator(Operator operator) {
    same("a " + operator.text() + "\nb", "a " + operator.text() + " b");
  }

  // Rule 3

  /** Of two the sign may begin an expression, or another generator. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"SUBTRACT", "BIT_OR"})
  void ignoredBeforeAnOperator(Operator operator) {
    same("a\n" + operator.text() + " b", "a " + operator.text() + " b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a¶`f¶` b",
        "\\x¶-> x",
        "let a¶= 1¶, b = 2¶in a",
        "if a¶then b¶else c",
        "case x¶of 1¶-> 2¶end",
        "do a¶end",
        "try a¶catch b¶-> c¶end",
        "import a¶as b¶from M¶in c",
        "module A¶exports f¶, g¶as f x¶= 1¶end",
        "with a¶as b c¶end"
      })
  void ignoredBeforeWhatCannotStart(String program) {
    same(program.replace('¶', '\n'), program.replace('¶', ' '));
  }

  // Rule 4

  @Test
  void ignoredAroundProgramsAndLists() {
    same("\n\n a \n\n", "a");
    same("do\n\n a\n\n b\n\n end", "do a; b end");
    same("let\n a = 1\n\n in a", "let a = 1 in a");
    same("do a; b; end", "do a; b end");
    same("let a = 1; in a", "let a = 1 in a");
    same("case x of\n 1 -> 2;\n end", "case x of 1 -> 2 end");
    same("module A exports f as\n\n f = 1\n\n end", "module A exports f as f = 1 end");
  }

  @Test
  void aSemicolonSeparatesLikeALineBreak() {
    same("do a;; b ;\n c end", "do a\n b\n c end");
    same("import A; b from C in 1", "import A\n b from C\n in 1");
  }

  @Test
  void aPinOnANewLineBeginsAClause() {
    same("case x of 1 -> f\n ^a -> b end", "case x of 1 -> f; ^a -> b end");
    same("try x catch e | e -> 1\n ^(a) -> b end", "try x catch e | e -> 1; ^(a) -> b end");
    same("case x of 1 -> \\y -> f\n ^a -> b end", "case x of 1 -> \\y -> f; ^a -> b end");
    same(
        "case x of 1 -> if c then d else e\n ^a -> b end",
        "case x of 1 -> if c then d else e; ^a -> b end");
    same(
        "case x of 1 -> let c = 1 in c\n ^a -> b end",
        "case x of 1 -> let c = 1 in c; ^a -> b end");
  }

  @Test
  void aPinSignOnANewLineGoesOnElsewhere() {
    same("case x of 1 -> (f\n ^a) end", "case x of 1 -> (f ^ a) end");
    same("case x of 1 -> let c = 1\n ^a in c end", "case x of 1 -> let c = 1 ^ a in c end");
    same("case x of 1 -> do f\n ^a end end", "case x of 1 -> do f ^ a end end");
    same("case x\n ^a of 1 -> 2 end", "case x ^ a of 1 -> 2 end");
    same("case x of h -|\n ^a -> b end", "case x of h -| ^a -> b end");
  }

  @Test
  void endTheHeaderOfWithAlsoInBrackets() {
    same("(with f a\n b\n end)", "with f a; b end".transform(s -> "(" + s + ")"));
    assertThat(Programs.tree("(with (f\n a) |>\n g as x\n b end)"))
        .isEqualTo(Programs.tree("(with (f a) |> g as x; b end)"));
  }

  // Items

  @Test
  void aMinusSignStartsAnItem() {
    assertThat(Programs.tree("do\n a\n -b\n end")).isEqualTo("(Do [a (- b)])");
    assertThat(Programs.tree("case x of\n 1 -> a\n -1 -> b\n end"))
        .isEqualTo("(Case x [(Clause 1 [(Alternative - a)]) (Clause -1 [(Alternative - b)])])");
  }

  @Test
  void aBarContinuesAClauseAndNothingElse() {
    assertThat(Programs.tree("case x of\n a\n | b -> c\n | d -> e\n end"))
        .isEqualTo("(Case x [(Clause a [(Alternative b c) (Alternative d e)])])");
    isError("do\n a\n | b\n end");
    isError("let a = b\n | c in a");
    isError("a\n | b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "f¶a ~ Y2002",
        "a¶-b ~ Y2002",
        "a¶b ~ Y2002",
        "1; 2 ~ Y2001",
        "(a; b) ~ Y2001",
        "if a then f¶b else c ~ Y2010",
        "let x = m¶::f in x ~ Y2001",
        "do p¶.x end ~ Y2001",
        "case x¶y of 1 -> 2 end ~ Y2002",
        "\\a¶b -> c ~ Y2002",
        "record¶ ~ Y2001",
        "case x of a¶@(b) -> 1 end ~ Y2002",
        "(with a¶b) ~ Y2004"
      })
  void errorsElsewhere(String program, String code) {
    assertThat(Programs.codes(program.replace('¶', '\n'))).startsWith(code);
  }

  @Test
  void argumentsStayOnTheirLineOutsideBrackets() {
    assertThat(Programs.tree("do\n f a\n b\n end")).isEqualTo("(Do [(Call f [a]) b])");
    isError("f a\n b");
  }

  @Test
  void aCommentIsWhiteSpaceAndTheBreakAfterItCounts() {
    same("do\n a # one\n # two\n b\n end", "do a; b end");
    same("a + # one\n b", "a + b");
    same("#!/usr/bin/env yona\na", "a");
    assertThat(Programs.parse("# a\n1 # b").comments())
        .extracting(Comment::ownLine)
        .isEqualTo(List.of(true, false));
  }

  @Test
  void everyLineEndCounts() {
    for (String lineEnd : List.of("\n", "\r\n", "\r", "\u0085", "\u2028", "\u2029", "\n\n")) {
      assertThat(Programs.tree("do a" + lineEnd + "b end")).isEqualTo("(Do [a b])");
    }
  }

  @Test
  void everySpaceSeparatorIsWhiteSpace() {
    for (String space : List.of("\t", "\u000B", "\f", "\u00A0", "\u1680", "\u2003", "\u3000")) {
      assertThat(Programs.tree("f" + space + "a")).isEqualTo("(Call f [a])");
    }
  }
}

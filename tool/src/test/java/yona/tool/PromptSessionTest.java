package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.tool.Conversation.answers;
import static yona.tool.Conversation.converse;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.language.diagnostics.Source;

/** What a prompt answers, without the terminal around it. */
class PromptSessionTest {
  @Test
  void recordTypesLastAndAreReplaced() {
    assertThat(
            answers(
                "record Point = (x, y)",
                "p = Point(x = 1, y = 2)",
                "p.x",
                "p(y = 5)",
                "f = \\Point(x = n) -> n",
                "record Point = (a, x)",
                "p.y",
                "p",
                "Point(x = 3)",
                "f p",
                "case p of Point -> :new; _ -> :old end",
                "record A = (x); record B = (y); q = A(x = 9); (q.x, B(y = 1))"))
        .isEqualTo(
            """
            1
            Point(x = 1, y = 5)
            2
            Point(x = 1, y = 2)
            Point(a = (), x = 3)
            1
            :old
            (9, B(y = 1))
            """);
  }

  @Test
  void recordTypesOfAnInputThatFailsAreNotDeclared() {
    assertThat(answers("record C = (x); 1 / 0", "C(x = 1)")).contains("no record type C here");
    assertThat(answers("record C = (x); record C = (y)", "C(x = 1)"))
        .contains("Y3006")
        .contains("no record type C here");
  }

  @Test
  void recordTypesAreNamedAndDocumented() {
    assertThat(answers("## A place.\nrecord Point = (x, y)", ":names", ":doc Point"))
        .isEqualTo("Point: record (x, y)\nPoint(x, y)\n\nA place.\n");
  }

  @Test
  void aTracedFunctionKnowsTheTypeThatItWasMadeWith() {
    assertThat(
            answers(
                "record Point = (x, y)",
                "f = \\Point(x = n) -> n",
                "p = Point(x = 1)",
                "record Point = (y)",
                ":trace f p"))
        .contains("f Point(x = 1, y = ()) = 1");
  }

  @Test
  void showsValuesAsSourceTextAndUnitNotAtAll() {
    assertThat(answers("1 + 2", "\"a\"", "()", "[\"x\", 'c', :s]", "", "# nothing"))
        .isEqualTo("3\n\"a\"\n[\"x\", 'c', :s]\n");
  }

  @Test
  void theLastValueIsIt() {
    assertThat(answers("20 + 1", "it * 2", "()", "x = 5", "it")).isEqualTo("21\n42\n42\n");
  }

  @Test
  void namesBindForLaterInputs() {
    assertThat(answers("x = 1; y = x + 1", "x + y", "x = x + 10", "x")).isEqualTo("3\n11\n");
  }

  @Test
  void functionsMayBeRecursive() {
    assertThat(
            answers(
                "f = \\n -> if n == 0 then 1 else n * f (n - 1)",
                "even = \\n -> if n == 0 then true else odd (n - 1);"
                    + " odd = \\n -> if n == 0 then false else even (n - 1)",
                "(f 20, even 11)"))
        .isEqualTo("(2432902008176640000, false)\n");
  }

  @Test
  void anotherValueOfANameDoesNotReachWhatWasMadeBefore() {
    assertThat(answers("x = 1", "f = \\-> x", "x = 2", "(f, x)")).isEqualTo("(1, 2)\n");
  }

  @Test
  void patternsBindTheirNamesAnew() {
    assertThat(
            answers(
                "(a, [b]) = (1, [2])", "(a, [b]) = (3, [4])", "(a, b)", "case 5 of a -> a + 1 end"))
        .isEqualTo("(3, 4)\n6\n");
    assertThat(answers("(a, 0) = (1, 2)", "1")).startsWith("error: :nomatch").endsWith("\n1\n");
  }

  @Test
  void aMentionCallsAFunctionWithoutParameters() {
    assertThat(answers("f = \\-> 42", "f", "f + 1", ":type f", "\\-> 7", "it"))
        .isEqualTo("42\n43\nfunction of no parameters; a call never waits\n7\n7\n");
  }

  @Test
  void anInputThatFailsBindsNothing() {
    assertThat(answers("x = 1; raise :bad \"no\"", "x")).contains(":bad: no", "no name x here");
  }

  @Test
  void importsLast() {
    assertThat(answers("import len, take as first from Seq", "len (first 2 [5, 6, 7])"))
        .isEqualTo("2\n");
    assertThat(answers("import Dict as d; string\\Regex", "d::len {1 = 2}")).isEqualTo("1\n");
    assertThat(answers("import len from Seq in len [1]", "len [1, 2]"))
        .startsWith("1\n")
        .contains("no name len here");
  }

  @Test
  void theLaterOfAnImportAndAValueCounts() {
    assertThat(answers("import len from Seq", "len = 3", "len", "import len from Seq", "len [1]"))
        .isEqualTo("3\n1\n");
  }

  @Test
  void animportThatFailsLeavesEverythingAsItWas() {
    assertThat(answers("import nothing from Seq", "import len from Sek", "1 + 1"))
        .contains("nothing", "Did you mean Seq?")
        .endsWith("2\n");
  }

  @Test
  void aModuleIsAValue() {
    assertThat(
            answers(
                "n = 10",
                "m = module Adder exports add as\n    add x = x + n\n\n\nend",
                "m::add 5",
                "Seq::map m::add [1, 2]"))
        .isEqualTo("15\n[11, 12]\n");
  }

  @Test
  void errorsShowTheInputTheyComeFrom() {
    assertThat(answers("half = \\n -> 1 / n", "half 2", "half 0"))
        .contains(
            """
            error: :badarith: expected a divisor other than 0, found 1 / 0
              --> <input 1>:1:16
               |
             1 | half = \\n -> 1 / n
               |                ^
            """);
    assertThat(answers("1 +* 2", "lenght [1]", "2"))
        .contains("<input 1>", "<input 2>")
        .endsWith("2\n");
  }

  @Test
  void theStackTraceOfTheLastErrorIsKept() {
    assertThat(
            answers(
                ":trace", "f = \\n -> if n == 0 then 1 / 0 else 1 + f (n - 1)", "f 5", ":trace"))
        .startsWith("there was no error\n")
        .contains("(5 times)");
    assertThat(answers(":trace [1, 2]", ":trace 1 / 0"))
        .startsWith("[1, 2]\n0 fibers started\nerror: :badarith");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "Seq.map             | Seq::map",
        "(a) => a            | \\a ->",
        "x -> x + 1          | \\x ->",
        "def f(x)            | at the prompt double = \\x -> x * 2",
        "f x = x + 1         | f = \\parameter -> ...",
        "val x = 1           | at the prompt and in do by x = 1",
        "[1].map(1)          | Seq::map f xs",
        "java.util.ArrayList | java\\util\\ArrayList",
        "console.log(1)      | println",
      })
  void whatOtherLanguagesWriteIsToldHowItIsWritten(String input, String hint) {
    assertThat(answers(input)).contains("hint: ", hint);
  }

  @Test
  void aLetThatHasNoInIsToldWhatToWrite() {
    assertThat(answers("let x = 1\n\n")).contains("a name needs no `let`: x = 1");
    assertThat(answers("let x = 1\nprintln x")).contains("a name needs no `let`: x = 1");
    assertThat(answers("x = 1", "print(\"x\")", "x")).isEqualTo("1\n");
  }

  @Test
  void whatWaitsIsInterrupted() {
    String said =
        converse(
            false,
            (session, said1) -> {
              Thread interrupter =
                  Thread.ofPlatform()
                      .start(
                          () -> {
                            while (!session.interrupt()) {
                              Thread.onSpinWait();
                            }
                          });
              session.accept("never".getBytes(StandardCharsets.UTF_8));
              interrupter.join();
              session.accept("1 + 1".getBytes(StandardCharsets.UTF_8));
            });
    assertThat(said).isEqualTo("yona: interrupted\n2\n");
  }

  @Test
  void backgroundPartsOutliveTheirInputAndTellOfTheirErrors() {
    String said =
        converse(
            false,
            (session, output) -> {
              session.accept(
                  "drop (\\-> raise :late \"background\")".getBytes(StandardCharsets.UTF_8));
              session.accept("1 + 1".getBytes(StandardCharsets.UTF_8));
              output.await("error in the background");
            });
    assertThat(said)
        .contains("error in the background: :late: background", "<input 1>:1:11", "2\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[1, 2",
        "(1 +",
        "{\"a\" =",
        "let x = 1",
        "let\n  x = 1\nin",
        "do\n  println 1",
        "case x of",
        "case x of\n  1 -> 2",
        "if true then 1",
        "1 +",
        "f = \\x ->",
        "x =",
        "import",
        "import len from",
        "import len from Seq in",
        "module M exports f as",
        "try 1 catch",
        "\"abc",
        "\"abc {1 +",
        "\"\"\"",
        "\"\"\"a\nb\"\"",
        "\"{\"\"\"}\"",
        "with File::open \"x\" as f"
      })
  void whatIsNotCompleteGoesOn(String text) {
    assertThat(PromptSession.isIncomplete(Source.of("", text))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "# [",
        "1",
        "[1, 2]",
        "\"\"\"[(\"\"\"",
        "\"\"\"a\"\"\"\"",
        "x = 1",
        "import len from Seq",
        "let x = 1 in x",
        ")",
        "(1, 2]",
        "[1 2 )",
        "1 )",
        "end",
        "f x = 1",
        ":load [",
        ":doc Seq::map",
        "let x = ) in",
        "\u0000",
        "'"
      })
  void whatIsCompleteOrWrongDoesNot(String text) {
    assertThat(PromptSession.isIncomplete(Source.of("", text))).isFalse();
  }

  @Test
  void carelessInputsAreClearErrors() {
    String deep = "[".repeat(100_000) + "]".repeat(100_000);
    String large = "1" + " ".repeat(PromptSession.MAXIMUM_INPUT);
    assertThat(answers(deep, large, "\u0000\u0001\u0002", "1"))
        .contains("levels of nesting", "at most 1000000 bytes")
        .endsWith("1\n");
    String invalid =
        converse(false, (session, _) -> session.accept(new byte[] {'"', (byte) 0xff, '"'}));
    assertThat(invalid).contains("UTF-8");
  }

  @Test
  void longValuesAreCutOnATerminal() {
    String said =
        converse(
            true, (session, _) -> session.accept("[0 .. 100000]".getBytes(StandardCharsets.UTF_8)));
    assertThat(said)
        .hasSizeLessThan(11_000)
        .endsWith(" more characters; `println it` writes all of it\n");
    assertThat(answers("[0 .. 100000]")).hasSizeGreaterThan(500_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "f \"a{1 + 2}b\" 'c' :sym 0x1F # end",
        "let x = [1, 2] in string\\Regex::match x",
        "\"open {",
        ") ] }",
        "\ud83d\ude00 \u0000"
      })
  void coloursChangeNoText(String text) {
    assertThat(Highlighting.of(text).replaceAll("\u001b\\[[0-9]*m", "")).isEqualTo(text);
  }
}

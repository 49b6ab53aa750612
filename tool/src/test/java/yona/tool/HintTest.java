package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.language.Compiler;
import yona.language.ModuleSources;
import yona.language.StandardLibrary;
import yona.language.diagnostics.DiagnosticPrinter;
import yona.language.diagnostics.Source;

/** What is said to people who come from other languages, or forgot something. */
@Tag("processes")
class HintTest {
  private static final Compiler COMPILER =
      new Compiler(
          new StandardLibrary(ClassLoader.getSystemClassLoader()), ModuleSources.below(List.of()));

  /** The compiler's diagnostics of a program, or the report of the command if it compiles. */
  private static String told(String program) {
    Compiler.Compilation compilation = COMPILER.compile(Source.of("hint.yona", program));
    return compilation.program() == null
        ? DiagnosticPrinter.print(compilation.diagnostics(), false)
        : Yona.evaluate(program).failure();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "len [1]; Did you mean Dict::len, Seq::len, Set::len, Stream::len or Tuple::len?",
        "sqrt 2.0; Did you mean Math::sqrt?",
        "not true; !done",
        "null; The value for nothing is ()",
        "seq::map (\\n -> n) [1]; Modules have names with a capital letter: Seq",
        "json::parse 1; Modules have names with a capital letter: JSON",
        "shop::f; The last word of a module's name begins with a capital letter",
        "http\\server::create; The last word of a module's name begins with a capital letter",
        "import map from seq in map; The last word of a module's name begins with a capital letter",
        "import json in 1; The last word of a module's name begins with a capital letter",
        "module shop exports f as f = 1 end; The last word of a module's name begins with a"
            + " capital",
        "Test::case 1 2; A case is made by Test::test",
        "Test::equal 1 2; Did you mean assert_equal?",
        "Test::asert true; Did you mean assert?",
        "None; The value for nothing is ()",
        "NULL; The value for nothing is ()",
        "f\"{1}\"; A string needs no letter before it",
        "r\"a\"; A raw string, whose backslashes and braces are text, stands in",
        "let i = 1 in i++; next = x + 1",
        "1 === 1; Values are compared by == and !=",
        "1 !== 1; Values are compared by == and !=",
        "1 is 1; Values are compared by == and !=",
        "1 ?? 2; What stands for () is told by case",
        "1..3; [1..4] is [1, 2, 3]",
        "`a`; Did you mean a string? It stands in double quotes",
        "self; the value that it works on as a parameter",
        "this.x; the value that it works on as a parameter",
        "unless true then 1; if !done then a else b",
        "begin 1 end; Steps one after the other stand in do and end",
        "if true then pass else 1; the value is ()",
        "import os; A name is imported from a module: import map from Seq in map",
        "import JSON; A module needs no import: JSON::name",
        "println 1 2; several values make one text",
        "Jsonn::parse 1; Did you mean JSON?",
        "return 1; without a word",
        "1 // one; A comment starts with #",
        "/* one */ 1; A comment starts with #",
        "case 1 of 1 => 2 end; An arrow is written ->",
        "1 <> 2; a != b",
        "1 == 2 and true; a && b",
        "if true then 1 elif false then 2 else 3; else if",
        "def f x = x; A function is written",
        "match 1 with; case value of",
        "while true do 1 end; calls itself",
        "for x in [1]; For each element",
        "var x = 1; let x = 1 in",
        "Seq.map; a function from a module: Seq::map",
        "Enum.map(f, xs); a function from a module: Enum::map",
        "[1].map(f); Seq::map f xs",
        "System.out.println(1); A line is printed by println",
        "IO.puts(1); A line is printed by println",
        "console.log(1); A line is printed by println",
        "java.util.List; backslashes: java\\util\\List",
        "string.Regex; backslashes: string\\Regex",
        "(a) => a; with a backslash: \\a -> ...",
        "(a, b) => a + b; with a backslash: \\a b -> ...",
        "() => 1; with a backslash: \\-> ...",
        "([a]) => a; with a backslash: \\x -> x + 1",
        "Seq::map(x => x, [1]); with a backslash: \\x -> ...",
        "let f = x -> x in f 1; with a backslash: \\x -> ...",
        "module M exports f as f x -> x end; a function is written with `=`",
        "let x = 1; A `let` ends with `in`",
        "class Point { }; record Point = (x, y)",
        "data P = P Int; record Point = (x, y)",
        "record P(x, y); Record types are declared in modules",
        "def f(x): return x; A function is written",
        "lambda x: x; A function is written",
        "for x in [1]: print(x); For each element",
        "if true: 1; if condition then a else b",
        "if true { 1 } else { 2 }; if condition then a else b",
        "try: 1; try expression catch",
        "x := 1; let x = 1 in",
        "do x <- 1 end; let x = 1 in",
        "do x += 1 end; next = x + 1",
        "1 /= 2; a != b",
        "from Seq import map; import name from Module",
        "case [1] of h :: t -> h end; head -| tail",
        "case [1] of [h | t] -> h end; head -| tail",
        "case [1] of [h, ...t] -> h end; head -| tail",
        "case 5 of n if n > 3 -> 1 end; A condition stands behind a bar: n | n > 3 -> ...",
        "\\a, b -> a + b; Parameters stand without commas: \\a b -> ...",
        "import java.util.List in 1; with backslashes: java\\util\\List",
        "import a from shop.Cart in a; with backslashes: shop\\Cart",
        "P(1, 2); the record or module `P`",
        "P (x = 1); P(field = value)",
        "Channel::new 5; It has channel, rendezvous, unbounded",
        "Seq::lenn [1]; Did you mean len?",
        "{name = 1}; A key is a value: \"name\" or :name",
        "case {} of {name = v} -> v end; A key is a value: \"name\" or :name",
        "{\"a\" => 1}; entries of a dict are written key = value",
        "{\"a\" = 1, \"b\" => 1}; entries of a dict are written key = value",
        "{:f = x => x}; with a backslash: \\x -> ...",
        "\"json: {\"a\": 1}\"; Write `{{` where a brace",
        "\"{\"a\":1}\"; Write `{{` where a brace",
        "let x = 1.5 in \"{x:.2f}\"; String::format_float 2 x",
        "let x = 1.5 in \"{x:?}\"; String::format_float 2 x",
        "let x = 1.5 in \"{x:>8}\"; {x,8}",
        "\"\\u{1F600}\"; eight behind \\U, without braces: \\U0001f600",
        "let empty? = 1 in empty?; Names have letters, digits and _ alone",
        "case 1 of Item(n, p) -> n end; Item(field = name)",
        "do i.price = 2 end; i(price = ...)",
        "\"a\" <> \"b\"; joined by ++",
        "println $ 1 + 2; by <|",
        "[x <- xs if true]; [x * 2 | x <- xs]",
        "let xs = [1, 2] in xs[0]; Seq::lookup index seq",
        "let d = {1 = 2} in d[1]; Dict::lookup key dict",
        "let f = \\-> 5 in f(); f alone calls it",
        "String::length \"a\"; A String is a Seq of characters: Seq::len",
        "String::reverse \"a\"; A String is a Seq of characters: Seq::reverse",
        "Task::sleep 1; sleep (:seconds, 1)",
      })
  void saysHowItIsWritten(String program, String hint) {
    assertThat(told(program)).contains(hint);
  }

  @ParameterizedTest
  @ValueSource(strings = {"i++", "i--", "i += 1", "i -= 1", "i *= 2", "i %= 2"})
  void aStepThatChangesAValueIsToldThatValuesDoNot(String step) {
    assertThat(told("do\n    i = 1\n    " + step + "\nend")).contains("next = x + 1");
  }

  @Test
  void anImportOfAWholeModuleIsToldThatNoneIsNeeded() {
    assertThat(told("import JSON\nJSON::parse \"1\""))
        .contains("A module needs no import: JSON::name");
    assertThat(compiled("import\n    JSON\n    map from Seq\nin map JSON::parse []"))
        .doesNotContain("needs no import");
  }

  @Test
  void aSemicolonOutsideOfStepsIsToldWhereStepsStand() {
    for (String program : new String[] {"println 1;", "(println 1; 2)", "let x = 1 in x; x"}) {
      assertThat(told(program)).contains("Steps one after the other stand in do and end");
    }
    assertThat(told("[1; 2]")).doesNotContain("Steps one after the other");
    assertThat(told("if true then 1;")).contains("`else ()` stands for none");
  }

  @Test
  void aBraceThatIsTextIsWrittenTwice() {
    assertThat(told("\"function() {return 1;}\"")).contains("Write `{{`");
  }

  @Test
  void aNameInAPatternTakesEveryValue() {
    assertThat(told("case :a of red -> 1 / 0; green -> 2 end"))
        .contains("a Symbol is :red, and ^red is what equals an outer red");
    assertThat(told("case 3 of limit -> 1 / 0; _ -> 2 end"))
        .contains("^limit is what equals an outer limit");
  }

  @Test
  void bracesOfOtherLanguagesAreToldOfOnce() {
    assertThat(told("\"\\u{1F600}\"")).contains("1 error;");
    assertThat(told("let x = 1.5 in \"{x:?}\"")).contains("1 error;");
    assertThat(told("\"json: {\"a\": 1}\"")).contains("1 error;");
  }

  @Test
  void whatIsWrongWithARecordIsSaidOnce() {
    assertThat(told("P (x = 1)")).contains("1 error;");
  }

  @Test
  void aBlockWithoutEndIsNamedWhereItsNextClauseIsNone() {
    for (String next : new String[] {"println 2", "try 2 catch _ -> ()"}) {
      assertThat(told("do\n  try 1 catch _ -> ()\n  " + next + "\nend\n"))
          .contains("note: this `try` goes on here: does it lack its `end`?");
    }
  }

  private static String compiled(String program) {
    Compiler.Compilation compilation = COMPILER.compile(Source.of("hint.yona", program));
    return DiagnosticPrinter.print(compilation.diagnostics(), false);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Seq::map (\\n -> n)\n    [1]",
        "let\n    x = Seq::map (\\n -> n)\n        [1]\nin x",
        "let\n    x = Seq::map\n        (\\n -> n)\n        [1]\nin x",
        "let xs = [1]; x = Seq::foldl (\\a n -> a) 0\n             xs\nin x",
        "do\n    println\n        \"a\"\n    ()\nend",
        "do\n    Seq::map (\\n -> n)\n        [1]\n    ()\nend"
      })
  void anArgumentOnTheNextLineIsToldWhereToStand(String program) {
    assertThat(compiled(program))
        .contains("hint: An argument stands on the line of its function, or the whole call");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "let x = 1\n    y in x",
        "let\n    x = 1\nin\n    x\n    x",
        "do\n    println 1\n    5\n    ()\nend"
      })
  void otherLinesAreNoArguments(String program) {
    assertThat(compiled(program)).isNotEmpty().doesNotContain("An argument stands");
  }

  @Test
  void anInterpolationWithoutEndIsToldAndNoBracketBeforeIt() {
    assertThat(told("println [(\"{\\\"a\\\": 1}\")]"))
        .startsWith("error Y2003: Bracket not closed\n  --> hint.yona:1:12\n")
        .contains("hint: Write `{{` where a brace in a string is meant as text");
  }

  @Test
  void aStreamIsWalkedOnceAndToldHowToKeepIt() {
    assertThat(
            Yona.evaluate(
                    "let s = Stream::from_seq [1]; a = Stream::to_seq s in (a, Stream::to_seq s)")
                .failure())
        .contains("a stream is walked only once; Stream::to_seq keeps its elements");
  }

  @Test
  void theFilesOfAnUnknownModuleAreNamed() {
    Yona yona = Yona.command("-e", "shop\\Nope::f").with("YONA_PATH", "/some/where");
    assertThat(yona.run().failure())
        .contains(
            "no module or Java class shop\\Nope; no file shop/Nope.yona,"
                + " /some/where/shop/Nope.yona");
  }
}

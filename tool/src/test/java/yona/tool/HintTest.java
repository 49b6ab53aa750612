package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said to people who come from other languages, or forgot something. */
class HintTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "len [1]; Did you mean Dict::len, Seq::len, Set::len, Stream::len or Tuple::len?",
        "sqrt 2.0; Did you mean Math::sqrt?",
        "not true; !done",
        "null; The value for nothing is ()",
        "None; The value for nothing is ()",
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
      })
  void saysHowItIsWritten(String program, String hint) {
    assertThat(Yona.evaluate(program).failure()).contains(hint);
  }

  @Test
  void aBraceThatIsTextIsWrittenTwice() {
    assertThat(Yona.evaluate("\"function() {return 1;}\"").failure()).contains("Write `{{`");
  }

  @Test
  void whatIsWrongWithARecordIsSaidOnce() {
    assertThat(Yona.evaluate("P (x = 1)").failure()).contains("1 error;");
  }

  @Test
  void aBlockWithoutEndIsNamedWhereItsNextClauseIsNone() {
    for (String next : new String[] {"println 2", "try 2 catch _ -> ()"}) {
      assertThat(Yona.evaluate("do\n  try 1 catch _ -> ()\n  " + next + "\nend\n").failure())
          .contains("note: this `try` goes on here: does it lack its `end`?");
    }
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

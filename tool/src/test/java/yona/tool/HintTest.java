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
      })
  void saysHowItIsWritten(String program, String hint) {
    assertThat(Yona.evaluate(program).failure()).contains(hint);
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

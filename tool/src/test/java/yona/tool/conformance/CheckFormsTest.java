package yona.tool.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code yona check} says of forms that are of no use, or never end. */
final class CheckFormsTest {
  private static List<String> told(String program) {
    return Checked.told(Checked.program(program));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '`',
      value = {
        "\\x -> x == x                                               # Y6055 x == x",
        "\\x -> x != x                                               # Y6055 x != x",
        "\\x -> x < x                                                # Y6055 x < x",
        "\\xs -> Seq::len xs >= Seq::len xs                          # Y6055 Seq::len xs >="
            + " Seq::len xs",
        "\\a b -> a > 0 && b && a > 0                                # Y6055 a > 0",
        "\\a b -> a || b || a                                        # Y6055 a",
        "\\a -> a == 1 && a == 2                                     # Y6055 a == 1 && a == 2",
        "\\a -> a != :a || a != :b                                   # Y6055 a != :a || a != :b",
        "\\a -> if a == 1 then 1 else if a == 1 then 2 else 3        # Y6055 a == 1",
        "\\a -> if a then str 1 else str 1                           # Y6055 a",
        "\\a b -> if a then 1 else if b then 1 else 1                # Y6055 a"
      })
  void sameExpressionsAre(String program, String told) {
    assertThat(told(program)).containsExactly(told);
  }

  @Test
  void theSameGuardIs() {
    assertThat(told("\\a -> case a of\nn\n| n > 0 -> 1\n| n > 0 -> 2\n_ -> 3\nend"))
        .containsExactly("Y6055 n > 0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\f -> f 1 == f 1",
        "Random::int 1 6 == Random::int 1 6",
        "let v = STM::tvar 1 in STM::read v == STM::read v",
        "\\q -> Channel::receive q == :eof || Channel::receive q == :eof",
        "1 == 1",
        "true && true",
        "\\a -> if a then 1 else if !a then 2 else 1",
        "\\a xs -> [x | x <- xs if a]",
        "\\xs -> [n | n <- xs if n]",
        "\\a b -> a == 1 && b == 1",
        "\\a -> a == 1 || a == 2",
        "\\a -> a != 1 && a != 1.5",
        "\\a -> a == 1 && a == 1.0"
      })
  void otherExpressionsAreNot(String program) {
    assertThat(told(program)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '`',
      value = {
        "do raise :a \"\"; println 1; println 2 end                    # Y6056 println 1",
        "do println 0; infi (\\-> sleep (:seconds, 1)); println 1 end  # Y6056 println 1",
        "do never; println 1 end                                       # Y6056 println 1",
        "\\a -> do if a then raise :a \"\" else raise :b \"\"; a end   # Y6056 a",
        "let f = \\n -> f (n + 1) in f 1                               # Y6057 f (n + 1)",
        "let a = \\-> a in a                                           # Y6057 a",
        "let f = \\n -> if n then f 1 else f 2 in f 1                  # Y6057 f 1",
        "let f = \\n -> 1 + f n in f 1                                 # Y6057 f n",
        "let f = \\n -> let m = n + 1 in case m of 1 -> f 2; _ -> f 3 end in f 1 # Y6057 f 2"
      })
  void endlessIs(String program, String told) {
    assertThat(told(program)).containsExactly(told);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\a -> do if a then raise :a \"\" else (); println 1 end",
        "do println 1; raise :a \"\" end",
        "Test::assert_raises :typeerror (\\-> do \"a\" + 1; () end)",
        "do try raise :a \"\" catch _ -> () end; println 1 end",
        "do drop (\\-> infi (\\-> sleep (:seconds, 1))); println 1 end",
        "let f = \\n -> if n > 9 then n else f (n + 1) in f 1",
        "let f = \\n -> n > 9 || f (n + 1) in f 1",
        "let f = \\n -> case n of 1 -> f 2; 2 -> f 3 end in f 1",
        "let f = \\n -> do println n; f (n + 1) end in f 1",
        "let f = \\n -> \\-> f (n + 1) in f 1",
        "let f = \\n -> if n > 9 then raise :done \"\" else f (n + 1) in f 1",
        "let f = \\n -> [f m | m <- n] in f [[]]"
      })
  void whatEndsIsNot(String program) {
    assertThat(told(program)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "YYYY-MM-dd",
        "yyyy-mm-dd",
        "dd/mm/yyyy",
        "mm/dd",
        "yyyymmdd HH:mm",
        "HH:MM",
        "HH:MM:ss",
        "yyyy-MM-DD",
        "'at' DD.MM."
      })
  void lettersOfAnotherPartAre(String pattern) {
    assertThat(told("Time::format \"%s\" \"UTC\" 0".formatted(pattern)))
        .containsExactly("Y6058 \"%s\"".formatted(pattern));
    assertThat(told("\\text -> Time::parse \"%s\" \"UTC\" text".formatted(pattern))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "uuuu-MM-dd",
        "YYYY-'W'ww-e",
        "dd.MM.yyyy HH:mm:ss",
        "yyyyMMddHHmmss",
        "yyyy-DDD",
        "HH:mm dd/MM",
        "HH MM/dd",
        "mm:ss",
        "dd 'of' MMMM",
        "EEE, d MMM yyyy",
        "'YYYY mm dd' uuuu",
        "MM"
      })
  void lettersOfTheSamePartAreNot(String pattern) {
    assertThat(told("Time::format \"%s\" \"UTC\" 0".formatted(pattern))).isEmpty();
  }
}

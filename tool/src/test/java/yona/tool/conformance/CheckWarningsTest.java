package yona.tool.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Source;
import yona.language.syntax.Parser;
import yona.language.syntax.Tree;

/** What {@code yona check} says beside what a run warns of, and about which piece of a program. */
final class CheckWarningsTest {
  private static List<String> told(String program) {
    return Checked.told(Checked.program(program));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '`',
      value = {
        "\\a -> \"n: \" + a                                   # Y6041 \"n: \"",
        "\\a -> a * 2 * \"x\"                                 # Y6041 \"x\"",
        "\\a -> 1 + (\"x\" ++ a)                              # Y6041 \"x\" ++ a",
        "\\a -> a ++ 1                                        # Y6041 1",
        "\\a -> a -| 1                                        # Y6041 1",
        "\\a -> 1 |- a                                        # Y6041 1",
        "\\a -> a in 1                                        # Y6041 1",
        "\\a -> a && 1                                        # Y6041 1",
        "!\"a\"                                               # Y6041 \"a\"",
        "-\"a\"                                               # Y6041 \"a\"",
        "1 < \"a\"                                            # Y6041 1 < \"a\"",
        "\\a -> if Seq::len a then 1 else 2                   # Y6041 Seq::len a",
        "\\a -> case a of n | str n -> 1; _ -> 2 end          # Y6041 str n",
        "let a = 5 in a 1                                     # Y6041 a 1",
        "with 5 as a a end                                    # Y6041 5",
        "\\a -> Seq::map [1] a                                # Y6041 [1]",
        "\\a -> String::upper :x ++ a                         # Y6041 :x",
        "\\a -> socket\\tcp\\Connection::set_timeout a 5 :none # Y6041 5"
      })
  void kindsThatAreNeverTakenAre(String program, String told) {
    assertThat(told(program)).containsExactly(told);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\a -> {1} + \"x\" == a",
        "\\a -> {1 = 2} + (\"x\", a)",
        "'c' - 'a' + 1",
        "\\a -> [] ++ a ++ \"\"",
        "(1, 2) < (1, 2, 3)",
        "Seq::foldl [1, 2] (\\a b -> a + b) 0",
        "Set::fold {1} (\\a b -> a + b) 0",
        "\\a -> socket\\tcp\\Connection::set_timeout a :none (:seconds, 1)",
        "with redis\\Client::connect :embedded as r redis\\Client::sadd r \"k\" {1} end",
        "Java::new java\\awt\\Point (1, 2)",
        "Test::assert_raises :typeerror (\\-> 1 + \"a\")",
        "\\a -> if raise :no \"\" then 1 else a"
      })
  void kindsThatMayBeTakenAreNot(String program) {
    assertThat(told(program)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '`',
      value = {
        "let t = Task::spawn (\\-> 1) in \"result: {t}\"         # Y6049 t",
        "\\a -> println (Channel::channel a)                  # Y6049 Channel::channel a",
        "let v = STM::tvar 1 in str v                         # Y6049 v",
        "\\a -> Log::info (Stream::from_seq a)                # Y6049 Stream::from_seq a"
      })
  void resourcesAsTextsAre(String program, String told) {
    assertThat(told(program)).containsExactly(told);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "let t = Task::spawn (\\-> 1) in \"result: {Task::await t}\"",
        "\\a -> println (if a then Channel::channel 1 else \"none\")",
        "\\a -> println a"
      })
  void otherTextsAreNot(String program) {
    assertThat(told(program)).isEmpty();
  }

  @Test
  void differencesOfSetsAreToldWhatTheyAre() {
    assertThat(Checked.program("{1} - {1}").diagnostics().getFirst().hint())
        .contains("Set::difference");
    assertThat(Checked.program("{1} + {1}").diagnostics().getFirst().hint()).contains("Set::union");
  }

  @Test
  void argumentsInTheWrongOrderAreToldTheRightOne() {
    assertThat(Checked.program("Seq::map [1] (\\n -> n)").deferred().getFirst().hint())
        .contains("Seq::map f seq");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '`',
      value = {
        "let s = \"a\"; path = \"b\" in File::write_text s path              # Y6042 path",
        "let part = \"a\"; text = \"b\" in String::contains text part        # Y6042 part",
        "let other = \"a\" in String::replace \"b\" \"c\" other              # Y6042 other",
        "let value = 1; key = 2; dict = {} in Dict::put value key dict         # Y6042 value",
        "let move = \\start goal -> [start, goal]; start = 1; goal = 2 in move goal start # Y6042"
            + " goal"
      })
  void namesOfOtherParametersAre(String program, String told) {
    assertThat(told(program)).containsExactly(told);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "let s = \"a\"; path = \"b\" in File::write_text path s",
        "let seq = [1] in Seq::foldl seq (\\a b -> a + b) 0",
        // A value may have any name.
        "\\name request -> http\\Session::put \"user\" name request",
        "\\key dict -> Dict::put :key key dict",
        "\\key client -> redis\\Client::set client \"last\" key",
        // A function that exchanges its own parameters, and one that calls itself.
        "let f = \\left right -> [left, right]; g = \\left right -> f right left in g 1 2",
        "let f = \\left right -> if left == 0 then right else f right left in f 1 0",
        "let f = \\a b -> [a, b]; a = 1; b = 2 in f b a"
      })
  void namesThatMayBeMeantAreNot(String program) {
    assertThat(told(program)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "let a = \"x\" in \"${a}\"                                          | Y6044 a",
        "\\n -> \"#{str n}\"                                                | ``",
        "let p = String::format_float 2 5.0 in \"costs ${p}\"              | ``",
        "\\n -> \"${n}\"                                                    | ``",
        "let n = 5 in \"costs ${n}\"                                        | ``",
        "let a = \"x\" in \"$ {a}\"                                         | ``"
      })
  void signsBeforeTextsAre(String program, String told) {
    assertThat(told(program)).isEqualTo(told.isEmpty() ? List.of() : List.of(told));
  }

  @Test
  void functionsInTextsAre() {
    assertThat(told("let f = \\a b -> [a, b] in println \"{f} {Seq::len}\""))
        .containsExactly("Y6015 f", "Y6015 Seq::len");
    assertThat(told("println identity")).containsExactly("Y6015 identity");
    assertThat(told("let f = \\-> 1 in println \"{f} {inspect Seq::len}\"")).isEmpty();
  }

  @Test
  void whatWouldNeedAWithIsToldSo() {
    assertThat(
            Checked.program("do a = Context::defer (\\-> ()); () end").deferred().getFirst().hint())
        .startsWith("Only a with uses it");
  }

  @Test
  void resultsThatTellWhatWasDoneAre() {
    assertThat(told("\\c -> do Channel::try_send c 1; _ = Channel::try_send c 2; () end"))
        .containsExactly("Y6045 Channel::try_send c 1");
    assertThat(told("\\c -> do Channel::send c 1; Channel::try_send c 1 end")).isEmpty();
    assertThat(told("\\s -> do Semaphore::permit s; File::open \"a\" {:read}; () end"))
        .containsExactly("Y6045 Semaphore::permit s", "Y6045 File::open \"a\" {:read}");
    assertThat(told("\\t -> do Task::result t; System::run [\"ls\"]; () end"))
        .containsExactly("Y6045 Task::result t", "Y6045 System::run [\"ls\"]");
    assertThat(told("do Task::spawn (\\-> 1); _ = Task::spawn (\\-> 2); () end"))
        .containsExactly("Y6045 Task::spawn (\\-> 1)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\c -> do a = 1; if c then do a = 2; println a end else (); a end",
        "\\c a -> do if c then do a = 2; println a end else (); a end",
        "\\c -> do a = 1; case c of 1 -> do a = 2; println a end; _ -> () end; println a end",
        "\\c -> do a = 1; with c as _d a = 2; println a end; println a end",
        "\\c -> do a = 1; Seq::each (\\n -> do a = a + n; println a end) c; a end",
        "\\c -> do a = 1; Seq::each (\\n -> do a = n; () end) c; a end",
        "do a = 1; infi (\\-> do a = a + 1; println a end) end"
      })
  void aliasesThatLookLikeAssignmentsAre(String program) {
    assertThat(told(program)).containsExactly("Y6046 a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\c -> do a = 1; a = a + c; a end",
        "\\c -> do a = 1; if c then do a = 2; println a end else println a end",
        "\\c -> do a = 1; Seq::each (\\n -> do a = n; println a end) c; a end",
        "\\c -> let a = do a = 1; c + a end in a",
        "\\c -> do (a, b) = do a = 1; (c, a) end; a + b end",
        "\\c -> do a = 1; b = let a = 2 in a + c; a + b end"
      })
  void aliasesThatAreMeantAreNot(String program) {
    assertThat(told(program)).isEmpty();
  }

  @Test
  void aMainWithParametersIs() {
    assertThat(told("module M exports main as main a = a end")).containsExactly("Y6047 main");
    assertThat(told("module M exports f as main a = f a; f a = main a end")).isEmpty();
  }

  @Test
  void writesOfEachTogetherAre() {
    assertThat(
            told(
                "Seq::each_together (\\n -> do sleep (:millis, n); File::append_text \"a\" \"b\""
                    + " end) [1, 2]"))
        .containsExactly("Y6012 File::append_text \"a\" \"b\"");
  }

  /** The functions of the library whose documentation says that they give a Stream. */
  static Stream<String> makersOfStreams() {
    List<String> calls = new ArrayList<>();
    for (String fqn : Checked.LIBRARY.names()) {
      Source source = Checked.LIBRARY.source(fqn);
      if (source != null && Parser.parse(source).program() instanceof Tree.Module module) {
        for (Tree.FunctionClause clause : module.functions()) {
          String documentation = clause.documentation();
          if (documentation != null
              && documentation.matches("(?s).*- result: an? (endless )?[Ss]tream\\b.*")) {
            calls.add(fqn + "::" + clause.name().text() + " ()".repeat(clause.parameters().size()));
          }
        }
      }
    }
    return calls.stream();
  }

  @ParameterizedTest
  @MethodSource("makersOfStreams")
  void streamsThatNobodyWalksAre(String call) {
    assertThat(Checked.program("do " + call + "; () end").diagnostics())
        .extracting(Diagnostic::code)
        .containsExactly(Code.STEP_WITHOUT_EFFECT);
  }
}

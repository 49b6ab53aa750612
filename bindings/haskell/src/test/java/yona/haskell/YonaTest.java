package yona.haskell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import yona.language.embedding.Engine;
import yona.language.embedding.ProgramException;

/** Programs of Yona call the functions of {@code src/test/haskell-library/ForYona.hs}. */
@Tag("processes")
class YonaTest {
  private static final Engine ENGINE = Engine.create();

  @TempDir private static Path folder;

  private static Path file;

  @BeforeAll
  static void load() throws Exception {
    file = CabalPackage.library(folder, "ForYona", "-threaded", HaskellLibraryTest.THREADED);
  }

  /** The source text of a program's value. It has functions by their names, as Yona writes them. */
  private static String value(String program, String... functions) throws Exception {
    return ENGINE.evaluate(program(program, functions)).source();
  }

  private static String program(String program, String... functions) {
    StringBuilder text = new StringBuilder("let\n");
    // As other tests in the process begin the run-time system.
    text.append(
        "    library = haskell\\Library::load_with [\"-N2\", \"-K64m\"] \"%s\"\n".formatted(file));
    for (String name : functions) {
      text.append(
          "    %s = haskell\\Library::function library \"%s\"\n".formatted(snake(name), name));
    }
    return text + "in " + program;
  }

  private static String snake(String name) {
    return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> failure(
      String symbol, String program, String... functions) {
    return assertThatThrownBy(() -> value(program, functions))
        .isInstanceOfSatisfying(
            ProgramException.class, error -> assertThat(error.symbol()).isEqualTo(symbol));
  }

  private static void fails(String symbol, String message, String program, String... functions) {
    assertThatThrownBy(() -> value(program, functions))
        .isInstanceOfSatisfying(
            ProgramException.class,
            error -> {
              assertThat(error.symbol()).isEqualTo(symbol);
              assertThat(error.text()).isEqualTo(message);
            });
  }

  // ---- values ----------------------------------------------------------------------------------

  @Test
  void numbersCross() throws Exception {
    assertThat(value("whole (-128) (-32768) (-2147483648) (-9223372036854775808)", "whole"))
        .isEqualTo("(-128, -32768, -2147483648, -9223372036854775808)");
    assertThat(value("whole (byte 7) 8 9 10", "whole")).isEqualTo("(7, 8, 9, 10)");
    assertThat(value("others true 'x' 0.5 2", "others")).isEqualTo("(true, 'x', 0.5, 2.0)");
    assertThat(value("present 41", "present")).isEqualTo("42");
    assertThat(value("present ()", "present")).isEqualTo("()");
    assertThat(value("unit", "unit")).isEqualTo("()");
  }

  @Test
  void objectsCrossByTheirContents() throws Exception {
    assertThat(
            value(
                "objects \"ü🦊\" (Seq::encode \"ab\") [1, -2] [(1, \"one\"), (2, ())]", "objects"))
        .isEqualTo("(\"ü🦊\", [97b, 98b], [1, -2], [(1, \"one\"), (2, ())])");
    assertThat(value("objects \"\" [] [] []", "objects")).isEqualTo("(\"\", [], [], [])");
  }

  @Test
  void otherObjectsAreThoseOfJava() throws Exception {
    assertThat(
            value(
                """
                let
                    bits = Java::new (Java::type "java.util.BitSet") []
                    _ = bits::set 5
                in ((reference bits)::get 5, reference ())
                """,
                "reference"))
        .isEqualTo("(true, ())");
  }

  @Test
  void functionsAreAppliedInParts() throws Exception {
    assertThat(value("let f = sum_of 1 2 in (f 3 4 5, Seq::map (f 3 4) [6, 7])", "sumOf"))
        .isEqualTo("(54321, [64321, 74321])");
    assertThat(value("(sum_of, interruptions)", "sumOf", "interruptions"))
        .isEqualTo("(sumOf/5, 0)");
  }

  @Test
  void functionsOfYonaAreCalled() throws Exception {
    assertThat(value("applied (\\n -> 2 * n) 21", "applied")).isEqualTo("42");
    assertThat(value("applied_later (\\n -> do sleep (:millis, 1) ; 2 * n end) 21", "appliedLater"))
        .isEqualTo("42");
    assertThat(value("mapped (\\n -> if n > 1 then \"n = {n}\" else ()) [1, 2, 3]", "mapped"))
        .isEqualTo("[(), \"n = 2\", \"n = 3\"]");
  }

  @Test
  void functionsOfYonaBelongToTheRunThatHasGivenThem() throws Exception {
    List<String> printed = new CopyOnWriteArrayList<>();
    Engine.builder()
        .output((_, text) -> printed.add(new String(text, StandardCharsets.UTF_8)))
        .build()
        .evaluate(program("mapped (\\n -> do println n ; () end) [1, 2]", "mapped"));
    assertThat(printed).containsExactly("1\n", "2\n");
  }

  @Test
  void functionsOfHaskellComeBack() throws Exception {
    assertThat(value("let add = adder 100 in (add 1 10, Seq::map (add 2) [20, 30])", "adder"))
        .isEqualTo("((111, 1), [(122, 2), (132, 2)])");
    assertThat(value("let later = action in later", "action")).isEqualTo("\"done\"");
    assertThat(value("(same_function (\\n -> str n)) 5", "sameFunction")).isEqualTo("\"5\"");
  }

  @Test
  void functionsAreListedWithTheirTypes() throws Exception {
    assertThat(value("Dict::get \"mapped\" () (haskell\\Library::functions library)"))
        .isEqualTo("\"(Int32 -> IO Text) -> [Int32] -> IO [Text]\"");
    assertThat(value("Dict::get \"objects\" () (haskell\\Library::functions library)"))
        .isEqualTo(
            "\"Text -> ByteString -> Vector Int32 -> [(Int16, Text)] -> (Text, ByteString, Vector"
                + " Int32, [(Int16, Text)])\"");
    assertThat(value("Dict::len (haskell\\Library::functions library)")).isEqualTo("20");
  }

  // ---- errors ----------------------------------------------------------------------------------

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "whole 128 0 0 0 | badarg | argument 1 of whole: expected an Int from -128 to 127, found"
            + " 128",
        "whole 0 32768 0 0 | badarg |"
            + " argument 2 of whole: expected an Int from -32768 to 32767, found 32768",
        "whole 0 0 (-2147483649) 0 | badarg | argument 3 of whole: expected an Int from"
            + " -2147483648 to 2147483647, found -2147483649",
        "whole 0 0 0 (big 1) | typeerror | argument 4 of whole expects an Int, found 1n (a Big)",
        "whole 0 0 0 () | typeerror | argument 4 of whole expects an Int, found () (the unit"
            + " value)",
        "others true 'x' 0.5 \"2\" | typeerror |"
            + " argument 4 of others expects a Float, found \"2\" (a string)",
        "others 1 'x' 0.5 2 | typeerror | argument 1 of others expects a Boolean, found 1 (an Int)",
        "objects :a 1 [] [] | typeerror | argument 2 of objects expects Bytes, found 1 (an Int)",
      })
  void argumentsThatDoNotFitAreRefused(String program, String symbol, String message) {
    fails(symbol, message, program, "whole", "others", "objects");
  }

  @Test
  void whatHaskellRaisesIsAnError() throws Exception {
    fails("haskell", "wrong", "raises \"wrong\"", "raises");
    fails("haskell", "wrong", "raises_later \"wrong\"", "raisesLater");
    fails("java", "java.io.IOException: of Java", "java_throws", "javaThrows");
    assertThat(value("try raises \"it\" catch (:haskell, message, _) -> message end", "raises"))
        .isEqualTo("\"it\"");
  }

  @Test
  void errorsOfYonaPassThroughHaskell() throws Exception {
    fails("odd", "3", "applied (\\n -> raise :odd (str n)) 3", "applied");
    fails("odd", "3", "applied_later (\\n -> raise :odd (str n)) 3", "appliedLater");
    assertThat(
            value(
                "try applied_later (\\n -> raise :odd (str n)) 3 catch"
                    + " (:odd, _, _) -> applied_later (\\n -> n) 4 end",
                "appliedLater"))
        .isEqualTo("4");
    fails(
        "typeerror",
        "what <lambda at script:4:12> gives Haskell expects a String, found 1 (an Int)",
        "mapped (\\n -> 1) [1]",
        "mapped");
  }

  @Test
  void whatIsNotThereIsAnError() throws Exception {
    failure("badarg", "1", "absent")
        .hasMessageContaining("haskell\\Library::function: no function absent is exported by ");
    failure("ioerror", "haskell\\Library::load \"absent.so\"")
        .hasMessageContaining("haskell\\Library::load: there is no library ");
    failure("badarg", "haskell\\Library::load_with [\"-N1\"] \"%s\"".formatted(file))
        .hasMessageContaining("has begun with the options [-N2, -K64m]");
    failure("badarg", "haskell\\Library::load_with [\"-odd\"] \"%s\"".formatted(file))
        .hasMessageContaining("no option for the run-time system of Haskell: -odd");
    failure("typeerror", "haskell\\Library::function 1 \"name\"")
        .hasMessageContaining("a library of Haskell");
  }

  // ---- waiting ---------------------------------------------------------------------------------

  @Test
  void aThousandCallsWaitAtTheSameTime() throws Exception {
    assertThat(
            value(
                "Seq::len (Seq::map_limit 1000 (\\_ -> meets 1000) (Seq::range 0 1000))", "meets"))
        .isEqualTo("1000");
  }

  @Test
  void whoIsCancelledInterruptsHaskell() throws Exception {
    assertThat(
            value(
                """
                do
                    before = interruptions
                    ended = try timeout (:millis, 20) (\\-> waits_for_ever) catch (:timeout, _, _) -> :over end
                    (ended, interruptions - before)
                end
                """,
                "waitsForEver",
                "interruptions"))
        .isEqualTo("(:over, 1)");
  }
}

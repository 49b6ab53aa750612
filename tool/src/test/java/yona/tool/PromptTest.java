package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code yona repl} without a terminal. */
@Tag("processes")
class PromptTest {
  private static Yona.Result repl(String input) {
    return Yona.command("repl").given(input).run();
  }

  @Test
  void inputsFromAPipeAreAnsweredWithoutPromptsAndEcho() {
    Yona.Result result = repl("x = 20\n[x,\n\n x + 1]\nprintln \"hi\"\n()\n\"end\"");
    assertThat(result.output()).isEqualTo("[20, 21]\nhi\n\"end\"\n");
  }

  @Test
  void anEmptyInputIsASession() {
    assertThat(repl("").output()).isEmpty();
    assertThat(repl("\n\n:quit\nnever read [").output()).isEmpty();
  }

  @Test
  void theStatusTellsOfErrorsAndTheSessionGoesOn() {
    Yona.Result result = repl("1 / 0\n2\n");
    assertThat(result.failure()).startsWith("error: :badarith");
    assertThat(result.out()).isEqualTo("2\n");
    assertThat(repl("[1,\n").failure()).contains("Bracket not closed");
  }

  @Test
  void programsReadTheLinesBehindThem() {
    assertThat(repl("name = readln\nAda\nname\n").output()).isEqualTo("\"Ada\"\n");
  }

  @Test
  void aProgramMayEndTheSession() {
    Yona.Result result = repl("1\nSystem::exit 3\n2\n");
    assertThat(result.status()).isEqualTo(3);
    assertThat(result.out()).isEqualTo("1\n");
    assertThat(result.err()).isEmpty();
  }

  @Test
  void backgroundPartsEndWithTheSession() {
    assertThat(repl("drop (\\-> never)\n1\n").output()).isEqualTo("1\n");
  }

  @Test
  void aPasteWithoutEndIsBounded() {
    Yona.Result result = repl("(\n" + "1\n".repeat(10_000) + "\n40 + 2\n");
    assertThat(result.failure()).contains("Bracket not closed");
    assertThat(result.out()).isEqualTo("42\n");
  }

  @Test
  void aFileIsLoadedFirst(@TempDir Path folder) {
    Yona.write(folder.resolve("shop/Cart.yona"), "module shop\\Cart exports n as\nn = 5\nend\n");
    Yona.Result result =
        Yona.command("repl", "--load", "shop/Cart.yona")
            .in(folder)
            .given("shop\\Cart::n + 1\n")
            .run();
    assertThat(result.output()).isEqualTo("module shop\\Cart: n\n6\n");
    assertThat(Yona.command("repl", "--load", "none").in(folder).given("").run().failure())
        .contains("none: no such file");
  }

  @Test
  void theModulesOfTheProjectAreThere(@TempDir Path folder) {
    Yona.write(folder.resolve("yona.toml"), "[project]\nname = \"a\"\n");
    Yona.write(folder.resolve("src/Shop.yona"), "module Shop exports n as\nn = 5\nend\n");
    assertThat(Yona.command("repl").in(folder).given("Shop::n\n").run().output()).isEqualTo("5\n");
  }

  /** The answers of a session, without times and numbers that differ from run to run. */
  private static String traced(String input) {
    return repl(input)
        .out()
        .replaceAll("\\d+\\.\\d{3} ms", "T ms")
        .replaceAll("#[0-9a-f]+", "#N")
        .replaceAll("fiber \\d+\\]", "fiber N]")
        // The group waits for the member that ends last, unless it runs that one itself.
        .replaceAll("waited at Group#N {2}\\(T ms\\)\n", "");
  }

  @Test
  void callsAreTracedWithThoseInFunctionsThatWereDefinedBefore() {
    assertThat(
            traced(
                """
                fact = \\n -> if n < 2 then 1 else n * fact (n - 1)
                twice = \\f x -> f (f x)
                :trace twice fact 2
                :trace [1, 2] |> Seq::map (\\x -> fact x) |> Seq::sum
                add = \\a b -> a + b
                :trace 1 `add` fact 1
                fact 3
                """))
        .isEqualTo(
            """
            twice fact 2 = 2  (T ms)
              fact 2 = 2  (T ms)
                fact 1 = 1  (T ms)
              fact 2 = 2  (T ms)
                fact 1 = 1  (T ms)
            2
            0 fibers started
            Seq::map (\\x -> fact x) [1, 2] = [1, 2]  (T ms)
              (\\x -> fact x) 1 = 1  (T ms)
                fact 1 = 1  (T ms)
              (\\x -> fact x) 2 = 2  (T ms)
                fact 2 = 2  (T ms)
                  fact 1 = 1  (T ms)
            Seq::sum [1, 2] = 3  (T ms)
            3
            0 fibers started
            fact 1 = 1  (T ms)
            add 1 1 = 2  (T ms)
            2
            0 fibers started
            6
            """);
  }

  @Test
  void waitsAreTracedInTheCallsAndFibersThatWaited() {
    assertThat(
            traced(
                """
                pause = \\n -> sleep (:millis, n)
                :trace let a = pause 5, b = pause 1 in (a, b)
                """))
        .isEqualTo(
            """
            pause 5 = ()  (T ms)
              sleep (:millis, 5) = ()  (T ms)
                waited at Sleep#N  (T ms)
            pause 1 = ()  (T ms)
              sleep (:millis, 1) = ()  (T ms)
                waited at Sleep#N  (T ms)
            ((), ())
            1 fiber started
            """);
  }

  @Test
  void errorsAndJavaAreTraced() {
    Yona.Result result = repl(":trace Seq::head []\n:trace java\\lang\\Math::max 1 2\n");
    assertThat(result.out())
        .startsWith("Seq::head [] raised :badarg: Seq::head: the Seq is empty  (")
        .endsWith("2\n0 fibers started\n");
    assertThat(result.failure()).startsWith("error: :badarg");
  }

  @Test
  void aTraceIsBoundedAndWhatIsTracedIsNot() {
    String loop =
        """
        loop = \\n text -> if n == 0 then text else loop (n - 1) text
        :trace Seq::len (loop 1000000 (Seq::repeat 100000 "x"))
        :trace Seq::len (Seq::map (\\x -> x + 1) (Seq::range 0 100000))
        """;
    String trace = traced(loop);
    assertThat(trace)
        .contains("... deeper calls\n")
        .contains("... and more: a trace shows the first 1000 calls and waits\n")
        .hasSizeLessThan(500_000);
    assertThat(trace.lines().filter(line -> line.length() > 600).filter(l -> l.contains(" ms)")))
        .isEmpty();
  }

  /** What a trace has seen lives on as it was meant. */
  @Test
  void namesThatATraceBindsAreOrdinary() {
    assertThat(repl(":trace f = \\x -> x + 1\n:trace n = f 1\nf n\n").output())
        .startsWith("0 fibers started\nf 1 = 2  (")
        .endsWith("0 fibers started\n3\n");
  }
}

package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code yona repl} without a terminal. */
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
}

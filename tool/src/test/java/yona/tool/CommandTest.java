package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.language.diagnostics.Code;

/** The commands that run no program. */
@Tag("processes")
class CommandTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"--version", "-V"})
  void versionNamesYonaAndTheJvm(String option) {
    assertThat(Yona.command(option).run().output())
        .matches("yona \\d+\\.\\d+\\.\\d+ \\(JVM \\S+, .+\\)\n");
  }

  @Test
  void anEmptyNameIsNoFolder() {
    for (String[] words : new String[][] {{""}, {"run", ""}, {"--", ""}}) {
      assertThat(Yona.command(words).run().failure())
          .isEqualTo("yona: \"\": this is the name of no file\n");
    }
  }

  @Test
  void aFileAfterTwoDashesMayBeginWithOne(@TempDir Path folder) {
    Yona.write(folder.resolve("-x.yona"), "42");
    assertThat(Yona.command("--", "-x.yona").in(folder).run().output()).isEqualTo("42\n");
  }

  @Test
  void anExpressionThatIsNoUtf8IsRefused() {
    assumeTrue(Files.exists(Path.of("/proc/self/cmdline")), "no /proc here");
    Yona.Result result = Yona.process("sh", "-c", "./yona -e \"$(printf '\"a\\377b\"')\"").run();
    assertThat(result.failure()).contains("error Y1001").contains("0xff");
    assertThat(Yona.evaluate("\"a\ufffdb\"").output()).isEqualTo("a\ufffdb\n");
  }

  @Test
  void helpShowsTheCommandsOnStandardOutput() {
    String help = Yona.command("help").run().output();
    assertThat(help).startsWith("usage: yona [--dir D] [run] FILE [ARGS]");
    assertThat(help).contains("check", "explain", "YONA_GRACE", "YONA_JAVA_OPTIONS");
    assertThat(Yona.command("--help").run().output()).isEqualTo(help);
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "check", "explain"})
  void helpOnACommandShowsItsUsage(String command) {
    assertThat(Yona.command("help", command).run().output()).startsWith("usage: yona " + command);
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "check", "test", "compile", "new", "repl", "explain", "help"})
  void everyCommandHasHelpOnItself(String command) {
    String help = Yona.command("help", command).run().output();
    assertThat(Yona.command(command, "--help").run().output())
        .isEqualTo(help)
        .contains("-h, --help", "Show this help.");
    assertThat(Yona.command(command, "-h").run().output()).isEqualTo(help);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          tset, no command and no file: tset; did you mean test?
          test --fliter a, there is no option --fliter; did you mean --filter?
          test --seed x, Invalid value for option '--seed': expected a whole number
          new a b, unexpected argument b
          check --with a:b:1 --dir . a.yona, --dir has to stand in front of everything else
          """)
  void wrongUsageTellsWhatWasMeant(String arguments, String expected) {
    assertThat(Yona.command(arguments.split(" ")).run().err()).startsWith("yona: " + expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-x",
        "-e",
        "run",
        "run --nonsense",
        "check",
        "explain Y0000",
        "explain Y2001 Y2002",
        "nosuchcommand",
        "help nosuchcommand",
        "--dir",
        "--dir no-such-folder run a.yona",
        "run --dir no-such-folder a.yona"
      })
  void wrongUsageHasStatus2AndTellsWhereHelpIs(String arguments) {
    String[] words = arguments.isEmpty() ? new String[0] : arguments.split(" ", -1);
    Yona.Result result = Yona.command(words).run();
    assertThat(result.status()).as(result.err()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .startsWith("yona: ")
        .contains("yona: for help: yona ")
        .doesNotContain("\tat ");
  }

  @Test
  void explainListsAllCodes() {
    String index = Yona.command("explain").run().output();
    for (Code code : Code.values()) {
      assertThat(index).contains(code.id() + "  " + code.title());
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Code.class,
      names = {"UNEXPECTED_TOKEN", "UNCLOSED_BRACKET"})
  void explainShowsThePageOfACode(Code code) {
    String page =
        Yona.command("explain", code.id().toLowerCase(java.util.Locale.ROOT)).run().output();
    assertThat(page).contains(code.id());
  }

  @Test
  void checkSaysNothingOfSoundPrograms() {
    Path sound = Yona.write(folder.resolve("sound.yona"), "println \"never printed\"\n");
    assertThat(Yona.command("check", sound.toString(), sound.toString()).run().output()).isEmpty();
  }

  @Test
  void checkReportsSeveralErrorsOfSeveralFilesAtOnce() {
    Path first =
        Yona.write(folder.resolve("first.yona"), "let\n    a = (1 +)\n    b = [2, )\nin a\n");
    Path second = Yona.write(folder.resolve("second.yona"), "unheard_of 1\n");
    String report = Yona.command("check", first.toString(), second.toString()).run().failure();
    assertThat(report).contains("first.yona:2:", "first.yona:3:", "second.yona:1:1", "unheard_of");
  }

  @Test
  void checkReportsAFieldThatNoRecordOfTheProgramHas() {
    Path module =
        Yona.write(
            folder.resolve("Areas.yona"),
            "module Areas exports area as\n    area s = s.width * s.heigth\nend\n");
    String shape = "let m = module M exports run as\n    record Shape = (width, %s)\n";
    String run = "    run = Areas::area Shape(width = 2)\nend in m::run\n";
    Path right = Yona.write(folder.resolve("right.yona"), shape.formatted("heigth") + run);
    Path wrong = Yona.write(folder.resolve("wrong.yona"), shape.formatted("height") + run);

    Yona.Result alone = Yona.command("check", module.toString()).run();
    assertThat(alone.status()).isZero();
    assertThat(alone.err()).contains("warning Y5003", "Areas.yona:2:16", "Areas.yona:2:26");
    assertThat(Yona.command("check", right.toString()).run().output()).isEmpty();
    assertThat(Yona.command("check", wrong.toString()).run().failure())
        .contains("error Y5003", "Areas.yona:2:26", "Did you mean height?")
        .doesNotContain("2:16");
    assertThat(Yona.command("check", module.toString(), right.toString()).run().output()).isEmpty();
  }

  @Test
  void checkReadsStandardInput() {
    assertThat(Yona.command("check", "-").given("1 +").run().failure())
        .contains("<standard input>:1:");
  }
}

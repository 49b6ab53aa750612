package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where programs come from, what they print, and the status that they leave (language.md 14). */
@Tag("processes")
class ProgramTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1 + 1 | 2",
        "\"plain \\\"text\\\"\" | plain \"text\"",
        "[\"a\", 'b', :c] | [\"a\", 'b', :c]",
        "\"\" | ``",
        "module M exports main as main = 6 * 7 end | 42",
      })
  void theValueIsPrinted(String program, String printed) {
    assertThat(Yona.evaluate(program).output()).isEqualTo(printed + "\n");
  }

  @Test
  void aFileWithAModuleThatIsNoProgramSaysWhatItLacks() {
    assertThat(ofFile("module M exports f as\n    f = 1\nend\n"))
        .contains("module M has no function main");
    assertThat(ofFile("module M exports f as\n    f = 1\n    main = f\nend\n"))
        .contains("module M exports main, f");
    assertThat(ofFile("module M exports main as\n    main x = x\nend\n"))
        .contains("main of module M has parameters");
  }

  private String ofFile(String module) {
    Path file = Yona.write(folder.resolve("M.yona"), module);
    return Yona.command("run", file.toString()).run().failure();
  }

  @Test
  void unitIsNotPrinted() {
    assertThat(Yona.evaluate("()").output()).isEmpty();
    assertThat(Yona.evaluate("println :hello").output()).isEqualTo("hello\n");
  }

  @Test
  void aModuleWithoutMainIsPrinted() {
    assertThat(Yona.evaluate("module M exports f as f x = x end").output())
        .startsWith("Module{fqn=M, exports=[f]");
  }

  @Test
  void aFileRunsWithAndWithoutTheWordRun() {
    Path program = Yona.write(folder.resolve("program.yona"), "[1..4]\n");
    assertThat(Yona.command("run", program.toString()).run().output()).isEqualTo("[1, 2, 3]\n");
    assertThat(Yona.command(program.toString()).run().output()).isEqualTo("[1, 2, 3]\n");
  }

  @Test
  void aProgramComesFromStandardInput() {
    assertThat(Yona.command("-").given("let a = 4\nin a * a").run().output()).isEqualTo("16\n");
    assertThat(Yona.command("run", "-").given("17").run().output()).isEqualTo("17\n");
  }

  @ParameterizedTest
  @CsvSource({"C, ''", "POSIX, ''", "'', C", "'', ''"})
  void theCLocaleDoesNotSpoilTexts(String all, String language) throws IOException {
    Path program = Yona.write(folder.resolve("wörter 😀.yona"), "File::list_dir \"é\"\n");
    Yona.write(Files.createDirectory(folder.resolve("é")).resolve("ü.txt"), "");
    assertThat(
            Yona.command("--dir", folder.toString(), program.toString())
                .with("LC_ALL", all)
                .with("LC_CTYPE", "")
                .with("LANG", language)
                .run()
                .output())
        .isEqualTo("[\"é/ü.txt\"]\n");
    assertThat(
            Yona.command("-e", "\"é😀\"")
                .with("LC_ALL", all)
                .with("LC_CTYPE", "")
                .with("LANG", language)
                .run()
                .output())
        .isEqualTo("é😀\n");
  }

  @Test
  void aClosedStandardInputIsAtItsEnd() {
    String program = "try readln catch (symbol, _, _) -> symbol end";
    assertThat(Yona.process("sh", "-c", "./yona -e \"$0\" <&-", program).run().output())
        .isEqualTo(":eof\n");
  }

  @Test
  void aScriptRunsByItsFirstLine() throws IOException {
    Path script = Yona.write(folder.resolve("script"), "#!/usr/bin/env yona\n\"from a script\"\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    String path = Yona.ROOT + ":" + System.getenv("PATH");
    assertThat(Yona.process(script.toString()).with("PATH", path).run().output())
        .isEqualTo("from a script\n");
  }

  @Test
  void dirChangesTheFolderThatPathsStartFrom() {
    Yona.write(folder.resolve("note.txt"), "here\n");
    Yona.write(folder.resolve("read.yona"), "File::read_text \"note.txt\" |> String::trim\n");
    String dir = folder.toString();
    assertThat(Yona.command("run", "--dir", dir, "read.yona").run().output()).isEqualTo("here\n");
    assertThat(Yona.command("--dir", dir, "run", "read.yona").run().output()).isEqualTo("here\n");
    assertThat(Yona.command("--dir=" + dir, "read.yona").run().output()).isEqualTo("here\n");
    assertThat(Yona.command("--dir", dir, "-e", "File::read_text \"note.txt\"").run().output())
        .isEqualTo("here\n\n");
    assertThat(Yona.command("check", "--dir", dir, "read.yona").run().output()).isEmpty();
  }

  @Test
  void modulesAreFoundBesideTheProgramInTheFolderAndOnThePath() throws IOException {
    Path program = Files.createDirectories(folder.resolve("program"));
    Path other = Files.createDirectories(folder.resolve("other").resolve("a"));
    Path current = Files.createDirectories(folder.resolve("current"));
    Yona.write(program.resolve("Beside.yona"), "module Beside exports f as f = 1 end\n");
    Yona.write(other.resolve("OnPath.yona"), "module a\\OnPath exports f as f = 20 end\n");
    Yona.write(current.resolve("Here.yona"), "module Here exports f as f = 300 end\n");
    Path main = Yona.write(program.resolve("main.yona"), "Beside::f + a\\OnPath::f + Here::f\n");
    assertThat(
            Yona.command("run", main.toString())
                .in(current)
                .with("YONA_PATH", folder.resolve("nowhere") + ":" + folder.resolve("other"))
                .run()
                .output())
        .isEqualTo("321\n");
  }

  @Test
  void anUncaughtErrorIsReportedWithItsLineMarkerAndTrace() {
    Yona.write(
        folder.resolve("shop.yona"),
        """
        let
            share = \\total people -> total / people
        in do
            println "start"
            1 + share 10 0
        end
        """);
    Yona.Result result = Yona.command("run", "--dir", folder.toString(), "shop.yona").run();
    assertThat(result.out()).isEqualTo("start\n");
    assertThat(result.failure())
        .startsWith("error: :badarith: ")
        .contains(
            """
             --> shop.yona:2:\
            """)
        .contains("2 |     share = \\total people -> total / people\n")
        .contains("^")
        .contains("stack trace, innermost first:\n")
        .containsPattern("share +shop\\.yona:2:\\d+\n")
        .containsPattern("\\$main +shop\\.yona:5:\\d+\n")
        .doesNotContain("\u001b");
  }

  @Test
  void anErrorOfAProgramKeepsItsMessageInOnePieceAndCannotSteerTheTerminal() {
    String report = Yona.evaluate("raise :bad \"two\\nlines and \\u001b[31mred\"").failure();
    assertThat(report).startsWith("error: :bad: two\nlines and \uFFFD[31mred\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "drop \\-> fail 1",
        "with daemon (Context::manager 1 (\\_ -> ())) as it fail it end"
      })
  void anErrorInTheBackgroundShowsWhereItsFiberWasStarted(String start) throws IOException {
    Yona.write(
        folder.resolve("lost.yona"),
        """
        let
            fail = \\n -> if n > 0 then raise :lost "nobody waits" else n
            start = \\n -> do
                %s
                n
            end
        in do
            start 1
            File::read_text "end"
            :end
        end
        """
            .formatted(start));
    Path end = folder.resolve("end");
    Yona.fifos(List.of(end));
    Yona.Running running =
        Yona.process("sh", "-c", "exec ./yona run --dir \"$0\" lost.yona 2>&1", folder.toString())
            .start()
            .awaitOutput("$main");
    Files.writeString(end, "x");
    Yona.Result result = running.end();
    assertThat(result.status()).isZero();
    assertThat(result.out())
        .startsWith("error in the background: :lost: nobody waits\n")
        .containsSubsequence("fail ", "lost.yona:2:", "lost.yona:4:", "$main ", ":8:5\n")
        .endsWith(":end\n");
  }

  private static final String FAILING_RELEASE =
      """
      let leaving = \\name -> with Context::manager name (\\n -> raise :release "{n}") as n
              raise :body "left {n}"
          end
      in
      """;

  @Test
  void anErrorOfAReleaseIsReportedBehindTheOneOfTheSteps() {
    assertThat(
            Yona.evaluate(
                    FAILING_RELEASE
                        + "with Context::defer (\\-> raise :outer \"last\") as x leaving 5 end")
                .failure())
        .startsWith("error: :body: left 5\n  --> <command line>:2:")
        .containsSubsequence(
            "stack trace, innermost first:\n",
            "error in the release of a resource: :release: 5\n  --> <command line>:1:",
            "stack trace, innermost first:\n",
            "error in the release of a resource: :outer: last\n  --> <command line>:5:")
        .doesNotContain("background");
  }

  @Test
  void anErrorOfAReleaseIsReportedAlsoIfTheOneOfTheStepsIsCaught() {
    for (String taken :
        List.of(
            "try leaving 5 catch (:body, message, _) -> message end",
            "Test::assert_raises :body (\\-> leaving 5)",
            "case Task::result (Task::spawn (\\-> leaving 5)) of (:error, (_, m, _)) -> m end",
            "Task::until_failure (:fixed, (:millis, 1), :forever) (\\-> leaving 5) |> (\\[] ->"
                + " \"left 5\")",
            "try Task::retry (:fixed, (:millis, 1), 1) (\\-> leaving 5) catch (:body, m, _) -> m"
                + " end",
            "Task::first_success [\\-> leaving 5, \\-> \"left 5\"]")) {
      Yona.Result result = Yona.evaluate(FAILING_RELEASE + taken);
      assertThat(result.out()).as(taken).isEqualTo("left 5\n");
      assertThat(result.err())
          .startsWith("error in the release of a resource: :release: 5\n")
          .doesNotContain("background", "error: ");
      assertThat(result.status()).isZero();
    }
  }

  @Test
  void anErrorOfAReleaseIsNamedSoAlsoIfTheStepsWereCancelled() {
    Yona.Result result =
        Yona.evaluate(
            """
            try
                timeout (:millis, 1) (with Context::defer (\\-> raise :release "5") as x never end)
            catch
                (:timeout, _, _) -> :late
            end
            """);
    assertThat(result.out()).isEqualTo(":late\n");
    assertThat(result.err()).startsWith("error in the release of a resource: :release: 5\n");
  }

  @Test
  void whatMatchedNothingIsShown() {
    assertThat(Yona.evaluate("case (:blue, 5) of (:red, n) -> n end").failure())
        .startsWith("error: :nomatch: ")
        .contains("matches (:blue, 5)\n");
  }

  @Test
  void aMisspeltNameGetsASuggestion() {
    assertThat(Yona.evaluate("let total = 1 in totl + 1").failure())
        .contains("totl")
        .contains("total")
        .contains("<command line>:1:18");
    assertThat(Yona.evaluate("Seq::lenght [1]").failure()).contains("lenght");
  }

  @Test
  void aSyntaxErrorNamesItsPlaceAndCode() {
    assertThat(Yona.evaluate("[1, 2").failure())
        .startsWith("error Y2003: ")
        .contains(" --> <command line>:1:")
        .contains("1 | [1, 2\n")
        .endsWith("1 error; `yona explain Y2003` tells more\n");
  }

  @Test
  void coloursOnlyOnATerminal() {
    Yona coloured = Yona.command("-e", "1 / 0").with("YONA_JAVA_OPTIONS", "-Dyona.terminals=2");
    assertThat(coloured.run().err()).contains("\u001b[1;31merror\u001b[0m");
    assertThat(coloured.with("NO_COLOR", "1").run().err())
        .doesNotContain("\u001b")
        .startsWith("error: ");
    assertThat(Yona.evaluate("1 / 0").failure()).doesNotContain("\u001b");
  }

  @Test
  void endlessRecursionEndsCleanly() {
    String report = Yona.evaluate("let f = \\n -> 1 + f (n + 1) in f 0").failure();
    assertThat(report).startsWith("error: :stackoverflow: ");
    assertThat(report.lines().count()).isLessThan(60);
  }

  /** Classes that a JVM first uses where its stack ends could not be used any more. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Seq::len \"again {n}\"",
        "Seq::len (str 0.1)",
        "Time::unix",
        "try raise :a (str n) catch (:a, m, _) -> Seq::len m end"
      })
  void whatCatchesAStackOverflowHasRoom(String steps) {
    String handler = "catch (:stackoverflow, _, _) -> " + steps + " end";
    Yona.Result result =
        Yona.command("-e", "let f = \\n -> try 1 + f (n + 1) " + handler + " in f 1 > 1000")
            .with("YONA_JAVA_OPTIONS", "-Dyona.async.stack=16777216")
            .run();
    assertThat(result.output()).isEqualTo("true\n");
  }

  @Test
  void outOfMemoryEndsCleanly() {
    Yona.Result result =
        Yona.command("-e", "let f = \\xs n -> f (\"text {n}\" -| xs) (n + 1) in f [] 0")
            .with("YONA_JAVA_OPTIONS", "-Xmx64m")
            .run();
    assertThat(result.failure()).startsWith("error: :outofmemory: ");
  }

  @Test
  void jsonThatDoesNotFitIntoMemoryIsReadElementByElement() throws IOException {
    String records = "{\"id\": 1, \"name\": \"tea\", \"tags\": [\"hot\", null]},\n".repeat(20_000);
    Path file = folder.resolve("records.json");
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("[");
      for (int i = 0; i < 100; i++) {
        out.write(records);
      }
      out.write("{\"id\": 7}]");
    }
    String program =
        "File::chunks 65_536 \"records.json\" |> JSON::items"
            + " |> Stream::fold (\\sum row -> sum + Dict::lookup \"id\" row) 0";
    assertThat(Files.size(file)).isGreaterThan(80_000_000);
    assertThat(
            Yona.command("-e", program)
                .in(folder)
                .with("YONA_JAVA_OPTIONS", "-Xmx48m")
                .run()
                .output())
        .isEqualTo("2000007\n");
  }

  /** A half of it is passed by, the other half read. */
  @Test
  void jsonOfHalfAGigabyteNeedsNoMemoryOfItsSize() {
    String program =
        """
        let
            row  = "{{\\"id\\": 1, \\"text\\": \\"" ++ String::repeat 5_000 "x" ++ "\\"},\\n"
            rows = \\n -> Stream::repeat row |> Stream::take n
        in
            Stream::concat [
                Stream::singleton "{{\\"skipped\\": [", rows 50_000, Stream::singleton "0], \\"rows\\": [",
                rows 50_000, Stream::singleton "{{\\"id\\": 7}]}"
            ]
                |> JSON::items_with {:path = ["rows"]}
                |> Stream::fold (\\sum row -> sum + Dict::lookup "id" row) 0
        """;
    assertThat(Yona.command("-e", program).with("YONA_JAVA_OPTIONS", "-Xmx48m").run().output())
        .isEqualTo("50007\n");
  }

  @Test
  void deeplyNestedValuesPrint() {
    assertThat(
            Yona.evaluate(
                    "let nest = \\n v -> if n == 0 then v else nest (n - 1) [v] in nest 100000 []")
                .output())
        .isEqualTo("[".repeat(100_001) + "]".repeat(100_001) + "\n");
  }

  @Test
  void argumentsAfterTheProgramAreItsOwn() {
    Path program = Yona.write(folder.resolve("program.yona"), ":ran\n");
    assertThat(
            Yona.command("run", program.toString(), "--dir", "x", "-e", "--version").run().output())
        .isEqualTo(":ran\n");
  }
}

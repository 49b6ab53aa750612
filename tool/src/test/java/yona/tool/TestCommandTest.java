package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code yona test} as its users see it. */
@Tag("processes")
class TestCommandTest {
  @TempDir Path folder;

  private Yona.Result test(String... options) {
    String[] words = new String[options.length + 1];
    words[0] = "test";
    System.arraycopy(options, 0, words, 1, options.length);
    return Yona.command(words).in(folder).run();
  }

  private void write(String file, String text) {
    Yona.write(folder.resolve(file), text);
  }

  private String failing(String... options) {
    Yona.Result result = test(options);
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).as(result.out()).isEqualTo(1);
    return result.out();
  }

  @Test
  void programsAndModulesWithTestsAreFoundAndNothingElseRuns() {
    write("a/sums_test.yona", "[Test::test \"sums\" (\\-> Test::assert_equal 4 (2 + 2))]");
    write(
        "b/Shop.yona",
        """
        module b\\Shop exports tests, price as
            price = 3
            tests = [Test::test "price" (\\-> Test::assert_equal 3 price)]
        end
        """);
    write("main.yona", "println \"the word tests, and never run\"");
    write("Plain.yona", "module Plain exports f as\n    f = \"tests\"\nend\n");
    write(".hidden/x_test.yona", "broken");
    write("other/yona.toml", "");
    write("other/x_test.yona", "broken");
    assertThat(test().output())
        .isEqualTo(
            """
            ok   a/sums_test.yona, 1 passed
            ok   b/Shop.yona, 1 passed
            2 passed, 0 failed in 2 files
            """);
    assertThat(test("b").output()).endsWith("1 passed, 0 failed in 1 file\n");
    assertThat(test("--dir", "a").output()).startsWith("ok   sums_test.yona");
    assertThat(test("a/sums_test.yona", "./a/sums_test.yona").output()).contains("1 passed, 0");
  }

  @Test
  void aCaseThatGivesAFunctionFailsAsItLacksAnArgument() {
    write("x_test.yona", "[Test::test \"half\" (\\-> Test::assert_equal 5)]");
    assertThat(failing())
        .contains("warning Y6015: Too few arguments")
        .contains("expected no function as the result, as a call lacks an argument");
  }

  @Test
  void aCaseWhoseResultHoldsFalseOrTestsNothingFails() {
    write(
        "x_test.yona",
        """
        [
            Test::test "seq" (\\-> [n > 1 | n <- [1, 2]]),
            Test::test "tuple" (\\-> (2 == 2, 1 == 2)),
            Test::test "functions" (\\-> Seq::map (\\_ -> identity) [1]),
            Test::test "stream" (\\-> Stream::map Test::assert (Stream::from_seq [false])),
            Test::test "passes" (\\-> ([2 > 1], "false", true))
        ]
        """);
    assertThat(failing())
        .contains("expected true in all of the result, found [false, true]")
        .contains("expected true in all of the result, found (true, false)")
        .contains("expected true in all of the result, found [identity/1]")
        .contains("expected no Stream as the result, as nobody walks it")
        .contains("1 passed, 4 failed");
  }

  /** The root of all files, for instance, is not walked for minutes. */
  @Test
  void aFolderThatIsNoProjectAndHasVeryManyFilesIsRefused() throws IOException {
    for (int i = 0; i < 100; i++) {
      Path inner = Files.createDirectory(folder.resolve("f" + i));
      for (int j = 0; j < 100; j++) {
        Files.createFile(inner.resolve("e" + j));
      }
    }
    String refused =
        "error: "
            + folder.toRealPath()
            + ": this is no project, and has more than 10000 files and folders\n"
            + "hint: Name the files or folders, or begin a project here with a file yona.toml\n";
    assertThat(Yona.command("test").in(folder).run().failure()).isEqualTo(refused);
    assertThat(Yona.command("test", "--watch").in(folder).run().failure()).isEqualTo(refused);
    assertThat(Yona.command("test", "f1").in(folder).run().failure()).contains("no tests found");
    write("yona.toml", "[project]\nname = \"many\"\n");
    assertThat(Yona.command("test").in(folder).run().failure()).contains("no tests found");
  }

  @Test
  void aWarningOfAModuleIsShownOnce() {
    write("Shop.yona", "module Shop exports price as\n    price = do 1; 3 end\nend\n");
    for (String name : new String[] {"a_test.yona", "b_test.yona"}) {
      write(name, "[Test::test \"price\" (\\-> Test::assert_equal 3 Shop::price)]");
    }
    assertThat(test().output())
        .startsWith("ok   a_test.yona, 1 passed\n  warning Y6002: ")
        .endsWith("dropped.\nok   b_test.yona, 1 passed\n2 passed, 0 failed in 2 files\n");
  }

  @Test
  void aFailureShowsTheValuesTheLineAndWhatWasPrinted() {
    write(
        "x_test.yona",
        """
        [
            Test::test "differ" (\\-> do
                println "printed \\{27}"
                eprintln "and on error"
                Test::assert_equal [1, {"a" = 2}] [1, {"a" = 3}]
            end),
            Test::test "quiet" (\\-> (println "not shown") == ())
        ]
        """
            .replace("\\{27}", "\u001b"));
    assertThat(failing())
        .isEqualTo(
            """
            FAIL x_test.yona, 1 passed, 1 failed
              FAIL differ
                expected [1, {"a" = 2}]
                found    [1, {"a" = 3}]
                at [1]["a"]: expected 2, found 3
                  --> x_test.yona:5:9
                   |
                 5 |         Test::assert_equal [1, {"a" = 2}] [1, {"a" = 3}]
                   |         ^^^^^^^^^^^^^^^^^^
                printed:
                  printed \ufffd
                  and on error
            1 passed, 1 failed in 1 file
            """);
  }

  @Test
  void filesThatCannotBeUsedFailAndTheOthersGoOn() {
    write("a_test.yona", "unknown");
    write("b_test.yona", "42");
    write("c_test.yona", "[1]");
    write("d_test.yona", "raise :broken \"at once\"");
    write("e_test.yona", "System::exit 0");
    write("f_test.yona", "[Test::test \"fine\" (\\-> true)]");
    write("g_test.yona", "module g_test exports f as\n    f = 1\nend\n");
    assertThat(failing())
        .contains(
            "FAIL a_test.yona, 1 failed\n  error Y3001: Undefined name\n    --> a_test.yona:1:1")
        .contains("expected its value to be a Seq of cases, found 42 (an Int)")
        .contains("expected its value to hold cases made by Test::test or Test::property, found 1")
        .contains("  :broken: at once\n")
        .contains("ended the program: System::exit 0")
        .contains("ok   f_test.yona, 1 passed\n")
        .endsWith("1 passed, 6 failed in 7 files\n");
  }

  /** What a case does to itself, it does to no other. */
  @Test
  void casesAreIsolated() {
    write(
        "x_test.yona",
        """
        let spin = \\n -> if n < 0 then 0 else spin (n + 1) in
        [
            Test::test "exits" (\\-> System::exit 0),
            Test::test "waits" (\\-> sleep (:hours, 1)),
            Test::test "spins" (\\-> spin 0),
            Test::test "calculates" (\\-> %1$s),
            Test::test "calculates too" (\\-> %1$s),
            Test::test "interrupted" (\\-> raise :interrupted "by itself"),
            Test::test "fine" (\\-> sleep (:millis, 1) == ())
        ]
        """
            .formatted(Yona.ENDLESS));
    assertThat(failing("--timeout", "1", "--jobs", "2"))
        .contains("FAIL exits\n    ended the program: System::exit 0\n")
        .contains("FAIL waits\n    did not end within 1 second\n")
        .contains("FAIL spins\n    did not end within 1 second\n")
        .contains("FAIL calculates\n    did not end within 1 second, nor when it was cancelled\n")
        .contains("FAIL calculates too\n")
        .contains("FAIL interrupted\n    :interrupted by itself\n")
        .endsWith("1 passed, 6 failed in 1 file\n");
  }

  /**
   * A call of Java opens a FIFO, which nothing can interrupt, until the next case does so too; the
   * one behind that runs last.
   */
  @Test
  void aCaseThatWasGivenUpAndEndsLaterChangesNothing() {
    Yona.fifos(List.of(folder.resolve("fifo")));
    write(
        "x_test.yona",
        """
        [
            Test::test "opens" (\\-> Java::new java\\io\\FileInputStream ["fifo"]),
            Test::test "writes" (\\-> File::write_text "fifo" ""),
            Test::test "goes on" (\\-> do sleep (:millis, 200); File::exists "last" == false end),
            Test::test "last" (\\-> File::write_text "last" "x")
        ]
        """);
    assertThat(failing("--timeout", "3", "--jobs", "1"))
        .startsWith("FAIL x_test.yona, 3 passed, 1 failed\n  FAIL opens\n")
        .contains("did not end within 3 seconds, nor when it was cancelled\n")
        .endsWith("3 passed, 1 failed in 1 file\n");
  }

  @Test
  void aTaskThatIsCancelledOrEndsTheProgramIsNoErrorInTheBackground() {
    write(
        "x_test.yona",
        """
        [
            Test::test "cancelled" (\\-> let task = Task::spawn (\\-> never) in do Task::cancel task; () end),
            Test::test "exits" (\\-> drop (\\-> System::exit 3))
        ]
        """);
    assertThat(failing())
        .startsWith("FAIL x_test.yona, 1 passed, 1 failed\n  FAIL exits\n")
        .contains("    ended the program: System::exit 3\n");
  }

  @Test
  void errorsOfReleasesAreToldBehindTheErrorThatTheyCameWith() {
    write(
        "x_test.yona",
        """
        [Test::test "leaves" (\\-> with Context::defer (\\-> raise :release "stuck") as x raise :body "wrong" end)]
        """);
    assertThat(failing())
        .contains("    :body wrong\n    error in the release of a resource: :release: stuck\n")
        .doesNotContain("background");
  }

  @Test
  void errorsOfBackgroundPartsAreFailures() {
    write(
        "x_test.yona",
        """
        [Test::test "drops" (\\-> drop (\\-> raise :lost "in the background"))]
        """);
    assertThat(failing()).contains("error in the background: :lost: in the background");
    write(
        "x_test.yona",
        """
        let raised = Channel::channel 1 in do
            drop (\\-> with Context::defer (\\-> Channel::send raised :now) as x raise :lost "at once" end)
            Channel::receive raised
            [Test::test "x" (\\-> true)]
        end
        """);
    assertThat(failing())
        .startsWith("FAIL x_test.yona, 1 failed\n  error in the background: :lost: at once\n")
        .endsWith("0 passed, 1 failed in 1 file\n");
  }

  /** What a case expects fails by them as a rule, and shows their effect alone. */
  @Test
  void errorsOfBackgroundPartsAreToldBehindTheFailureOfACase() {
    write(
        "x_test.yona",
        """
        [Test::test "answers" (\\-> with http\\Server::create "localhost" 0 10 as server
            do
                http\\Server::route :get "/" (\\request -> raise :lost "the key") server
                http\\Server::start server
                uri = "http://localhost:{http\\Server::port server}/"
                with http\\Client::session {} as session
                    case http\\Client::request session :get uri {} () of
                        (status, _, _) -> Test::assert_equal 200 status
                    end
                end
            end
        end)]
        """);
    assertThat(failing())
        .containsPattern(
            "    expected 200\\n    found    500\\n    error of GET /, id \\S+: :lost: the key\\n");
  }

  @Test
  void aSeedRepeatsTheInputsOfAProperty() {
    write(
        "x_test.yona",
        """
        [Test::property "small" [Test::ints 0 100000] (\\n -> println n == () && n < 500)]
        """);
    String first = failing("--seed", "7");
    assertThat(first)
        .contains("fails for 500 (seed 7)\n")
        .endsWith("the same inputs again: yona test --seed 7\n");
    assertThat(failing("--seed", "7")).isEqualTo(first);
    assertThat(Yona.command("test").in(folder).with("YONA_TEST_SEED", "7").run().out())
        .isEqualTo(first);
    assertThat(failing("--seed", "8")).isNotEqualTo(first);
  }

  @Test
  void aFilterChoosesByCaseOrFile() {
    write("red_test.yona", "[Test::test \"one\" (\\-> true), Test::test \"two\" (\\-> true)]");
    write("blue_test.yona", "[Test::test \"two\" (\\-> true), Test::test \"three\" (\\-> true)]");
    assertThat(test("--filter", "two").output())
        .isEqualTo(
            """
            ok   blue_test.yona, 1 passed
            ok   red_test.yona, 1 passed
            2 passed, 0 failed in 2 files, 2 left out
            """);
    assertThat(test("--filter", "red", "--junit", "report.xml").output())
        .contains("2 passed, 0 failed in 1 file, 2 left");
    assertThat(folder.resolve("report.xml")).content().contains("red").doesNotContain("blue");
    assertThat(test("--filter", "four").failure())
        .isEqualTo("yona: no tests found with four in the name of the case or the file\n");
  }

  @Test
  void nothingFoundIsAFailure() {
    assertThat(test().failure()).startsWith("yona: no tests found: there are neither cases");
    write("x_test.yona", "[]");
    assertThat(test().failure()).startsWith("yona: no tests found");
    assertThat(test("gone.yona").failure()).isEqualTo("yona: gone.yona: no such file\n");
  }

  @Test
  void wrongUsageIsToldApart() {
    for (String[] options :
        new String[][] {
          {"--seed", "x"}, {"--jobs", "0"}, {"--timeout", "0"}, {"--what"}, {"--filter"}
        }) {
      Yona.Result result = test(options);
      assertThat(result.status()).as(String.join(" ", options)).isEqualTo(2);
      assertThat(result.err()).endsWith("yona: for help: yona help test\n");
    }
  }

  @Test
  void tenThousandCasesAreReportedInOrder() {
    write(
        "x_test.yona",
        """
        Seq::map (\\n -> Test::test "case {n}" (\\-> n % 1000 != 0)) (Seq::range 1 10001)
        """);
    String report = failing("--jobs", "16");
    assertThat(report).endsWith("9990 passed, 10 failed in 1 file\n");
    assertThat(report.lines().filter(line -> line.startsWith("  FAIL")))
        .startsWith("  FAIL case 1000", "  FAIL case 2000")
        .hasSize(10);
  }

  @Test
  void namesOfSeveralLinesStayInOne() {
    write(
        "x_test.yona",
        "[Test::test \"a\\nb\\u001b[31m\" (\\-> false)]".replace("\\u001b", "\u001b"));
    assertThat(failing()).contains("  FAIL a\\nb\ufffd[31m\n");
  }

  @Test
  void theXmlHoldsAnyText() {
    JUnitXml xml = new JUnitXml();
    xml.add(
        "a&b_test.yona",
        List.of(
            new TestResult("fine", List.of(), "", "", null, 1_500_000_000, false),
            new TestResult(
                "<\"\n\u0000>",
                List.of("expected 1", "]]>"),
                "",
                "\u001b[31m\ud83d\ude00",
                3L,
                0,
                false)));
    assertThat(xml.text())
        .isEqualTo(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="yona test" tests="2" failures="1" errors="0" skipped="0" time="1.500">
              <testsuite name="a&amp;b_test.yona" tests="2" failures="1" errors="0" skipped="0" time="1.500">
                <testcase name="fine" classname="a&amp;b_test.yona" time="1.500"/>
                <testcase name="&lt;&quot;&#10;\ufffd&gt;" classname="a&amp;b_test.yona" time="0.000">
                  <failure message="expected 1">expected 1&#10;]]&gt;&#10;</failure>
                  <system-out>\ufffd[31m\ud83d\ude00</system-out>
                </testcase>
              </testsuite>
            </testsuites>
            """);
  }

  @Test
  void theXmlIsWritten() throws IOException {
    write("x_test.yona", "[Test::test \"a\" (\\-> true)]");
    assertThat(test("--junit", "report.xml").output()).endsWith("1 passed, 0 failed in 1 file\n");
    assertThat(Files.readString(folder.resolve("report.xml")))
        .contains("<testcase name=\"a\" classname=\"x_test.yona\"");
    assertThat(test("--junit", "gone/report.xml").failure())
        .isEqualTo("yona: gone/report.xml: its folder does not exist\n");
  }
}

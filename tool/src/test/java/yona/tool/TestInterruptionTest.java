package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Ctrl-C and SIGTERM while {@code yona test} runs. Cases tell through FIFOs that they have begun.
 */
@Tag("processes")
class TestInterruptionTest {
  @TempDir Path folder;

  private Yona.Running start(String... options) {
    String[] words = new String[options.length + 1];
    words[0] = "test";
    System.arraycopy(options, 0, words, 1, options.length);
    return Yona.command(words).in(folder).with("YONA_GRACE", "0").start();
  }

  private Path fifo(String name) {
    Path fifo = folder.resolve(name);
    Yona.fifos(List.of(fifo));
    return fifo;
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void casesThatRunAreEndedAndReleaseWhatTheyHold(String signal, int status) throws IOException {
    Path begun = fifo("begun");
    Yona.write(
        folder.resolve("a_test.yona"),
        "[Test::test \"done\" (\\-> true), Test::test \"wrong\" (\\-> false)]");
    Yona.write(
        folder.resolve("b_test.yona"),
        """
        [
            Test::test "waits" (\\-> with Context::manager 1 (\\_ -> File::write_text "released" "x") as one
                println "now"
                File::write_text "begun" "x"
                never
            end),
            Test::test "later" (\\-> true)
        ]
        """);
    Yona.write(folder.resolve("c_test.yona"), "[Test::test \"much later\" (\\-> true)]");
    Yona.Running running = start("--jobs", "1", "--junit", "report.xml");
    assertThat(Yona.process("cat", begun.toString()).run().output()).isEqualTo("x");
    Yona.Result result = running.signal(signal).end();
    assertThat(result.status()).isEqualTo(status);
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .isEqualTo(
            """
            FAIL a_test.yona, 1 passed, 1 failed
              FAIL wrong
                expected true as the result, found false
                  --> a_test.yona:1:32
                   |
                 1 | [Test::test "done" (\\-> true), Test::test "wrong" (\\-> false)]
                   |                                ^^^^^^^^^^
            STOP b_test.yona, 1 interrupted, 1 not run
              STOP waits
                interrupted
                  --> b_test.yona:2:5
                   |
                 2 |     Test::test "waits" (\\-> with Context::manager 1 (\\_ -> File:...
                   |     ^^^^^^^^^^
                printed:
                  now
            1 passed, 1 failed, 1 interrupted in 2 files, 2 not run
            """);
    assertThat(folder.resolve("released")).hasContent("x");
    assertThat(Files.readString(folder.resolve("report.xml")))
        .contains("tests=\"3\" failures=\"1\" errors=\"1\"")
        .contains("<error message=\"interrupted\">");
  }

  @Test
  void aComputationEnds() throws IOException {
    assertThat(
            interrupted(
                """
                let spin = \\n -> if n < 0 then 0 else spin (n + 1) in
                [Test::test "spins" (\\-> do File::write_text "begun" "x"; spin 0 end)]
                """))
        .contains("  STOP spins\n    interrupted\n")
        .endsWith("0 passed, 0 failed, 1 interrupted in 1 file\n");
  }

  @Test
  void whatCannotBeStoppedIsGivenUp() throws IOException {
    assertThat(
            interrupted(
                """
                [Test::test "calculates"
                    (\\-> do File::write_text "begun" "x"; %s end)]
                """
                    .formatted(Yona.ENDLESS)))
        .contains("  STOP calculates\n    interrupted, and goes on\n")
        .endsWith("0 passed, 0 failed, 1 interrupted in 1 file\n");
  }

  /** What is printed of tests that are interrupted once they have written to "begun". */
  private String interrupted(String tests) throws IOException {
    Path begun = fifo("begun");
    Yona.write(folder.resolve("x_test.yona"), tests);
    Yona.Running running = start();
    assertThat(Yona.process("cat", begun.toString()).run().output()).isEqualTo("x");
    Yona.Result result = running.signal("INT").end();
    assertThat(result.status()).isEqualTo(130);
    return result.out();
  }

  /**
   * The file waits where nothing can interrupt it, in the opening of a FIFO by Java: another part
   * of it tells that the signal came.
   */
  @Test
  void theCasesOfAFileThatWasInterruptedDoNotRun() throws IOException {
    Path begun = fifo("begun");
    Path stopped = fifo("stopped");
    Path go = fifo("go");
    Yona.write(
        folder.resolve("x_test.yona"),
        """
        do
            drop (\\-> with Context::manager 1 (\\_ -> File::write_text "stopped" "x") as one
                File::write_text "begun" "x"
                never
            end)
            _ = Java::new java\\io\\FileInputStream ["go"]
            [Test::test "runs" (\\-> File::write_text "ran" "x")]
        end
        """);
    Yona.Running running = Yona.command("test").in(folder).with("YONA_GRACE", "3600000").start();
    assertThat(Yona.process("cat", begun.toString()).run().output()).isEqualTo("x");
    running.signal("INT");
    assertThat(Yona.process("cat", stopped.toString()).run().output()).isEqualTo("x");
    Yona.write(go, "");
    Yona.Result result = running.end();
    assertThat(result.status()).isEqualTo(130);
    assertThat(result.out())
        .isEqualTo(
            """
            STOP x_test.yona, 1 interrupted
              interrupted
            0 passed, 0 failed, 1 interrupted in 1 file
            """);
    assertThat(folder.resolve("ran")).doesNotExist();
  }

  @Test
  void aCleanupThatWaitsIsEndedByTheSecondSignal() throws IOException {
    Path begun = fifo("begun");
    Path cleaning = fifo("cleaning");
    Yona.write(
        folder.resolve("x_test.yona"),
        """
        [Test::test "holds" (\\-> with Context::manager 1 (\\_ -> do
                File::write_text "cleaning" "x"
                sleep (:hours, 1)
            end) as one
            File::write_text "begun" "x"
            never
        end)]
        """);
    Yona.Running running = Yona.command("test").in(folder).with("YONA_GRACE", "3600000").start();
    assertThat(Yona.process("cat", begun.toString()).run().output()).isEqualTo("x");
    running.signal("INT");
    assertThat(Yona.process("cat", cleaning.toString()).run().output()).isEqualTo("x");
    Yona.Result result = running.signal("INT").end();
    assertThat(result.status()).isEqualTo(130);
    assertThat(result.out()).contains("  STOP holds\n    interrupted, and goes on\n");
  }
}

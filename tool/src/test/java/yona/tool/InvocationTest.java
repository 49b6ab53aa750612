package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a program is given by the command line, and what it gives back to it. */
@Tag("processes")
class InvocationTest {
  @TempDir Path folder;

  @Test
  void argumentsFollowTheProgramAsTheyAre() {
    Path file = Yona.write(folder.resolve("p.yona"), "(System::args, System::script)\n");
    String path = file.toString();
    String given = "([\"-v\", \"--\", \"\", \"ä 😀\", \"run\"], (:ok, \"" + path + "\"))\n";
    for (List<String> start : List.of(List.of(path), List.of("run", path), List.of("--", path))) {
      List<String> words = new ArrayList<>(start);
      words.addAll(List.of("-v", "--", "", "ä 😀", "run"));
      assertThat(Yona.command(words.toArray(String[]::new)).run().output()).isEqualTo(given);
    }
  }

  @Test
  void aProgramThatIsNoFileHasArgumentsAndNoPath() {
    String program = "(System::args, System::script)";
    assertThat(Yona.command("-e", program, "-e", "1").run().output())
        .isEqualTo("([\"-e\", \"1\"], :none)\n");
    assertThat(Yona.command("-", "a", "-b").given(program).run().output())
        .isEqualTo("([\"a\", \"-b\"], :none)\n");
    assertThat(Yona.command("run", "-", "a").given(program).run().output())
        .isEqualTo("([\"a\"], :none)\n");
  }

  @Test
  void theTerminalsAreThoseThatTheLauncherFound() {
    String program = "[System::is_terminal s | s <- [:stdin, :stdout, :stderr]]";
    assertThat(Yona.evaluate(program).output()).isEqualTo("[false, false, false]\n");
    assertThat(
            Yona.command("-e", program)
                .with("YONA_JAVA_OPTIONS", "-Dyona.terminals=02")
                .run()
                .output())
        .isEqualTo("[true, false, true]\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 255})
  void theStatusIsTheOneAskedFor(int status) {
    Yona.Result result = Yona.evaluate("do println \"out\"; System::exit " + status + " end");
    assertThat(result.status()).isEqualTo(status);
    assertThat(result.out()).isEqualTo("out\n");
    assertThat(result.err()).isEmpty();
  }

  /** Output that nobody has read yet is not lost with the program. */
  @Test
  void whatWasPrintedIsWrittenFirst() {
    Yona.Result result =
        Yona.evaluate("do println (String::repeat 1000000 \"x\"); System::exit 2 end");
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.out()).hasSize(1_000_001);
  }

  @Test
  void aComputationThatNeverWaitsDoesNotKeepTheProgram() {
    String program =
        """
        let f = \\n -> f (n + 1) in do
            drop (\\-> do println "asked"; System::exit 4 end)
            f 0
        end
        """;
    Yona.Result result = Yona.command("-e", program).with("YONA_GRACE", "0").run();
    assertThat(result.status()).isEqualTo(4);
    assertThat(result.out()).isEqualTo("asked\n");
    assertThat(result.err()).isEmpty();
  }

  /** A program that was interrupted may say itself how it ends. */
  @Test
  void anEndThatIsAskedForComesBeforeASignal() {
    String program =
        """
        try do println "waiting"; never end
        catch (:interrupted, _, _) -> System::exit 0 end
        """;
    Yona.Result result =
        Yona.command("-e", program).start().awaitOutput("waiting").signal("INT").end();
    assertThat(result.status()).isZero();
    assertThat(result.err()).isEmpty();
  }

  @Test
  void aSignalDoesNotUndoAnEnd() {
    String program =
        """
        with Context::defer (\\-> do println "releasing"; File::read_text "fifo"; () end)
            System::exit 9
        end
        """;
    Path fifo = folder.resolve("fifo");
    Yona.fifos(List.of(fifo));
    Yona.Running running = Yona.command("-e", program).in(folder).start();
    running.awaitOutput("releasing").signal("TERM");
    Yona.write(fifo, "go");
    Yona.Result result = running.end();
    assertThat(result.status()).isEqualTo(9);
    assertThat(result.out()).isEqualTo("releasing\n");
  }

  @Test
  void aLogHasATimeALevelAndATextInEachLine() {
    String program =
        """
        do
            Log::set_level :debug
            Log::debug ("a", 1)
            Log::info "b"
            Log::warn :c
            Log::error ()
        end
        """;
    Yona.Result result = Yona.evaluate(program);
    assertThat(result.status()).isZero();
    String time = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z ";
    assertThat(result.err())
        .matches(
            time
                + "DEBUG \\(\"a\", 1\\)\n"
                + time
                + "INFO  b\n"
                + time
                + "WARN  c\n"
                + time
                + "ERROR \\(\\)\n");
  }

  /** Many fibers, lines longer than a pipe takes at once. */
  @Test
  void linesOfALogDoNotMix() {
    Yona.Result result =
        Yona.evaluate(
            "do [do Log::info (String::repeat 9000 \"{n}\"); sleep (:millis, 1);"
                + " Log::info (String::repeat 9000 \"{n}\") end | n <- [0..10]]; () end");
    assertThat(result.err().lines().map(line -> line.substring(31)))
        .hasSize(20)
        .allMatch(line -> line.length() == 9000 && line.chars().distinct().count() == 1);
  }
}

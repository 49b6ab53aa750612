package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs all fibers of which wait for each other, and such as only seem to. */
@Tag("processes")
class DeadlockTest {
  private static final String HEADING =
      "error: :deadlock: all fibers wait for each other, and nothing outside can wake one\n";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Channel::receive (Channel::channel 1)",
        "Channel::send Channel::rendezvous 1",
        "STM::atomically (\\-> STM::retry)",
        "let v = STM::tvar 1 in STM::atomically (\\-> if STM::read v == 1 then STM::retry else 2)",
        "Gate::wait (Gate::new 1)",
        "let s = Semaphore::new 0 in with Semaphore::permit s\n 1 end",
        """
        let m = Semaphore::mutex in with Semaphore::permit m
            with Semaphore::permit m
                1
            end
        end
        """,
        "let l = RwLock::new in with RwLock::read l\n with RwLock::write l\n 1 end end",
        "let a = Channel::channel 1; b = Channel::channel 1; "
            + "x = Channel::send b (Channel::receive a); y = Channel::send a (Channel::receive b)"
            + " in (x, y)",
        "let c = Channel::channel 1; t = Task::spawn (\\-> Channel::receive c) in Task::await t",
        "let c = Channel::channel 1 in race [\\-> Channel::receive c, \\-> Channel::receive c]",
        "do drop (\\-> Channel::receive (Channel::channel 1)); sleep (:millis, 1500); "
            + "Channel::receive (Channel::channel 1) end",
        "do timeout (:seconds, 5) (sleep (:millis, 10)); Channel::receive (Channel::channel 1) end",
        "do println (File::list_dir \".\" == []); System::run [\"true\"]; "
            + "Channel::receive (Channel::channel 1) end",
      })
  void theProgramEndsAndSaysWhoWaitsForWhat(String expression) {
    Yona.Result result = Yona.evaluate(expression);
    assertThat(result.err()).startsWith(HEADING).contains("<command line>:", ", started by ");
    assertThat(result.status()).isEqualTo(1);
  }

  @Test
  void releasesRunAndNoCatchSeesIt() {
    String program =
        """
        with Context::manager :outer (\\_ -> do sleep (:millis, 5); println "outer released" end)
            with daemon Context::manager :inner (\\_ -> println "inner released")
                Channel::receive (Channel::channel 1)
            end
            try Channel::receive (Channel::channel 1) catch _ -> println "caught" end
            println "goes on"
        end
        """;
    Yona.Result result = Yona.evaluate(program);
    assertThat(result.out().lines()).containsExactlyInAnyOrder("inner released", "outer released");
    assertThat(result.err()).startsWith(HEADING);
    assertThat(result.status()).isEqualTo(1);
  }

  @Test
  void releasesThatWaitForEachOtherEndTooAndTheOthersRun() {
    String program =
        """
        with Context::defer (\\-> do sleep (:millis, 5); println "released" end)
            with Context::defer (\\-> Channel::receive (Channel::channel 1))
                with Context::defer (\\-> Channel::receive (Channel::channel 1))
                    Channel::receive (Channel::channel 1)
                end
            end
        end
        """;
    Yona.Result result = Yona.evaluate(program);
    assertThat(result.out()).isEqualTo("released\n");
    assertThat(result.err()).startsWith(HEADING).containsSubsequence(HEADING, HEADING, HEADING);
    assertThat(result.status()).isEqualTo(1);
  }

  @Test
  void aProgramWhoseReleasesWaitForEachOtherAgainAndAgainEnds() {
    String program =
        """
        let f = \\n -> if n == 0 then Channel::receive (Channel::channel 1) else
            with Context::defer (\\-> Channel::receive (Channel::channel 1))
                f (n - 1)
            end
        in f 100
        """;
    Yona.Result result = Yona.evaluate(program);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).startsWith(HEADING);
    assertThat(result.status()).isEqualTo(1);
  }

  /** What each of these waits for comes from outside, after a second look of the watch. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "let c = Channel::channel 1 in do drop (\\-> do sleep (:millis, 800); Channel::send c :ok"
            + " end); Channel::receive c end",
        "try timeout (:millis, 800) (Channel::receive (Channel::channel 1)) catch "
            + "(:timeout, _, _) -> :ok end",
        "let c = Channel::channel 1 in do drop (\\-> do System::run [\"sleep\", \"1\"]; "
            + "Channel::send c :ok end); Channel::receive c end",
        "let t = Timer::after (:millis, 800) in do Channel::receive t; :ok end",
      })
  void whoIsWokenFromOutsideIsNotAccused(String expression) {
    Yona.Result result = Yona.evaluate(expression);
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).contains(":ok");
  }

  /** The input stays open; what the watch would say it has said when the dump comes. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "never",
        "readln",
        "do drop (\\-> never); Channel::receive (Channel::channel 1) end",
        "with socket\\tcp\\Server::channel (:tcp, \"127.0.0.1\", 0) as channel\n "
            + "socket\\tcp\\Server::accept channel\nend",
        "with File::watch \".\" as changes\n Channel::receive changes\nend",
        "let list = Java::new java\\util\\ArrayList [] in "
            + "do list::forEach (\\x -> x); Channel::receive (Channel::channel 1) end",
      })
  void whoWaitsForSomethingOutsideIsLeftAlone(String expression) throws IOException {
    Path input = folder.resolve("input");
    Yona.fifos(List.of(input));
    String command = "exec ./yona --dump-after 2s -e \"$0\" < " + input;
    Yona.Running running = Yona.process("sh", "-c", command, expression).start();
    try (var _ = new FileOutputStream(input.toFile())) {
      running.awaitError("Program#").signal("TERM");
      Yona.Result result = running.end();
      assertThat(result.err()).startsWith("Scopes at ").doesNotContain("deadlock");
      assertThat(result.status()).isEqualTo(143);
    }
  }

  @Test
  void aCaseThatDeadlocksFailsAlone() throws IOException {
    Path tests =
        Yona.write(
            folder.resolve("hanging_test.yona"),
            """
            [Test::test "fine" (\\-> do sleep (:millis, 5); true end),
             Test::test "hangs" (\\-> try Channel::receive (Channel::channel 1) catch _ -> true end),
             Test::test "also fine" (\\-> true)]
            """);
    Yona.Result result = Yona.command("test", "--jobs", "1", tests.toString()).run();
    assertThat(result.out())
        .contains("2 passed, 1 failed", "FAIL hangs", ":deadlock: all fibers wait for each other")
        .contains("waiting at read from BufferedChannel#", "hanging_test.yona:2");
    assertThat(result.status()).isEqualTo(1);
  }
}

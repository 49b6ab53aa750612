package yona.tool;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No program of the system goes on after the Yona program that has started it. */
@Tag("processes")
class ChildProcessesTest {
  /** A variable that all processes have, from their first moment on, that come from the test's. */
  private static final String MARK = "YONA_TEST_MARK";

  /**
   * What else there is has it too: one that has its value has been started by the test's process.
   */
  private final String mark = UUID.randomUUID().toString();

  /** Many starts at a time hold each other up, and the cancellation comes in the middle of them. */
  @ParameterizedTest
  @ValueSource(ints = {1, 5, 10, 15, 20, 25, 30})
  void startsInTimeouts(int millis) {
    assertNothingIsLeftBy(
        """
        try
            timeout (:millis, %d) [System::run ["sleep", "1000"] | _ <- Seq::range 0 50]
        catch
            (:timeout, _, _) -> ()
        end
        """
            .formatted(millis));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 10, 15, 20, 25, 30})
  void startsWithOptionsInTimeouts(int millis) {
    assertNothingIsLeftBy(
        """
        try
            timeout (:millis, %d) [
                with System::start {:input = "x"} ["sleep", "1000"] as process
                    System::process_wait process
                end
                | _ <- Seq::range 0 50]
        catch
            (:timeout, _, _) -> ()
        end
        """
            .formatted(millis));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 10, 15, 20, 25, 30})
  void startsInTheBackground(int millis) {
    assertNothingIsLeftBy(
        """
        do
            [drop (\\-> System::pipeline [["sleep", "1000"], ["sleep", "1000"]]) | _ <- Seq::range 0 25]
            sleep (:millis, %d)
            ()
        end
        """
            .formatted(millis));
  }

  @Test
  void theEndOfAComputationThatCannotBeStopped() {
    Yona.Running running =
        start(
            """
            with System::start {} ["sleep", "1000"] as process
                do
                    println "computes"
                    %s
                end
            end
            """
                .formatted(Yona.ENDLESS));
    running.awaitOutput("computes").signal("TERM");
    assertThat(endOf(running).err())
        .isEqualTo("yona: a computation that cannot be stopped was ended\n");
  }

  @Test
  void theThirdSignal() {
    Yona.Running running =
        start(
            """
            with System::start {} ["sleep", "1000"] as process
                with Context::manager :slow (\\_ -> do println "releases"; never end)
                    println "waits"
                    never
                end
            end
            """);
    running.awaitOutput("waits").signal("TERM").awaitOutput("releases");
    // Two that come together may count as one.
    while (running.process().isAlive()) {
      running.signal("TERM");
    }
    assertThat(endOf(running).out()).isEqualTo("waits\nreleases\n");
  }

  private Yona.Running start(String program) {
    return Yona.command("-e", program).with(MARK, mark).with("YONA_GRACE", "0").start();
  }

  private Yona.Result endOf(Yona.Running running) {
    Yona.Result result = running.end();
    assertThat(killedOfLeft()).isEmpty();
    assertThat(result.status()).isEqualTo(143);
    return result;
  }

  private void assertNothingIsLeftBy(String program) {
    Yona.Result result = Yona.command("-e", program).with(MARK, mark).run();
    assertThat(killedOfLeft()).isEmpty();
    assertThat(result.output()).isEmpty();
  }

  /** What is left, which is not left behind here either. */
  private List<ProcessHandle> killedOfLeft() {
    List<ProcessHandle> left = ProcessHandle.allProcesses().filter(this::isMarked).toList();
    left.forEach(ProcessHandle::destroyForcibly);
    return left;
  }

  private boolean isMarked(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/environ"), ISO_8859_1)
          .contains(MARK + "=" + mark);
    } catch (IOException e) {
      // It is another user's, or has ended.
      return false;
    }
  }
}

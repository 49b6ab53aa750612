package yona.tool;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No program of the system goes on after the Yona program that has started it. */
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
  void startsInTimeouts(int millis) throws IOException {
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
  void startsWithOptionsInTimeouts(int millis) throws IOException {
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
  void startsInTheBackground(int millis) throws IOException {
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

  private void assertNothingIsLeftBy(String program) throws IOException {
    Yona.Result result = Yona.command("-e", program).with(MARK, mark).run();
    List<ProcessHandle> left = left();
    left.forEach(ProcessHandle::destroyForcibly);
    assertThat(left).isEmpty();
    assertThat(result.output()).isEmpty();
  }

  private List<ProcessHandle> left() {
    return ProcessHandle.allProcesses().filter(this::isMarked).toList();
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

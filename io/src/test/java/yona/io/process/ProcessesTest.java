package yona.io.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Async;
import yona.async.Group;
import yona.async.Promise;
import yona.async.TimeoutException;
import yona.async.stm.STM;
import yona.async.stm.TransactionException;
import yona.io.Fifo;
import yona.io.Running;

/** Programs that are run to their end, among fibers that go on. */
class ProcessesTest {

  private static final byte[] NOTHING = {};

  @TempDir Path folder;

  private ProcessCommand shell(String script) {
    return new ProcessCommand(List.of("sh", "-c", script), folder, Map.of(), false);
  }

  private static ProcessCommand command(String... words) {
    return new ProcessCommand(List.of(words));
  }

  private static Processes.Ended run(byte[] input, ProcessCommand... commands) throws Exception {
    return Running.program(() -> Processes.run(List.of(commands), input));
  }

  private static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }

  @Test
  void atLeastOneCommandIsNeeded() {
    assertThatThrownBy(() -> Running.program(() -> Processes.run(List.of(), NOTHING)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no command to run");
  }

  @Test
  void aProgramEndsWithItsStatusAndBothStreams() throws Exception {
    Processes.Ended ended = run(NOTHING, shell("echo out; echo err >&2; exit 7"));
    assertThat(ended.statuses()).containsExactly(7);
    assertThat(text(ended.output())).isEqualTo("out\n");
    assertThat(ended.errors()).hasSize(1);
    assertThat(text(ended.errors().getFirst())).isEqualTo("err\n");
    assertThat(run(NOTHING, shell("kill -9 $$")).statuses()).containsExactly(137);
    // Without input it reads nothing.
    assertThat(run(NOTHING, command("cat")).output()).isEmpty();
  }

  /** Each stream carries more than a pipe holds, all at the same time. */
  @Test
  void streamsDoNotWaitForEachOther() throws Exception {
    byte[] large = new byte[5_000_000];
    new Random(7).nextBytes(large);
    Processes.Ended ended = run(large, shell("tee /dev/stderr"));
    assertThat(ended.statuses()).containsExactly(0);
    assertThat(ended.output()).isEqualTo(large);
    assertThat(ended.errors().getFirst()).isEqualTo(large);
  }

  @Test
  void inputThatNobodyWantsIsLeft() throws Exception {
    assertThat(run(new byte[5_000_000], command("true")).statuses()).containsExactly(0);
    assertThat(run(new byte[5_000_000], command("head", "-c", "3")).output()).hasSize(3);
  }

  @Test
  void aPipelineIsTheSystems() throws Exception {
    Processes.Ended ended =
        run(
            "b\na\n".getBytes(UTF_8),
            shell("cat; echo one >&2; exit 3"),
            shell("sort; echo two >&2"),
            shell("cat -; echo three >&2; exit 4"));
    assertThat(ended.statuses()).containsExactly(3, 0, 4);
    assertThat(text(ended.output())).isEqualTo("a\nb\n");
    assertThat(ended.errors().stream().map(ProcessesTest::text))
        .containsExactly("one\n", "two\n", "three\n");
    // A reader that goes away ends an endless writer: 128 and SIGPIPE.
    assertThat(run(NOTHING, command("yes"), command("head", "-n", "1")).statuses())
        .containsExactly(141, 0);
  }

  @Test
  void theEnvironmentAndFolderAreTheCommands() throws Exception {
    Map<String, String> variables = Map.of("YONA_A", "1 2", "YONA_B", "");
    ProcessCommand added = new ProcessCommand(List.of("env"), folder, variables, false);
    assertThat(text(run(NOTHING, added).output()).lines())
        .contains("YONA_A=1 2", "YONA_B=", "PATH=" + System.getenv("PATH"));
    ProcessCommand bare =
        new ProcessCommand(List.of("/usr/bin/env"), folder, Map.of("A", "1"), true);
    assertThat(text(run(NOTHING, bare).output())).isEqualTo("A=1\n");
    assertThat(
            text(
                run(NOTHING, new ProcessCommand(List.of("pwd"), folder, Map.of(), false)).output()))
        .isEqualTo(folder.toRealPath() + "\n");
    assertThatThrownBy(() -> new ProcessCommand(List.of("env"), null, Map.of("A=B", "1"), false))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatCannotBeStartedIsNamedWithTheReason() {
    assertThatThrownBy(() -> run(NOTHING, command("no such program")))
        .isInstanceOf(IOException.class)
        .hasMessage("no such program: no such file or directory");
    assertThatThrownBy(() -> run(NOTHING, command("cat"), command(folder.toString())))
        .hasMessage(folder + ": permission denied");
    Path missing = folder.resolve("missing");
    assertThatThrownBy(
            () -> run(NOTHING, new ProcessCommand(List.of("ls"), missing, Map.of(), false)))
        .hasMessage("ls: the folder " + missing + " does not exist");
    assertThatThrownBy(() -> command("echo", "a\0b"))
        .hasMessage("a word of the command has a character U+0000: a\\u0000b");
    assertThatThrownBy(() -> run(NOTHING, command(""))).hasMessageStartingWith("\"\": ");
  }

  @Test
  void moreOutputThanTheLimitEndsTheProgram() {
    assertThatThrownBy(
            () -> Running.program(() -> Processes.run(List.of(command("yes")), NOTHING, 100_000)))
        .isInstanceOf(IOException.class)
        .hasMessage("yes: it writes more than 100000 bytes");
  }

  /**
   * Each child says that it is there and then waits for a word, and gets it only when all have said
   * so. Meanwhile a fiber computes on each carrier's account.
   */
  @Test
  void manyChildrenRunAtOnceAndStallNobody() throws Exception {
    int count = 200;
    List<Path> there = Fifo.make(folder, "there", count);
    List<Path> word = Fifo.make(folder, "word", count);
    Thread host =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    for (Path fifo : there) {
                      assertThat(Files.readString(fifo)).isEqualTo("here\n");
                    }
                    for (Path fifo : word) {
                      Files.writeString(fifo, "go\n");
                    }
                  } catch (IOException e) {
                    throw new IllegalStateException(e);
                  }
                });
    List<String> words =
        Running.program(
            () -> {
              try (var group = Group.<IOException>inOrder()) {
                return group.map(
                    IntStream.range(0, count).iterator(),
                    count,
                    i ->
                        text(
                            Processes.run(
                                    List.of(shell("echo here > there" + i + "; cat word" + i)),
                                    NOTHING)
                                .output()));
              }
            });
    host.join();
    assertThat(words).hasSize(count).containsOnly("go\n");
  }

  /** The child and its own child hold the FIFO open: its end comes when both are gone. */
  private Thread awaitEnd(Path fifo, Promise<Boolean> started, Promise<Boolean> gone) {
    return Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              // One that is killed before it has written is not the one that is meant.
              while (started.poll() == null) {
                try (InputStream in = new FileInputStream(fifo.toFile())) {
                  if (in.read() == 'x') {
                    started.complete(true);
                    assertThat(in.read()).isEqualTo(-1);
                    gone.complete(true);
                  }
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              }
            });
  }

  private static final String FAMILY = "exec 3>fifo0; sleep 1000 & printf x >&3; wait";

  @Test
  void cancellationKillsAProgramAndWhatItHasStarted() throws Exception {
    Path fifo = Fifo.make(folder, "fifo");
    Promise<Boolean> started = new Promise<>();
    Promise<Boolean> gone = new Promise<>();
    Thread reader = awaitEnd(fifo, started, gone);
    Running.program(
        () -> {
          String first =
              Async.<String, IOException>race(
                  List.of(
                      () -> {
                        var _ = Processes.run(List.of(shell(FAMILY), command("cat")), NOTHING);
                        return "the program";
                      },
                      () -> {
                        assertThat(started.value()).isTrue();
                        return "the other";
                      }));
          assertThat(first).isEqualTo("the other");
          assertThat(gone.value()).isTrue();
          return null;
        });
    reader.join();
  }

  @Test
  void aDeadlineKillsAProgram() throws Exception {
    Path fifo = Fifo.make(folder, "fifo");
    Promise<Boolean> started = new Promise<>();
    Promise<Boolean> gone = new Promise<>();
    Thread reader = awaitEnd(fifo, started, gone);
    Running.program(
        () -> {
          List<String> seen = new ArrayList<>();
          // The deadline may come before the script has begun.
          while (started.poll() == null) {
            try {
              Async.<Processes.Ended, IOException>timeoutNanos(
                  500_000_000L, () -> Processes.run(List.of(shell(FAMILY)), NOTHING));
            } catch (TimeoutException e) {
              seen.add("timeout");
            }
          }
          assertThat(seen).isNotEmpty();
          assertThat(gone.value()).isTrue();
          return null;
        });
    reader.join();
  }

  @Test
  void transactionsRefuseProcesses() {
    assertThatThrownBy(
            () ->
                STM.<Object, IOException>atomically(
                    () -> Processes.run(List.of(command("true")), NOTHING)))
        .isInstanceOf(TransactionException.class)
        .hasMessageStartingWith("the start of a process inside a transaction");
  }
}

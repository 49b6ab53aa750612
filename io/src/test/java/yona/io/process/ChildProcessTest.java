package yona.io.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.io.Running.program;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Group;
import yona.async.Promise;
import yona.async.Scope;
import yona.async.TimeoutException;
import yona.async.stm.STM;
import yona.async.stm.TransactionException;
import yona.io.ClosedException;
import yona.io.Fifo;
import yona.io.TooLongException;
import yona.io.connection.Connection;
import yona.property.Effort;

/** Processes that run beside the program, with connections to their pipes. */
class ChildProcessTest {

  @TempDir Path folder;

  private ChildProcess shell(String script) throws IOException {
    return ChildProcess.start(
        new ProcessCommand(List.of("sh", "-c", script), folder, Map.of(), false));
  }

  private static ChildProcess start(String... words) throws IOException {
    return ChildProcess.start(new ProcessCommand(List.of(words)));
  }

  private static String line(Connection connection) throws IOException {
    return new String(Objects.requireNonNull(connection.readLine(Connection.LINE_LIMIT)), UTF_8);
  }

  private static String all(Connection connection) throws IOException {
    return new String(connection.readAll(Connection.LIMIT), UTF_8);
  }

  @Test
  void aProcessIsTalkedTo() throws Exception {
    program(
        () -> {
          try (ChildProcess cat = start("cat")) {
            for (int i = 0; i < 1_000; i++) {
              cat.input().write(("question " + i + "\n").getBytes(UTF_8));
              assertThat(line(cat.output())).isEqualTo("question " + i);
            }
            assertThat(cat.isAlive()).isTrue();
            assertThat(cat).hasToString("process " + cat.pid() + " (cat)");
            cat.input().write("last".getBytes(UTF_8));
            cat.input().finish();
            assertThat(all(cat.output())).isEqualTo("last");
            assertThat(cat.output().read()).isNull();
            assertThat(cat.await()).isZero();
            assertThat(cat.isAlive()).isFalse();
            assertThat(cat.errors().read()).isNull();
          }
          return null;
        });
  }

  @Test
  void allPipesAreUsedAtTheSameTime() throws Exception {
    byte[] large = new byte[5_000_000];
    new Random(3).nextBytes(large);
    program(
        () -> {
          try (ChildProcess tee = shell("tee /dev/stderr; exit 5")) {
            Future<byte[]> errors = Async.future(() -> tee.errors().readAll(Connection.LIMIT));
            Future<Boolean> input =
                Async.future(
                    () -> {
                      tee.input().write(large);
                      tee.input().finish();
                      return true;
                    });
            // What nobody reads yet stays in the pipe, and the writer waits.
            byte[] first = tee.output().readExactly(1_000);
            assertThat(input.poll()).isNull();
            byte[] rest = tee.output().readAll(Connection.LIMIT);
            assertThat(first).isEqualTo(Arrays.copyOf(large, 1_000));
            assertThat(rest).isEqualTo(Arrays.copyOfRange(large, 1_000, large.length));
            assertThat(errors.value()).isEqualTo(large);
            assertThat(input.value()).isTrue();
            assertThat(tee.await()).isEqualTo(5);
          }
          return null;
        });
  }

  @Test
  void outputThatCameBeforeTheEndIsThereAfterIt() throws Exception {
    program(
        () -> {
          for (int i = 0; i < 50; i++) {
            try (ChildProcess process = shell("printf '%050d\\n' 7; echo error >&2; exit 3")) {
              if (i % 2 == 0) {
                assertThat(process.await()).isEqualTo(3);
              }
              assertThat(all(process.output())).hasSize(51).endsWith("7\n");
              assertThat(all(process.errors())).isEqualTo("error\n");
              assertThat(process.await()).isEqualTo(3);
            }
          }
          return null;
        });
  }

  @Test
  void givenInputIsWrittenAndFinished() throws Exception {
    byte[] large = new byte[1_000_000];
    new Random(5).nextBytes(large);
    program(
        () -> {
          for (byte[] input : List.of(large, new byte[0], "x".getBytes(UTF_8))) {
            try (ChildProcess cat = ChildProcess.start(new ProcessCommand(List.of("cat")), input)) {
              assertThatThrownBy(() -> cat.input().write(new byte[1]))
                  .isInstanceOf(ClosedException.class)
                  .hasMessage("input of cat: writing has been finished");
              assertThat(cat.output().readAll(Connection.LIMIT)).isEqualTo(input);
              assertThat(cat.await()).isZero();
            }
          }
          // Nobody wants it: no harm is done.
          try (ChildProcess process =
              ChildProcess.start(new ProcessCommand(List.of("true")), large)) {
            assertThat(process.await()).isZero();
          }
          return null;
        });
  }

  @Test
  void whoWritesToADeadProcessIsTold() throws Exception {
    program(
        () -> {
          try (ChildProcess process = start("true")) {
            assertThat(process.await()).isZero();
            assertThatThrownBy(() -> process.input().write(new byte[1_000_000]))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(ClosedException.class)
                .hasMessage("input of true: broken pipe");
            process.input().finish();
          }
          // One that runs, and reads no more.
          try (ChildProcess process = shell("exec <&-; echo closed; exec sleep 1000")) {
            assertThat(line(process.output())).isEqualTo("closed");
            assertThatThrownBy(() -> process.input().write(new byte[1_000_000]))
                .hasMessage("input of sh: broken pipe");
            assertThat(process.isAlive()).isTrue();
          }
          // It ends while the writer waits for room.
          try (ChildProcess process = shell("echo runs; exec sleep 1000")) {
            Future<Boolean> writer =
                Async.future(
                    () -> {
                      process.input().write(new byte[1_000_000]);
                      return true;
                    });
            assertThat(line(process.output())).isEqualTo("runs");
            process.kill();
            assertThatThrownBy(writer::value).hasMessage("input of sh: broken pipe");
            assertThat(process.await()).isEqualTo(137);
          }
          return null;
        });
  }

  @Test
  void outputMayEndBeforeTheProcess() throws Exception {
    program(
        () -> {
          try (ChildProcess process = shell("exec >&-; read word; exit 6")) {
            assertThat(process.output().read()).isNull();
            assertThat(process.isAlive()).isTrue();
            process.input().write("go\n".getBytes(UTF_8));
            assertThat(process.await()).isEqualTo(6);
          }
          // And nobody need read all of it: the writer learns of it.
          try (ChildProcess yes = start("yes")) {
            assertThat(line(yes.output())).isEqualTo("y");
            yes.output().close();
            assertThat(yes.await()).isIn(141, 1);
          }
          return null;
        });
  }

  @Test
  void outputWithoutEndFillsNoMemory() throws Exception {
    program(
        () -> {
          try (ChildProcess yes = start("yes")) {
            assertThatThrownBy(() -> yes.output().readAll(1_000_000))
                .isInstanceOf(TooLongException.class)
                .hasMessage("output of yes: what is read to the end is longer than 1000000 bytes");
            ByteBuffer direct = ByteBuffer.allocateDirect(10);
            while (direct.hasRemaining()) {
              assertThat(yes.output().read(direct)).isPositive();
            }
            assertThat(yes.isAlive()).isTrue();
            yes.kill();
            assertThat(yes.await()).isEqualTo(137);
          }
          try (ChildProcess zeros = start("cat", "/dev/zero")) {
            assertThatThrownBy(() -> zeros.output().readLine(100_000))
                .isInstanceOf(TooLongException.class);
          }
          return null;
        });
  }

  @Test
  void pipesGoOneWay() throws Exception {
    program(
        () -> {
          try (ChildProcess cat = start("cat")) {
            assertThatThrownBy(() -> cat.input().read())
                .hasMessage("input of cat: not open for reading");
            assertThatThrownBy(() -> cat.output().write(new byte[1]))
                .hasMessage("output of cat: not open for writing");
            assertThatThrownBy(() -> cat.errors().finish())
                .hasMessage("error output of cat: not open for writing");
            assertThat(cat.output().peer()).isNull();
            assertThat(cat.input().local()).isNull();
          }
          return null;
        });
  }

  @Test
  void closingEndsTheWaitsOfOthers() throws Exception {
    program(
        () -> {
          ChildProcess process = start("sleep", "1000");
          Future<byte[]> reader = Async.future(() -> process.output().read());
          Future<Integer> waiting = Async.future(process::await);
          Future<Boolean> writer =
              Async.future(
                  () -> {
                    process.input().write(new byte[1_000_000]);
                    return true;
                  });
          process.output().close();
          assertThatThrownBy(reader::value)
              .isInstanceOf(ClosedException.class)
              .hasMessage("output of sleep: closed");
          process.input().close();
          assertThatThrownBy(writer::value).isInstanceOf(ClosedException.class);
          assertThat(process.isAlive()).isTrue();
          process.close();
          process.close();
          assertThat(process.isAlive()).isFalse();
          assertThat(waiting.value()).isEqualTo(137);
          assertThat(process.await()).isEqualTo(137);
          assertThatThrownBy(() -> process.errors().read()).isInstanceOf(ClosedException.class);
          process.kill();
          assertThat(process.toString()).endsWith("(sleep), ended");
          return null;
        });
  }

  /** Whoever is cancelled takes nothing, and leaves no thread behind that would not end. */
  @Test
  void cancelledWaitsLoseNothingAndLeaveNoThreads() throws Exception {
    program(
        () -> {
          try (ChildProcess cat = start("cat")) {
            for (int i = 0; i < 3_000; i++) {
              assertThatThrownBy(
                      () ->
                          Async.<Object, IOException>timeoutNanos(
                              1_000L, () -> cat.output().read()))
                  .isInstanceOf(TimeoutException.class);
              assertThatThrownBy(() -> Async.<Object, IOException>timeoutNanos(1_000L, cat::await))
                  .isInstanceOf(TimeoutException.class);
            }
            // One for the output, one for the end, and those that others have left idle.
            assertThat(busyThreads()).isLessThanOrEqualTo(2);
            cat.input().write("kept\n".getBytes(UTF_8));
            assertThat(line(cat.output())).isEqualTo("kept");
          }
          return null;
        });
    while (busyThreads() > 0) {
      Thread.onSpinWait();
    }
  }

  /** Threads of ours that are in an operation. */
  private static long busyThreads() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(each -> each.getKey().getName().equals("yona-io"))
        .filter(
            each ->
                Arrays.stream(each.getValue())
                    .anyMatch(frame -> frame.getClassName().startsWith("java.lang.Process")))
        .count();
  }

  @Test
  void aWriteThatIsCancelledHoldsUpNobody() throws Exception {
    program(
        () -> {
          try (ChildProcess process = shell("read word; cat > copy; echo done")) {
            assertThatThrownBy(
                    () ->
                        Async.<Object, IOException>timeoutNanos(
                            20_000_000L,
                            () -> {
                              process.input().write(new byte[1_000_000]);
                              return true;
                            }))
                .isInstanceOf(TimeoutException.class);
            // A part of it has been written; what follows comes behind it and is whole.
            process.input().write("\nnext".getBytes(UTF_8));
            process.input().finish();
            assertThat(line(process.output())).isEqualTo("done");
            assertThat(Files.readString(folder.resolve("copy"))).endsWith("next");
          }
          return null;
        });
  }

  /** The child and its own child hold the FIFO open: its end comes when both are gone. */
  @Test
  void theEndOfAScopeKillsAProcessAndWhatItHasStarted() throws Exception {
    Path fifo = Fifo.make(folder, "fifo");
    Promise<Boolean> started = new Promise<>();
    Promise<Boolean> gone = new Promise<>();
    Thread reader =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try (InputStream in = new FileInputStream(fifo.toFile())) {
                    started.complete(in.read() == 'x');
                    gone.complete(in.read() == -1);
                  } catch (IOException e) {
                    throw new IllegalStateException(e);
                  }
                });
    program(
        () -> {
          Async.blocking(
              () -> {
                ChildProcess process = shell("exec 3>fifo0; sleep 1000 & printf x >&3; wait");
                Scope.current().link(process);
                return started.value();
              });
          assertThat(gone.value()).isTrue();
          return null;
        });
    reader.join();
  }

  @Test
  void aThousandProcesses() throws Exception {
    int count = Effort.of(1_000);
    long threads = busyThreads();
    long descriptors = descriptors();
    program(
        () -> {
          List<ChildProcess> processes = new ArrayList<>();
          try {
            for (int i = 0; i < count; i++) {
              processes.add(start("cat"));
            }
            List<Future<String>> answers = new ArrayList<>();
            for (ChildProcess each : processes) {
              answers.add(Async.future(() -> line(each.output())));
            }
            for (int i = 0; i < count; i++) {
              processes.get(i).input().write((i + "\n").getBytes(UTF_8));
            }
            for (int i = 0; i < count; i++) {
              assertThat(answers.get(i).value()).isEqualTo("" + i);
            }
            for (ChildProcess each : processes.subList(0, count - count / 20)) {
              each.input().finish();
              assertThat(each.await()).isZero();
            }
          } finally {
            processes.forEach(ChildProcess::close);
          }
          return null;
        });
    while (busyThreads() > threads) {
      Thread.onSpinWait();
    }
    assertThat(descriptors()).isLessThan(descriptors + 100);
  }

  private static long descriptors() throws IOException {
    try (var all = Files.list(Path.of("/proc/self/fd"))) {
      return all.count();
    }
  }

  @Test
  void whatCannotBeStartedIsNamed() {
    assertThatThrownBy(() -> program(() -> start("no such program")))
        .isInstanceOf(IOException.class)
        .hasMessage("no such program: no such file or directory");
  }

  @Test
  void aStartThatIsCancelledLeavesNothing() throws Exception {
    program(
        () -> {
          Future<ChildProcess> starting =
              Async.future(
                  () -> {
                    try {
                      throw Async.never();
                    } catch (CancellationException e) {
                      return start("sleep", "1000");
                    }
                  });
          starting.cancel();
          assertThatThrownBy(starting::value).isInstanceOf(CancellationException.class);
          return null;
        });
  }

  /** Whenever the cancellation comes: what it ends has ended, in the system too. */
  @Test
  void aStartThatIsCancelledIsOverWithAllThatItHasStarted() throws Exception {
    ProcessCommand sleep = new ProcessCommand(List.of("sleep", "1000"));
    Random random = new Random(11);
    program(
        () -> {
          Set<ProcessHandle> before = children();
          for (int i = 0; i < 200; i++) {
            long nanos = random.nextLong(8_000_000);
            int count = 1 + i % 3;
            assertThatThrownBy(
                    () -> Async.<Object, IOException>timeoutNanos(nanos, () -> run(sleep, count)))
                .isInstanceOf(TimeoutException.class);
            assertThat(children()).as("number %s, after %s ns", i, nanos).isEqualTo(before);
          }
          return null;
        });
  }

  /** The same for many at once, which hold each other up. */
  @Test
  void startsThatAreCancelledTogetherAreOver() throws Exception {
    ProcessCommand sleep = new ProcessCommand(List.of("sleep", "1000"));
    program(
        () -> {
          Set<ProcessHandle> before = children();
          for (int i = 0; i < 10; i++) {
            long nanos = i * 3_000_000L;
            assertThatThrownBy(
                    () ->
                        Async.<Object, IOException>timeoutNanos(
                            nanos,
                            () -> {
                              try (var group = Group.<IOException>inOrder()) {
                                for (int j = 0; j < 40; j++) {
                                  var _ = group.fork(() -> run(sleep, 1));
                                }
                                throw Async.never();
                              }
                            }))
                .isInstanceOf(TimeoutException.class);
            assertThat(children()).as("after %s ns", nanos).isEqualTo(before);
          }
          return null;
        });
  }

  /**
   * Runs as many of a command, each with the output of the one before, and never ends by itself.
   */
  private static Object run(ProcessCommand command, int count) throws IOException {
    Processes.run(Collections.nCopies(count, command), new byte[0]);
    throw Async.never();
  }

  private static Set<ProcessHandle> children() {
    return ProcessHandle.current().children().collect(Collectors.toSet());
  }

  @Test
  void transactionsRefuseProcesses() throws Exception {
    program(
        () -> {
          try (ChildProcess cat = start("cat")) {
            for (Runnable each : List.<Runnable>of(cat::kill, cat::await, cat::close)) {
              assertThatThrownBy(
                      () ->
                          STM.<Object, RuntimeException>atomically(
                              () -> {
                                each.run();
                                return true;
                              }))
                  .isInstanceOf(TransactionException.class)
                  .hasMessageStartingWith("an operation on a process inside a transaction");
            }
            assertThat(cat.isAlive()).isTrue();
          }
          return null;
        });
  }
}

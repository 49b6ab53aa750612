package yona.io.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Async;
import yona.async.Future;
import yona.async.Group;
import yona.async.Promise;
import yona.async.Scope;
import yona.async.TimeoutException;
import yona.io.ClosedException;
import yona.io.Fifo;
import yona.io.Running;

/** Files that let their readers and writers wait. */
class FifoTest {

  private static final Set<StandardOpenOption> READ = Set.of(StandardOpenOption.READ);
  private static final Set<StandardOpenOption> WRITE = Set.of(StandardOpenOption.WRITE);

  @TempDir Path folder;

  private static String read(Path path) throws IOException {
    try (OpenFile file = OpenFile.open(path, READ)) {
      return new String(file.readAll(), UTF_8);
    }
  }

  @Test
  void theSecondOfTwoMayBeWrittenFirst() throws Exception {
    List<Path> fifos = Fifo.make(folder, "fifo", 2);
    Thread writer = Fifo.write(fifos.reversed());
    Object[] texts =
        Running.program(
            () -> {
              try (var group = Group.<IOException>inOrder()) {
                return group.all(() -> read(fifos.get(0)), () -> read(fifos.get(1)));
              }
            });
    assertThat(texts).containsExactly("fifo0\n", "fifo1\n");
    writer.join();
  }

  @Test
  void aThousandAreReadTogetherWhileAFiberComputes() throws Exception {
    List<Path> fifos = Fifo.make(folder, "fifo", 1_000);
    Running.program(
        () -> {
          AtomicBoolean stop = new AtomicBoolean();
          long[] rounds = {0};
          try (Scope scope = Scope.open()) {
            Future<Boolean> computing =
                scope.background(
                    () -> {
                      while (!stop.get()) {
                        rounds[0]++;
                        Async.yield();
                      }
                      return true;
                    });
            Thread writer = Fifo.write(fifos.reversed());
            List<String> texts = readAll(fifos);
            assertThat(texts).isEqualTo(fifos.stream().map(f -> f.getFileName() + "\n").toList());
            stop.set(true);
            assertThat(computing.value()).isTrue();
            assertThat(rounds[0]).isGreaterThan(1);
            writer.join();
          }
          return null;
        });
  }

  private static List<String> readAll(List<Path> fifos) throws IOException {
    try (var group = Group.<IOException>inOrder()) {
      return group.map(fifos.iterator(), 1_024, FifoTest::read);
    }
  }

  @Test
  void twoComprehensionsOverAThousandEachRunAtOnce() throws Exception {
    List<Path> first = Fifo.make(folder, "first", 1_000);
    List<Path> second = Fifo.make(folder, "second", 1_000);
    Running.program(
        () -> {
          // All of the second are written before any of the first.
          Thread writer =
              Thread.ofPlatform()
                  .start(
                      () -> {
                        try {
                          Fifo.write(second).join();
                          Fifo.write(first).join();
                        } catch (InterruptedException e) {
                          throw new IllegalStateException(e);
                        }
                      });
          try (var group = Group.<IOException>inOrder()) {
            Object[] both = group.all(() -> readAll(first).size(), () -> readAll(second).size());
            assertThat(both).containsExactly(1_000, 1_000);
          }
          writer.join();
          return null;
        });
  }

  @Test
  void aFailureDoesNotWaitForAnOpenThatHangs() throws Exception {
    Path fifo = Fifo.make(folder, "fifo");
    Running.program(
        () -> {
          assertThatThrownBy(
                  () -> {
                    try (var group = Group.<IOException>inOrder()) {
                      group.all(() -> read(fifo), () -> read(folder.resolve("missing")));
                    }
                  })
              .isInstanceOf(NoSuchFileException.class)
              .hasMessageEndingWith("missing: no such file");
          return null;
        });
    unblock(fifo);
  }

  /** Lets the thread go that may hang in an open, as a good neighbour of the next test. */
  private static void unblock(Path fifo) throws IOException {
    // Open at both ends, a FIFO lets nobody wait.
    new RandomAccessFile(fifo.toFile(), "rw").close();
  }

  @Test
  void aTimeoutDoesNotWaitForAnOpenThatHangs() throws Exception {
    // Two, because what is left behind of the first open would meet the second one.
    List<Path> fifos = Fifo.make(folder, "fifo", 2);
    Running.program(
        () -> {
          assertThatThrownBy(() -> Async.timeoutNanos(5_000_000, () -> read(fifos.get(0))))
              .isInstanceOf(TimeoutException.class);
          assertThatThrownBy(
                  () -> Async.timeoutNanos(5_000_000, () -> OpenFile.open(fifos.get(1), WRITE)))
              .isInstanceOf(TimeoutException.class);
          return null;
        });
  }

  @Test
  void whatAnAbandonedReadGetsIsForTheNextReader() throws Exception {
    Path fifo = Fifo.make(folder, "fifo");
    Promise<Boolean> write = new Promise<>();
    Thread writer =
        Thread.ofPlatform()
            .start(
                () -> {
                  try (var output = new FileOutputStream(fifo.toFile())) {
                    assertThat(write.value()).isTrue();
                    output.write("one\ntwo\n".getBytes(UTF_8));
                  } catch (IOException e) {
                    throw new IllegalStateException(e);
                  }
                });
    Running.program(
        () -> {
          try (OpenFile file = OpenFile.open(fifo, READ)) {
            for (int i = 0; i < 3; i++) {
              assertThatThrownBy(() -> Async.timeoutNanos(2_000_000, file::readLine))
                  .isInstanceOf(TimeoutException.class);
            }
            write.complete(true);
            assertThat(file.readLine()).asString(UTF_8).isEqualTo("one");
            assertThat(file.readLine()).asString(UTF_8).isEqualTo("two");
            assertThat(file.readLine()).isNull();
          }
          return null;
        });
    writer.join();
  }

  @Test
  void closingEndsAReadThatWasLeftBehind() throws Exception {
    Path fifo = Fifo.make(folder, "fifo");
    Promise<Boolean> done = new Promise<>();
    Thread writer =
        Thread.ofPlatform()
            .start(
                () -> {
                  try (var _ = new FileOutputStream(fifo.toFile())) {
                    assertThat(done.value()).isTrue();
                  } catch (IOException e) {
                    throw new IllegalStateException(e);
                  }
                });
    Running.program(
        () -> {
          OpenFile file = OpenFile.open(fifo, READ);
          assertThatThrownBy(() -> Async.timeoutNanos(2_000_000, file::readLine))
              .isInstanceOf(TimeoutException.class);
          file.close();
          file.close();
          assertThatThrownBy(file::readLine).isInstanceOf(ClosedException.class);
          return null;
        });
    done.complete(true);
    writer.join();
  }

  @Test
  void aWriterThatNobodyReadsStallsItselfAlone() throws Exception {
    Path fifo = Fifo.make(folder, "fifo");
    Running.program(
        () -> {
          byte[] large = new byte[1 << 20];
          try (var group = Group.<IOException>inOrder()) {
            Future<OpenFile> reader = group.fork(() -> OpenFile.open(fifo, READ));
            OpenFile writer = group.inPlace(() -> OpenFile.open(fifo, WRITE));
            group.join();
            assertThatThrownBy(
                    () ->
                        Async.timeoutNanos(
                            5_000_000,
                            () -> {
                              writer.write(large, 0, large.length);
                              return null;
                            }))
                .isInstanceOf(TimeoutException.class);
            // What was begun is written; the next write comes behind it.
            try (var both = Group.<IOException>inOrder()) {
              both.all(
                  () -> {
                    writer.write(new byte[] {1}, 0, 1);
                    writer.close();
                    return null;
                  },
                  () -> {
                    byte[] all = reader.value().readAll();
                    assertThat(all).hasSize(large.length + 1);
                    assertThat(all[large.length]).isEqualTo((byte) 1);
                    return null;
                  });
            }
            reader.value().close();
          }
          return null;
        });
  }

  @Test
  void aStreamHasNoPositions() throws Exception {
    Path fifo = Fifo.make(folder, "fifo");
    Thread writer = Fifo.write(List.of(fifo));
    Running.program(
        () -> {
          try (OpenFile file = OpenFile.open(fifo, READ)) {
            assertThat(file.size()).isZero();
            assertThatThrownBy(() -> file.seek(1)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> file.readAt(0, 1)).isInstanceOf(IOException.class);
            assertThat(file.readLine()).asString(UTF_8).isEqualTo("fifo0");
            assertThat(file.position()).isEqualTo(6);
          }
          return null;
        });
    writer.join();
  }
}

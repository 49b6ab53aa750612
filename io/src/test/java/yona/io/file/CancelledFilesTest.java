package yona.io.file;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Scope;
import yona.io.Fifo;
import yona.io.Running;

/** Computations that are cancelled leave no descriptor behind. */
class CancelledFilesTest {

  @TempDir Path folder;

  /** The open files of this process that lie in the test's folder. */
  private List<Path> openFiles() throws IOException {
    List<Path> open = new ArrayList<>();
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      for (Path each : descriptors.toList()) {
        try {
          Path target = Files.readSymbolicLink(each);
          if (target.startsWith(folder.toRealPath())) {
            open.add(target);
          }
        } catch (IOException _) {
          // Closed meanwhile, like the one of the listing.
        }
      }
    }
    return open;
  }

  @Test
  void closingClosesOnACancelledFiberToo() throws Exception {
    Path path = Files.writeString(folder.resolve("file"), "text");
    Running.program(
        () -> {
          var file = new File(path);
          assertThatThrownBy(
                  () -> {
                    try (Scope scope = Scope.open();
                        OpenFile open = OpenFile.open(path, Set.of(READ));
                        file) {
                      file.open(READ);
                      scope.cancel();
                      open.readLine();
                    }
                  })
              .isInstanceOf(CancellationException.class);
          assertThat(file.isOpened()).isFalse();
          return null;
        });
    assertThat(openFiles()).isEmpty();
  }

  @Test
  void thousandsOfAbruptCancelsLeaveNothingOpen() throws Exception {
    Path path = Files.writeString(folder.resolve("file"), "line\n".repeat(1_000));
    Running.program(
        () -> {
          for (int round = 0; round < 100; round++) {
            try (Scope scope = Scope.open()) {
              List<Future<?>> all = new ArrayList<>();
              for (int i = 0; i < 50; i++) {
                Path written = folder.resolve("written" + i);
                all.add(scope.future(() -> readLines(path)));
                all.add(
                    scope.future(
                        () ->
                            File.withFile(written, CREATE, WRITE)
                                .use(file -> file.write(ByteBuffer.allocate(1 << 16)).value())));
              }
              all.get(round % all.size()).await();
              // Leaving cancels what is anywhere between opening and closing.
            }
          }
          return null;
        });
    assertThat(openFiles()).isEmpty();
  }

  private static int readLines(Path path) throws IOException {
    int count = 0;
    try (OpenFile file = OpenFile.open(path, Set.of(READ))) {
      while (file.readLine() != null) {
        count++;
      }
    }
    return count;
  }

  @Test
  void aCopyThatIsCancelledLeavesWhatWasThere() throws Exception {
    Path large = folder.resolve("large");
    try (var channel = FileChannel.open(large, Set.of(CREATE, WRITE))) {
      channel.write(ByteBuffer.allocate(1), 3L << 30);
    }
    Path box = Files.createDirectory(folder.resolve("box"));
    Path to = Files.writeString(box.resolve("to"), "precious");
    Running.program(
        () -> {
          for (boolean all : List.of(false, true)) {
            try (Scope scope = Scope.open()) {
              Future<Boolean> copy =
                  scope.future(
                      () -> {
                        if (all) {
                          FileOperations.copyAll(large, to);
                        } else {
                          FileOperations.copy(large, to);
                        }
                        return true;
                      });
              while (copy.poll() == null && FileOperations.list(box).size() < 2) {
                Async.yield();
              }
              scope.cancel();
              assertThat(copy.poll()).isNull();
            } catch (CancellationException _) {
              // That of the scope.
            }
            assertThat(to).hasContent("precious");
            assertThat(FileOperations.list(box)).containsExactly(to);
          }
          return null;
        });
    assertThat(openFiles()).isEmpty();
  }

  @Test
  void opensThatHangAreClosedWhenTheyComeThrough() throws Exception {
    List<Path> fifos = Fifo.make(folder, "fifo", 200);
    Running.program(
        () -> {
          try (Scope scope = Scope.open()) {
            for (Path fifo : fifos) {
              scope.future(() -> File.withFile(fifo).use(file -> file.readString(1).value()));
            }
          }
          return null;
        });
    // Open at both ends, the FIFOs let the threads come through, which find nobody.
    List<File> ends = new ArrayList<>();
    for (Path fifo : fifos) {
      var end = new File(fifo);
      end.open(READ, WRITE);
      ends.add(end);
    }
    awaitOpen(fifos.size());
    for (File end : ends) {
      end.close();
    }
    awaitOpen(0);
  }

  /** The threads close what they get a little later. */
  private void awaitOpen(int count) throws IOException {
    while (openFiles().size() != count) {
      Thread.onSpinWait();
    }
  }
}

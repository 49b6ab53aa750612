package yona.io.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Group;
import yona.async.Promise;
import yona.async.Scope;
import yona.async.TimeoutException;
import yona.io.ClosedException;
import yona.io.Fifo;
import yona.io.Running;

/** Files that let their readers and writers wait, by futures and buffers. */
class FileOfStreamTest {

  private static final Duration SHORT = Duration.ofMillis(2);

  @TempDir Path folder;

  /** Both ends of a FIFO, opened together. */
  private File[] ends() throws Exception {
    Path fifo = Fifo.make(folder, "fifo");
    var reader = new File(fifo);
    var writer = new File(fifo);
    try (var group = Group.<IOException>inOrder()) {
      group.all(() -> opened(reader, READ), () -> opened(writer, WRITE));
    }
    return new File[] {reader, writer};
  }

  private static File opened(File file, java.nio.file.OpenOption option) throws IOException {
    file.open(option);
    return file;
  }

  @Test
  void aReadWaitsForItsWriterAndLosesNothing() throws Exception {
    Running.program(
        () -> {
          File[] ends = ends();
          ByteBuffer into = ByteBuffer.allocate(100);
          Future<Integer> read = ends[0].read(into);
          assertThatThrownBy(() -> read.value(SHORT)).isInstanceOf(TimeoutException.class);
          assertThat(ends[1].writeString("hello").value()).isEqualTo(5);
          assertThat(read.value()).isEqualTo(5);
          assertThat(UTF_8.decode(into.flip()).toString()).isEqualTo("hello");
          ends[1].close();
          assertThat(ends[0].read(into.clear()).value()).isEqualTo(-1);
          assertThat(ends[0].size().value()).isZero();
          assertThatThrownBy(() -> ends[0].seek(0).value())
              .hasMessageEndingWith("has no positions: it is not a regular file");
          assertThatThrownBy(() -> ends[0].read(into, 0).value())
              .hasMessageEndingWith("has no positions: it is not a regular file");
          ends[0].close();
          return null;
        });
  }

  @Test
  void aCharacterThatComesInPiecesIsReadWhole() throws Exception {
    Running.program(
        () -> {
          File[] ends = ends();
          byte[] euro = "€".getBytes(UTF_8);
          assertThat(ends[1].write(ByteBuffer.wrap(new byte[] {'a', euro[0]})).value())
              .isEqualTo(2);
          assertThat(ends[0].readString(10).value()).isEqualTo("a");
          Future<String> next = ends[0].readString(1);
          assertThatThrownBy(() -> next.value(SHORT)).isInstanceOf(TimeoutException.class);
          ends[1].write(ByteBuffer.wrap(euro, 1, 1)).value();
          ends[1].write(ByteBuffer.wrap(new byte[] {euro[2], 'b', euro[0]})).value();
          assertThat(next.value()).isEqualTo("€");
          assertThat(ends[0].readString(10).value()).isEqualTo("b");
          // What belongs to no whole character can be read as bytes.
          ByteBuffer rest = ByteBuffer.allocate(4);
          assertThat(ends[0].read(rest).value()).isEqualTo(1);
          assertThat(rest.get(0)).isEqualTo(euro[0]);
          assertThat(ends[0].position().value()).isEqualTo(6);
          ends[0].close();
          ends[1].close();
          return null;
        });
  }

  @Test
  void aReadThatIsTakenBackBeforeItsTurnReadsNothing() throws Exception {
    Running.program(
        () -> {
          File[] ends = ends();
          ByteBuffer first = ByteBuffer.allocate(1);
          ByteBuffer second = ByteBuffer.allocate(1);
          ByteBuffer third = ByteBuffer.allocate(1);
          Future<Integer> one = ends[0].read(first);
          Future<Integer> two = ends[0].read(second);
          Future<Integer> three = ends[0].read(third);
          two.cancel();
          ends[1].writeString("ab").value();
          assertThat(one.value()).isEqualTo(1);
          assertThat(three.value()).isEqualTo(1);
          assertThatThrownBy(two::value).isInstanceOf(CancellationException.class);
          assertThat(second.position()).isZero();
          assertThat(third.get(0)).isEqualTo((byte) 'b');
          ends[0].close();
          ends[1].close();
          return null;
        });
  }

  @Test
  void closingEndsReadsThatHang() throws Exception {
    Running.program(
        () -> {
          File[] ends = ends();
          Future<Integer> hanging = ends[0].read(ByteBuffer.allocate(1));
          Future<String> behind = ends[0].readString(1);
          assertThatThrownBy(() -> hanging.value(SHORT)).isInstanceOf(TimeoutException.class);
          ends[0].close();
          assertThatThrownBy(hanging::value).isInstanceOf(ClosedException.class);
          assertThatThrownBy(behind::value).isInstanceOf(ClosedException.class);
          ends[1].close();
          return null;
        });
  }

  @Test
  void closingWaitsForWrites() throws Exception {
    byte[] large = new byte[1 << 20];
    Running.program(
        () -> {
          File[] ends = ends();
          ends[1].write(ByteBuffer.wrap(large));
          ends[1].writeString("end");
          try (var group = Group.<IOException>inOrder()) {
            Object[] both =
                group.all(
                    () -> {
                      ends[1].close();
                      return 0;
                    },
                    () -> {
                      ByteBuffer all = ByteBuffer.allocate(2 << 20);
                      while (ends[0].read(all).value() >= 0) {
                        // Until the writer has closed its end.
                      }
                      return all.position();
                    });
            assertThat(both[1]).isEqualTo(large.length + 3);
          }
          ends[0].close();
          return null;
        });
  }

  @Test
  void aUseThatIsCancelledDoesNotWaitForAReaderThatNeverReads() throws Exception {
    List<Path> fifos = Fifo.make(folder, "fifo", 2);
    Running.program(
        () -> {
          for (Path fifo : fifos) {
            var reader = new File(fifo);
            Promise<File> inUse = new Promise<>();
            try (Scope scope = Scope.open()) {
              scope.future(
                  () ->
                      File.withFile(fifo, WRITE)
                          .use(
                              file -> {
                                Future<?> write = file.write(ByteBuffer.allocate(1 << 20));
                                inUse.complete(file);
                                if (fifo.equals(fifos.get(0))) {
                                  write.value();
                                }
                                // Else the end of the use waits for it.
                                return null;
                              }));
              reader.open(READ);
              inUse.value();
              // Leaving cancels the use, and waits for its end.
            }
            assertThat(inUse.value().isOpened()).isFalse();
            reader.close();
          }
          return null;
        });
  }

  @Test
  void aFileIsNotOpenedTwiceAtATime() throws Exception {
    Path fifo = Fifo.make(folder, "fifo");
    Running.program(
        () -> {
          var file = new File(fifo);
          try (var group = Group.<IOException>inOrder()) {
            Future<File> opening = group.fork(() -> opened(file, READ));
            assertThatThrownBy(file::open)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(fifo + ": it is being opened");
            Files.writeString(fifo, "");
            assertThat(opening.value().isOpened()).isTrue();
          }
          file.close();
          return null;
        });
  }
}

package yona.io.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Async;
import yona.async.Group;
import yona.async.Promise;
import yona.async.TimeoutException;
import yona.io.Fifo;
import yona.io.Running;

/** Files in whole. */
class FileContentsTest {

  @TempDir Path folder;

  private List<String> names() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(each -> String.valueOf(each.getFileName())).sorted().toList();
    }
  }

  @Test
  void whatIsWrittenIsRead() throws Exception {
    Random random = new Random(1);
    Path path = folder.resolve("file");
    Running.program(
        () -> {
          for (int size : new int[] {0, 1, 4, 8_192, 1 << 20, (1 << 20) + 1, 3_000_000}) {
            byte[] bytes = new byte[size];
            random.nextBytes(bytes);
            FileContents.write(path, bytes);
            assertThat(FileContents.read(path)).isEqualTo(bytes);
            FileContents.append(path, bytes);
            assertThat(Files.size(path)).isEqualTo(2L * size);
          }
          return null;
        });
  }

  @Test
  void aFifoIsReadAndWrittenToo() throws Exception {
    Path fifo = Fifo.make(folder, "fifo");
    byte[] large = new byte[2 << 20];
    new Random(2).nextBytes(large);
    Running.program(
        () -> {
          for (byte[] contents : List.of("small".getBytes(UTF_8), large)) {
            try (var group = Group.<IOException>inOrder()) {
              Object[] both =
                  group.all(
                      () -> FileContents.read(fifo),
                      () -> {
                        FileContents.write(fifo, contents);
                        return true;
                      });
              assertThat((byte[]) both[0]).isEqualTo(contents);
            }
          }
          return null;
        });
  }

  @Test
  void linksAreFollowedAndStay() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("other"));
    Files.createSymbolicLink(folder.resolve("other"), Path.of("target"));
    Running.program(
        () -> {
          // What the link leads to is not there yet.
          FileContents.replace(link, "first".getBytes(UTF_8));
          assertThat(folder.resolve("target")).hasContent("first");
          FileContents.replace(link, "second".getBytes(UTF_8));
          assertThat(folder.resolve("target")).hasContent("second");
          assertThat(link).isSymbolicLink();
          Path loop = Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
          assertThatThrownBy(() -> FileContents.replace(loop, new byte[] {}))
              .hasMessage(loop + ": a loop of symbolic links");
          return null;
        });
    assertThat(names()).containsExactly("link", "loop", "other", "target");
  }

  @Test
  void whatIsNoFileIsNotReplaced() throws Exception {
    Path fifo = Fifo.make(folder, "fifo");
    Running.program(
        () -> {
          assertThatThrownBy(() -> FileContents.replace(fifo, new byte[] {}))
              .isInstanceOf(FileSystemException.class)
              .hasMessage(fifo + ": it is no file");
          assertThatThrownBy(() -> FileContents.replace(folder, new byte[] {}))
              .hasMessage(folder + ": it is a folder");
          assertThatThrownBy(() -> FileContents.replace(folder.resolve("no/file"), new byte[] {}))
              .isInstanceOf(NoSuchFileException.class)
              .hasMessage(folder.resolve("no/file") + ": no such file");
          return null;
        });
  }

  @Test
  void theLongestNameIsReplacedToo() throws Exception {
    Path path = folder.resolve("n".repeat(255));
    Running.program(
        () -> {
          FileContents.replace(path, "text".getBytes(UTF_8));
          return null;
        });
    assertThat(path).hasContent("text");
  }

  @Test
  void aReplacementThatFailsOrIsCancelledLeavesTheOldContentsAndNothingElse() throws Exception {
    Path path = Files.writeString(folder.resolve("file"), "old");
    Running.program(
        () -> {
          assertThatThrownBy(
                  () ->
                      FileContents.replace(
                          path,
                          part -> {
                            Files.writeString(part, "half");
                            throw new InterruptedException("in between");
                          }))
              .isInstanceOf(InterruptedException.class);
          assertThatThrownBy(
                  () ->
                      Async.timeoutNanos(
                          5_000_000,
                          () -> {
                            FileContents.<RuntimeException>replace(
                                path,
                                part -> {
                                  Files.writeString(part, "half");
                                  new Promise<Integer>().value();
                                });
                            return null;
                          }))
              .isInstanceOf(TimeoutException.class);
          // A writing that makes no file.
          assertThatThrownBy(() -> FileContents.replace(path, _ -> {}))
              .hasMessage(path + ": no such file");
          return null;
        });
    assertThat(path).hasContent("old");
    assertThat(names()).containsExactly("file");
  }
}

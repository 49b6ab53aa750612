package yona.io.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Blocking;
import yona.async.Future;
import yona.async.Group;
import yona.async.stm.STM;
import yona.async.stm.TransactionException;
import yona.io.ClosedException;
import yona.io.Running;

/** Regular files by futures and buffers. */
class FileTest {

  @TempDir Path folder;

  private Path path() {
    return folder.resolve("file");
  }

  private Path containing(String text) throws IOException {
    return Files.writeString(path(), text);
  }

  private static ByteBuffer buffer(String text, boolean direct) {
    byte[] bytes = text.getBytes(UTF_8);
    return direct
        ? ByteBuffer.allocateDirect(bytes.length).put(bytes).flip()
        : ByteBuffer.wrap(bytes);
  }

  private static String text(ByteBuffer buffer) {
    return UTF_8.decode(buffer.duplicate().flip()).toString();
  }

  @Test
  void aPathMayBeWrittenOut() throws Exception {
    Path path = containing("text");
    Running.program(
        () -> {
          String text = File.withFile(path.toString(), READ).use(f -> f.readString(10).value());
          assertThat(text).isEqualTo("text");
          assertThat(new File(path.toString()).path()).isEqualTo(path);
          return null;
        });
    assertThatThrownBy(() -> File.withFile("a\0b")).isInstanceOf(InvalidPathException.class);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void readsAndWritesMoveThePosition(boolean direct) throws Exception {
    Running.program(
        () -> {
          var file = new File(path());
          assertThat(file.isOpened()).isFalse();
          file.open(READ, WRITE, CREATE);
          assertThat(file.isOpened()).isTrue();
          ByteBuffer first = buffer("hello ", direct);
          assertThat(file.write(first).value()).isEqualTo(6);
          assertThat(first.hasRemaining()).isFalse();
          assertThat(file.write(buffer("world", direct)).value()).isEqualTo(5);
          assertThat(file.position().value()).isEqualTo(11);
          assertThat(file.seek(4).value()).isEqualTo(4);
          ByteBuffer four = direct ? ByteBuffer.allocateDirect(4) : ByteBuffer.allocate(4);
          assertThat(file.read(four).value()).isEqualTo(4);
          assertThat(text(four)).isEqualTo("o wo");
          four.clear();
          assertThat(file.read(four).value()).isEqualTo(3);
          assertThat(text(four)).isEqualTo("rld");
          assertThat(file.read(four).value()).isEqualTo(-1);
          assertThat(file.read(ByteBuffer.allocate(0)).value()).isZero();
          assertThat(file.size().value()).isEqualTo(11);
          file.close();
          file.close();
          assertThat(file.isOpened()).isFalse();
          return null;
        });
    assertThat(path()).hasContent("hello world");
  }

  @Test
  void whatIsDoneInPlaceIsThereWhenTheCallReturns() throws Exception {
    Path path = containing("text");
    Running.program(
        () ->
            File.withFile(path)
                .use(
                    file -> {
                      Future<Integer> read = file.read(ByteBuffer.allocate(4));
                      assertThat(read.poll() != null || !Blocking.isAllowedInPlace()).isTrue();
                      return null;
                    }));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void largeBuffersAreReadAndWrittenWhole(boolean direct) throws Exception {
    int size = (3 << 20) + 7;
    byte[] bytes = new byte[size];
    new Random(1).nextBytes(bytes);
    ByteBuffer from = direct ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
    ByteBuffer into = direct ? ByteBuffer.allocateDirect(size + 1) : ByteBuffer.allocate(size + 1);
    from.put(bytes).flip();
    Running.program(
        () -> {
          int count =
              File.withFile(path(), READ, WRITE, CREATE)
                  .use(
                      file -> {
                        assertThat(file.write(from).value()).isEqualTo(size);
                        return file.read(into, 0).value();
                      });
          assertThat(count).isEqualTo(size);
          return null;
        });
    byte[] got = new byte[size];
    into.flip().get(got);
    assertThat(got).isEqualTo(bytes);
  }

  @Test
  void aPlaceOfItsOwnLeavesThePositionAlone() throws Exception {
    Path path = containing("abcdef");
    Running.program(
        () ->
            File.withFile(path, READ, WRITE)
                .use(
                    file -> {
                      assertThat(file.write(buffer("XY", false), 2).value()).isEqualTo(2);
                      assertThat(file.write(buffer("!", true), 8).value()).isEqualTo(1);
                      ByteBuffer three = ByteBuffer.allocate(3);
                      assertThat(file.read(three, 1).value()).isEqualTo(3);
                      assertThat(text(three)).isEqualTo("bXY");
                      assertThat(file.read(ByteBuffer.allocate(3), 9).value()).isEqualTo(-1);
                      assertThat(file.position().value()).isZero();
                      assertThat(file.truncate(5).value()).isEqualTo(5);
                      assertThat(file.truncate(50).value()).isEqualTo(5);
                      assertThat(file.sync().value()).isNull();
                      return null;
                    }));
    assertThat(path).hasContent("abXYe");
  }

  @Test
  void aFileForAppendingIsWrittenAtItsEndOnly() throws Exception {
    Path path = containing("one\n");
    Running.program(
        () ->
            File.withFile(path, APPEND)
                .use(
                    file -> {
                      assertThat(file.position().value()).isZero();
                      assertThat(file.writeString("two\n").value()).isEqualTo(4);
                      assertThat(file.position().value()).isEqualTo(8);
                      assertThatThrownBy(() -> file.write(buffer("x", false), 0).value())
                          .isInstanceOf(FileSystemException.class)
                          .hasMessage(path + ": open for appending, which writes at the end only");
                      assertThatThrownBy(() -> file.readString(1).value())
                          .hasMessage(path + ": not open for reading");
                      return null;
                    }));
    assertThat(path).hasContent("one\ntwo\n");
  }

  @Test
  void aFileThatIsNotOpenSaysSo() throws Exception {
    Path path = containing("text");
    Running.program(
        () -> {
          var file = new File(path.toString());
          assertThat(file).hasToString("file " + path + " (not open)");
          assertThatThrownBy(() -> file.readString(1).value())
              .isInstanceOf(ClosedException.class)
              .hasMessage(path + ": closed");
          file.close();
          file.open();
          assertThatThrownBy(file::open)
              .isInstanceOf(IllegalStateException.class)
              .hasMessage(path + ": it is open already");
          assertThatThrownBy(() -> file.writeString("x").value())
              .hasMessage(path + ": not open for writing");
          file.cancel();
          assertThatThrownBy(() -> file.size().value()).isInstanceOf(ClosedException.class);
          // Opened again, at position 0.
          file.open();
          assertThat(file.readString(4).value()).isEqualTo("text");
          file.close();
          var missing = new File(folder.resolve("missing"));
          assertThatThrownBy(missing::open)
              .isInstanceOf(NoSuchFileException.class)
              .hasMessageEndingWith("missing: no such file");
          assertThat(missing.isOpened()).isFalse();
          assertThatThrownBy(new File(folder)::open).hasMessage(folder + ": it is a folder");
          return null;
        });
  }

  @Test
  void argumentsThatMakeNoSenseAreRefused() throws Exception {
    Path path = containing("text");
    Running.program(
        () ->
            File.withFile(path, READ, WRITE)
                .use(
                    file -> {
                      ByteBuffer readOnly = ByteBuffer.allocate(1).asReadOnlyBuffer();
                      assertThatThrownBy(() -> file.read(readOnly))
                          .hasMessage("the buffer is read-only");
                      assertThatThrownBy(() -> file.read(ByteBuffer.allocate(1), -1))
                          .hasMessage("the place must not be negative: -1");
                      assertThatThrownBy(() -> file.readString(-1))
                          .isInstanceOf(IllegalArgumentException.class);
                      assertThatThrownBy(() -> file.seek(-1))
                          .isInstanceOf(IllegalArgumentException.class);
                      assertThatThrownBy(() -> file.truncate(-1))
                          .isInstanceOf(IllegalArgumentException.class);
                      return null;
                    }));
    assertThat(path).hasContent("text");
  }

  @Test
  void textIsReadInWholeCharacters() throws Exception {
    String text = "aß€😀\u0000z".repeat(50);
    Running.program(
        () -> {
          for (Charset charset : List.of(UTF_8, UTF_16, ISO_8859_1, Charset.forName("UTF-16LE"))) {
            String written = charset.equals(ISO_8859_1) ? "aß".repeat(50) : text;
            for (int size : new int[] {1, 2, 3, 4, 5, 7, 100, 10_000, Integer.MAX_VALUE}) {
              List<String> pieces = new ArrayList<>();
              File.withFile(path(), READ, WRITE, CREATE, TRUNCATE_EXISTING)
                  .<Object, IOException>use(
                      file -> {
                        assertThat(file.writeString(written, charset).value())
                            .isEqualTo(written.getBytes(charset).length);
                        file.seek(0).value();
                        for (String piece = file.readString(size, charset).value();
                            piece != null;
                            piece = file.readString(size, charset).value()) {
                          assertThat(piece).isNotEmpty();
                          assertThat(Character.isHighSurrogate(piece.charAt(piece.length() - 1)))
                              .isFalse();
                          pieces.add(piece);
                        }
                        assertThat(file.readString(0, charset).value()).isEmpty();
                        return null;
                      });
              assertThat(String.join("", pieces)).as("%s, %s", charset, size).isEqualTo(written);
            }
          }
          return null;
        });
  }

  @Test
  void whatIsNoTextIsLeftToBeReadInAnotherWay() throws Exception {
    Files.write(path(), new byte[] {'a', 'b', (byte) 0xff, 'c', (byte) 0xc3});
    Running.program(
        () ->
            File.withFile(path())
                .use(
                    file -> {
                      assertThat(file.readString(2).value()).isEqualTo("ab");
                      assertThatThrownBy(() -> file.readString(2).value())
                          .isInstanceOf(FileSystemException.class)
                          .hasMessage(path() + ": the bytes from 2 on are not valid UTF-8");
                      assertThat(file.readString(2, ISO_8859_1).value()).isEqualTo("ÿc");
                      // The first half of a character, and nothing behind it.
                      assertThatThrownBy(() -> file.readString(1).value())
                          .hasMessage(path() + ": the bytes from 4 on are not valid UTF-8");
                      assertThat(file.position().value()).isEqualTo(4);
                      return null;
                    }));
  }

  @Test
  void textThatACharsetLacksIsNotWritten() throws Exception {
    Path path = containing("old");
    Running.program(
        () ->
            File.withFile(path, WRITE)
                .use(
                    file -> {
                      assertThatThrownBy(() -> file.writeString("naïve", US_ASCII).value())
                          .isInstanceOf(FileSystemException.class)
                          .hasMessage(path + ": the text has no form in US-ASCII");
                      assertThatThrownBy(() -> file.writeString("\ud800").value())
                          .hasMessage(path + ": the text has no form in UTF-8");
                      return null;
                    }));
    assertThat(path).hasContent("old");
  }

  @Test
  void operationsAreDoneInTheOrderOfTheirCalls() throws Exception {
    int count = 2_000;
    Running.program(
        () ->
            File.withFile(path(), WRITE, CREATE)
                .use(
                    file -> {
                      try (var group = Group.<IOException>inOrder()) {
                        for (int i = 0; i < count; i++) {
                          String line = i + "\n";
                          group.fork(() -> file.writeString(line).value());
                        }
                        group.join();
                      }
                      return null;
                    }));
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      expected.add(String.valueOf(i));
    }
    assertThat(Files.readAllLines(path())).isEqualTo(expected);
  }

  @Test
  void manyThreadsMayUseOneFile() throws Exception {
    int threads = 4;
    int each = 2_000;
    try (var file = new File(path())) {
      file.open(WRITE, CREATE);
      List<Thread> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        String name = "abcd".substring(i, i + 1);
        all.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      Future<Integer> last = file.writeString("");
                      for (int k = 0; k < each; k++) {
                        last = file.writeString(name + k + "\n");
                      }
                      assertThat(last.value()).isEqualTo(name.length() + 5);
                    }));
      }
      for (Thread thread : all) {
        thread.join();
      }
    }
    List<String> lines = Files.readAllLines(path());
    assertThat(lines).hasSize(threads * each);
    for (int i = 0; i < threads; i++) {
      String name = "abcd".substring(i, i + 1);
      List<String> own = lines.stream().filter(line -> line.startsWith(name)).toList();
      for (int k = 0; k < each; k++) {
        assertThat(own.get(k)).isEqualTo(name + k);
      }
    }
  }

  @Test
  void aFileInUseIsClosedHoweverTheUseEnds() throws Exception {
    Path path = containing("text");
    Running.program(
        () -> {
          File[] used = new File[1];
          assertThatThrownBy(
                  () ->
                      File.withFile(path)
                          .use(
                              file -> {
                                used[0] = file;
                                throw new IllegalStateException("in between");
                              }))
              .hasMessage("in between");
          assertThat(used[0].isOpened()).isFalse();
          try (var lease = File.withFile(path).open()) {
            used[0] = lease.value();
            assertThat(used[0].readString(10).value()).isEqualTo("text");
          }
          assertThat(used[0].isOpened()).isFalse();
          return null;
        });
  }

  @Test
  void aFullDeviceFailsTheWriteAndTheBufferTellsHowFarItCame() throws Exception {
    Running.program(
        () ->
            File.withFile(Path.of("/dev/full"), WRITE)
                .use(
                    file -> {
                      ByteBuffer text = buffer("text", false);
                      assertThatThrownBy(() -> file.write(text).value())
                          .isInstanceOf(FileSystemException.class)
                          .hasMessage("/dev/full: No space left on device");
                      assertThat(text.remaining()).isEqualTo(4);
                      return null;
                    }));
  }

  @Test
  void transactionsRefuseOperations() throws Exception {
    Path path = containing("text");
    Running.program(
        () ->
            File.withFile(path, READ, WRITE)
                .use(
                    file -> {
                      assertThatThrownBy(() -> STM.atomically(() -> file.writeString("x")))
                          .isInstanceOf(TransactionException.class);
                      assertThatThrownBy(
                              () ->
                                  STM.atomically(
                                      () -> {
                                        file.close();
                                        return null;
                                      }))
                          .isInstanceOf(TransactionException.class);
                      assertThat(file.isOpened()).isTrue();
                      return null;
                    }));
    assertThat(path).hasContent("text");
  }
}

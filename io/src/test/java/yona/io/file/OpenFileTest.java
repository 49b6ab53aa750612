package yona.io.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Group;
import yona.async.scheduler.Fibers;
import yona.io.ClosedException;
import yona.io.Cutter;
import yona.io.Running;
import yona.io.SystemCalls;
import yona.io.TooLongException;
import yona.io.process.ProcessCommand;
import yona.io.process.Processes;

class OpenFileTest {

  private static final Set<StandardOpenOption> READ = Set.of(StandardOpenOption.READ);
  private static final Set<OpenOption> CREATE =
      Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);

  @TempDir Path folder;

  private OpenFile containing(String text) throws IOException {
    Path path = folder.resolve("file");
    Files.writeString(path, text);
    return OpenFile.open(path, READ);
  }

  private static List<String> lines(OpenFile file) throws IOException {
    List<String> lines = new ArrayList<>();
    file.readLines((buffer, from, to) -> lines.add(new String(buffer, from, to - from, UTF_8)));
    return lines;
  }

  @Test
  void readsAndWritesMoveThePosition() throws Exception {
    Running.program(
        () -> {
          try (OpenFile file = OpenFile.open(folder.resolve("new"), CREATE)) {
            file.write("hello world".getBytes(UTF_8), 0, 11);
            assertThat(file.position()).isEqualTo(11);
            assertThat(file.readAll()).isEmpty();
            file.seek(6);
            assertThat(file.readSome(3, Cutter.EVERYTHING)).asString(UTF_8).isEqualTo("wor");
            assertThat(file.position()).isEqualTo(9);
            file.write("X".getBytes(UTF_8), 0, 1);
            assertThat(file.readAll()).asString(UTF_8).isEqualTo("d");
            assertThat(file.readSome(3, Cutter.EVERYTHING)).isNull();
            file.seek(0);
            assertThat(file.readAll()).asString(UTF_8).isEqualTo("hello worXd");
            assertThat(file.size()).isEqualTo(11);
            file.truncate(4);
            assertThat(file.position()).isEqualTo(4);
            file.writeAt(2, "LL".getBytes(UTF_8));
            assertThat(file.readAt(1, 100)).asString(UTF_8).isEqualTo("eLL");
            assertThat(file.readAt(100, 5)).isEmpty();
            assertThat(file.position()).isEqualTo(4);
            file.sync();
          }
          return null;
        });
  }

  @Test
  void appendingWritesAtTheEnd() throws Exception {
    Path path = folder.resolve("log");
    Running.program(
        () -> {
          Files.writeString(path, "one");
          try (OpenFile file =
              OpenFile.open(path, Set.of(StandardOpenOption.APPEND, StandardOpenOption.CREATE))) {
            file.write("two".getBytes(UTF_8), 0, 3);
            assertThat(file.position()).isEqualTo(6);
            assertThatThrownBy(file::readAll).hasMessageEndingWith("not open for reading");
          }
          return null;
        });
    assertThat(path).hasContent("onetwo");
  }

  @Test
  void lineEndsAreLfOrCrLfAndTheLastMayBeMissing() throws Exception {
    Running.program(
        () -> {
          String text = "one\ntwo\r\n\n\r\nin\rside\nlast\r";
          String[] expected = {"one", "two", "", "", "in\rside", "last\r"};
          try (OpenFile file = containing(text)) {
            assertThat(lines(file)).containsExactly(expected);
            assertThat(file.position()).isEqualTo(text.length());
          }
          try (OpenFile file = containing(text)) {
            for (String line : expected) {
              assertThat(file.readLine()).asString(UTF_8).isEqualTo(line);
            }
            assertThat(file.readLine()).isNull();
          }
          try (OpenFile file = containing("")) {
            assertThat(lines(file)).isEmpty();
            assertThat(file.readLine()).isNull();
          }
          return null;
        });
  }

  @Test
  void aByteOrderMarkIsPassedAtTheStartOnly() throws Exception {
    Running.program(
        () -> {
          try (OpenFile file = containing("\ufeffa\n\ufeffb\n")) {
            OpenFileText text = file.text(true);
            assertThat(text.readLine(9)).asString(UTF_8).isEqualTo("a");
            assertThat(file.position()).isEqualTo(5);
            assertThat(text.readLine(9)).asString(UTF_8).isEqualTo("\ufeffb");
            file.seek(0);
            assertThat(text.readAll()).asString(UTF_8).isEqualTo("a\n\ufeffb\n");
            file.seek(0);
            assertThat(file.text(false).readLine(9)).asString(UTF_8).isEqualTo("\ufeffa");
            file.seek(0);
            assertThat(file.readLine()).asString(UTF_8).isEqualTo("\ufeffa");
          }
          for (String text : List.of("", "a", "\u00ef", "\uf000b")) {
            try (OpenFile file = containing(text)) {
              assertThat(file.text(true).readAll()).asString(UTF_8).isEqualTo(text);
            }
          }
          return null;
        });
  }

  @Test
  void aMarkIsLookedForOnlyAsFarAsTheBytesAgree() throws Exception {
    ReadableByteChannel once =
        new ReadableByteChannel() {
          private boolean given;

          @Override
          public int read(ByteBuffer into) throws IOException {
            if (given) {
              throw new IOException("asked for more");
            }
            given = true;
            into.put((byte) 'a').put((byte) '\n');
            return 2;
          }

          @Override
          public boolean isOpen() {
            return true;
          }

          @Override
          public void close() {}
        };
    Running.program(
        () -> {
          try (OpenFile file = OpenFile.of(Path.of("once"), once)) {
            assertThat(file.text(true).readLine(9)).asString(UTF_8).isEqualTo("a");
            assertThatThrownBy(file::readLine).hasMessageContaining("asked for more");
          }
          return null;
        });
  }

  @Test
  void aLineLongerThanTheLimitStays() throws Exception {
    Running.program(
        () -> {
          try (OpenFile file = containing("four\r\nfives\nsix")) {
            assertThat(file.text(false).readLine(4)).asString(UTF_8).isEqualTo("four");
            assertThatThrownBy(() -> file.text(false).readLine(4))
                .isInstanceOf(TooLongException.class)
                .hasMessageEndingWith("a line is longer than 4 bytes");
            assertThat(file.text(false).readLine(5)).asString(UTF_8).isEqualTo("fives");
            assertThatThrownBy(() -> file.text(false).readLines(2, (_, _, _) -> {}))
                .isInstanceOf(TooLongException.class);
          }
          String wide = "x".repeat(300_000);
          try (OpenFile file = containing(wide + "\r\n" + wide)) {
            assertThat(file.text(false).readLine(300_000)).hasSize(300_000);
            assertThatThrownBy(() -> file.text(false).readLine(299_999))
                .isInstanceOf(TooLongException.class);
            assertThat(file.text(false).readLine(300_000)).hasSize(300_000);
          }
          return null;
        });
  }

  @Test
  void linesOfAnyLengthAreReadAsAModelReadsThem() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Running.program(
        () -> {
          for (int round = 0; round < 60; round++) {
            String text = randomText(random);
            List<String> expected = text.lines().toList();
            try (OpenFile file = containing(text)) {
              assertThat(lines(file)).as("seed " + seed).isEqualTo(expected);
            }
            try (OpenFile file = containing(text)) {
              int singly = random.nextInt(expected.size() + 1);
              for (int i = 0; i < singly; i++) {
                assertThat(new String(file.readLine(), UTF_8))
                    .as("seed " + seed)
                    .isEqualTo(expected.get(i));
              }
              long position = file.position();
              assertThat(lines(file)).isEqualTo(expected.subList(singly, expected.size()));
              file.seek(position);
              assertThat(new String(file.readAll(), UTF_8))
                  .isEqualTo(text.substring((int) position));
            }
          }
          return null;
        });
  }

  /** Lines around the sizes of the buffers, without lone carriage returns. */
  private static String randomText(Random random) {
    int[] lengths = {0, 1, 7, 8, 9, 100, 8_191, 8_192, 65_536, 131_071, 131_072, 300_000};
    StringBuilder text = new StringBuilder();
    int lines = random.nextInt(30);
    for (int i = 0; i < lines; i++) {
      int length = lengths[random.nextInt(random.nextInt(lengths.length) + 1)];
      text.append(String.valueOf((char) ('a' + random.nextInt(26))).repeat(length));
      text.append(random.nextInt(4) == 0 ? "\r\n" : "\n");
    }
    return text.append(random.nextBoolean() ? "" : "end").toString();
  }

  @Test
  void aCutterDecidesWhereAReadEnds() throws Exception {
    Running.program(
        () -> {
          Cutter pairs = (buffer, from, to, last) -> last ? to - from : (to - from) & ~1;
          try (OpenFile file = containing("abcde")) {
            assertThat(file.readSome(1, pairs)).asString(UTF_8).isEqualTo("ab");
            assertThat(file.readSome(3, pairs)).asString(UTF_8).isEqualTo("cd");
            assertThat(file.readSome(1, pairs)).asString(UTF_8).isEqualTo("e");
            assertThat(file.readSome(100, pairs)).isNull();
          }
          return null;
        });
  }

  @Test
  void operationsAreServedInTheOrderOfTheirCalls() throws Exception {
    Path path = folder.resolve("ordered");
    Running.program(
        () -> {
          try (OpenFile file = OpenFile.open(path, CREATE);
              var group = Group.<IOException>inOrder()) {
            for (int i = 0; i < 500; i++) {
              byte[] text = (i + "\n").getBytes(UTF_8);
              group.fork(
                  () -> {
                    file.write(text, 0, text.length);
                    return null;
                  });
            }
            group.join();
          }
          return null;
        });
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      expected.add(String.valueOf(i));
    }
    assertThat(Files.readAllLines(path)).isEqualTo(expected);
  }

  @Test
  void filesWithoutASizeAreReadToTheEnd() throws Exception {
    Running.program(
        () -> {
          try (OpenFile file = OpenFile.open(Path.of("/proc/self/status"), READ)) {
            assertThat(file.readAll()).asString(UTF_8).contains("Threads:");
          }
          return null;
        });
  }

  @Test
  void largeFilesAreReadWhole() throws Exception {
    Path path = folder.resolve("large");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < 500_000; i++) {
      bytes.write(i);
    }
    Files.write(path, bytes.toByteArray());
    Running.program(
        () -> {
          try (OpenFile file = OpenFile.open(path, READ)) {
            file.seek(3);
            assertThat(file.readSome(5, Cutter.EVERYTHING)).hasSize(5);
            byte[] rest = file.readAll();
            assertThat(rest).hasSize(499_992);
            assertThat(rest[0]).isEqualTo((byte) 8);
            assertThat(rest[499_991]).isEqualTo((byte) 499_999);
          }
          return null;
        });
  }

  @Test
  void errorsNameTheFile() throws Exception {
    Running.program(
        () -> {
          Path missing = folder.resolve("missing");
          assertThatThrownBy(() -> OpenFile.open(missing, READ))
              .isInstanceOf(NoSuchFileException.class)
              .hasMessage(missing + ": no such file");
          assertThatThrownBy(() -> OpenFile.open(folder, READ))
              .hasMessage(folder + ": it is a folder");
          Path there = Files.createFile(folder.resolve("there"));
          assertThatThrownBy(
                  () ->
                      OpenFile.open(
                          there, Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)))
              .isInstanceOf(FileAlreadyExistsException.class)
              .hasMessage(there + ": it exists already");
          OpenFile file = OpenFile.open(there, READ);
          assertThatThrownBy(() -> file.write(new byte[1], 0, 1))
              .hasMessage(there + ": not open for writing");
          file.close();
          assertThat(file.isOpen()).isFalse();
          assertThatThrownBy(file::readAll)
              .isInstanceOf(ClosedException.class)
              .hasMessage(there + ": closed");
          assertThatThrownBy(file::position).isInstanceOf(ClosedException.class);
          return null;
        });
  }

  @Test
  void everythingWorksOnAThreadThatIsNoFiber() throws Exception {
    try (OpenFile file = containing("one\ntwo\n")) {
      assertThat(lines(file)).containsExactly("one", "two");
    }
  }

  private static void lines(OpenFile file, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      file.write((i + "\n").getBytes(UTF_8), 0, (i + "\n").length());
    }
  }

  @Test
  void smallWritesBecomeOne() throws Exception {
    Path path = folder.resolve("lines");
    Running.program(
        () -> {
          try (OpenFile file = OpenFile.open(path, CREATE)) {
            long before = SystemCalls.written();
            lines(file, 10_000);
            assertThat(file.size()).isEqualTo(48_890);
            if (Fibers.onOwnScheduler()) {
              assertThat(SystemCalls.written() - before).isLessThan(1_000);
            }
          }
          return null;
        });
    assertThat(Files.readAllLines(path))
        .isEqualTo(IntStream.range(0, 10_000).mapToObj(Integer::toString).toList());
  }

  @Test
  void nobodySeesAFileWithoutWhatWasWritten() throws Exception {
    Path path = folder.resolve("seen");
    Path copy = folder.resolve("copy");
    Running.program(
        () -> {
          try (OpenFile file = OpenFile.open(path, CREATE);
              OpenFile other = OpenFile.open(path, READ)) {
            lines(file, 1);
            assertThat(other.readLine()).asString(UTF_8).isEqualTo("0");
            lines(file, 1);
            assertThat(FileContents.read(path)).asString(UTF_8).isEqualTo("0\n0\n");
            lines(file, 1);
            FileOperations.copy(path, copy);
            assertThat(Files.size(copy)).isEqualTo(6);
            lines(file, 1);
            try (File buffers = new File(path)) {
              buffers.open();
              assertThat(buffers.readString(100).value()).isEqualTo("0\n0\n0\n0\n");
            }
            lines(file, 1);
            assertThat(
                    Processes.run(
                            List.of(new ProcessCommand(List.of("wc", "-c", path.toString()))),
                            new byte[0])
                        .output())
                .asString(UTF_8)
                .startsWith("10 ");
          }
          return null;
        });
  }

  @Test
  void whatIsTooFarForAFileIsAnErrorOfItsWrite() throws Exception {
    Path path = folder.resolve("far");
    Running.program(
        () -> {
          try (OpenFile file = OpenFile.open(path, CREATE)) {
            file.seek(Long.MAX_VALUE);
            assertThatThrownBy(() -> file.write(new byte[3], 0, 3))
                .hasMessage(path + ": no file is so long: 3 bytes at position 9223372036854775807");
            assertThat(file.position()).isEqualTo(Long.MAX_VALUE);
            assertThatThrownBy(() -> file.writeAt(Long.MAX_VALUE, new byte[1]))
                .isInstanceOf(IOException.class);
          }
          return null;
        });
  }

  @Test
  void aPositionThatJumpsKeepsWritesInTheirPlaces() throws Exception {
    Path path = folder.resolve("jumps");
    Random random = new Random(7);
    byte[] expected = new byte[100_000];
    Running.program(
        () -> {
          try (OpenFile file = OpenFile.open(path, CREATE)) {
            for (int i = 0; i < 20_000; i++) {
              if (random.nextInt(4) == 0) {
                file.seek(random.nextInt(90_000));
              }
              byte[] piece = new byte[random.nextInt(40)];
              random.nextBytes(piece);
              int at = (int) Math.min(file.position(), 99_000);
              file.seek(at);
              System.arraycopy(piece, 0, expected, at, piece.length);
              file.write(piece, 0, piece.length);
              if (random.nextInt(100) == 0) {
                assertThat(file.readAt(at, piece.length)).isEqualTo(piece);
              }
            }
          }
          return null;
        });
    byte[] written = Files.readAllBytes(path);
    assertThat(written).isEqualTo(Arrays.copyOf(expected, written.length));
  }
}

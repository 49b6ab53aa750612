package yona.io.file;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import yona.io.Cutter;
import yona.io.Running;

/** A file that is cut while it is read ends earlier; nobody hangs, or gets what was never there. */
class ShrinkingFileTest {

  /** Each byte tells its place. */
  private static final byte[] CONTENTS = contents();

  private static final byte[] WITHOUT_ENDS =
      new String(CONTENTS, US_ASCII).replace("\n", "").getBytes(US_ASCII);

  private static byte[] contents() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; text.length() < 2_000_000; i++) {
      text.append(i).append('\n');
    }
    return text.toString().getBytes(US_ASCII);
  }

  /** A cut within a page shows zeros for a moment to who reads it on Linux. */
  private static final int PAGE = 4_096;

  @TempDir Path folder;

  private Path path;

  @BeforeEach
  void writeContents() throws IOException {
    path = Files.write(folder.resolve("file"), CONTENTS);
  }

  private void cut(long size) throws IOException {
    try (FileChannel channel = FileChannel.open(path, WRITE)) {
      channel.truncate(size);
    }
  }

  /** The ways to read a file to its end. */
  enum Way {
    READ_ALL {
      @Override
      byte[] read(Path path) throws IOException {
        try (OpenFile file = OpenFile.open(path, Set.of(READ))) {
          return file.readAll();
        }
      }
    },
    READ_SOME {
      @Override
      byte[] read(Path path) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try (OpenFile file = OpenFile.open(path, Set.of(READ))) {
          for (byte[] some = file.readSome(50_000, Cutter.EVERYTHING);
              some != null;
              some = file.readSome(50_000, Cutter.EVERYTHING)) {
            all.writeBytes(some);
          }
        }
        return all.toByteArray();
      }
    },
    READ_LINE {
      @Override
      byte[] read(Path path) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try (OpenFile file = OpenFile.open(path, Set.of(READ))) {
          for (byte[] line = file.readLine(); line != null; line = file.readLine()) {
            all.writeBytes(line);
          }
        }
        return all.toByteArray();
      }
    },
    READ_LINES {
      @Override
      byte[] read(Path path) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try (OpenFile file = OpenFile.open(path, Set.of(READ))) {
          file.readLines(
              (buffer, from, to) -> {
                all.write(buffer, from, to - from);
              });
        }
        return all.toByteArray();
      }
    },
    READ_AT {
      @Override
      byte[] read(Path path) throws IOException {
        try (OpenFile file = OpenFile.open(path, Set.of(READ))) {
          return file.readAt(0, Integer.MAX_VALUE);
        }
      }
    },
    WHOLE {
      @Override
      byte[] read(Path path) throws IOException {
        return FileContents.read(path);
      }
    },
    BUFFER {
      @Override
      byte[] read(Path path) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(CONTENTS.length + 1);
        File.withFile(path)
            .use(
                file -> {
                  while (file.read(buffer).value() >= 0) {
                    // Until the end.
                  }
                  return null;
                });
        byte[] all = new byte[buffer.flip().remaining()];
        buffer.get(all);
        return all;
      }
    },
    STRING {
      @Override
      byte[] read(Path path) throws IOException {
        StringBuilder all = new StringBuilder();
        File.withFile(path)
            .<Object, IOException>use(
                file -> {
                  for (String piece = file.readString(50_000).value();
                      piece != null;
                      piece = file.readString(50_000).value()) {
                    all.append(piece);
                  }
                  return null;
                });
        return all.toString().getBytes(US_ASCII);
      }
    },
    COPY {
      @Override
      byte[] read(Path path) throws IOException {
        Path copy = path.resolveSibling("copy");
        FileOperations.copy(path, copy);
        return Files.readAllBytes(copy);
      }
    };

    abstract byte[] read(Path path) throws IOException;
  }

  @ParameterizedTest
  @EnumSource
  void whatIsReadIsAPartOfWhatWasThere(Way way) throws Exception {
    boolean[] stop = {false};
    Thread cutter =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    for (int i = 0; !isSet(stop); i++) {
                      cut(PAGE * (i % 400L));
                      Files.write(path, CONTENTS);
                    }
                  } catch (IOException e) {
                    throw new IllegalStateException(e);
                  }
                });
    try {
      Running.program(
          () -> {
            for (int i = 0; i < 200; i++) {
              byte[] got = way.read(path);
              // A line may end at a cut, and go on when the file has grown again.
              byte[] whole = way.name().startsWith("READ_LINE") ? WITHOUT_ENDS : CONTENTS;
              assertThat(got.length).isLessThanOrEqualTo(whole.length);
              assertThat(Arrays.mismatch(got, 0, got.length, whole, 0, got.length)).isEqualTo(-1);
            }
            return null;
          });
    } finally {
      synchronized (stop) {
        stop[0] = true;
      }
      cutter.join();
    }
  }

  private static boolean isSet(boolean[] flag) {
    synchronized (flag) {
      return flag[0];
    }
  }

  @Test
  void whatWasFetchedBeforeIsReadAndThenTheEnd() throws Exception {
    Running.program(
        () -> {
          try (OpenFile file = OpenFile.open(path, Set.of(READ))) {
            assertThat(file.readLine()).asString(US_ASCII).isEqualTo("0");
            cut(1);
            byte[] rest = file.readAll();
            assertThat(rest).startsWith('1', '\n').hasSizeLessThan(CONTENTS.length);
            assertThat(file.readLine()).isNull();
            assertThat(file.position()).isEqualTo(rest.length + 2L);
            // It grows again, beyond the position.
            Files.write(path, CONTENTS);
            assertThat(file.readSome(2, Cutter.EVERYTHING))
                .isEqualTo(Arrays.copyOfRange(CONTENTS, rest.length + 2, rest.length + 4));
          }
          return null;
        });
  }
}

package yona.io.connection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.io.Running.program;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Future;
import yona.async.Promise;
import yona.async.TimeoutException;
import yona.io.ClosedException;
import yona.io.TooLongException;

/** What a connection makes of the bytes that a transport brings. */
class ConnectionTest {

  /** Brings pieces, each by a read of its own with a wait before it, and then the end. */
  private static final class Pieces implements Transport {
    private final ArrayDeque<byte[]> pieces = new ArrayDeque<>();
    private boolean awaited;
    private final Promise<Boolean> never = new Promise<>();
    private final boolean ends;

    Pieces(boolean ends, String... pieces) {
      this.ends = ends;
      for (String piece : pieces) {
        this.pieces.add(piece.getBytes(ISO_8859_1));
      }
    }

    @Override
    public String name() {
      return "pieces";
    }

    @Override
    public int read(ByteBuffer into) {
      if (!awaited) {
        return 0;
      }
      awaited = false;
      byte[] piece = pieces.poll();
      if (piece == null) {
        return -1;
      }
      int count = Math.min(piece.length, into.remaining());
      into.put(piece, 0, count);
      if (count < piece.length) {
        pieces.addFirst(Arrays.copyOfRange(piece, count, piece.length));
      }
      return count;
    }

    @Override
    public void awaitReadable() {
      if (pieces.isEmpty() && !ends) {
        var _ = never.value();
      }
      awaited = true;
    }

    @Override
    public void write(ByteBuffer from) {}

    @Override
    public void finish() {}

    @Override
    public void close() {}

    @Override
    public @Nullable SocketAddress local() {
      return null;
    }

    @Override
    public @Nullable SocketAddress peer() {
      return null;
    }
  }

  private static String[] cut(String text, int at) {
    return new String[] {text.substring(0, at), text.substring(at)};
  }

  private static @Nullable String text(byte @Nullable [] bytes) {
    return bytes == null ? null : new String(bytes, ISO_8859_1);
  }

  @Test
  void linesAreTheSameHoweverTheyAreCut() throws Exception {
    String input = "one\r\ntwo\n\nth\rree\r\n\r\nlast";
    for (int first = 1; first < input.length() - 1; first++) {
      for (int second = first + 1; second < input.length(); second++) {
        var pieces =
            new Pieces(
                true,
                input.substring(0, first),
                input.substring(first, second),
                input.substring(second));
        List<@Nullable String> lines =
            program(
                () -> {
                  List<@Nullable String> read = new ArrayList<>();
                  Connection connection = new Connection(pieces);
                  for (byte[] line = connection.readLine(6);
                      line != null;
                      line = connection.readLine(6)) {
                    read.add(text(line));
                  }
                  return read;
                });
        assertThat(lines).containsExactly("one", "two", "", "th\rree", "", "last");
      }
    }
  }

  @Test
  void aLineMayBeAsLongAsItsLimitAndStaysIfItIsLonger() throws Exception {
    for (String end : List.of("\n", "\r\n", "")) {
      String input = "abcd" + end;
      for (int at = 1; at < input.length(); at++) {
        String[] cut = cut(input, at);
        program(
            () -> {
              assertThat(text(new Connection(new Pieces(true, cut)).readLine(4))).isEqualTo("abcd");
              Connection shorter = new Connection(new Pieces(true, cut));
              assertThatThrownBy(() -> shorter.readLine(3))
                  .isInstanceOf(TooLongException.class)
                  .hasMessage("pieces: a line is longer than 3 bytes");
              assertThat(text(shorter.readLine(4))).isEqualTo("abcd");
              return null;
            });
      }
    }
  }

  @Test
  void aLineWithoutAnEndIsGivenUpAtItsLimit() throws Exception {
    String[] pieces = new String[100];
    Arrays.fill(pieces, "x".repeat(1000));
    var endless = new Pieces(false, pieces);
    program(
        () -> {
          assertThatThrownBy(() -> new Connection(endless).readLine(10_000))
              .isInstanceOf(TooLongException.class);
          return null;
        });
    assertThat(endless.pieces).hasSizeGreaterThan(85);
  }

  @Test
  void readingUpToAByteConsumesItAndLeavesItOut() throws Exception {
    String input = "ab;;cd;e";
    for (int at = 1; at < input.length(); at++) {
      String[] cut = cut(input, at);
      program(
          () -> {
            Connection byByte = new Connection(new Pieces(true, cut));
            Connection byTest = new Connection(new Pieces(true, cut));
            for (String part : new @Nullable String[] {"ab", "", "cd", "e", null, null}) {
              assertThat(text(byByte.readUntil((byte) ';', 2))).isEqualTo(part);
              assertThat(text(byTest.readUntil(b -> b != ';', 2))).isEqualTo(part);
            }
            assertThatThrownBy(() -> new Connection(new Pieces(true, cut)).readUntil((byte) '!', 7))
                .isInstanceOf(TooLongException.class);
            return null;
          });
    }
  }

  @Test
  void aConditionThatThrowsConsumesNothing() throws Exception {
    program(
        () -> {
          Connection connection = new Connection(new Pieces(true, "abc"));
          assertThatThrownBy(
                  () ->
                      connection.readUntil(
                          b -> {
                            if (b == 'b') {
                              throw new IllegalStateException("b");
                            }
                            return true;
                          },
                          10))
              .hasMessage("b");
          assertThat(text(connection.read())).isEqualTo("abc");
          return null;
        });
  }

  @Test
  void exactlySoManyBytesOrAnErrorThatLosesNone() throws Exception {
    for (int at = 1; at < 6; at++) {
      String[] cut = cut("abcdef", at);
      program(
          () -> {
            Connection connection = new Connection(new Pieces(true, cut));
            assertThat(connection.readExactly(0)).isEmpty();
            assertThat(text(connection.readExactly(4))).isEqualTo("abcd");
            assertThatThrownBy(() -> connection.readExactly(3))
                .isInstanceOf(EOFException.class)
                .hasMessage("pieces: the end comes after 2 of 3 bytes");
            assertThat(text(connection.readExactly(2))).isEqualTo("ef");
            assertThat(connection.read()).isNull();
            return null;
          });
    }
  }

  @Test
  void allUpToTheEndOrAnErrorAtTheLimit() throws Exception {
    program(
        () -> {
          assertThat(text(new Connection(new Pieces(true, "abc", "de")).readAll(5)))
              .isEqualTo("abcde");
          assertThat(new Connection(new Pieces(true)).readAll(0)).isEmpty();
          assertThatThrownBy(() -> new Connection(new Pieces(true, "abc", "de")).readAll(4))
              .hasMessage("pieces: what is read to the end is longer than 4 bytes");
          return null;
        });
  }

  @Test
  void largePartsGrowTheBufferAndComeWhole() throws Exception {
    String[] pieces = new String[40];
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < pieces.length; i++) {
      pieces[i] = Character.toString('a' + i % 26).repeat(10_007);
      all.append(pieces[i]);
    }
    String input = all.toString();
    program(
        () -> {
          Connection connection = new Connection(new Pieces(true, pieces));
          assertThat(text(connection.readExactly(5))).isEqualTo(input.substring(0, 5));
          assertThat(text(connection.readExactly(300_000))).isEqualTo(input.substring(5, 300_005));
          assertThat(text(connection.readAll(Connection.LIMIT)))
              .isEqualTo(input.substring(300_005));
          return null;
        });
  }

  @Test
  void aBufferGetsWhatIsThere() throws Exception {
    program(
        () -> {
          Connection connection = new Connection(new Pieces(true, "a\nbcd", "ef"));
          assertThat(text(connection.readLine(5))).isEqualTo("a");
          ByteBuffer two = ByteBuffer.allocate(2);
          assertThat(connection.read(two)).isEqualTo(2);
          ByteBuffer ten = ByteBuffer.allocate(10);
          assertThat(connection.read(ten)).isEqualTo(1);
          assertThat(connection.read(ten)).isEqualTo(2);
          assertThat(connection.read(ten)).isEqualTo(-1);
          assertThat(new String(ten.array(), 0, 3, ISO_8859_1)).isEqualTo("def");
          assertThatThrownBy(() -> connection.read(ByteBuffer.allocate(0)))
              .isInstanceOf(IllegalArgumentException.class);
          return null;
        });
  }

  @Test
  void aReadOfWhatIsThereNowNeverWaits() throws Exception {
    program(
        () -> {
          Pieces pieces = new Pieces(true, "a\nbcd", "ef");
          Connection connection = new Connection(pieces);
          ByteBuffer into = ByteBuffer.allocate(10);
          assertThat(connection.readNow(into)).isZero();
          assertThat(text(connection.readLine(5))).isEqualTo("a");
          assertThat(connection.readNow(ByteBuffer.allocate(1))).isEqualTo(1);
          assertThat(connection.readNow(into)).isEqualTo(2);
          assertThat(connection.readNow(into)).isZero();
          pieces.awaitReadable();
          assertThat(connection.readNow(into)).isEqualTo(2);
          pieces.awaitReadable();
          assertThat(connection.readNow(into)).isEqualTo(-1);
          assertThat(new String(into.array(), 0, 4, ISO_8859_1)).isEqualTo("cdef");
          assertThatThrownBy(() -> connection.readNow(ByteBuffer.allocate(0)))
              .isInstanceOf(IllegalArgumentException.class);
          connection.close();
          assertThatThrownBy(() -> connection.readNow(into)).isInstanceOf(ClosedException.class);
          return null;
        });
  }

  @Test
  void whileSomebodyReadsAReadOfWhatIsThereNowGivesNothing() throws Exception {
    program(
        () -> {
          Pieces pieces = new Pieces(true, "ab", "cd");
          Connection connection = new Connection(pieces);
          Promise<Boolean> reads = new Promise<>();
          Promise<Boolean> goesOn = new Promise<>();
          Future<byte[]> reader =
              Async.future(
                  () ->
                      connection.readUntil(
                          each -> {
                            reads.complete(true);
                            return each != 'b' || goesOn.value();
                          },
                          10));
          assertThat(reads.value()).isTrue();
          pieces.awaitReadable();
          ByteBuffer into = ByteBuffer.allocate(10);
          assertThat(connection.readNow(into)).isZero();
          goesOn.complete(false);
          assertThat(text(reader.value())).isEqualTo("a");
          assertThat(connection.readNow(into)).isEqualTo(2);
          return null;
        });
  }

  @Test
  void aReadThatRunsOutOfTimeLosesNothing() throws Exception {
    program(
        () -> {
          Connection connection = new Connection(new Pieces(false, "ab", "cd"));
          connection.setReadTime(Duration.ofMillis(1));
          assertThatThrownBy(() -> connection.readExactly(5)).isInstanceOf(TimeoutException.class);
          connection.setReadTime(null);
          assertThat(text(connection.readExactly(4))).isEqualTo("abcd");
          return null;
        });
  }

  @Test
  void aReadThatIsCancelledLosesNothing() throws Exception {
    program(
        () -> {
          Connection connection = new Connection(new Pieces(false, "ab", "cd"));
          assertThatThrownBy(() -> Async.timeoutNanos(1_000_000, () -> connection.readExactly(5)))
              .isInstanceOf(TimeoutException.class);
          assertThat(text(connection.readExactly(4))).isEqualTo("abcd");
          return null;
        });
  }

  @Test
  void aClosedConnectionRefusesEverything() throws Exception {
    program(
        () -> {
          Connection connection = new Connection(new Pieces(true, "abc"));
          assertThat(connection.isOpen()).isTrue();
          connection.close();
          connection.close();
          assertThat(connection.isOpen()).isFalse();
          for (Operation operation :
              List.<Operation>of(
                  () -> connection.read(),
                  () -> connection.readLine(5),
                  () -> connection.readAll(5),
                  () -> connection.readExactly(0),
                  () -> connection.write(new byte[1]),
                  () -> connection.finish())) {
            assertThatThrownBy(operation::run)
                .isInstanceOf(ClosedException.class)
                .hasMessage("pieces: closed");
          }
          return null;
        });
  }

  @FunctionalInterface
  private interface Operation {
    void run() throws IOException;
  }
}

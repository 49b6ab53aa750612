package yona.io.socket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.io.Running.program;
import static yona.io.socket.ConnectionPair.line;
import static yona.io.socket.ConnectionPair.writing;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Future;
import yona.async.TimeoutException;
import yona.io.ClosedException;
import yona.io.connection.Connection;

/** What connections do, encrypted or not. */
abstract class ConnectionBehaviour {

  /** Two ends of a connection. */
  abstract ConnectionPair open() throws Exception;

  @Test
  void whatIsWrittenIsReadOnTheOtherSide() throws Exception {
    program(
        () -> {
          try (ConnectionPair pair = open()) {
            pair.client().write("hello\nwörld\n".getBytes(UTF_8));
            assertThat(line(pair.accepted())).isEqualTo("hello");
            assertThat(line(pair.accepted())).isEqualTo("wörld");
            pair.accepted().write("back\n".getBytes(UTF_8));
            assertThat(line(pair.client())).isEqualTo("back");
            assertThat(pair.client().local()).isEqualTo(pair.accepted().peer());
            assertThat(pair.client().peer())
                .isEqualTo(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), pair.server().port()));
            assertThat(pair.client().name()).isEqualTo("127.0.0.1:" + pair.server().port());
          }
          return null;
        });
  }

  @Test
  void oneSideMayFinishAndGoOnReading() throws Exception {
    program(
        () -> {
          try (ConnectionPair pair = open()) {
            pair.client().write("question".getBytes(UTF_8));
            pair.client().finish();
            assertThat(pair.accepted().readAll(100)).asString(UTF_8).isEqualTo("question");
            assertThat(pair.accepted().read()).isNull();
            pair.accepted().write("answer".getBytes(UTF_8));
            pair.accepted().close();
            assertThat(pair.client().readAll(100)).asString(UTF_8).isEqualTo("answer");
            assertThat(pair.client().read()).isNull();
            assertThatThrownBy(() -> pair.client().write(new byte[] {1}))
                .isInstanceOf(ClosedException.class)
                .hasMessage(pair.client().name() + ": writing has been finished");
          }
          return null;
        });
  }

  @Test
  void muchGoesBothWaysAtTheSameTime() throws Exception {
    byte[] there = new byte[5_000_000];
    byte[] back = new byte[7_000_000];
    new Random(1).nextBytes(there);
    new Random(2).nextBytes(back);
    program(
        () -> {
          try (ConnectionPair pair = open()) {
            Future<Boolean> first = writing(pair.client(), there);
            Future<Boolean> second = writing(pair.accepted(), back);
            Future<byte[]> came = Async.future(() -> pair.accepted().readAll(Connection.LIMIT));
            assertThat(pair.client().readAll(Connection.LIMIT)).isEqualTo(back);
            assertThat(came.value()).isEqualTo(there);
            assertThat(first.value() && second.value()).isTrue();
          }
          return null;
        });
  }

  @Test
  void aWriterWaitsForItsReader() throws Exception {
    byte[] bytes = new byte[20_000_000];
    new Random(1).nextBytes(bytes);
    program(
        () -> {
          try (ConnectionPair pair = open()) {
            Future<Boolean> writer = writing(pair.client(), bytes);
            byte[] first = pair.accepted().readExactly(1_000);
            assertThat(writer.poll()).isNull();
            byte[] rest = pair.accepted().readAll(Connection.LIMIT);
            assertThat(writer.value()).isTrue();
            assertThat(first).isEqualTo(Arrays.copyOf(bytes, 1_000));
            assertThat(rest).isEqualTo(Arrays.copyOfRange(bytes, 1_000, bytes.length));
          }
          return null;
        });
  }

  @Test
  void manyFibersShareAConnection() throws Exception {
    program(
        () -> {
          try (ConnectionPair pair = open()) {
            List<Future<Boolean>> writers = new ArrayList<>();
            List<Future<String>> readers = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
              String text = "fiber " + i + "x".repeat(5_000) + "\n";
              readers.add(Async.future(() -> line(pair.accepted())));
              writers.add(
                  Async.future(
                      () -> {
                        pair.client().write(text.getBytes(UTF_8));
                        return true;
                      }));
            }
            List<String> lines = new ArrayList<>();
            for (Future<String> reader : readers) {
              lines.add(reader.value());
            }
            assertThat(writers).allMatch(writer -> writer.value());
            assertThat(lines)
                .hasSize(50)
                .doesNotHaveDuplicates()
                .allMatch(each -> each.matches("fiber \\d+x{5000}"));
          }
          return null;
        });
  }

  @Test
  void closingEndsTheWaitsOfOthers() throws Exception {
    program(
        () -> {
          ConnectionPair pair = open();
          Future<byte[]> reader = Async.future(() -> pair.client().read());
          Future<Connection> accepting = Async.future(() -> pair.server().accept());
          Future<Boolean> writer =
              Async.future(
                  () -> {
                    pair.client().write(new byte[50_000_000]);
                    return true;
                  });
          // The writer has begun when some of it is there.
          var _ = pair.accepted().readExactly(10);
          pair.client().close();
          pair.server().close();
          assertThatThrownBy(reader::value).isInstanceOf(ClosedException.class);
          assertThatThrownBy(writer::value).isInstanceOf(ClosedException.class);
          assertThatThrownBy(accepting::value)
              .isInstanceOf(ClosedException.class)
              .hasMessage("127.0.0.1:" + pair.server().port() + ": closed");
          pair.close();
          return null;
        });
  }

  @Test
  void limitsOfTimeEndReadsAndWrites() throws Exception {
    program(
        () -> {
          try (ConnectionPair pair = open()) {
            pair.client().setReadTime(Duration.ofMillis(1));
            pair.client().setWriteTime(Duration.ofMillis(1));
            assertThatThrownBy(() -> pair.client().read()).isInstanceOf(TimeoutException.class);
            assertThatThrownBy(() -> pair.client().write(new byte[50_000_000]))
                .isInstanceOf(TimeoutException.class);
            pair.accepted().write("late".getBytes(UTF_8));
            pair.client().setReadTime(null);
            assertThat(pair.client().read()).asString(UTF_8).isEqualTo("late");
          }
          return null;
        });
  }
}

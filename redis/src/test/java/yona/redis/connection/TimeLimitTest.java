package yona.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static yona.redis.Running.program;
import static yona.redis.connection.Echo.echo;
import static yona.redis.connection.Echo.text;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Future;
import yona.async.TimeWords;
import yona.redis.resp.RespValue;
import yona.testrun.TestLimit;

/** A command whose time is over, and a server that says nothing. */
class TimeLimitTest {

  private static void assertIsLate(Future<?> call) {
    assertThatThrownBy(call::value)
        .isInstanceOfSatisfying(UnansweredException.class, e -> assertThat(e.timedOut()).isTrue())
        .hasMessageContaining("no reply: timed out after 1 s");
  }

  /** The connection goes on: the next command is answered, behind the rest of the late reply. */
  private static void assertIsAnswered(Peer.Sides sides, int number, String rest) throws Exception {
    assertThat(sides.client().isOpen()).isTrue();
    Future<RespValue> next =
        Async.future(() -> sides.client().call(echo(number), TestLimit.ofWait()));
    assertThat(sides.server().command()).isEqualTo("ECHO " + number);
    sides.server().say(rest + "+" + number + "\r\n");
    assertThat(next.value()).isEqualTo(text(number));
  }

  /** It answers others meanwhile, so the connection is not lost; the late reply is for nobody. */
  @Test
  void aCommandsTimeIsOver() throws Exception {
    program(
        () -> {
          try (Peer.Sides sides = Peer.connect(Duration.ofSeconds(1))) {
            Future<RespValue> first = Async.future(() -> sides.client().call(echo(1)));
            assertThat(sides.server().command()).isEqualTo("ECHO 1");
            sides.server().say("+");
            Future<Boolean> trickle =
                Async.future(
                    () -> {
                      for (; ; ) {
                        sides.server().say("1");
                        Async.sleep(Duration.ofMillis(5));
                      }
                    });
            assertIsLate(first);
            trickle.cancel();
            assertIsAnswered(sides, 2, "\r\n");
          }
          return null;
        });
  }

  /** The fiber that reads the replies keeps its own time: no bytes come to remind it. */
  @Test
  void aCommandsTimeIsOverInTheMiddleOfItsReply() throws Exception {
    program(
        () -> {
          try (Peer.Sides sides = Peer.connect(Duration.ofSeconds(1))) {
            Future<List<RespValue>> both =
                Async.future(() -> sides.client().call(List.of(echo(1), echo(2))));
            assertThat(sides.server().command()).isEqualTo("ECHO 1");
            assertThat(sides.server().command()).isEqualTo("ECHO 2");
            sides.server().say("+1\r\n");
            assertIsLate(both);
            assertIsAnswered(sides, 3, "+2\r\n");
          }
          return null;
        });
  }

  /** A fiber of the connection finishes the write when the caller's time is over. */
  @Test
  void aCommandsTimeIsOverWhileItIsWritten() throws Exception {
    Duration time = Duration.ofSeconds(1);
    while (!isOverWhileItIsWritten(time)) {
      // On a busy machine it is over before.
      time = time.multipliedBy(2);
      assertThat(time).isLessThan(TestLimit.ofWait());
    }
  }

  private static boolean isOverWhileItIsWritten(Duration time) throws Exception {
    int length = 64 << 20;
    return program(
        () -> {
          try (Peer.Sides sides = Peer.connect(time)) {
            Future<RespValue> large =
                Async.future(() -> sides.client().call(echo("x".repeat(length))));
            // A server that says something, and reads nothing.
            sides.server().say(">1\r\n+push\r\n");
            var failure = catchThrowableOfType(UnansweredException.class, large::value);
            assertThat(failure.timedOut()).isTrue();
            assertThat(failure).hasMessageContaining("timed out after " + TimeWords.of(time));
            if (!failure.mayHaveRun()) {
              return false;
            }
            assertThat(failure).hasMessageContaining("no reply");
            Future<RespValue> second =
                Async.future(() -> sides.client().call(echo(2), TestLimit.ofWait()));
            assertThat(sides.server().command()).hasSize("ECHO ".length() + length);
            assertThat(sides.server().command()).isEqualTo("ECHO 2");
            sides.server().say("+x\r\n+2\r\n");
            assertThat(second.value()).isEqualTo(text(2));
          }
          return true;
        });
  }

  @Test
  void aSilentServerIsGivenUp() throws Exception {
    program(
        () -> {
          try (Peer.Sides sides = Peer.connect(Duration.ofMillis(50))) {
            assertThatThrownBy(() -> sides.client().call(echo(1)))
                .isInstanceOfSatisfying(
                    UnansweredException.class,
                    e -> {
                      assertThat(e.timedOut()).isTrue();
                      assertThat(e.mayHaveRun()).isTrue();
                    })
                .hasMessageContaining("the server says nothing: timed out after 50 ms");
            assertThat(sides.client().isOpen()).isFalse();
          }
          return null;
        });
  }
}

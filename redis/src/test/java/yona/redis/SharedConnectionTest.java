package yona.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.redis.Running.program;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Future;
import yona.async.Scope;
import yona.redis.command.Command;
import yona.redis.connection.Peer;
import yona.redis.connection.RedisConnection;
import yona.redis.connection.UnansweredException;
import yona.redis.observation.Telemetry;
import yona.redis.resp.IntegerValue;
import yona.redis.resp.NullValue;
import yona.redis.resp.RespCommand;
import yona.redis.resp.RespValue;
import yona.redis.resp.SimpleString;
import yona.redis.server.TestServer;

@Tag("processes")
class SharedConnectionTest {

  private static final RedisOptions PATIENT =
      RedisOptions.DEFAULT.withTimeout(Duration.ofMinutes(5));

  private static Future<Redis> connecting(FakeServer server, RedisOptions options) {
    return Async.future(() -> Redis.connect(server.uri(), options));
  }

  private static RespValue text(String text) {
    return new SimpleString(text);
  }

  @Test
  void anotherConnectionIsMadeWhenOneIsLost() throws Exception {
    program(
        () -> {
          try (FakeServer server = new FakeServer()) {
            Future<Redis> connecting = connecting(server, PATIENT);
            Peer one = server.greet();
            Redis redis = connecting.value();
            Future<RespValue> inFlight = Async.future(() -> redis.call("ECHO", "1"));
            assertThat(one.command()).isEqualTo("ECHO 1");
            one.close();
            assertThatThrownBy(inFlight::value)
                .isInstanceOfSatisfying(
                    UnansweredException.class, e -> assertThat(e.mayHaveRun()).isTrue());
            Future<RespValue> next = Async.future(() -> redis.call("ECHO", "2"));
            try (Peer two = server.greet()) {
              assertThat(two.command()).isEqualTo("ECHO 2");
              two.say("+2\r\n");
              assertThat(next.value()).isEqualTo(text("2"));
            }
            redis.close();
          }
          return null;
        });
  }

  /** Nobody notices that an idle connection was lost: the commands go to the next one. */
  @Test
  void aConnectionThatWasLostIdleCostsNoCommand() throws Exception {
    program(
        () -> {
          try (FakeServer server = new FakeServer()) {
            Scope scope = Scope.holding();
            Telemetry telemetry = new Telemetry(scope);
            Connector connector = new Connector(server.uri(), PATIENT, scope, telemetry);
            SharedConnection shared =
                new SharedConnection(
                    connector,
                    PATIENT,
                    scope,
                    telemetry,
                    new Subscriptions(connector, PATIENT, scope, telemetry).ofCommands());
            Future<Boolean> connecting =
                Async.future(
                    () -> {
                      shared.connect();
                      return true;
                    });
            Peer one = server.greet();
            assertThat(connecting.value()).isTrue();
            RedisConnection first = shared.use(false, connection -> connection);
            one.close();
            while (first.isAlive()) {
              Async.yield();
            }
            List<Future<RespValue>> replies = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
              RespCommand echo = RespCommand.of("ECHO", "1");
              replies.add(
                  Async.future(() -> shared.use(false, connection -> connection.call(echo))));
            }
            try (Peer two = server.greet()) {
              for (int i = 0; i < 10; i++) {
                assertThat(two.command()).isEqualTo("ECHO 1");
              }
              two.say("+1\r\n".repeat(10));
              for (Future<RespValue> each : replies) {
                assertThat(each.value()).isEqualTo(text("1"));
              }
            }
            shared.close();
          }
          return null;
        });
  }

  @Test
  void readsAreRepeatedIfTheUserSaysSo() throws Exception {
    program(
        () -> {
          try (FakeServer server = new FakeServer()) {
            Future<Redis> connecting = connecting(server, PATIENT.withRetryReads(true));
            Peer one = server.greet();
            Redis redis = connecting.value();
            Future<RespValue> read = Async.future(() -> redis.call("GET", "k"));
            assertThat(one.command()).isEqualTo("GET k");
            Future<RespValue> write = Async.future(() -> redis.call("INCR", "k"));
            assertThat(one.command()).isEqualTo("INCR k");
            one.close();
            assertThatThrownBy(write::value).isInstanceOf(UnansweredException.class);
            try (Peer two = server.greet()) {
              assertThat(two.command()).isEqualTo("GET k");
              two.say("+v\r\n");
              assertThat(read.value()).isEqualTo(text("v"));
            }
            redis.close();
          }
          return null;
        });
  }

  @Test
  void commandsWaitForTheServerToComeBack() throws Exception {
    program(
        () -> {
          try (FakeServer server = new FakeServer()) {
            Future<Redis> connecting = connecting(server, PATIENT);
            Peer one = server.greet();
            Redis redis = connecting.value();
            Future<RespValue> inFlight = Async.future(() -> redis.call("ECHO", "0"));
            assertThat(one.command()).isEqualTo("ECHO 0");
            server.stop();
            one.close();
            assertThatThrownBy(inFlight::value).isInstanceOf(UnansweredException.class);
            List<Future<RespValue>> waiting = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
              waiting.add(Async.future(() -> redis.call("ECHO", "1")));
            }
            Async.yield();
            server.start();
            try (Peer two = server.greet()) {
              for (int i = 0; i < 100; i++) {
                assertThat(two.command()).isEqualTo("ECHO 1");
                two.say("+1\r\n");
              }
              for (Future<RespValue> each : waiting) {
                assertThat(each.value()).isEqualTo(text("1"));
              }
            }
            redis.close();
          }
          return null;
        });
  }

  @Test
  void whatHasAConnectionOfItsOwnWaitsForTheServerToo() throws Exception {
    program(
        () -> {
          try (TestServer server = TestServer.start();
              Redis hasty =
                  Redis.connect(
                      RedisUri.parse(server.uri()), PATIENT.withTimeout(Duration.ofMillis(200)))) {
            Redis redis = Redis.connect(RedisUri.parse(server.uri()), PATIENT);
            server.kill();
            assertThatThrownBy(() -> hasty.call("BLPOP", "list", 0))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(UnansweredException.class)
                .hasMessageContaining("refused");
            assertThatThrownBy(hasty::dedicated).isInstanceOf(IOException.class);
            Future<RespValue> waiting = Async.future(() -> redis.call("BLPOP", "list", 0));
            Future<List<RespValue>> watching =
                Async.future(
                    () -> redis.watch(List.of("k"), _ -> List.of(Command.raw("INCR", "k"))));
            Async.yield();
            server.restart();
            assertThat(watching.value()).containsExactly(new IntegerValue(1));
            redis.call("RPUSH", "list", "x");
            assertThat(waiting.value()).isNotEqualTo(NullValue.NULL);
            server.kill();
            Future<RespValue> closed = Async.future(() -> redis.call("BLPOP", "list", 0));
            Async.yield();
            redis.close();
            assertThatThrownBy(closed::value).isInstanceOf(IOException.class);
          }
          return null;
        });
  }

  @Test
  void commandsDoNotWaitForEver() throws Exception {
    program(
        () -> {
          try (FakeServer server = new FakeServer()) {
            Future<Redis> connecting =
                connecting(server, PATIENT.withTimeout(Duration.ofMillis(200)));
            Peer one = server.greet();
            Redis redis = connecting.value();
            Future<RespValue> inFlight = Async.future(() -> redis.call("ECHO", "0"));
            assertThat(one.command()).isEqualTo("ECHO 0");
            server.stop();
            one.close();
            assertThatThrownBy(inFlight::value).isInstanceOf(UnansweredException.class);
            assertThatThrownBy(() -> redis.call("ECHO", "1"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no connection: timed out after 200 ms")
                .hasMessageContaining("refused");
            redis.close();
          }
          return null;
        });
  }

  @Test
  void closingEndsTheWaitForAConnection() throws Exception {
    program(
        () -> {
          try (FakeServer server = new FakeServer()) {
            Future<Redis> connecting = connecting(server, PATIENT);
            Peer one = server.greet();
            Redis redis = connecting.value();
            Future<RespValue> inFlight = Async.future(() -> redis.call("ECHO", "0"));
            assertThat(one.command()).isEqualTo("ECHO 0");
            server.stop();
            one.close();
            assertThatThrownBy(inFlight::value).isInstanceOf(UnansweredException.class);
            Future<RespValue> waiting = Async.future(() -> redis.call("ECHO", "1"));
            Async.yield();
            redis.close();
            redis.close();
            assertThatThrownBy(waiting::value)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("closed");
            assertThatThrownBy(() -> redis.call("ECHO", "2"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("closed");
          }
          return null;
        });
  }

  @Test
  void theFirstConnectionIsRefusedAtOnce() throws Exception {
    program(
        () -> {
          FakeServer server = new FakeServer();
          server.stop();
          assertThatThrownBy(() -> Redis.connect(server.uri(), PATIENT))
              .isInstanceOf(SocketException.class)
              .hasMessageContaining("connection refused");
          return null;
        });
  }

  @Test
  void aServerThatDoesNotGreetIsGivenUp() throws Exception {
    program(
        () -> {
          try (FakeServer server = new FakeServer()) {
            assertThatThrownBy(
                    () ->
                        Redis.connect(
                            server.uri(), PATIENT.withConnectTimeout(Duration.ofMillis(100))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("connecting timed out after 100 ms");
            try (Peer peer = server.accept()) {
              assertThat(peer.command()).isEqualTo("HELLO 3");
              assertThatThrownBy(peer::command).isInstanceOf(EOFException.class);
            }
          }
          return null;
        });
  }

  @Test
  void theScopeClosesTheClient() throws Exception {
    program(
        () -> {
          try (FakeServer server = new FakeServer()) {
            Future<Peer> accepting = Async.future(server::greet);
            Redis left =
                Async.<Redis, Exception>blocking(() -> Redis.connect(server.uri(), PATIENT));
            assertThatThrownBy(() -> left.call("PING"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("closed");
            try (Peer peer = accepting.value()) {
              assertThatThrownBy(peer::command).isInstanceOf(EOFException.class);
            }
          }
          return null;
        });
  }

  /** A thread of Java that stands in no scope closes the client itself. */
  @Test
  void aThreadOutsideOfAnyScopeMayHaveAClient() throws Exception {
    try (FakeServer server = new FakeServer()) {
      try (ExecutorService other = Executors.newSingleThreadExecutor()) {
        var served =
            other.submit(
                () -> {
                  try (Peer peer = server.greet()) {
                    assertThat(peer.command()).isEqualTo("ECHO 1");
                    peer.say("+1\r\n");
                    assertThatThrownBy(peer::command).isInstanceOf(EOFException.class);
                  }
                  return true;
                });
        Redis redis = Redis.connect(server.uri(), PATIENT);
        assertThat(redis.call("ECHO", "1")).isEqualTo(text("1"));
        redis.close();
        redis.close();
        assertThat(served.get()).isTrue();
      }
    }
  }
}

package yona.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.redis.Running.program;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Promise;
import yona.async.Scope;
import yona.redis.command.Command;
import yona.redis.connection.UnansweredException;
import yona.redis.observation.Telemetry;
import yona.redis.resp.ArrayValue;
import yona.redis.resp.BulkString;
import yona.redis.resp.RespValue;
import yona.redis.resp.SimpleString;

/** Commands that wait at a played server, each on a dedicated connection: the second, say. */
class DedicatedPoolTest {

  private static final RedisOptions OPTIONS =
      RedisOptions.DEFAULT.withTimeout(Duration.ofSeconds(10));

  private static final RespValue ELEMENT = new SimpleString("element");

  @FunctionalInterface
  private interface Play {
    void run(FakeNode server, Redis redis) throws Exception;
  }

  private static void play(RedisOptions options, Play play) throws Exception {
    program(
        () -> {
          try (FakeNode server = new FakeNode()) {
            server.answer = command -> command.startsWith("B") ? "+element\r\n" : "+OK\r\n";
            try (Redis redis = Redis.connect(server.uri(), options)) {
              play.run(server, redis);
            }
            awaitOpen(server, 0);
          }
          return null;
        });
  }

  private static void awaitOpen(FakeNode server, int connections) {
    while (server.open() != connections) {
      Async.yield();
    }
  }

  /** Until the server has got a command so often. */
  private static void awaitCommand(FakeNode server, String start, int times) {
    while (server.log.stream().filter(each -> each.startsWith(start)).count() < times) {
      Async.yield();
    }
  }

  /** What comes of a wait, in its fiber, that is cancelled when the server has got it. */
  private static Promise<RespValue> cancelled(FakeNode server, Redis redis) {
    Promise<RespValue> end = new Promise<>();
    Future<Boolean> waiting =
        Async.future(
            () -> {
              try {
                return end.complete(redis.call("BLPOP", "list", 0));
              } catch (CancellationException e) {
                end.fail(e);
                throw e;
              }
            });
    awaitCommand(server, "BLPOP", 1);
    waiting.cancel();
    return end;
  }

  @Test
  void oneThatIsFreeIsUsedAgain() throws Exception {
    play(
        OPTIONS,
        (server, redis) -> {
          for (int i = 0; i < 3; i++) {
            assertThat(redis.call("BLPOP", "list", 1)).isEqualTo(ELEMENT);
          }
          assertThat(server.made()).isEqualTo(2);
        });
  }

  @Test
  void oneThatTheServerHasEndedMeanwhileCostsNoCommand() throws Exception {
    program(
        () -> {
          try (FakeNode server = new FakeNode()) {
            Scope scope = Scope.holding();
            Telemetry telemetry = new Telemetry(scope);
            Connector connector = new Connector(server.uri(), OPTIONS, scope, telemetry);
            SharedConnection shared =
                new SharedConnection(
                    connector,
                    OPTIONS,
                    scope,
                    telemetry,
                    new Subscriptions(connector, OPTIONS, scope, telemetry).ofCommands());
            List<Connector.Greeted> made = new ArrayList<>();
            ConnectionFactory connections =
                listener -> {
                  made.add(connector.connect(listener));
                  return made.getLast();
                };
            DedicatedPool pool = new DedicatedPool(connections, shared, OPTIONS, telemetry);
            server.answer = _ -> "+element\r\n";
            Command command = Command.raw("BLPOP", "list", 1);
            assertThat(pool.call(command, Duration.ofSeconds(1))).isEqualTo(ELEMENT);
            server.drop();
            while (made.getFirst().connection().isAlive()) {
              Async.yield();
            }
            assertThat(pool.call(command, Duration.ofSeconds(1))).isEqualTo(ELEMENT);
            assertThat(made).hasSize(2);
            pool.close();
            awaitOpen(server, 0);
          }
          return null;
        });
  }

  @Test
  void notMoreThanSixteenAreKept() throws Exception {
    play(
        OPTIONS,
        (server, redis) -> {
          Promise<Boolean> elements = new Promise<>();
          server.answer =
              command -> {
                if (command.startsWith("BLPOP")) {
                  var _ = elements.value();
                }
                return "+element\r\n";
              };
          List<Future<RespValue>> waiting = new ArrayList<>();
          for (int i = 0; i < 20; i++) {
            waiting.add(Async.future(() -> redis.call("BLPOP", "list", 0)));
          }
          awaitCommand(server, "BLPOP", 20);
          elements.complete(true);
          for (Future<RespValue> each : waiting) {
            assertThat(each.value()).isEqualTo(ELEMENT);
          }
          awaitOpen(server, 17);
          assertThat(redis.call("BLPOP", "list", 0)).isEqualTo(ELEMENT);
          assertThat(server.made()).isEqualTo(21);
        });
  }

  /** The limit of time is for the way there and back; what a command waits there comes to it. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theLimitIsForWhatIsNotTheWait(boolean isDedicated) throws Exception {
    waits(isDedicated, Duration.ofMillis(500), Duration.ofMillis(700), "0");
    waits(isDedicated, OPTIONS.timeout(), Duration.ofMillis(100), "0.05");
  }

  private static void waits(boolean isDedicated, Duration limit, Duration until, String time)
      throws Exception {
    play(
        OPTIONS.withTimeout(limit),
        (server, redis) -> {
          server.answer =
              _ -> {
                Async.sleep(until);
                return "+element\r\n";
              };
          Redis asking = isDedicated ? redis.dedicated() : redis;
          assertThat(asking.call("BLPOP", "list", time)).isEqualTo(ELEMENT);
          asking.close();
        });
  }

  /** What is said when the wait ends without an element. */
  @ParameterizedTest
  @ValueSource(strings = {"_", "*-1", "*0", "-UNBLOCKED client unblocked via CLIENT UNBLOCK"})
  void aWaitThatIsCancelledIsEndedAtTheServer(String said) throws Exception {
    play(
        OPTIONS,
        (server, redis) -> {
          Promise<Boolean> unblocked = new Promise<>();
          server.answer = command -> unblocking(command, "2", unblocked, said + "\r\n");
          Promise<RespValue> end = cancelled(server, redis);
          assertThatThrownBy(end::value).isInstanceOf(CancellationException.class);
          assertThat(server.log).containsExactly("BLPOP list 0", "CLIENT UNBLOCK 2");
          // It is as good as before.
          server.answer = _ -> "+element\r\n";
          assertThat(redis.call("BLPOP", "list", 0)).isEqualTo(ELEMENT);
          assertThat(server.made()).isEqualTo(2);
        });
  }

  private static String unblocking(
      String command, String id, Promise<Boolean> unblocked, String said) {
    if (command.startsWith("BLPOP")) {
      var _ = unblocked.value();
      return said;
    }
    if (command.equals("CLIENT UNBLOCK " + id)) {
      unblocked.complete(true);
      return ":1\r\n";
    }
    return ":0\r\n";
  }

  @Test
  void whatWasTakenBeforeTheWaitWasCancelledIsGiven() throws Exception {
    play(
        OPTIONS,
        (server, redis) -> {
          Promise<Boolean> unblocked = new Promise<>();
          server.answer = command -> unblocking(command, "2", unblocked, "+element\r\n");
          assertThat(cancelled(server, redis).value()).isEqualTo(ELEMENT);
          assertThat(redis.call("BLPOP", "list", 0)).isEqualTo(ELEMENT);
          assertThat(server.made()).isEqualTo(2);
        });
  }

  /** The server cannot be told, or does not do it: a reply may come yet, for nobody. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aConnectionOnWhichAReplyMayComeIsNotKept(boolean isTold) throws Exception {
    play(
        OPTIONS,
        (server, redis) -> {
          Promise<Boolean> late = new Promise<>();
          server.answer =
              command -> {
                if (command.startsWith("BLPOP")) {
                  var _ = late.value();
                  return "+late\r\n";
                }
                return command.startsWith("CLIENT UNBLOCK") && !isTold ? null : ":0\r\n";
              };
          Promise<RespValue> end = cancelled(server, redis);
          assertThatThrownBy(end::value).isInstanceOf(CancellationException.class);
          server.answer = _ -> "+element\r\n";
          assertThat(redis.call("BLPOP", "list", 0)).isEqualTo(ELEMENT);
          late.complete(true);
          assertThat(redis.call("BLPOP", "list", 0)).isEqualTo(ELEMENT);
          assertThat(redis.call("PING")).isEqualTo(ELEMENT);
          awaitOpen(server, 2);
        });
  }

  /** Something else comes meanwhile: so the connection is not lost, but the reply may come yet. */
  @Test
  void aConnectionWhoseReplyDidNotComeInTimeIsNotKept() throws Exception {
    play(
        OPTIONS.withTimeout(Duration.ofMillis(500)),
        (server, redis) -> {
          Promise<Boolean> late = new Promise<>();
          server.answer =
              command -> {
                if (!command.startsWith("BLPOP")) {
                  return "+OK\r\n";
                }
                server.push(">2\r\n+by\r\n+the way\r\n");
                var _ = late.value();
                return "+late\r\n";
              };
          assertThatThrownBy(() -> redis.call("BLPOP", "list", 0.01))
              .isInstanceOfSatisfying(
                  UnansweredException.class, e -> assertThat(e.timedOut()).isTrue());
          late.complete(true);
          awaitOpen(server, 1);
        });
  }

  @Test
  void theEndOfTheConnectionEndsTheWait() throws Exception {
    play(
        OPTIONS,
        (server, redis) -> {
          server.answer = command -> command.startsWith("BLPOP") ? null : "+OK\r\n";
          assertThatThrownBy(() -> redis.call("BLPOP", "list", 0))
              .isInstanceOfSatisfying(
                  UnansweredException.class, e -> assertThat(e.mayHaveRun()).isTrue());
          awaitOpen(server, 1);
        });
  }

  @Test
  void closingEndsTheWait() throws Exception {
    play(
        OPTIONS,
        (server, redis) -> {
          assertThat(redis.call("BLPOP", "list", 0)).isEqualTo(ELEMENT);
          Promise<Boolean> never = new Promise<>();
          server.answer =
              _ -> {
                var _ = never.value();
                return "+element\r\n";
              };
          Future<RespValue> waiting = Async.future(() -> redis.call("BLPOP", "list", 0));
          awaitCommand(server, "BLPOP", 2);
          redis.close();
          assertThatThrownBy(waiting::value).isInstanceOf(UnansweredException.class);
          awaitOpen(server, 1);
          never.complete(true);
          assertThatThrownBy(() -> redis.call("BLPOP", "list", 0))
              .isInstanceOf(IOException.class)
              .hasMessage("the client is closed");
        });
  }

  /** Its reply is the last one, behind that to ASKING. */
  @Test
  void whatWaitsForWhatIsOnItsWayGetsItsOwnReply() throws Exception {
    program(
        () -> {
          try (FakeNodes nodes = new FakeNodes()) {
            // Only "foo" is in this slot.
            nodes.first.answer = _ -> "-ASK 12182 127.0.0.1:" + nodes.second.port() + "\r\n";
            nodes.second.answer =
                command -> command.equals("ASKING") ? "+OK\r\n" : "*2\r\n$3\r\nfoo\r\n$1\r\na\r\n";
            try (Redis redis = Redis.connect(nodes.uri(), OPTIONS.withCluster(true))) {
              assertThat(redis.call("BLPOP", "foo", 0))
                  .isEqualTo(new ArrayValue(List.of(BulkString.of("foo"), BulkString.of("a"))));
              assertThat(nodes.second.log).containsExactly("ASKING", "BLPOP foo 0");
            }
          }
          return null;
        });
  }

  @Test
  void whatADedicatedConnectionIsNotForIsRefused() throws Exception {
    play(
        OPTIONS,
        (server, redis) -> {
          try (Redis alone = redis.dedicated()) {
            List<Command> subscribing = List.of(Command.raw("PING"), Command.raw("SUBSCRIBE", "a"));
            assertThatThrownBy(() -> alone.batch(subscribing))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("SUBSCRIBE is refused on any connection");
            assertThatThrownBy(() -> alone.transaction(subscribing))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("SUBSCRIBE is refused on any connection");
            assertThatThrownBy(() -> alone.batch(List.of(Command.raw("BLPOP", "list", 0))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("call it by itself");
            assertThat(server.log).isEmpty();
          }
          // Nobody gets one that somebody else had: who knows what it was told.
          awaitOpen(server, 1);
        });
  }
}

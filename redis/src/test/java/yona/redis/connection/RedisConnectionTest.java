package yona.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.redis.Running.program;
import static yona.redis.connection.Echo.echo;
import static yona.redis.connection.Echo.text;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Promise;
import yona.async.Scope;
import yona.async.TimeoutException;
import yona.io.connection.Connection;
import yona.io.socket.Client;
import yona.io.socket.Server;
import yona.redis.resp.PushValue;
import yona.redis.resp.RespCommand;
import yona.redis.resp.RespLimits;
import yona.redis.resp.RespValue;

class RedisConnectionTest {

  @Test
  void aCommandGetsItsReply() throws Exception {
    program(
        () -> {
          try (Peer.Sides sides = Peer.connect(null)) {
            Future<RespValue> reply = Async.future(() -> sides.client().call(echo("a")));
            assertThat(sides.server().command()).isEqualTo("ECHO a");
            sides.server().say("+b\r\n");
            assertThat(reply.value()).isEqualTo(text("b"));
          }
          return null;
        });
  }

  @Test
  void manyFibersGetTheirOwnReplies() throws Exception {
    askedBy(500, 40);
  }

  /** Of few, each finds over and over again that who has read for all has just gone. */
  @Test
  void aFewFibersGetTheirOwnReplies() throws Exception {
    askedBy(2, 10_000);
    askedBy(3, 5_000);
  }

  private static void askedBy(int fibers, int questions) throws Exception {
    program(
        () -> {
          try (Peer.Sides sides = Peer.connect(null)) {
            Future<Boolean> server = serving(sides);
            List<Future<Boolean>> callers = new ArrayList<>();
            for (int i = 0; i < fibers; i++) {
              int caller = i;
              callers.add(
                  Async.future(
                      () -> {
                        for (int n = 0; n < questions; n++) {
                          String mine = caller + "," + n;
                          assertThat(sides.client().call(echo(mine))).isEqualTo(text(mine));
                        }
                        return true;
                      }));
            }
            for (Future<Boolean> each : callers) {
              assertThat(each.value()).isTrue();
            }
            sides.client().close();
            assertThat(server.value()).isTrue();
          }
          return null;
        });
  }

  private static Future<Boolean> serving(Peer.Sides sides) {
    return Async.future(
        () -> {
          sides.server().echo();
          return true;
        });
  }

  /** What is asked together goes out together: the server finds all in what it reads at once. */
  @Test
  void aGroupIsInFlightTogether() throws Exception {
    program(
        () -> {
          try (Peer.Sides sides = Peer.connect(null)) {
            List<Future<RespValue>> replies = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
              int n = i;
              replies.add(Async.future(() -> sides.client().call(echo(n))));
            }
            for (int i = 0; i < 10; i++) {
              assertThat(sides.server().command()).startsWith("ECHO ");
            }
            sides.server().say("+x\r\n".repeat(10));
            for (Future<RespValue> each : replies) {
              assertThat(each.value()).isEqualTo(text("x"));
            }
          }
          return null;
        });
  }

  @Test
  void aBatchIsAnsweredInOrder() throws Exception {
    program(
        () -> {
          try (Peer.Sides sides = Peer.connect(null)) {
            var _ = serving(sides);
            assertThat(sides.client().call(List.of())).isEmpty();
            assertThat(sides.client().call(List.of(echo(1)))).containsExactly(text(1));
            List<RespCommand> commands = IntStream.range(0, 10_000).mapToObj(Echo::echo).toList();
            assertThat(sides.client().call(commands))
                .isEqualTo(IntStream.range(0, 10_000).mapToObj(Echo::text).toList());
          }
          return null;
        });
  }

  @Test
  void aListenerIsGivenTheRepliesInOrder() throws Exception {
    program(
        () -> {
          try (Peer.Sides sides = Peer.connect(null)) {
            List<RespValue> replies = new CopyOnWriteArrayList<>();
            Promise<Boolean> all = new Promise<>();
            Promise<UnansweredException> failure = new Promise<>();
            ReplyListener listener =
                new ReplyListener() {
                  @Override
                  public void replied(RespValue reply) {
                    replies.add(reply);
                    if (replies.size() == 6) {
                      all.complete(true);
                    }
                  }

                  @Override
                  public void failed(UnansweredException reason) {
                    failure.complete(reason);
                  }
                };
            for (int i = 0; i < 3; i++) {
              sides.client().write(List.of(echo(2 * i), echo(2 * i + 1)), listener);
            }
            for (int i = 0; i < 6; i++) {
              sides.server().say("+" + sides.server().command().split(" ", -1)[1] + "\r\n");
            }
            assertThat(all.value()).isTrue();
            assertThat(replies).isEqualTo(IntStream.range(0, 6).mapToObj(Echo::text).toList());
            sides.client().write(List.of(echo(6), echo(7)), listener);
            assertThat(sides.server().command()).isEqualTo("ECHO 6");
            sides.server().say("+6\r\n");
            sides.server().close();
            assertThat(failure.value().mayHaveRun()).isTrue();
            assertThat(replies).hasSize(7);
          }
          return null;
        });
  }

  /** One in three is cancelled at some moment; nobody gets the reply of another. */
  @Test
  void cancelledCallersDisturbNobody() throws Exception {
    program(
        () -> {
          try (Peer.Sides sides = Peer.connect(null)) {
            var _ = serving(sides);
            Random random = new Random(4711);
            List<Future<Boolean>> callers = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
              int caller = i;
              long time = random.nextInt(400_000);
              callers.add(
                  Async.future(
                      () -> {
                        for (int n = 0; n < 40; n++) {
                          String mine = caller + "," + n;
                          if (caller % 3 == 0) {
                            try {
                              assertThat(
                                      Async.<RespValue, Exception>timeoutNanos(
                                          time, () -> sides.client().call(echo(mine))))
                                  .isEqualTo(text(mine));
                            } catch (TimeoutException _) {
                              // Its reply comes all the same, for nobody.
                            }
                          } else {
                            assertThat(sides.client().call(echo(mine))).isEqualTo(text(mine));
                          }
                        }
                        return true;
                      }));
            }
            for (Future<Boolean> each : callers) {
              assertThat(each.value()).isTrue();
            }
          }
          return null;
        });
  }

  /** The one who reads for all leaves; somebody else goes on. */
  @Test
  void theReadersPlaceIsTaken() throws Exception {
    program(
        () -> {
          try (Peer.Sides sides = Peer.connect(null)) {
            Future<RespValue> first = Async.future(() -> sides.client().call(echo(1)));
            assertThat(sides.server().command()).isEqualTo("ECHO 1");
            Future<RespValue> second = Async.future(() -> sides.client().call(echo(2)));
            assertThat(sides.server().command()).isEqualTo("ECHO 2");
            first.cancel();
            assertThatThrownBy(first::value).isInstanceOf(CancellationException.class);
            sides.server().say("+1\r\n+2\r\n");
            assertThat(second.value()).isEqualTo(text(2));
          }
          return null;
        });
  }

  /** Some of those who wait for a place are cancelled; the others get one when it is free. */
  @Test
  void whoFindsTheRingFullWaits() throws Exception {
    program(
        () -> {
          try (Peer.Sides sides = Peer.connect(null)) {
            int all = RedisConnection.PLACES + 100;
            List<Future<RespValue>> replies = new ArrayList<>();
            for (int i = 0; i < all; i++) {
              int n = i;
              replies.add(Async.future(() -> sides.client().call(echo(n))));
            }
            Queue<Integer> unanswered = new ArrayDeque<>();
            while (unanswered.size() < RedisConnection.PLACES) {
              unanswered.add(number(sides.server().command()));
            }
            List<Integer> cancelled = new ArrayList<>();
            for (int i = 0; i < all; i++) {
              if (!unanswered.contains(i) && cancelled.size() < 50) {
                replies.get(i).cancel();
                cancelled.add(i);
              }
            }
            assertThat(cancelled).hasSize(50);
            for (int i = 0; i < 100; i++) {
              Async.yield();
            }
            assertThat(sides.server().connection.readNow(ByteBuffer.allocate(1))).isZero();
            for (int i = 0; i < all - 50; i++) {
              sides.server().say("+" + unanswered.remove() + "\r\n");
              if (i < 50) {
                unanswered.add(number(sides.server().command()));
              }
            }
            for (int i = 0; i < all; i++) {
              if (!cancelled.contains(i)) {
                assertThat(replies.get(i).value()).isEqualTo(text(i));
              }
            }
          }
          return null;
        });
  }

  private static int number(String command) {
    return Integer.parseInt(command.split(" ", -1)[1]);
  }

  @Test
  void aLostConnectionSaysWhatMayHaveBeenExecuted() throws Exception {
    program(
        () -> {
          try (Peer.Sides sides = Peer.connect(null)) {
            Future<RespValue> first = Async.future(() -> sides.client().call(echo(1)));
            assertThat(sides.server().command()).isEqualTo("ECHO 1");
            sides.server().close();
            assertThatThrownBy(first::value)
                .isInstanceOfSatisfying(
                    UnansweredException.class, e -> assertThat(e.mayHaveRun()).isTrue())
                .hasMessageContaining("it may have been executed");
            assertThatThrownBy(() -> sides.client().call(echo(2)))
                .isInstanceOfSatisfying(
                    UnansweredException.class, e -> assertThat(e.mayHaveRun()).isFalse());
            assertThat(sides.events().lost.value()).isNotNull();
            assertThat(sides.client().isOpen()).isFalse();
          }
          return null;
        });
  }

  /** The end that came while nobody asked anything is seen before the next command is sent. */
  @Test
  void anEndWhileIdleExecutesNothing() throws Exception {
    program(
        () -> {
          try (Peer.Sides sides = Peer.connect(null)) {
            ask(sides);
            sides.server().close();
            awaitEnd(sides);
            assertThatThrownBy(() -> sides.client().call(echo(2)))
                .isInstanceOfSatisfying(
                    UnansweredException.class, e -> assertThat(e.mayHaveRun()).isFalse())
                .hasMessageContaining("it has not been executed");
          }
          return null;
        });
  }

  @Test
  void anEndWhileIdleIsSeenByWhoLooks() throws Exception {
    program(
        () -> {
          try (Peer.Sides sides = Peer.connect(null)) {
            ask(sides);
            assertThat(sides.client().isAlive()).isTrue();
            sides.server().close();
            awaitEnd(sides);
            assertThat(sides.client().isOpen()).isTrue();
            assertThat(sides.client().isAlive()).isFalse();
          }
          return null;
        });
  }

  private static void ask(Peer.Sides sides) throws Exception {
    Future<RespValue> reply = Async.future(() -> sides.client().call(echo(1)));
    assertThat(sides.server().command()).isEqualTo("ECHO 1");
    sides.server().say("+1\r\n");
    assertThat(reply.value()).isEqualTo(text(1));
  }

  /** Until the system has told that the server has ended the connection. */
  private static void awaitEnd(Peer.Sides sides) throws Exception {
    while (sides.bytes().readNow(ByteBuffer.allocate(1)) >= 0) {
      Async.yield();
    }
  }

  /** Whoever wants to know at once has it read. */
  @Test
  void anEndWhileIdleIsToldToWhoAttends() throws Exception {
    program(
        () -> {
          try (Peer.Sides sides = Peer.connect(null)) {
            ask(sides);
            sides.client().attend(true);
            sides.server().close();
            assertThat(sides.events().lost.value().mayHaveRun()).isFalse();
            assertThat(sides.client().isOpen()).isFalse();
          }
          return null;
        });
  }

  @Test
  void aReplyThatNobodyAskedForEndsTheConnection() throws Exception {
    program(
        () -> {
          try (Peer.Sides sides = Peer.connect(null)) {
            sides.server().say("-ERR max number of clients reached\r\n");
            sides.client().attend(true);
            assertThat(sides.events().lost.value())
                .hasMessageContaining("ERR max number of clients reached");
          }
          return null;
        });
  }

  /** Where the next reply begins is not known any more: nobody may get one that is not its own. */
  @Test
  void aReaderThatFailsEndsTheConnection() throws Exception {
    program(
        () -> {
          ServerListener failing =
              new ServerListener() {
                @Override
                public void pushed(PushValue push) {}

                @Override
                public boolean unasked(RespValue reply) {
                  throw new IllegalStateException("on purpose");
                }

                @Override
                public void lost(UnansweredException reason) {}
              };
          try (Server server = Server.listen(0);
              Connection bytes = Client.connect("127.0.0.1", server.port());
              Peer peer = new Peer(server.accept());
              RedisConnection client =
                  new RedisConnection(
                      bytes, Scope.holding(), RespLimits.DEFAULT, Duration.ofMinutes(5), failing)) {
            peer.say("+unasked\r\n+2\r\n");
            while (client.isOpen()) {
              try {
                var _ = client.isAlive();
              } catch (IllegalStateException e) {
                assertThat(e).hasMessage("on purpose");
              }
              Async.yield();
            }
            assertThatThrownBy(() -> client.call(echo(1)))
                .isInstanceOf(UnansweredException.class)
                .hasMessageContaining("reading failed");
          }
          return null;
        });
  }

  @Test
  void garbageEndsTheConnection() throws Exception {
    program(
        () -> {
          try (Peer.Sides sides = Peer.connect(null)) {
            Future<RespValue> reply = Async.future(() -> sides.client().call(echo(1)));
            assertThat(sides.server().command()).isEqualTo("ECHO 1");
            sides.server().say("HTTP/1.1 400 Bad Request\r\n");
            assertThatThrownBy(reply::value)
                .isInstanceOf(UnansweredException.class)
                .hasMessageContaining(sides.client().name());
            assertThat(sides.client().isOpen()).isFalse();
          }
          return null;
        });
  }

  @Test
  void pushesComeBetweenReplies() throws Exception {
    program(
        () -> {
          try (Peer.Sides sides = Peer.connect(null)) {
            Future<RespValue> reply = Async.future(() -> sides.client().call(echo(1)));
            assertThat(sides.server().command()).isEqualTo("ECHO 1");
            sides.server().say(">1\r\n+before\r\n+1\r\n>1\r\n+behind\r\n");
            assertThat(reply.value()).isEqualTo(text(1));
            assertThat(sides.events().pushed).hasSize(2);
          }
          return null;
        });
  }

  @Test
  void aCommandWithoutReplyIsSentOnly() throws Exception {
    program(
        () -> {
          try (Peer.Sides sides = Peer.connect(null)) {
            sides.client().send(RespCommand.of("SUBSCRIBE", "a"));
            assertThat(sides.server().command()).isEqualTo("SUBSCRIBE a");
            Future<RespValue> reply = Async.future(() -> sides.client().call(echo(1)));
            assertThat(sides.server().command()).isEqualTo("ECHO 1");
            sides.server().say("+1\r\n");
            assertThat(reply.value()).isEqualTo(text(1));
          }
          return null;
        });
  }

  /** A server that answers before it has read all, and reads on only when it is read. */
  @Test
  void aLargeBatchIsReadWhileItIsWritten() throws Exception {
    program(
        () -> {
          try (Peer.Sides sides = Peer.connect(null)) {
            String large = "x".repeat(100_000);
            Future<Boolean> server =
                Async.future(
                    () -> {
                      for (int i = 0; i < 200; i++) {
                        assertThat(sides.server().command()).hasSize(100_005);
                        sides.server().say("$100000\r\n" + large + "\r\n");
                      }
                      return true;
                    });
            List<RespCommand> commands =
                IntStream.range(0, 200).mapToObj(_ -> echo(large)).toList();
            assertThat(sides.client().call(commands)).hasSize(200);
            assertThat(server.value()).isTrue();
          }
          return null;
        });
  }

  @Test
  void closingFailsThoseThatWait() throws Exception {
    program(
        () -> {
          try (Peer.Sides sides = Peer.connect(null)) {
            List<Future<String>> failures = new ArrayList<>();
            for (int i = 0; i < RedisConnection.PLACES + 10; i++) {
              int n = i;
              failures.add(
                  Async.future(
                      () -> {
                        try {
                          return sides.client().call(echo(n)).toString();
                        } catch (UnansweredException e) {
                          return e.getMessage();
                        }
                      }));
            }
            assertThat(sides.server().command()).startsWith("ECHO ");
            sides.client().close();
            sides.client().close();
            for (Future<String> each : failures) {
              assertThat(each.value()).contains(": closed");
            }
          }
          return null;
        });
  }
}

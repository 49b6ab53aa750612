package yona.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.redis.Running.program;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Future;
import yona.async.Promise;
import yona.async.Scope;
import yona.io.connection.Connection;
import yona.io.socket.Client;
import yona.io.socket.Server;
import yona.redis.resp.RespCommand;
import yona.redis.resp.RespLimits;
import yona.redis.resp.RespValue;
import yona.redis.resp.SimpleString;

/** What somebody sees who looks at a connection. */
class ConnectionObserverTest {

  /** Writes down what it is told. */
  private static final class Notes implements ConnectionObserver {
    final List<String> lines = new CopyOnWriteArrayList<>();
    final AtomicLong sent = new AtomicLong();
    final AtomicLong received = new AtomicLong();

    @Override
    public ReplyObserver issued(RespCommand command, long at) {
      return issued(List.of(command), at);
    }

    @Override
    public ReplyObserver issued(List<? extends RespCommand> commands, long at) {
      StringBuilder all = new StringBuilder();
      for (RespCommand each : commands) {
        all.append(Arrays.toString(each.words()));
      }
      String what = all.toString();
      lines.add("issued " + what);
      return new ReplyObserver() {
        @Override
        public void replied(RespValue reply, long nanos) {
          assertThat(nanos).isNotNegative();
          lines.add("replied " + what + " " + reply);
        }

        @Override
        public void withoutReply() {
          lines.add("no reply " + what);
        }

        @Override
        public void failed(UnansweredException reason) {
          lines.add("failed " + what + " " + reason.timedOut() + " " + reason.mayHaveRun());
        }
      };
    }

    @Override
    public void sent(long bytes) {
      sent.addAndGet(bytes);
    }

    @Override
    public void received(long bytes) {
      received.addAndGet(bytes);
    }

    @Override
    public void lost(UnansweredException reason) {
      lines.add("lost");
    }
  }

  private record Sides(RedisConnection client, Peer server, Notes notes) implements AutoCloseable {
    static Sides connect(Duration limit) throws IOException {
      try (Server server = Server.listen(0)) {
        Connection client = Client.connect("127.0.0.1", server.port());
        Notes notes = new Notes();
        return new Sides(
            new RedisConnection(
                client, Scope.holding(), RespLimits.DEFAULT, limit, new Peer.Events(), notes),
            new Peer(server.accept()),
            notes);
      }
    }

    @Override
    public void close() throws IOException {
      client.close();
      server.close();
    }
  }

  @Test
  void commandsAndTheirRepliesAreSeenInOrder() throws Exception {
    program(
        () -> {
          try (Sides sides = Sides.connect(Duration.ofMinutes(5))) {
            Future<RespValue> one = Async.future(() -> sides.client().call(RespCommand.of("A")));
            assertThat(sides.server().command()).isEqualTo("A");
            sides.server().say("+a\r\n");
            assertThat(one.value()).isEqualTo(new SimpleString("a"));
            Future<List<RespValue>> several =
                Async.future(
                    () ->
                        sides.client().call(List.of(RespCommand.of("B", 1L), RespCommand.of("C"))));
            assertThat(sides.server().command()).isEqualTo("B 1");
            sides.server().say("+b\r\n-ERR c\r\n");
            assertThat(several.value()).hasSize(2);
            sides.client().send(RespCommand.of("D"));
            assertThat(sides.server().command()).isEqualTo("C");
            assertThat(sides.server().command()).isEqualTo("D");
            assertThat(sides.notes().lines)
                .containsExactly(
                    "issued [A]",
                    "replied [A] SimpleString[text=a]",
                    "issued [B, 1][C]",
                    "replied [B, 1][C] SimpleString[text=b]",
                    "replied [B, 1][C] SimpleError[message=ERR c]",
                    "issued [D]",
                    "no reply [D]");
          }
          return null;
        });
  }

  @Test
  void allThatHappensIsSeen() throws Exception {
    program(
        () -> {
          try (Sides sides = Sides.connect(Duration.ofMinutes(5))) {
            Promise<Boolean> replied = new Promise<>();
            sides
                .client()
                .write(
                    List.of(RespCommand.of("A"), RespCommand.of("B", 1L)),
                    new ReplyListener() {
                      private boolean isSecond;

                      @Override
                      public void replied(RespValue reply) {
                        if (isSecond) {
                          replied.complete(true);
                        }
                        isSecond = true;
                      }

                      @Override
                      public void failed(UnansweredException reason) {}
                    });
            assertThat(sides.server().command()).isEqualTo("A");
            assertThat(sides.server().command()).isEqualTo("B 1");
            sides.server().say("+a\r\n-ERR b\r\n");
            assertThat(replied.value()).isTrue();
            sides.client().send(RespCommand.of("C"));
            assertThat(sides.server().command()).isEqualTo("C");
            Future<Object> subscribing =
                Async.future(() -> sides.client().callWithoutReply(RespCommand.of("D")) == null);
            assertThat(sides.server().command()).isEqualTo("D");
            assertThat(sides.server().command()).isEqualTo("HELLO");
            sides.server().say(">1\r\n+d\r\n+hello\r\n");
            assertThat(subscribing.value()).isEqualTo(true);
            assertThat(sides.notes().received.get())
                .isEqualTo("+a\r\n-ERR b\r\n>1\r\n+d\r\n+hello\r\n".length());
            assertThat(sides.notes().sent.get())
                .isEqualTo(
                    ("*1\r\n$1\r\nA\r\n".length() * 3 + "*2\r\n$1\r\nB\r\n$1\r\n1\r\n".length())
                        + "*1\r\n$5\r\nHELLO\r\n".length());
            sides.client().close();
            sides.client().close();
            assertThat(sides.notes().lines)
                .containsExactly(
                    "issued [A][B, 1]",
                    "replied [A][B, 1] SimpleString[text=a]",
                    "replied [A][B, 1] SimpleError[message=ERR b]",
                    "issued [C]",
                    "no reply [C]",
                    "issued [D][HELLO]",
                    "no reply [D][HELLO]",
                    "replied [D][HELLO] SimpleString[text=hello]",
                    "lost");
          }
          return null;
        });
  }

  @Test
  void aRefusedSubscriptionHasTwoReplies() throws Exception {
    program(
        () -> {
          try (Sides sides = Sides.connect(Duration.ofMinutes(5))) {
            Future<Object> refused =
                Async.future(() -> sides.client().callWithoutReply(RespCommand.of("D")) != null);
            assertThat(sides.server().command()).isEqualTo("D");
            sides.server().say("-NOPERM no\r\n+hello\r\n");
            assertThat(refused.value()).isEqualTo(true);
            assertThat(sides.notes().lines)
                .containsExactly(
                    "issued [D][HELLO]",
                    "replied [D][HELLO] SimpleError[message=NOPERM no]",
                    "replied [D][HELLO] SimpleString[text=hello]");
          }
          return null;
        });
  }

  @Test
  void commandsWithoutRepliesAreSeenToFail() throws Exception {
    program(
        () -> {
          try (Sides sides = Sides.connect(Duration.ofMinutes(5))) {
            Future<RespValue> cut = Async.future(() -> sides.client().call(RespCommand.of("A")));
            assertThat(sides.server().command()).isEqualTo("A");
            sides.server().close();
            assertThatThrownBy(cut::value).isInstanceOf(UnansweredException.class);
            assertThat(sides.notes().lines)
                .startsWith("issued [A]", "failed [A] false true")
                .containsOnlyOnce("lost");
            // What is refused before it is sent was never issued.
            assertThatThrownBy(() -> sides.client().call(RespCommand.of("B")))
                .isInstanceOf(UnansweredException.class);
            assertThat(sides.notes().lines).doesNotContain("issued [B]");
          }
          return null;
        });
  }

  @Test
  void whatCannotBeSentIsNotSeen() throws Exception {
    program(
        () -> {
          try (Sides sides = Sides.connect(Duration.ofMinutes(5))) {
            assertThatThrownBy(() -> sides.client().call(RespCommand.of("A", "\ud800")))
                .isInstanceOf(IllegalArgumentException.class);
            assertThat(sides.notes().lines).isEmpty();
          }
          return null;
        });
  }

  @Test
  void aCommandWhoseTimeIsOverIsSeenToFailBeforeItsReplyComes() throws Exception {
    program(
        () -> {
          try (Sides sides = Sides.connect(Duration.ofMinutes(5))) {
            Future<RespValue> late =
                Async.future(() -> sides.client().call(RespCommand.of("A"), Duration.ofMillis(30)));
            assertThat(sides.server().command()).isEqualTo("A");
            assertThatThrownBy(late::value)
                .isInstanceOfSatisfying(
                    UnansweredException.class, e -> assertThat(e.timedOut()).isTrue());
            assertThat(sides.notes().lines).contains("failed [A] true true");
          }
          return null;
        });
  }
}

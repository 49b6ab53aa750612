package yona.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.redis.Running.program;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.redis.command.Command;
import yona.redis.connection.UnansweredException;
import yona.redis.embedded.EmbeddedRedis;
import yona.redis.resp.BulkString;
import yona.redis.resp.RespValue;
import yona.redis.resp.SimpleString;

/** What becomes of several commands when connections end, and of keys that are watched. */
class TransactionsTest {

  private static final RedisOptions OPTIONS =
      RedisOptions.DEFAULT.withTimeout(Duration.ofSeconds(10));

  @FunctionalInterface
  private interface Play {
    void run(FakeNode server, Redis redis) throws Exception;
  }

  private static void play(RedisOptions options, Play play) throws Exception {
    program(
        () -> {
          try (FakeNode server = new FakeNode();
              Redis redis = Redis.connect(server.uri(), options)) {
            play.run(server, redis);
          }
          return null;
        });
  }

  /** The connection ends once with a command. */
  private static void endWith(FakeNode server, String last) {
    server.answer = command -> command.equals(last) && times(server, last) == 1 ? null : "+OK\r\n";
  }

  private static long times(FakeNode server, String command) {
    return server.log.stream().filter(command::equals).count();
  }

  private static void assertMayHaveRun(Play play, FakeNode server, Redis redis) {
    assertThatThrownBy(() -> play.run(server, redis))
        .isInstanceOfSatisfying(
            UnansweredException.class, e -> assertThat(e.mayHaveRun()).isTrue());
  }

  /** Not even where reads are: who knows what it has done. */
  @Test
  void aTransactionIsNotSentAgain() throws Exception {
    play(
        OPTIONS.withRetryReads(true),
        (server, redis) -> {
          endWith(server, "EXEC");
          assertMayHaveRun(
              (_, to) -> to.transaction(List.of(Command.raw("GET", "k"))), server, redis);
          assertThat(server.log).containsExactly("MULTI", "GET k", "EXEC");
        });
  }

  /** Who may not say MULTI: what was sent behind it is executed at once. */
  @Test
  void aTransactionThatCannotBeginSaysWhatHasHappened() throws Exception {
    List<Command> commands = List.of(Command.raw("SET", "k", "v"), Command.raw("GET", "k"));
    program(
        () -> {
          try (EmbeddedRedis server = EmbeddedRedis.start();
              Redis admin = Redis.connect(RedisUri.parse(server.uri()), OPTIONS)) {
            admin.aclSetuser("half", "on", ">word", "~*", "+@all", "-multi");
            admin.aclSetuser("none", "on", ">word", "~*", "-@all", "+hello");
            String host = server.uri().substring("redis://".length());
            try (Redis half = Redis.connect(RedisUri.parse("redis://half:word@" + host), OPTIONS);
                Redis none = Redis.connect(RedisUri.parse("redis://none:word@" + host), OPTIONS)) {
              assertThatThrownBy(() -> half.transaction(commands))
                  .isInstanceOf(RedisException.class)
                  .hasMessageMatching(
                      "NOPERM .*'multi'.*; the commands were executed one by one, not as a"
                          + " transaction");
              assertThat(admin.get("k")).isEqualTo(BulkString.of("v"));
              assertThatThrownBy(() -> none.transaction(commands))
                  .isInstanceOf(RedisException.class)
                  .hasMessageMatching("NOPERM [^;]*'multi'[^;]*");
            }
          }
          return null;
        });
  }

  @Test
  void aBatchIsSentAgainIfItOnlyReadsAndTheUserSaysSo() throws Exception {
    Command get = Command.raw("GET", "k");
    Command set = Command.raw("SET", "k", "v");
    play(
        OPTIONS.withRetryReads(true),
        (server, redis) -> {
          endWith(server, "GET k");
          assertThat(redis.batch(List.of(get, get))).hasSize(2);
          server.log.clear();
          endWith(server, "SET k v");
          assertMayHaveRun((_, to) -> to.batch(List.of(set, get)), server, redis);
          server.log.clear();
          assertMayHaveRun((_, to) -> to.batch(List.of(get, set)), server, redis);
          assertThat(times(server, "SET k v")).isEqualTo(1);
        });
    play(
        OPTIONS,
        (server, redis) -> {
          endWith(server, "GET k");
          assertMayHaveRun((_, to) -> to.batch(List.of(get, get)), server, redis);
        });
  }

  @Test
  void allKeysAreWatchedAndTheConnectionIsGivenUp() throws Exception {
    program(
        () -> {
          try (EmbeddedRedis server = EmbeddedRedis.start();
              Redis redis = Redis.connect(RedisUri.parse(server.uri()), OPTIONS)) {
            int[] looks = {0};
            // The last key is changed, twice, by somebody else.
            List<RespValue> replies =
                redis.watch(
                    List.of("a", "b"),
                    alone -> {
                      assertThat(alone.get("b"))
                          .isEqualTo(looks[0] == 0 ? null : BulkString.of("" + looks[0]));
                      if (looks[0] < 2) {
                        redis.set("b", "" + ++looks[0]);
                      }
                      return List.of(Command.raw("SET", "a", "mine"));
                    });
            assertThat(replies).containsExactly(new SimpleString("OK"));
            assertThat(looks[0]).isEqualTo(2);
            assertThatThrownBy(
                    () ->
                        redis.watch(
                            List.of("a"),
                            _ -> {
                              throw new IOException("cannot look");
                            }))
                .hasMessage("cannot look");
            while (!redis.info("clients").contains("connected_clients:1\r\n")) {
              Async.yield();
            }
          }
          return null;
        });
  }

  /** Keys that a connection of one's own watches by hand. */
  @Test
  void aTransactionWhoseKeysWereChangedSaysSo() throws Exception {
    program(
        () -> {
          try (EmbeddedRedis server = EmbeddedRedis.start();
              Redis redis = Redis.connect(RedisUri.parse(server.uri()), OPTIONS);
              Redis alone = redis.dedicated()) {
            alone.call("WATCH", "k");
            redis.set("k", "theirs");
            assertThatThrownBy(() -> alone.transaction(List.of(Command.raw("SET", "k", "mine"))))
                .isInstanceOf(RedisException.class)
                .hasMessage("EXECABORT a key that is watched was changed; nothing was executed");
            assertThat(redis.get("k")).isEqualTo(BulkString.of("theirs"));
          }
          return null;
        });
  }

  /** Each command, each one of a batch, and each transaction has an ASKING before it. */
  @Test
  void keysOnTheirWayToAnotherNodeAreWatchedThere() throws Exception {
    program(
        () -> {
          try (FakeNodes nodes = new FakeNodes()) {
            // Only "foo" is in this slot.
            nodes.first.answer = _ -> "-ASK 12182 127.0.0.1:" + nodes.second.port() + "\r\n";
            nodes.second.answer =
                command ->
                    switch (command.split(" ", -1)[0]) {
                      case "GET", "BLPOP" -> "+value\r\n";
                      case "EXEC" -> "*1\r\n+done\r\n";
                      default -> "+OK\r\n";
                    };
            RespValue value = new SimpleString("value");
            Command get = Command.raw("GET", "foo");
            try (Redis redis = Redis.connect(nodes.uri(), OPTIONS.withCluster(true))) {
              List<RespValue> replies =
                  redis.watch(
                      List.of("foo"),
                      alone -> {
                        assertThat(alone.call(get)).isEqualTo(value);
                        assertThat(alone.batch(List.of(get, get))).containsExactly(value, value);
                        assertThat(alone.call("BLPOP", "foo", 1)).isEqualTo(value);
                        return List.of(Command.raw("SET", "foo", "v"));
                      });
              assertThat(replies).containsExactly(new SimpleString("done"));
            }
            assertThat(nodes.second.log)
                .containsExactly(
                    "ASKING",
                    "WATCH foo",
                    "ASKING",
                    "GET foo",
                    "ASKING",
                    "GET foo",
                    "ASKING",
                    "GET foo",
                    "ASKING",
                    "BLPOP foo 1",
                    "ASKING",
                    "MULTI",
                    "SET foo v",
                    "EXEC");
          }
          return null;
        });
  }
}

package yona.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.redis.FakeNodes.play;
import static yona.redis.Running.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.redis.command.Command;
import yona.redis.connection.UnansweredException;
import yona.redis.resp.ArrayValue;
import yona.redis.resp.BulkString;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.RespValue;
import yona.redis.resp.SimpleString;

/** What several nodes of a cluster do together, or any of them, said by played nodes. */
@Tag("slow")
class ClusterNodesTest {
  private static final RedisOptions OPTIONS = RedisOptions.DEFAULT.withCluster(true);

  @Test
  void whatAnyNodeCanDoGoesToOneOfThem() throws Exception {
    play(
        8_192,
        OPTIONS,
        (nodes, redis) -> {
          assertThat(redis.batch(Collections.nCopies(50, Command.raw("ECHO", "x")))).hasSize(50);
          assertThat(List.of(nodes.first.log.size(), nodes.second.log.size()))
              .containsExactlyInAnyOrder(0, 50);
        });
  }

  @Test
  void aKeyOfAnyNodeIsARandomOne() throws Exception {
    play(
        8_192,
        OPTIONS,
        (nodes, redis) -> {
          nodes.first.answer = _ -> "_\r\n";
          nodes.second.answer = _ -> "$3\r\nfoo\r\n";
          for (int i = 0; i < 20; i++) {
            assertThat(redis.randomkey()).isEqualTo(BulkString.of("foo"));
          }
        });
  }

  @Test
  void aReplicaIsReadFromWhileItIsThereAndToldWhatAllAreTold() throws Exception {
    program(
        () -> {
          try (FakeNodes nodes = new FakeNodes()) {
            nodes.secondCopies = true;
            nodes.first.answer = _ -> "$5\r\nfirst\r\n";
            nodes.second.answer = _ -> "$6\r\nsecond\r\n";
            try (Redis redis = Redis.connect(nodes.uri(), OPTIONS.withReadFrom(ReadFrom.REPLICA))) {
              for (int i = 0; i < 20; i++) {
                assertThat(redis.get("foo")).isEqualTo(BulkString.of("second"));
              }
              redis.call("CONFIG", "SET", "maxmemory", 0);
              assertThat(nodes.first.log).contains("CONFIG SET maxmemory 0");
              assertThat(nodes.second.log).contains("CONFIG SET maxmemory 0");
              nodes.second.stop();
              BulkString got = null;
              while (!BulkString.of("first").equals(got)) {
                try {
                  got = redis.get("foo");
                } catch (UnansweredException _) {
                  // In flight when the replica ended.
                }
              }
              for (int i = 0; i < 20; i++) {
                assertThat(redis.get("foo")).isEqualTo(BulkString.of("first"));
              }
            }
          }
          return null;
        });
  }

  private static String page(String cursor, String... keys) {
    StringBuilder page =
        new StringBuilder("*2\r\n$1\r\n" + cursor + "\r\n*" + keys.length + "\r\n");
    for (String key : keys) {
      page.append('$').append(key.length()).append("\r\n").append(key).append("\r\n");
    }
    return page.toString();
  }

  private static List<String> scanned(Redis redis) {
    List<String> keys = new ArrayList<>();
    redis.scan(ScanOptions.ALL).forEach(key -> keys.add(key.text()));
    return keys;
  }

  /** In slots 3300, 7365 and 12182, and one that comes back to the first node. */
  @Test
  void aScanGoesOnWhereSlotsHaveMovedTo() throws Exception {
    play(
        OPTIONS,
        (nodes, redis) -> {
          String back = "";
          for (int i = 0; HashSlot.of(back) < 8_192 || HashSlot.of(back) >= 12_000; i++) {
            back = "back" + i;
          }
          String returning = back;
          nodes.first.answer =
              command -> {
                if (command.equals("SCAN 7")) {
                  nodes.border = 8_192;
                  return page("0", "c");
                }
                return nodes.border == HashSlot.COUNT
                    ? page("7", "b")
                    : page("0", "b", "c", returning);
              };
          nodes.second.answer =
              command -> {
                nodes.border = command.equals("SCAN 7") ? 12_000 : nodes.border;
                return command.equals("SCAN 7") ? page("0", "foo") : page("7", "b");
              };
          assertThat(scanned(redis)).containsExactly("b", "c", "foo", returning);
        });
  }

  /** The cursor of one connection is none of the next, as that may be another node's. */
  @Test
  void aScanBeginsAnewAtANodeThatWasAway() throws Exception {
    play(
        OPTIONS,
        (nodes, redis) -> {
          AtomicInteger turns = new AtomicInteger();
          nodes.first.answer =
              command ->
                  turns.incrementAndGet() == 2
                      ? null
                      : command.equals("SCAN 7") ? page("0", "c") : page("7", "b");
          assertThat(scanned(redis)).containsExactly("b", "b", "c");
          assertThat(nodes.first.log).containsExactly("SCAN 0", "SCAN 7", "SCAN 0", "SCAN 7");
        });
  }

  /** Part of it is done: that is not nothing. */
  @Test
  void whatIsDoneInPartIsSaidToBe() throws Exception {
    play(
        OPTIONS.withTimeout(Duration.ofSeconds(1)),
        (nodes, redis) -> {
          nodes.border = 8_192;
          nodes.first.answer = _ -> "-CLUSTERDOWN for ever\r\n";
          assertThatThrownBy(() -> redis.call("DEL", "foo", "bar"))
              .isInstanceOf(RedisException.class);
          nodes.second.answer = _ -> ":1\r\n";
          nodes.first.answer = _ -> null;
          assertThatThrownBy(() -> redis.call("DEL", "foo", "bar"))
              .isInstanceOfSatisfying(
                  UnansweredException.class, e -> assertThat(e.mayHaveRun()).isTrue())
              .hasMessageMatching("DEL foo bar, in part: [^;]*; it may have been executed");
        });
  }

  @Test
  void theKeysOfASplitCommandComeBackInOrder() throws Exception {
    play(
        OPTIONS,
        (nodes, redis) -> {
          nodes.first.answer =
              command ->
                  command.contains("foo")
                      ? nodes.moved()
                      : "*1\r\n+" + command.substring(5) + "\r\n";
          nodes.second.answer = _ -> "*2\r\n+foo\r\n+again\r\n";
          assertThat(redis.call("MGET", "foo", "a", "foo", "b"))
              .isEqualTo(
                  new ArrayValue(
                      List.of(
                          new SimpleString("foo"),
                          new SimpleString("a"),
                          new SimpleString("again"),
                          new SimpleString("b"))));
        });
  }

  @Test
  void anErrorOfOneNodeIsTheErrorOfAll() throws Exception {
    play(
        OPTIONS,
        (nodes, redis) -> {
          nodes.first.answer = _ -> "-NOPERM no\r\n";
          List<RespValue> replies = redis.batch(List.of(Command.raw("MSET", "a", 1, "foo", 2)));
          assertThat(((ErrorValue) replies.getFirst()).code()).isEqualTo("NOPERM");
          assertThatThrownBy(() -> redis.call("SCRIPT", "KILL")).isInstanceOf(RedisException.class);
        });
  }

  @Test
  void anErrorOfOneOfAllNodesSaysOfWhich() throws Exception {
    play(
        8_192,
        OPTIONS,
        (nodes, redis) -> {
          nodes.second.answer = _ -> "-NOPERM not you\r\n";
          assertThatThrownBy(() -> redis.call("FLUSHALL"))
              .isInstanceOfSatisfying(
                  RedisException.class, e -> assertThat(e.code()).isEqualTo("NOPERM"))
              .hasMessage("NOPERM not you (said by 127.0.0.1:" + nodes.second.port() + ")");
          assertThat(nodes.first.log).contains("FLUSHALL");
        });
  }

  /** The others have executed it. */
  @Test
  void whatIsForAllNodesFailsWithinItsTimeIfOneIsAway() throws Exception {
    play(
        8_192,
        OPTIONS.withTimeout(Duration.ofSeconds(1)),
        (nodes, redis) -> {
          nodes.first.answer = _ -> ":5\r\n";
          nodes.second.stop();
          String away = "127.0.0.1:" + nodes.second.port();
          assertThatThrownBy(() -> redis.call("FLUSHALL"))
              .isInstanceOfSatisfying(
                  UnansweredException.class,
                  e -> {
                    assertThat(e.mayHaveRun()).isTrue();
                    assertThat(e.timedOut()).isFalse();
                  })
              .hasMessageStartingWith("FLUSHALL, in part: no connection: ")
              .hasMessageContaining(away);
          assertThatThrownBy(() -> redis.call("DBSIZE"))
              .isInstanceOf(IOException.class)
              .isNotInstanceOf(UnansweredException.class)
              .hasMessageStartingWith("DBSIZE, in part: no connection: ")
              .hasMessageContaining(away);
          assertThat(nodes.first.log).contains("FLUSHALL", "DBSIZE").doesNotHaveDuplicates();
        });
  }

  /** It takes connections, and answers nothing on them. */
  @Test
  void aNodeThatStandsStillIsNamed() throws Exception {
    play(
        8_192,
        OPTIONS.withTimeout(Duration.ofSeconds(1)),
        (nodes, redis) -> {
          nodes.first.answer = _ -> ":5\r\n";
          nodes.second.answer = _ -> ":7\r\n";
          assertThat(redis.dbsize()).isEqualTo(12);
          nodes.second.isStill = true;
          String name = "127.0.0.1:" + nodes.second.port() + ": ";
          assertThatThrownBy(redis::dbsize)
              .isInstanceOfSatisfying(
                  UnansweredException.class, e -> assertThat(e.timedOut()).isTrue())
              .hasMessageStartingWith("DBSIZE, in part: " + name);
          // There is no connection now, and none to be had.
          assertThatThrownBy(redis::dbsize)
              .isInstanceOf(IOException.class)
              .isNotInstanceOf(UnansweredException.class)
              .hasMessageStartingWith("DBSIZE, in part: ")
              .hasMessageContaining(name);
          assertThatThrownBy(() -> redis.get("foo"))
              .isInstanceOf(IOException.class)
              .isNotInstanceOf(UnansweredException.class)
              .hasMessageContaining(name);
        });
  }

  @Test
  void whatOneOfAllNodesCannotDoNowIsTriedAgain() throws Exception {
    play(
        8_192,
        OPTIONS,
        (nodes, redis) -> {
          AtomicInteger turns = new AtomicInteger();
          nodes.first.answer = _ -> ":5\r\n";
          nodes.second.answer =
              _ -> turns.incrementAndGet() < 3 ? "-LOADING not yet\r\n" : ":7\r\n";
          assertThat(redis.dbsize()).isEqualTo(12);
          assertThat(nodes.first.log).containsOnlyOnce("DBSIZE");
        });
  }

  @Test
  void aClosedClientSaysSoAtOnce() throws Exception {
    play(
        OPTIONS.withTimeout(Duration.ofMinutes(5)),
        (_, redis) -> {
          redis.close();
          assertThatThrownBy(() -> redis.call("SET", "foo", 1))
              .isInstanceOf(IOException.class)
              .hasMessageContaining("closed");
          assertThatThrownBy(() -> redis.scan(ScanOptions.ALL).iterator().hasNext())
              .isInstanceOf(UncheckedIOException.class)
              .hasMessageContaining("closed");
          assertThatThrownBy(redis::dedicated)
              .isInstanceOf(IOException.class)
              .hasMessageContaining("closed");
        });
  }
}

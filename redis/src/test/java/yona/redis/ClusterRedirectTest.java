package yona.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.redis.Running.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.redis.command.Command;
import yona.redis.connection.UnansweredException;
import yona.redis.observation.Statistics;
import yona.redis.resp.ArrayValue;
import yona.redis.resp.BulkString;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.RespValue;
import yona.redis.resp.SimpleString;

/** What nodes of a cluster refuse, said by played nodes: real ones say it only for moments. */
@Tag("slow")
class ClusterRedirectTest {

  private static final RedisOptions OPTIONS = RedisOptions.DEFAULT.withCluster(true);
  private static final RespValue OK = new SimpleString("OK");

  @TempDir Path folder;

  @FunctionalInterface
  private interface Play {
    void run(FakeNodes nodes, Redis redis) throws Exception;
  }

  private static void play(RedisOptions options, Play play) throws Exception {
    play(HashSlot.COUNT, options, play);
  }

  private static void play(int border, RedisOptions options, Play play) throws Exception {
    program(
        () -> {
          try (FakeNodes nodes = new FakeNodes()) {
            nodes.border = border;
            try (Redis redis = Redis.connect(nodes.uri(), options)) {
              play.run(nodes, redis);
            }
          }
          return null;
        });
  }

  /** Only "foo" is in slot 12182. */
  private static String moved(FakeNodes nodes) {
    return "-MOVED 12182 127.0.0.1:" + nodes.second.port() + "\r\n";
  }

  @Test
  void aCommandThatIsAnotherNodesGoesThereAndTheNextOneAtOnce() throws Exception {
    play(
        OPTIONS,
        (nodes, redis) -> {
          nodes.first.answer =
              _ -> {
                nodes.border = 12_182;
                return moved(nodes);
              };
          assertThat(redis.call("SET", "foo", 1)).isEqualTo(OK);
          assertThat(redis.call("SET", "foo", 2)).isEqualTo(OK);
          assertThat(nodes.first.log).containsExactly("SET foo 1");
          assertThat(nodes.second.log).containsExactly("SET foo 1", "SET foo 2");
        });
  }

  /** What is sent again counts again, and is logged where it was sent. */
  @Test
  void redirectionsAreCountedRecordedAndLogged() throws Exception {
    List<String> log = new CopyOnWriteArrayList<>();
    FlightRecorder.getFlightRecorder();
    try (Recording recording = new Recording()) {
      recording.enable("yona.RedisRedirection");
      recording.enable("yona.RedisTopologyRefresh").withoutThreshold();
      recording.start();
      int[] ports = new int[2];
      play(
          OPTIONS.withLog(
              entry -> log.add(entry.server() + " " + entry.kind() + " " + entry.text())),
          (nodes, redis) -> {
            nodes.first.answer = _ -> moved(nodes);
            assertThat(redis.call("SET", "foo", 1)).isEqualTo(OK);
            nodes.first.answer = _ -> "-ASK 12182 127.0.0.1:" + nodes.second.port() + "\r\n";
            boolean _ = redis.call("SET", "foo", 2).equals(OK);
            ports[0] = nodes.first.port();
            ports[1] = nodes.second.port();
            Statistics all = redis.statistics();
            assertThat(all.commands().get("SET").calls())
                .isEqualTo(all.cluster().redirections() + 2);
            assertThat(all.commands().get("SET").refused()).isEqualTo(all.cluster().redirections());
            assertThat(all.cluster().refreshes()).isPositive();
            assertThat(all.cluster().failovers()).isZero();
          });
      recording.stop();
      String first = "127.0.0.1:" + ports[0];
      String second = "127.0.0.1:" + ports[1];
      assertThat(log)
          .containsSubsequence(
              first + " SENT SET foo 1",
              first + " REPLIED SET: error \"MOVED 12182 " + second + "\"",
              second + " CONNECTED ",
              second + " SENT SET foo 1",
              second + " REPLIED SET: OK");
      Path file = folder.resolve("recording.jfr");
      recording.dump(file);
      List<RecordedEvent> events = RecordingFile.readAllEvents(file);
      RecordedEvent redirection =
          events.stream()
              .filter(e -> e.hasField("slot") && e.getString("kind").equals("MOVED"))
              .findFirst()
              .orElseThrow();
      assertThat(redirection.getInt("slot")).isEqualTo(12_182);
      assertThat(redirection.getString("from")).isEqualTo(first);
      assertThat(redirection.getString("to")).isEqualTo(second);
      RecordedEvent refresh =
          events.stream().filter(e -> e.hasField("masters")).findFirst().orElseThrow();
      assertThat(refresh.getString("server")).isEqualTo(first);
      assertThat(refresh.getInt("masters")).isEqualTo(1);
      assertThat(refresh.getInt("replicas")).isZero();
    }
  }

  /** A part for each slot. */
  @Test
  void aCommandThatIsSplitCountsOnceForEachPart() throws Exception {
    play(
        OPTIONS,
        (nodes, redis) -> {
          nodes.first.answer =
              command -> command.startsWith("MGET") ? "*1\r\n$1\r\nx\r\n" : "+OK\r\n";
          assertThat(redis.mget("foo", "bar", "baz")).hasSize(3);
          assertThat(redis.statistics().commands().get("MGET").calls()).isEqualTo(3);
        });
  }

  @Test
  void aNodeThatDoesNotKnowItsAddressIsWhereItWasAsked() throws Exception {
    play(
        OPTIONS,
        (nodes, redis) -> {
          AtomicInteger turns = new AtomicInteger();
          nodes.first.answer =
              _ ->
                  turns.incrementAndGet() == 1
                      ? "-MOVED 12182 :" + nodes.second.port() + "\r\n"
                      : "+OK\r\n";
          assertThat(redis.call("SET", "foo", 1)).isEqualTo(OK);
          assertThat(nodes.second.log).containsExactly("SET foo 1");
        });
  }

  @Test
  void whatIsOnItsWayIsAskedForDirectlyBehindAsking() throws Exception {
    play(
        OPTIONS,
        (nodes, redis) -> {
          nodes.first.answer = _ -> "-ASK 12182 127.0.0.1:" + nodes.second.port() + "\r\n";
          assertThat(redis.call("SET", "foo", 1)).isEqualTo(OK);
          assertThat(redis.call("BLPOP", "foo", 1)).isEqualTo(OK);
          nodes.second.answer =
              command -> command.startsWith("EXEC") ? "*1\r\n+done\r\n" : "+QUEUED\r\n";
          nodes.first.answer =
              command ->
                  command.equals("MULTI")
                      ? "+OK\r\n"
                      : command.equals("EXEC")
                          ? "-EXECABORT because of errors\r\n"
                          : "-ASK 12182 127.0.0.1:" + nodes.second.port() + "\r\n";
          assertThat(redis.transaction(List.of(Command.raw("INCR", "foo"))))
              .containsExactly(new SimpleString("done"));
          // The slot is still the first one's: each is asked there first.
          assertThat(nodes.first.log)
              .containsExactly("SET foo 1", "BLPOP foo 1", "MULTI", "INCR foo", "EXEC");
          assertThat(nodes.second.log)
              .containsExactly(
                  "ASKING",
                  "SET foo 1",
                  "ASKING",
                  "BLPOP foo 1",
                  "ASKING",
                  "MULTI",
                  "INCR foo",
                  "EXEC");
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TRYAGAIN Multiple keys request during rehashing of slot",
        "CLUSTERDOWN The cluster is down",
        "LOADING Redis is loading the dataset in memory"
      })
  void whatANodeCannotDoNowIsTriedAgain(String refusal) throws Exception {
    play(
        OPTIONS,
        (nodes, redis) -> {
          AtomicInteger turns = new AtomicInteger();
          nodes.first.answer =
              _ -> turns.incrementAndGet() < 4 ? "-" + refusal + "\r\n" : "+OK\r\n";
          assertThat(redis.call("SET", "foo", 1)).isEqualTo(OK);
          assertThat(turns).hasValue(4);
        });
    play(
        OPTIONS.withTimeout(Duration.ofSeconds(1)),
        (nodes, redis) -> {
          nodes.first.answer = _ -> "-" + refusal + "\r\n";
          assertThatThrownBy(() -> redis.call("SET", "foo", 1))
              .isInstanceOf(RedisException.class)
              .hasMessage(refusal);
          assertThat(nodes.first.log).hasSizeGreaterThan(2);
        });
  }

  @Test
  void ofABatchOnlyWhatIsRefusedIsSentAgain() throws Exception {
    play(
        OPTIONS,
        (nodes, redis) -> {
          nodes.first.answer =
              command -> command.contains("foo") ? moved(nodes) : "+" + command + "\r\n";
          nodes.second.answer = command -> "+" + command + " there\r\n";
          assertThat(
                  redis.batch(
                      List.of(
                          Command.raw("INCR", "a"),
                          Command.raw("INCR", "foo"),
                          Command.raw("PING"),
                          Command.raw("DECR", "foo"),
                          Command.raw("INCR", "b"))))
              .containsExactly(
                  new SimpleString("INCR a"),
                  new SimpleString("INCR foo there"),
                  new SimpleString("PING"),
                  new SimpleString("DECR foo there"),
                  new SimpleString("INCR b"));
          assertThat(nodes.second.log).containsExactly("INCR foo", "DECR foo");
        });
  }

  @Test
  void whatTheTableDoesNotKnowGoesWhereItIsSent() throws Exception {
    play(
        OPTIONS,
        (nodes, redis) -> {
          nodes.first.answer = _ -> moved(nodes);
          assertThat(redis.call("MODULE.COMMAND", "foo")).isEqualTo(OK);
          assertThat(nodes.second.log).containsExactly("MODULE.COMMAND foo");
        });
  }

  /** A cluster whose nodes send each other's clients round in a circle. */
  @Test
  void aCircleEndsWithTheCommandsTime() throws Exception {
    play(
        OPTIONS.withTimeout(Duration.ofSeconds(1)),
        (nodes, redis) -> {
          nodes.first.answer = _ -> moved(nodes);
          nodes.second.answer = _ -> "-MOVED 12182 127.0.0.1:" + nodes.first.port() + "\r\n";
          assertThatThrownBy(() -> redis.call("SET", "foo", 1))
              .isInstanceOf(RedisException.class)
              .hasMessageStartingWith("MOVED 12182");
          assertThat(nodes.first.log).hasSizeBetween(3, 700);
        });
  }

  @Test
  void whatMayHaveRunIsNotSentAgain() throws Exception {
    play(
        OPTIONS,
        (nodes, redis) -> {
          nodes.first.answer = _ -> null;
          assertThatThrownBy(() -> redis.call("SET", "foo", 1))
              .isInstanceOfSatisfying(
                  UnansweredException.class, e -> assertThat(e.mayHaveRun()).isTrue());
          assertThatThrownBy(
                  () -> redis.batch(List.of(Command.raw("GET", "a"), Command.raw("SET", "foo", 2))))
              .isInstanceOfSatisfying(
                  UnansweredException.class, e -> assertThat(e.mayHaveRun()).isTrue());
          assertThat(nodes.first.log).containsExactly("SET foo 1", "GET a");
        });
  }

  @Test
  void readsAreSentAgainIfTheUserSaysSo() throws Exception {
    play(
        OPTIONS.withRetryReads(true),
        (nodes, redis) -> {
          AtomicInteger turns = new AtomicInteger();
          nodes.first.answer = _ -> turns.incrementAndGet() == 1 ? null : "$1\r\nx\r\n";
          assertThat(redis.get("foo")).isEqualTo(BulkString.of("x"));
          nodes.first.answer = _ -> null;
          assertThatThrownBy(() -> redis.call("SET", "foo", 1))
              .isInstanceOf(UnansweredException.class);
          assertThat(nodes.first.log).containsOnlyOnce("SET foo 1");
        });
  }

  /** Not only of the slot that was asked for. */
  @Test
  void whoIsSentElsewhereAsksWhoHasWhat() throws Exception {
    play(
        OPTIONS,
        (nodes, redis) -> {
          nodes.first.answer =
              command -> {
                nodes.border = 8_192;
                return command.contains("foo") ? moved(nodes) : "+OK\r\n";
              };
          assertThat(redis.call("SET", "foo", 1)).isEqualTo(OK);
          while (!nodes.second.log.contains("SET a 1")) {
            assertThat(redis.call("SET", "a", 1)).isEqualTo(OK);
          }
        });
  }

  @Test
  void whoCannotSayIsNotTheOnlyOneAsked() throws Exception {
    play(
        OPTIONS,
        (nodes, redis) -> {
          nodes.first.answer =
              _ -> {
                nodes.border = 1;
                return "-CLUSTERDOWN for ever\r\n";
              };
          assertThat(redis.call("SET", "foo", 1)).isEqualTo(OK);
          assertThat(nodes.second.log).containsExactly("SET foo 1");
        });
  }

  @Test
  void nodesThatDoNotKnowTheirHostAreWhereTheyWereAsked() throws Exception {
    program(
        () -> {
          try (FakeNodes nodes = new FakeNodes()) {
            nodes.border = 8_192;
            nodes.knowHost = false;
            try (Redis redis = Redis.connect(nodes.uri(), OPTIONS)) {
              assertThat(redis.call("SET", "foo", 1)).isEqualTo(OK);
              assertThat(nodes.second.log).containsExactly("SET foo 1");
            }
          }
          return null;
        });
  }

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
                      ? moved(nodes)
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

package yona.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.redis.FakeNodes.play;
import static yona.redis.Running.program;

import java.nio.file.Path;
import java.time.Duration;
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
import yona.redis.resp.BulkString;
import yona.redis.resp.RespValue;
import yona.redis.resp.SimpleString;

/** What nodes of a cluster refuse, said by played nodes: real ones say it only for moments. */
@Tag("slow")
class ClusterRedirectTest {
  private static final RedisOptions OPTIONS = RedisOptions.DEFAULT.withCluster(true);
  private static final RespValue OK = new SimpleString("OK");

  @TempDir Path folder;

  @Test
  void aCommandThatIsAnotherNodesGoesThereAndTheNextOneAtOnce() throws Exception {
    play(
        OPTIONS,
        (nodes, redis) -> {
          nodes.first.answer =
              _ -> {
                nodes.border = 12_182;
                return nodes.moved();
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
            nodes.first.answer = _ -> nodes.moved();
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
              command -> command.contains("foo") ? nodes.moved() : "+" + command + "\r\n";
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
          nodes.first.answer = _ -> nodes.moved();
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
          nodes.first.answer = _ -> nodes.moved();
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
                return command.contains("foo") ? nodes.moved() : "+OK\r\n";
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
}

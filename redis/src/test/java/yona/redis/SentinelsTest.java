package yona.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.redis.Running.program;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.redis.resp.BulkString;

/** What played sentinels say, and what the servers that they name say of themselves. */
class SentinelsTest {

  private static final RedisOptions OPTIONS =
      RedisOptions.DEFAULT.withSentinel(Sentinel.of("mymaster"));

  private static String array(Object... words) {
    StringBuilder all = new StringBuilder("*" + words.length + "\r\n");
    for (Object word : words) {
      String text = word.toString();
      all.append('$').append(text.length()).append("\r\n").append(text).append("\r\n");
    }
    return all.toString();
  }

  /** Says who is the master, and which replicas there are. */
  private static String sentinel(String command, FakeNode master, String... replicas) {
    if (command.startsWith("SENTINEL GET-MASTER")) {
      return array("127.0.0.1", master.port());
    }
    if (command.startsWith("SENTINEL REPLICAS")) {
      return "*" + replicas.length + "\r\n" + String.join("", replicas);
    }
    return command.startsWith("SUBSCRIBE")
        ? ">3\r\n$9\r\nsubscribe\r\n$14\r\n+switch-master\r\n:1\r\n"
        : FakeServer.HELLO;
  }

  private static String replica(FakeNode node, String flags, String link) {
    return array(
        "ip", "127.0.0.1", "port", node.port(), "flags", flags, "master-link-status", link);
  }

  private static String server(String command, String role, String name) {
    return switch (command.split(" ", -1)[0]) {
      case "ROLE" -> array(role);
      case "CLIENT" -> "+OK\r\n";
      case "PTTL" -> ":-1\r\n";
      case "PING" -> "+PONG\r\n";
      default -> array(name).substring(4);
    };
  }

  private static RedisUri uri(FakeNode... sentinels) {
    List<RedisUri.Host> hosts =
        List.of(sentinels).stream()
            .map(each -> new RedisUri.Host("127.0.0.1", each.port()))
            .toList();
    return new RedisUri(hosts, null, false, null, null, 3);
  }

  private static void awaitOpen(FakeNode node, int connections) {
    while (node.open() != connections) {
      Async.yield();
    }
  }

  /** Who has answered is asked first from then on; the database is none of a sentinel's. */
  @Test
  void aSentinelThatDoesNotAnswerIsNotAskedFirstAgain() throws Exception {
    program(
        () -> {
          try (FakeNode away = new FakeNode();
              FakeNode there = new FakeNode();
              FakeNode master = new FakeNode()) {
            away.answer = _ -> null;
            there.answer = command -> sentinel(command, master);
            master.answer = command -> server(command, "master", "m");
            try (Redis redis = Redis.connect(uri(away, there), OPTIONS.withRetryReads(true))) {
              assertThat(redis.get("k")).isEqualTo(BulkString.of("m"));
              while (!there.log.contains("SUBSCRIBE +switch-master")) {
                Async.yield();
              }
              int asked = away.log.size();
              master.drop();
              assertThat(redis.get("k")).isEqualTo(BulkString.of("m"));
              assertThat(away.log).hasSize(asked);
              // It was the same one before.
              assertThat(redis.statistics().cluster().failovers()).isZero();
              assertThat(there.log).doesNotContain("SELECT 3");
              assertThat(master.log).contains("SELECT 3");
            }
          }
          return null;
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*1\r\n$9\r\n127.0.0.1\r\n",
        "*2\r\n$9\r\n127.0.0.1\r\n$4\r\nport\r\n",
        "*2\r\n:1\r\n:2\r\n",
        "+what?\r\n",
      })
  void whatIsNoAddressIsNone(String said) throws Exception {
    assertRefused(said, "knows no master mymaster");
  }

  @Test
  void whatASentinelRefusesIsSaid() throws Exception {
    assertRefused("-IDONTKNOW who that is\r\n", "IDONTKNOW who that is");
  }

  private static void assertRefused(String said, String message) throws Exception {
    program(
        () -> {
          try (FakeNode sentinel = new FakeNode()) {
            sentinel.answer = _ -> said;
            assertThatThrownBy(() -> Redis.connect(sentinel.uri(), OPTIONS))
                .isInstanceOf(IOException.class)
                .hasMessage("sentinel 127.0.0.1:" + sentinel.port() + ": " + message);
            awaitOpen(sentinel, 0);
          }
          return null;
        });
  }

  /** All that have failed are told of. */
  @Test
  void noSentinelKnows() throws Exception {
    program(
        () -> {
          try (FakeNode one = new FakeNode();
              FakeNode other = new FakeNode()) {
            one.answer = _ -> "_\r\n";
            other.answer = _ -> "-ERR busy\r\n";
            assertThatThrownBy(() -> Redis.connect(uri(one, other), OPTIONS))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("ERR busy")
                .satisfies(
                    e ->
                        assertThat(e.getSuppressed())
                            .singleElement()
                            .satisfies(
                                first -> assertThat(first).hasMessageContaining("no master")));
          }
          return null;
        });
  }

  /** The first sentinel is wrong. What was never the master is not failed over from. */
  @Test
  void aServerThatIsNoMasterIsLeft() throws Exception {
    program(
        () -> {
          try (FakeNode wrong = new FakeNode();
              FakeNode right = new FakeNode();
              FakeNode old = new FakeNode();
              FakeNode master = new FakeNode()) {
            wrong.answer = command -> sentinel(command, old);
            right.answer = command -> sentinel(command, master);
            old.answer = command -> server(command, "slave", "o");
            master.answer = command -> server(command, "master", "m");
            try (Redis redis = Redis.connect(uri(wrong, right), OPTIONS)) {
              assertThat(redis.get("k")).isEqualTo(BulkString.of("m"));
              awaitOpen(old, 0);
              assertThat(redis.statistics().cluster().failovers()).isZero();
            }
          }
          return null;
        });
  }

  /** Not the one that is down, nor one without its master, nor one that was made the master. */
  @Test
  void onlyASoundReplicaIsReadFrom() throws Exception {
    program(
        () -> {
          try (FakeNode sentinel = new FakeNode();
              FakeNode master = new FakeNode();
              FakeNode sound = new FakeNode();
              FakeNode promoted = new FakeNode();
              FakeNode gone = new FakeNode();
              FakeNode unsound = new FakeNode()) {
            gone.stop();
            sentinel.answer =
                command ->
                    sentinel(
                        command,
                        master,
                        replica(unsound, "s_down,slave", "ok"),
                        replica(gone, "slave", "ok"),
                        replica(promoted, "slave", "ok"),
                        replica(sound, "slave", "ok"),
                        replica(unsound, "slave", "err"));
            master.answer = command -> server(command, "master", "m");
            promoted.answer = command -> server(command, "master", "p");
            sound.answer = command -> server(command, "slave", "s");
            unsound.answer = command -> server(command, "slave", "u");
            RedisOptions reading = OPTIONS.withReadFrom(ReadFrom.REPLICA).withRetryReads(true);
            try (Redis redis = Redis.connect(sentinel.uri(), reading)) {
              for (int i = 0; i < 20; i++) {
                while (!BulkString.of("s").equals(redis.get("k"))) {
                  Async.yield();
                }
                sound.drop();
              }
              assertThat(unsound.made()).isZero();
              awaitOpen(promoted, 0);
            }
          }
          return null;
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCacheHearsOfChangesFromWhereItWasFilled(boolean fromReplica) throws Exception {
    program(
        () -> {
          try (FakeNode sentinel = new FakeNode();
              FakeNode master = new FakeNode();
              FakeNode copy = new FakeNode()) {
            sentinel.answer = command -> sentinel(command, master, replica(copy, "slave", "ok"));
            master.answer = command -> server(command, "master", "m");
            copy.answer = command -> server(command, "slave", "c");
            FakeNode filling = fromReplica ? copy : master;
            BulkString before = BulkString.of(fromReplica ? "c" : "m");
            RedisOptions options =
                OPTIONS
                    .withCache(Cache.DEFAULT)
                    .withReadFrom(fromReplica ? ReadFrom.REPLICA : ReadFrom.MASTER);
            try (Redis redis = Redis.connect(sentinel.uri(), options)) {
              // The first reads may come before there is a connection with the replica.
              for (int i = 0; !before.equals(redis.get("k" + i)); i++) {
                Async.yield();
              }
              assertThat(redis.get("k")).isEqualTo(before);
              assertThat(filling.log).contains("CLIENT TRACKING ON OPTIN", "CLIENT CACHING YES");
              filling.answer = command -> server(command, "any", "n");
              assertThat(redis.get("k")).isEqualTo(before);
              filling.push(">2\r\n$10\r\ninvalidate\r\n*1\r\n$1\r\nk\r\n");
              while (redis.get("k").equals(before)) {
                Async.yield();
              }
              assertThat(redis.get("k")).isEqualTo(BulkString.of("n"));
            }
          }
          return null;
        });
  }
}

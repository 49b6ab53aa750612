package yona.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.redis.Running.program;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.async.Future;
import yona.async.Promise;
import yona.redis.resp.RespValue;
import yona.redis.resp.SimpleString;

/**
 * Played sentinels tell of another master. Real ones end the connections with the old one as well;
 * here it stays as it was, and the client has to leave it by itself.
 */
class MasterWatchTest {

  private static final RedisOptions OPTIONS =
      RedisOptions.DEFAULT
          .withSentinel(Sentinel.of("mymaster"))
          .withTimeout(Duration.ofSeconds(10));

  private static final RespValue FROM_FIRST = new SimpleString("first");
  private static final RespValue FROM_SECOND = new SimpleString("second");

  /** A sentinel, two servers that both say that they are the master, and a replica. */
  private static final class Group implements AutoCloseable {
    private final FakeNode sentinel = new FakeNode();
    private final FakeNode first = new FakeNode();
    private final FakeNode second = new FakeNode();
    private final FakeNode replica = new FakeNode();

    /** What the sentinel says when it is asked. */
    private volatile FakeNode master = first;

    /** How what comes unasked begins: in RESP2 like any array. */
    private volatile char push = '>';

    Group() throws IOException {
      sentinel.answer = this::answer;
      first.answer = command -> answer(command, "master", "first");
      second.answer = command -> answer(command, "master", "second");
      replica.answer = command -> answer(command, "slave", "replica");
    }

    @Nullable String answer(String command) {
      return switch (command) {
        case "SENTINEL GET-MASTER-ADDR-BY-NAME mymaster" -> array("127.0.0.1", port(master));
        case "SENTINEL REPLICAS mymaster" ->
            "*1\r\n"
                + array(
                    "ip",
                    "127.0.0.1",
                    "port",
                    port(replica),
                    "flags",
                    "slave",
                    "master-link-status",
                    "ok");
        default -> answer(command, "sentinel", "sentinel");
      };
    }

    private String answer(String command, String role, String name) {
      String[] words = command.split(" ", -1);
      return switch (words[0]) {
        case "ROLE" -> array(role);
        case "SUBSCRIBE" -> push + array("subscribe", words[1], "1").substring(1);
        case "HELLO" -> FakeServer.HELLO;
        // In RESP2 behind SUBSCRIBE; with nothing to repeat it is the greeting.
        case "PING" -> words.length == 1 ? "+PONG\r\n" : array("pong", command.substring(5));
        case "CLIENT" -> ":7\r\n";
        default -> "+" + name + "\r\n";
      };
    }

    /** The sentinel tells who has subscribed. */
    void say(String message) {
      sentinel.push(push + array("message", "+switch-master", message).substring(1));
    }

    String switching(FakeNode from, FakeNode to) {
      return "mymaster 127.0.0.1 " + port(from) + " 127.0.0.1 " + port(to);
    }

    /** Until the client has asked the sentinel so often. */
    void awaitAsked(int times, String question) {
      while (asked(question) < times) {
        Async.yield();
      }
    }

    long asked(String question) {
      return sentinel.log.stream().filter(each -> each.startsWith(question)).count();
    }

    /** Until the watch has subscribed, and has looked who is the master. */
    void awaitWatch() {
      awaitAsked(1, "SUBSCRIBE");
      awaitLook(2);
    }

    /** Until a question has its answer, and the watch listens again. */
    void awaitLook(int times) {
      awaitAsked(times, "SENTINEL GET-MASTER");
      // In RESP2 messages have a connection of their own.
      while (sentinel.open() > (push == '>' ? 1 : 2)) {
        Async.yield();
      }
    }

    @Override
    public void close() throws IOException {
      sentinel.close();
      first.close();
      second.close();
      replica.close();
    }
  }

  private static String port(FakeNode node) {
    return Integer.toString(node.port());
  }

  private static String array(String... words) {
    StringBuilder all = new StringBuilder("*" + words.length + "\r\n");
    for (String word : words) {
      all.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
    }
    return all.toString();
  }

  @FunctionalInterface
  private interface Play {
    void run(Group group, Redis redis) throws Exception;
  }

  private static void play(RedisOptions options, Play play) throws Exception {
    program(
        () -> {
          try (Group group = new Group()) {
            group.push = options.protocol() == 2 ? '*' : '>';
            try (Redis redis = Redis.connect(group.sentinel.uri(), options)) {
              play.run(group, redis);
            }
            // Nothing is left behind.
            awaitNobodyAt(group.sentinel);
            awaitNobodyAt(group.first);
            awaitNobodyAt(group.second);
            awaitNobodyAt(group.replica);
          }
          return null;
        });
  }

  private static void awaitNobodyAt(FakeNode node) {
    while (node.open() > 0) {
      Async.yield();
    }
  }

  @Test
  void allConnectionsWithTheOldMasterAreGivenUp() throws Exception {
    play(
        OPTIONS,
        (group, redis) -> {
          group.awaitWatch();
          // One that is kept for the next command that waits.
          assertThat(redis.call("BLPOP", "list", 1)).isEqualTo(FROM_FIRST);
          assertThat(group.first.open()).isEqualTo(2);
          group.master = group.second;
          group.say(group.switching(group.first, group.second));
          awaitNobodyAt(group.first);
          assertThat(redis.call("ECHO", "a")).isEqualTo(FROM_SECOND);
          assertThat(redis.call("BLPOP", "list", 1)).isEqualTo(FROM_SECOND);
          assertThat(redis.statistics().cluster().failovers()).isEqualTo(1);
        });
  }

  @Test
  void aConnectionThatSomebodyHasMeanwhileIsNotKept() throws Exception {
    play(
        OPTIONS,
        (group, redis) -> {
          group.awaitWatch();
          Promise<Boolean> element = new Promise<>();
          group.first.answer =
              command -> {
                if (command.startsWith("BLPOP")) {
                  var _ = element.value();
                }
                return "+first\r\n";
              };
          Future<RespValue> waiting = Async.future(() -> redis.call("BLPOP", "list", 0));
          while (!group.first.log.contains("BLPOP list 0")) {
            Async.yield();
          }
          group.master = group.second;
          group.say(group.switching(group.first, group.second));
          while (group.first.open() > 1) {
            Async.yield();
          }
          assertThat(redis.call("ECHO", "a")).isEqualTo(FROM_SECOND);
          element.complete(true);
          assertThat(waiting.value()).isEqualTo(FROM_FIRST);
          awaitNobodyAt(group.first);
          assertThat(redis.call("BLPOP", "list", 1)).isEqualTo(FROM_SECOND);
        });
  }

  @Test
  void readsComeFromElsewhereToo() throws Exception {
    play(
        OPTIONS.withReadFrom(ReadFrom.REPLICA),
        (group, redis) -> {
          group.awaitWatch();
          while (group.replica.made() == 0) {
            var _ = redis.call("GET", "k");
          }
          group.master = group.second;
          group.say(group.switching(group.first, group.second));
          awaitNobodyAt(group.first);
          // Which replicas there are now, and whose, is asked for again.
          while (group.replica.made() == 1) {
            Async.yield();
          }
        });
  }

  @Test
  void inResp2ItIsHeardAndFollowedToo() throws Exception {
    play(
        OPTIONS.withProtocol(2),
        (group, redis) -> {
          group.awaitWatch();
          try (Subscription news = redis.subscribe("news")) {
            assertThat(group.first.open()).isEqualTo(2);
            group.master = group.second;
            group.say(group.switching(group.first, group.second));
            awaitNobodyAt(group.first);
            assertThat(news.messages().take()).isEqualTo(Gap.GAP);
            assertThat(group.second.log).contains("SUBSCRIBE news");
            assertThat(redis.call("ECHO", "a")).isEqualTo(FROM_SECOND);
          }
        });
  }

  @Test
  void whatIsOfNoConcernChangesNothing() throws Exception {
    play(
        OPTIONS,
        (group, redis) -> {
          group.awaitWatch();
          String first = "127.0.0.1 " + port(group.first);
          String second = "127.0.0.1 " + port(group.second);
          group.say("another " + first + " " + second);
          group.say("mymaster " + second + " " + first);
          group.say("mymaster " + first);
          group.say("mymaster " + first + " " + second + " more");
          // Behind that the connection ends: who asks after that has seen all.
          group.sentinel.drop();
          group.awaitLook(3);
          assertThat(redis.call("ECHO", "a")).isEqualTo(FROM_FIRST);
          assertThat(group.first.made()).isEqualTo(1);
          // The same host with another port, and the same port of another host, are others.
          group.master = group.second;
          group.say("mymaster " + first + " " + second);
          awaitNobodyAt(group.first);
          assertThat(redis.call("ECHO", "a")).isEqualTo(FROM_SECOND);
          group.say("mymaster " + second + " 127.0.0.2 " + port(group.second));
          while (group.second.made() < 2) {
            Async.yield();
          }
        });
  }

  @Test
  void whatWasSaidWhileNobodyListenedIsAskedFor() throws Exception {
    play(
        OPTIONS,
        (group, redis) -> {
          group.awaitWatch();
          group.master = group.second;
          group.sentinel.drop();
          awaitNobodyAt(group.first);
          assertThat(redis.call("ECHO", "a")).isEqualTo(FROM_SECOND);
        });
  }

  /** The client has found the new master by itself before the sentinel says who that is. */
  @Test
  void whatIsKnownWhenTheAnswerComesChangesNothing() throws Exception {
    play(
        OPTIONS.withRetryReads(true),
        (group, redis) -> {
          group.awaitWatch();
          Promise<Boolean> late = new Promise<>();
          group.sentinel.answer =
              command -> {
                if (command.startsWith("SENTINEL") && group.asked("SENTINEL GET-MASTER") == 3) {
                  var _ = late.value();
                }
                return group.answer(command);
              };
          group.sentinel.drop();
          group.awaitAsked(3, "SENTINEL GET-MASTER");
          group.master = group.second;
          group.first.drop();
          assertThat(redis.call("GET", "k")).isEqualTo(FROM_SECOND);
          late.complete(true);
          // It has the answer; before the next look it does what that calls for.
          group.awaitLook(4);
          group.sentinel.drop();
          group.awaitLook(5);
          assertThat(redis.call("ECHO", "a")).isEqualTo(FROM_SECOND);
          assertThat(group.second.made()).isEqualTo(1);
        });
  }

  @Test
  void whatWasSaidBeforeAnybodyListenedIsAskedFor() throws Exception {
    program(
        () -> {
          try (Group group = new Group()) {
            group.sentinel.answer =
                command -> {
                  if (command.startsWith("SUBSCRIBE")) {
                    group.master = group.second;
                  }
                  return group.answer(command);
                };
            try (Redis redis = Redis.connect(group.sentinel.uri(), OPTIONS)) {
              awaitNobodyAt(group.first);
              assertThat(redis.call("ECHO", "a")).isEqualTo(FROM_SECOND);
            }
          }
          return null;
        });
  }

  /** A sentinel that refuses, and one that ends the connection instead of an answer. */
  @ParameterizedTest
  @ValueSource(strings = {"-ERR not now\r\n", ""})
  void aSentinelThatCannotAnswerNowIsAskedAgain(String said) throws Exception {
    program(
        () -> {
          try (Group group = new Group()) {
            group.sentinel.answer =
                command -> {
                  long times = group.asked(command);
                  // The first question is the client's own.
                  boolean isFirst =
                      (command.startsWith("SUBSCRIBE") && times == 1)
                          || (command.startsWith("SENTINEL GET-MASTER") && times == 2);
                  return !isFirst ? group.answer(command) : said.isEmpty() ? null : said;
                };
            try (Redis redis = Redis.connect(group.sentinel.uri(), OPTIONS)) {
              group.awaitAsked(2, "SUBSCRIBE");
              group.awaitLook(3);
              group.master = group.second;
              group.say(group.switching(group.first, group.second));
              awaitNobodyAt(group.first);
              assertThat(redis.call("ECHO", "a")).isEqualTo(FROM_SECOND);
            }
          }
          return null;
        });
  }
}

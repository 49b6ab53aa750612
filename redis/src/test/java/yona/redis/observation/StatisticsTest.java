package yona.redis.observation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.redis.Running.program;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.async.Future;
import yona.redis.Cache;
import yona.redis.Redis;
import yona.redis.RedisException;
import yona.redis.RedisOptions;
import yona.redis.RedisUri;
import yona.redis.Running;
import yona.redis.Subscription;
import yona.redis.command.Command;
import yona.redis.connection.UnansweredException;
import yona.redis.server.TestServer;

/** What a client of a real server counts. */
@Tag("processes")
class StatisticsTest {

  private static TestServer server;

  @BeforeAll
  static void start() throws IOException {
    server = TestServer.start();
  }

  @AfterAll
  static void close() throws IOException {
    server.close();
  }

  @BeforeEach
  void clear() throws IOException {
    server.ask("FLUSHALL");
    server.ask("SCRIPT", "FLUSH");
  }

  private static void client(RedisOptions options, Running.Use use) throws Exception {
    Running.client(server.uri(), options, use);
  }

  private static long calls(Redis redis, String name) {
    CommandStatistics counted = redis.statistics().commands().get(name);
    return counted == null ? 0 : counted.calls();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void everyCommandIsCountedWhicheverWayItGoes(int protocol) throws Exception {
    client(
        RedisOptions.DEFAULT.withProtocol(protocol),
        redis -> {
          redis.set("k", "v");
          redis.get("k");
          redis.call("get", "k");
          redis.batch(
              List.of(Command.raw("GET", "k"), Command.raw("INCR", "n"), Command.raw("GET", "n")));
          redis.transaction(List.of(Command.raw("INCR", "n"), Command.raw("INCR", "n")));
          redis.watch(List.of("n"), alone -> List.of(Command.raw("GET", alone.get("n").text())));
          redis.script("return 1", List.of(), List.of());
          redis.script("return 1", List.of(), List.of());
          redis.call("BLPOP", "nothing", 0.01);
          redis.scan(yona.redis.ScanOptions.ALL).forEach(_ -> {});
          try (Redis alone = redis.dedicated()) {
            alone.call("SELECT", 1);
            assertThat(alone.statistics().commands()).containsKey("SELECT");
          }
          try (Subscription _ = redis.subscribe("news")) {
            redis.publish("news", "x");
          }
          Statistics all = redis.statistics();
          assertThat(all.commands().get("GET").calls()).isEqualTo(6);
          assertThat(all.commands().get("GET").latencies().count()).isEqualTo(6);
          assertThat(calls(redis, "SET")).isEqualTo(1);
          assertThat(calls(redis, "INCR")).isEqualTo(3);
          assertThat(calls(redis, "MULTI")).isEqualTo(2);
          assertThat(calls(redis, "EXEC")).isEqualTo(2);
          assertThat(calls(redis, "WATCH")).isEqualTo(1);
          assertThat(calls(redis, "EVALSHA")).isEqualTo(2);
          assertThat(all.commands().get("EVALSHA").refused()).isEqualTo(1);
          assertThat(calls(redis, "EVAL")).isEqualTo(1);
          assertThat(calls(redis, "BLPOP")).isEqualTo(1);
          assertThat(all.commands().get("BLPOP").latencies().max()).isGreaterThan(Duration.ZERO);
          assertThat(calls(redis, "SCAN")).isEqualTo(1);
          assertThat(calls(redis, "SUBSCRIBE")).isEqualTo(1);
          assertThat(calls(redis, "UNSUBSCRIBE")).isEqualTo(1);
          assertThat(calls(redis, protocol == 3 ? "HELLO" : "PING")).isPositive();
          assertThat(all.commands()).doesNotContainKey(Statistics.OTHER);
        });
  }

  @Test
  void theServerCountsTheSame() throws Exception {
    client(
        RedisOptions.DEFAULT,
        redis -> {
          server.ask("CONFIG", "RESETSTAT");
          Statistics before = redis.statistics();
          Async.<@Nullable Object, IOException>group(
              group -> {
                for (int i = 0; i < 500; i++) {
                  String key = "k" + i % 7;
                  group.fork(() -> redis.incr(key));
                  group.fork(() -> redis.batch(List.of(Command.raw("GET", key))));
                }
                return null;
              });
          Statistics between = redis.statistics().since(before);
          assertThat(between.commands().keySet()).containsExactly("GET", "INCR");
          Map<String, String> counted = server.fields("INFO", "commandstats");
          assertThat(counted.get("cmdstat_get")).startsWith("calls=500,");
          assertThat(counted.get("cmdstat_incr")).startsWith("calls=500,");
          assertThat(between.commands().get("GET").calls()).isEqualTo(500);
          assertThat(between.commands().get("INCR").latencies().count()).isEqualTo(500);
          long bytes =
              500L * "*2\r\n$3\r\nGET\r\n$2\r\nk1\r\n*2\r\n$4\r\nINCR\r\n$2\r\nk1\r\n".length();
          assertThat(between.connections().bytesSent()).isEqualTo(bytes);
          assertThat(between.connections().bytesReceived()).isPositive();
          assertThat(between.connections().opened()).isZero();
          assertThat(between.connections().open()).isEqualTo(1);
          assertThat(between.connections().inFlight()).isZero();
        });
  }

  @Test
  void whatIsRefusedIsCountedAndTimed() throws Exception {
    client(
        RedisOptions.DEFAULT,
        redis -> {
          redis.set("text", "x");
          assertThatThrownBy(() -> redis.incr("text")).isInstanceOf(RedisException.class);
          redis.batch(List.of(Command.raw("INCR", "text"), Command.raw("INCR", "n")));
          CommandStatistics counted = redis.statistics().commands().get("INCR");
          assertThat(counted.calls()).isEqualTo(3);
          assertThat(counted.refused()).isEqualTo(2);
          assertThat(counted.latencies().count()).isEqualTo(3);
          assertThat(counted.toString()).startsWith("INCR: 3 calls, 2 refused, mean ");
        });
  }

  @Test
  void anyNumberOfNamesIsOneName() throws Exception {
    client(
        RedisOptions.DEFAULT,
        redis -> {
          for (int i = 0; i < 1_000; i++) {
            String name = "NO" + i;
            assertThatThrownBy(() -> redis.call(name, "x")).isInstanceOf(RedisException.class);
          }
          assertThat(redis.statistics().commands()).hasSize(2);
          CommandStatistics others = redis.statistics().commands().get(Statistics.OTHER);
          assertThat(others.calls()).isEqualTo(1_000);
          assertThat(others.refused()).isEqualTo(1_000);
        });
  }

  @Test
  void whatIsInFlightIsKnownAndWhatIsLost() throws Exception {
    client(
        RedisOptions.DEFAULT,
        redis -> {
          redis.set("k", "v");
          Future<Object> waiting = Async.future(() -> redis.call("BLPOP", "nothing", 0));
          while (redis.statistics().connections().inFlight() == 0) {
            Async.yield();
          }
          Statistics before = redis.statistics();
          assertThat(before.connections().inFlight()).isEqualTo(1);
          assertThat(before.connections().open()).isEqualTo(2);
          server.ask("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
          assertThatThrownBy(waiting::value).isInstanceOf(UnansweredException.class);
          redis.get("k");
          Statistics after = redis.statistics();
          assertThat(after.commands().get("BLPOP").lost()).isEqualTo(1);
          assertThat(after.commands().get("BLPOP").calls()).isEqualTo(1);
          assertThat(after.commands().get("BLPOP").latencies().count()).isZero();
          assertThat(after.connections().lost()).isEqualTo(2);
          assertThat(after.connections().reconnects()).isEqualTo(1);
          assertThat(after.connections().opened()).isEqualTo(3);
          assertThat(after.connections().open()).isEqualTo(1);
          assertThat(after.connections().inFlight()).isZero();
        });
  }

  @Test
  void whatHasNoReplyInTimeIsCountedOnce() throws Exception {
    client(
        RedisOptions.DEFAULT.withTimeout(Duration.ofMillis(200)),
        redis -> {
          AtomicBoolean isLate = new AtomicBoolean();
          server.ask("CLIENT", "PAUSE", "100000", "WRITE");
          try {
            Future<Boolean> late =
                Async.future(
                    () -> {
                      assertThatThrownBy(() -> redis.set("k", "v"))
                          .isInstanceOf(UnansweredException.class);
                      isLate.set(true);
                      return true;
                    });
            // Something comes meanwhile, so that the connection is not taken for lost.
            while (!isLate.get()) {
              try {
                redis.get("k");
              } catch (UnansweredException _) {
                // It stood behind the other.
              }
            }
            assertThat(late.value()).isTrue();
          } finally {
            server.ask("CLIENT", "UNPAUSE");
          }
          CommandStatistics counted = redis.statistics().commands().get("SET");
          assertThat(counted.calls()).isEqualTo(1);
          assertThat(counted.timedOut()).isEqualTo(1);
          assertThat(counted.lost()).isZero();
        });
  }

  @Test
  void whatACacheAnswersIsNoCall() throws Exception {
    client(
        RedisOptions.DEFAULT.withCache(Cache.DEFAULT),
        redis -> {
          redis.set("k", "v");
          for (int i = 0; i < 10; i++) {
            redis.get("k");
          }
          assertThat(calls(redis, "GET")).isEqualTo(1);
          Statistics.Cache cache = redis.statistics().cache();
          assertThat(cache).isNotNull();
          assertThat(cache.hits()).isEqualTo(9);
          assertThat(cache.misses()).isEqualTo(1);
          assertThat(cache.entries()).isEqualTo(1);
          assertThat(cache.bytes()).isPositive();
        });
  }

  @Test
  void whatHasNoConnectionIsCounted() throws Exception {
    program(
        () -> {
          try (TestServer mine = TestServer.start();
              Redis redis =
                  Redis.connect(
                      RedisUri.parse(mine.uri()),
                      RedisOptions.DEFAULT.withTimeout(Duration.ofMillis(50)))) {
            mine.kill();
            for (boolean isKnown = false; !isKnown; ) {
              try {
                redis.get("k");
              } catch (UnansweredException _) {
                // In flight when the connection was lost.
              } catch (IOException _) {
                isKnown = true;
              }
            }
            assertThatThrownBy(() -> redis.call("BLPOP", "k", 1)).isInstanceOf(IOException.class);
            Statistics all = redis.statistics();
            assertThat(all.connections().unavailable()).isEqualTo(2);
            assertThat(all.connections().failed()).isPositive();
            assertThat(all.connections().open()).isZero();
            assertThat(all.toString()).contains("Connections[open=0, ");
          }
          return null;
        });
  }
}

package yona.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.redis.Running.program;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import yona.async.Async;
import yona.async.Future;
import yona.redis.command.Command;
import yona.redis.connection.Peer;
import yona.redis.resp.BulkString;
import yona.redis.server.Product;
import yona.redis.server.TestServer;
import yona.testrun.network.FaultProxy;

/**
 * What was read is kept until it changes: the server counts what it is asked. One for all tests.
 */
@Tag("processes")
@ParameterizedClass
@EnumSource(Product.class)
class CacheTest {

  @Parameter Product product = Product.REDIS_7;

  private static final RedisOptions OPTIONS = RedisOptions.DEFAULT.withCache(Cache.DEFAULT);

  private static TestServer server;

  @BeforeParameterizedClassInvocation
  static void start(Product product) throws IOException {
    if (product.isHere()) {
      server = TestServer.start(product.options());
    }
  }

  @AfterParameterizedClassInvocation
  static void close(Product product) throws IOException {
    if (product.isHere()) {
      server.close();
    }
  }

  @BeforeEach
  void clear() throws IOException {
    product.assumeHere();
    server.ask("FLUSHALL");
    server.ask("CONFIG", "RESETSTAT");
  }

  private static void client(RedisOptions options, Running.Use use) throws Exception {
    Running.client(server.uri(), options, use);
  }

  private static long calls(String command) throws IOException {
    String text = server.fields("INFO", "commandstats").get("cmdstat_" + command);
    return text == null ? 0 : Long.parseLong(text.split("[=,]", -1)[1]);
  }

  private static String text(Redis redis, String key) throws IOException {
    BulkString value = redis.get(key);
    return value == null ? "none" : value.text();
  }

  /** Until the server's word has come. */
  private static void await(Redis redis, String key, String value) throws IOException {
    while (!text(redis, key).equals(value)) {
      Async.yield();
    }
  }

  @Test
  void aValueIsAskedForOnceUntilItChanges() throws Exception {
    client(
        OPTIONS,
        redis -> {
          server.ask("SET", "k", "1");
          for (int i = 0; i < 100; i++) {
            assertThat(text(redis, "k")).isEqualTo("1");
            assertThat(text(redis, "other")).isEqualTo("none");
          }
          assertThat(calls("get")).isEqualTo(2);
          server.ask("SET", "k", "2");
          await(redis, "k", "2");
          server.ask("SET", "other", "3");
          await(redis, "other", "3");
          assertThat(calls("get")).isEqualTo(4);
          server.ask("FLUSHALL");
          await(redis, "k", "none");
          await(redis, "other", "none");
        });
  }

  @Test
  void allKindsOfReadsAreKeptByAllTheirKeys() throws Exception {
    client(
        OPTIONS,
        redis -> {
          server.ask("HSET", "h", "f", "1");
          server.ask("MSET", "a", "1", "b", "2");
          for (int i = 0; i < 10; i++) {
            assertThat(redis.call("HGET", "h", "f")).isEqualTo(BulkString.of("1"));
            assertThat(redis.mget("a", "b")).hasSize(2);
          }
          assertThat(calls("hget")).isEqualTo(1);
          assertThat(calls("mget")).isEqualTo(1);
          server.ask("SET", "b", "3");
          while (!Objects.equals(redis.mget("a", "b").getLast(), BulkString.of("3"))) {
            Async.yield();
          }
          assertThat(calls("mget")).isEqualTo(2);
          // These are another thing each time.
          redis.sadd("s", "x");
          for (int i = 0; i < 3; i++) {
            assertThat(redis.call("SRANDMEMBER", "s")).isEqualTo(BulkString.of("x"));
            var _ = redis.ttl("a");
          }
          assertThat(calls("srandmember")).isEqualTo(3);
          assertThat(calls("ttl")).isEqualTo(3);
        });
  }

  @Test
  void whatOneHasWrittenOneReads() throws Exception {
    client(
        OPTIONS,
        redis -> {
          for (int i = 0; i < 300; i++) {
            String value = "" + i;
            redis.set("k", value);
            assertThat(text(redis, "k")).isEqualTo(value);
            var _ = redis.batch(List.of(Command.raw("APPEND", "k", "b")));
            assertThat(text(redis, "k")).isEqualTo(value + "b");
            var _ = redis.transaction(List.of(Command.raw("APPEND", "k", "t")));
            assertThat(text(redis, "k")).isEqualTo(value + "bt");
            var _ = redis.watch(List.of("k"), _ -> List.of(Command.raw("APPEND", "k", "w")));
            assertThat(text(redis, "k")).isEqualTo(value + "btw");
            var _ =
                redis.script("return redis.call('APPEND', KEYS[1], 's')", List.of("k"), List.of());
            assertThat(text(redis, "k")).isEqualTo(value + "btws");
          }
          redis.call("FLUSHDB");
          assertThat(text(redis, "k")).isEqualTo("none");
        });
  }

  /** Many write one key and read it: nobody sees his own write undone. */
  @Test
  void whatManyWriteAndReadNeverGoesBack() throws Exception {
    client(
        OPTIONS,
        redis -> {
          List<Future<Boolean>> all = new ArrayList<>();
          for (int i = 0; i < 20; i++) {
            all.add(
                Async.future(
                    () -> {
                      for (int j = 0; j < 200; j++) {
                        long mine = redis.incr("n");
                        assertThat(Long.parseLong(text(redis, "n"))).isGreaterThanOrEqualTo(mine);
                      }
                      return true;
                    }));
          }
          for (Future<Boolean> each : all) {
            assertThat(each.value()).isTrue();
          }
        });
  }

  @Test
  void ofManyThatAskTheSameOneAsks() throws Exception {
    client(
        OPTIONS,
        redis -> {
          server.ask("SET", "k", "1");
          server.pause();
          List<Future<String>> all = new ArrayList<>();
          for (int i = 0; i < 50; i++) {
            all.add(Async.future(() -> text(redis, "k")));
          }
          Async.yield();
          all.getFirst().cancel();
          Async.yield();
          server.resume();
          for (Future<String> each : all.subList(1, all.size())) {
            assertThat(each.value()).isEqualTo("1");
          }
          assertThat(calls("get")).isBetween(1L, 2L);
        });
  }

  @Test
  void whatExpiresIsNotKeptForLonger() throws Exception {
    client(
        OPTIONS,
        redis -> {
          server.ask("SET", "k", "1", "PX", 100);
          // The server does not tell by itself: it does not look.
          server.ask("DEBUG", "SET-ACTIVE-EXPIRE", 0);
          await(redis, "k", "none");
          server.ask("DEBUG", "SET-ACTIVE-EXPIRE", 1);
        });
    client(
        RedisOptions.DEFAULT.withCache(Cache.DEFAULT.withTtl(Duration.ofMillis(1))),
        redis -> {
          long before = calls("get");
          while (calls("get") < before + 3) {
            assertThat(text(redis, "k")).isEqualTo("none");
          }
        });
  }

  @Test
  void memoryIsBounded() throws Exception {
    client(
        RedisOptions.DEFAULT.withCache(Cache.DEFAULT.withBytes(50_000)),
        redis -> {
          for (int i = 0; i < 100; i++) {
            server.ask("SET", "k" + i, "x".repeat(1_000));
          }
          server.ask("SET", "huge", "x".repeat(100_000));
          for (int i = 0; i < 100; i++) {
            var _ = redis.get("k0");
            var _ = redis.get("k" + i);
          }
          long asked = calls("get");
          assertThat(asked).isEqualTo(100);
          // These have been asked for last.
          var _ = redis.get("k99");
          var _ = redis.get("k0");
          assertThat(calls("get")).isEqualTo(asked);
          var _ = redis.get("k1");
          assertThat(calls("get")).isEqualTo(asked + 1);
          var _ = redis.get("huge");
          var _ = redis.get("huge");
          assertThat(calls("get")).isEqualTo(asked + 3);
          var _ = redis.get("k99");
          assertThat(calls("get")).isEqualTo(asked + 3);
        });
  }

  @Test
  void allIsDroppedWhenTheConnectionIsLost() throws Exception {
    program(
        () -> {
          try (FaultProxy proxy = FaultProxy.to(server.port());
              Redis redis = Redis.connect(RedisUri.parse(proxy.uri("redis")), OPTIONS)) {
            server.ask("SET", "k", "1");
            assertThat(text(redis, "k")).isEqualTo("1");
            proxy.refuse();
            proxy.drop();
            server.ask("SET", "k", "2");
            proxy.admit();
            await(redis, "k", "2");
            // A connection on which nothing comes any more is not believed for ever.
            proxy.toClient().stall();
            server.ask("SET", "k", "3");
            Future<Boolean> flows =
                Async.future(
                    () -> {
                      proxy.toClient().awaitHeld(1);
                      proxy.toClient().flow();
                      return true;
                    });
            await(redis, "k", "3");
            assertThat(flows.value()).isTrue();
          }
          return null;
        });
  }

  /** What a real server says only for moments, played. */
  @Test
  void whatIsInvalidBeforeItIsCompleteIsNotKept() throws Exception {
    program(
        () -> {
          try (FakeServer played = new FakeServer()) {
            Future<Redis> connecting = Async.future(() -> Redis.connect(played.uri(), OPTIONS));
            try (Peer peer = played.accept()) {
              assertThat(peer.command()).isEqualTo("HELLO 3");
              peer.say(FakeServer.HELLO);
              assertThat(peer.command()).isEqualTo("CLIENT TRACKING ON OPTIN");
              peer.say("+OK\r\n");
              try (Redis redis = connecting.value()) {
                String push = ">2\r\n$10\r\ninvalidate\r\n*1\r\n$1\r\nk\r\n";
                answer(peer, redis, "+OK\r\n$1\r\n1\r\n" + push + ":-1\r\n", "1");
                answer(peer, redis, "+OK\r\n$1\r\n2\r\n:-1\r\n" + push, "2");
                answer(peer, redis, "-ERR no\r\n$1\r\n3\r\n:-1\r\n", "3");
                answer(peer, redis, "+OK\r\n$1\r\n4\r\n-NOPERM no\r\n", "4");
                answer(peer, redis, "+OK\r\n$1\r\n5\r\n:0\r\n", "5");
                answer(peer, redis, "+OK\r\n-BUSY wait\r\n:-1\r\n", "BUSY wait");
                answer(peer, redis, "+OK\r\n$1\r\n6\r\n:-1\r\n", "6");
                assertThat(text(redis, "k")).isEqualTo("6");
                // One's own change, of which the server has not said anything yet.
                Future<Object> written = Async.future(() -> redis.call("SET", "k", "7"));
                Async.yield();
                assertThat(peer.command()).isEqualTo("SET k 7");
                peer.say("+OK\r\n");
                assertThat(written.value()).isNotNull();
                answer(peer, redis, "+OK\r\n$1\r\n7\r\n:-1\r\n", "7");
              }
            }
          }
          return null;
        });
  }

  private static void answer(Peer peer, Redis redis, String said, String expected)
      throws IOException {
    Future<String> asked = Async.future(() -> text(redis, "k"));
    // Starts it.
    Async.yield();
    String command = peer.command();
    while (command.equals("PING")) {
      peer.say("+PONG\r\n");
      command = peer.command();
    }
    assertThat(command).isEqualTo("CLIENT CACHING YES");
    assertThat(peer.command()).isEqualTo("GET k");
    assertThat(peer.command()).isEqualTo("PTTL k");
    peer.say(said);
    if (said.contains("-BUSY")) {
      assertThatThrownBy(asked::value).isInstanceOf(RedisException.class).hasMessage(expected);
    } else {
      assertThat(asked.value()).isEqualTo(expected);
    }
    // Has what comes behind the reply be read too.
    Future<Object> behind = Async.future(() -> redis.call("PING"));
    Async.yield();
    assertThat(peer.command()).isEqualTo("PING");
    peer.say("+PONG\r\n");
    assertThat(behind.value()).isNotNull();
  }

  @Test
  void aCacheNeedsResp3() {
    assertThatThrownBy(() -> OPTIONS.withProtocol(2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("needs RESP3");
    assertThatThrownBy(() -> Cache.DEFAULT.withBytes(0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Cache.DEFAULT.withTtl(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

package yona.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.redis.Running.program;

import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.redis.command.Command;
import yona.redis.command.ScoredMember;
import yona.redis.connection.UnansweredException;
import yona.redis.embedded.EmbeddedRedis;
import yona.redis.embedded.Options;
import yona.redis.resp.ArrayValue;
import yona.redis.resp.BulkString;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.IntegerValue;
import yona.redis.resp.NullValue;
import yona.redis.resp.RespValue;
import yona.redis.resp.SimpleString;
import yona.redis.server.Product;
import yona.testrun.TestLimit;

/** Against real servers. */
@Tag("processes")
@ParameterizedClass
@EnumSource(Product.class)
class RedisTest {

  @Parameter Product product = Product.REDIS_7;

  private static final RespValue OK = new SimpleString("OK");

  /** What a test does with a client. */
  @FunctionalInterface
  private interface Use {
    void with(Redis redis, EmbeddedRedis server) throws Exception;
  }

  private void client(Use use) throws Exception {
    client(RedisOptions.DEFAULT, use);
  }

  private void client(RedisOptions options, Use use) throws Exception {
    Options started = product.options();
    program(
        () -> {
          try (EmbeddedRedis server = EmbeddedRedis.start(started);
              Redis redis = Redis.connect(RedisUri.parse(server.uri()), options)) {
            use.with(redis, server);
          }
          return null;
        });
  }

  private static RespValue bulk(String text) {
    return BulkString.of(text);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aValueIsSetAndGot(int protocol) throws Exception {
    client(
        RedisOptions.DEFAULT.withProtocol(protocol),
        (redis, _) -> {
          assertThat(redis.call("SET", "k", "v")).isEqualTo(OK);
          assertThat(redis.call("GET", "k")).isEqualTo(bulk("v"));
          assertThat(redis.call("GET", "none")).isEqualTo(NullValue.NULL);
          byte[] bytes = {0, (byte) 0xff, '\r', '\n'};
          assertThat(redis.call("SET", bytes, bytes)).isEqualTo(OK);
          assertThat(redis.call("GET", bytes)).isEqualTo(BulkString.of(bytes));
          assertThatThrownBy(() -> redis.call("LPUSH", "k", 1))
              .isInstanceOfSatisfying(
                  RedisException.class, e -> assertThat(e.code()).isEqualTo("WRONGTYPE"))
              .hasMessageContaining("wrong kind of value");
        });
  }

  @Test
  void aHundredMegabytesGoThereAndBack() throws Exception {
    client(
        RedisOptions.DEFAULT.withTimeout(TestLimit.ofWait()),
        (redis, _) -> {
          byte[] large = new byte[100_000_000];
          for (int i = 0; i < large.length; i++) {
            large[i] = (byte) (i * 31);
          }
          assertThat(redis.call("SET", "large", large)).isEqualTo(OK);
          BulkString got = (BulkString) redis.call("GET", "large");
          assertThat(got.buffer().mismatch(ByteBuffer.wrap(large))).isEqualTo(-1);
        });
  }

  @Test
  void commandsInABatchAreAnsweredInOrder() throws Exception {
    client(
        (redis, _) ->
            assertThat(
                    redis.batch(
                        List.of(
                            Command.raw("SET", "k", "v"),
                            Command.raw("INCR", "k"),
                            Command.raw("GET", "k"))))
                .satisfiesExactly(
                    reply -> assertThat(reply).isEqualTo(OK),
                    reply -> assertThat(reply).isInstanceOf(ErrorValue.class),
                    reply -> assertThat(reply).isEqualTo(bulk("v"))));
  }

  /** As of the methods that are made from the table: CommandsTest. */
  @Test
  @SuppressWarnings("NullAway") // that is what it is about
  void whatIsNullIsNamed() throws Exception {
    client(
        (redis, _) -> {
          ScanOptions all = ScanOptions.ALL;
          List<Object> none = List.of();
          Map<String, ThrowingCallable> calls =
              Map.ofEntries(
                  Map.entry("GET: key", () -> redis.get((String) null)),
                  Map.entry("command", () -> redis.call((Command) null)),
                  Map.entry("commands", () -> redis.batch(null)),
                  Map.entry("commands ", () -> redis.transaction(null)),
                  Map.entry("keys", () -> redis.dedicated(null)),
                  Map.entry("keys ", () -> redis.watch(null, _ -> List.of())),
                  Map.entry("change", () -> redis.watch(none, null)),
                  Map.entry("source", () -> redis.script(null, none, none)),
                  Map.entry("keys  ", () -> redis.script("return 1", null, none)),
                  Map.entry("arguments", () -> redis.script("return 1", none, null)),
                  Map.entry("options", () -> redis.scan(null)),
                  Map.entry("key", () -> redis.hscan(null, all)),
                  Map.entry("key ", () -> redis.sscan(null, all)),
                  Map.entry("key  ", () -> redis.zscan(null, all)),
                  Map.entry("names", () -> redis.subscribe((String[]) null)),
                  Map.entry("the name of a channel", () -> redis.psubscribe((String) null)));
          calls.forEach(
              (named, call) ->
                  assertThatThrownBy(call)
                      .as(named)
                      .isInstanceOf(NullPointerException.class)
                      .message()
                      .startsWith(named.strip()));
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1",
        "select 1",
        "AUTH secret",
        "HELLO 3",
        "RESET",
        "QUIT",
        "MULTI",
        "EXEC",
        "DISCARD",
        "WATCH k",
        "UNWATCH",
        "WAIT 1 0",
        "WAITAOF 1 0 0",
        "CLIENT REPLY OFF",
        "client tracking on",
        "CLIENT SETNAME me",
        "SUBSCRIBE a",
        "PSUBSCRIBE a",
        "SSUBSCRIBE a",
        "UNSUBSCRIBE",
        "MONITOR",
        "SYNC",
      })
  void commandsWhoseMeaningIsTheConnectionAreRefused(String text) throws Exception {
    client(
        (redis, _) -> {
          Command command = Command.raw((Object[]) text.split(" ", -1));
          assertThatThrownBy(() -> redis.call(command))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageMatching("[A-Z ]+ is refused on a connection that others use too; use .+");
          assertThatThrownBy(() -> redis.batch(List.of(command)))
              .isInstanceOf(IllegalArgumentException.class);
          assertThatThrownBy(() -> redis.transaction(List.of(command)))
              .isInstanceOf(IllegalArgumentException.class);
        });
  }

  @Test
  void aDedicatedConnectionHasAStateOfItsOwn() throws Exception {
    client(
        (redis, _) -> {
          try (Redis alone = redis.dedicated()) {
            assertThat(alone.call("SELECT", 1)).isEqualTo(OK);
            assertThat(alone.call("SET", "k", "in 1")).isEqualTo(OK);
            assertThat(alone.call("CLIENT", "SETNAME", "alone")).isEqualTo(OK);
            assertThat(alone.call("CLIENT", "GETNAME")).isEqualTo(bulk("alone"));
            assertThat(alone.call("MULTI")).isEqualTo(OK);
            assertThat(alone.call("INCR", "n")).isEqualTo(new SimpleString("QUEUED"));
            assertThat(alone.call("EXEC")).isEqualTo(new ArrayValue(List.of(new IntegerValue(1))));
            assertThatThrownBy(() -> alone.call("SUBSCRIBE", "a"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("SUBSCRIBE is refused on any connection; use subscribe");
            assertThatThrownBy(() -> alone.call("CLIENT", "REPLY", "OFF"))
                .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(alone::dedicated).isInstanceOf(IllegalStateException.class);
            assertThat(redis.call("GET", "k")).isEqualTo(NullValue.NULL);
          }
          assertThat(redis.call("GET", "k")).isEqualTo(NullValue.NULL);
        });
  }

  /** Two wait for an element that a third one brings; the fourth is not delayed by them. */
  @Test
  void whatWaitsAtTheServerDelaysNobody() throws Exception {
    client(
        (redis, _) -> {
          Future<RespValue> one = Async.future(() -> redis.call("BLPOP", "list", 0));
          Future<RespValue> other = Async.future(() -> redis.call("BLPOP", "list", 30));
          awaitBlocked(redis, 2);
          assertThat(redis.call("SET", "k", "v")).isEqualTo(OK);
          assertThat(redis.call("RPUSH", "list", "a", "b")).isEqualTo(new IntegerValue(2));
          List<RespValue> got = new ArrayList<>(List.of(one.value(), other.value()));
          assertThat(got)
              .containsExactlyInAnyOrder(
                  new ArrayValue(List.of(bulk("list"), bulk("a"))),
                  new ArrayValue(List.of(bulk("list"), bulk("b"))));
          assertThat(redis.call("BLPOP", "list", 0.01)).isEqualTo(NullValue.NULL);
          assertThatThrownBy(() -> redis.batch(List.of(Command.raw("BLPOP", "list", 0))))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("call it by itself");
        });
  }

  private static void awaitBlocked(Redis redis, int clients) throws Exception {
    while (!info(redis, "clients").contains("blocked_clients:" + clients + "\r\n")) {
      Async.yield();
    }
  }

  private static String info(Redis redis, String section) throws Exception {
    return new String((byte[]) Objects.requireNonNull(redis.call("INFO", section).plain()), UTF_8);
  }

  @Test
  void aWaitThatIsCancelledTakesNothing() throws Exception {
    client(
        (redis, _) -> {
          for (int i = 0; i < 20; i++) {
            Future<RespValue> waiting = Async.future(() -> redis.call("BLPOP", "list", 0));
            awaitBlocked(redis, 1);
            waiting.cancel();
            assertThatThrownBy(waiting::value).isInstanceOf(CancellationException.class);
            awaitBlocked(redis, 0);
            assertThat(redis.call("RPUSH", "list", "a")).isEqualTo(new IntegerValue(1));
            assertThat(redis.call("LPOP", "list")).isEqualTo(bulk("a"));
          }
        });
  }

  @Test
  void aTransactionIsExecutedAsOne() throws Exception {
    client(
        (redis, _) -> {
          assertThat(redis.transaction(List.of())).isEmpty();
          List<Future<Boolean>> fibers = new ArrayList<>();
          for (int i = 0; i < 50; i++) {
            fibers.add(
                Async.future(
                    () -> {
                      for (int n = 0; n < 20; n++) {
                        List<RespValue> replies =
                            redis.transaction(
                                List.of(
                                    Command.raw("INCR", "n"),
                                    Command.raw("GET", "n"),
                                    Command.raw("INCR", "n")));
                        long first = ((IntegerValue) replies.getFirst()).value();
                        assertThat(replies)
                            .containsExactly(
                                new IntegerValue(first),
                                bulk("" + first),
                                new IntegerValue(first + 1));
                      }
                      return true;
                    }));
          }
          for (Future<Boolean> each : fibers) {
            assertThat(each.value()).isTrue();
          }
          assertThat(redis.call("GET", "n")).isEqualTo(bulk("2000"));
        });
  }

  @Test
  void aTransactionThatTheServerRefusesExecutesNothing() throws Exception {
    client(
        (redis, _) -> {
          assertThatThrownBy(
                  () ->
                      redis.transaction(
                          List.of(Command.raw("SET", "k", "v"), Command.raw("SET", "k"))))
              .isInstanceOf(RedisException.class)
              .hasMessageContaining("wrong number of arguments");
          assertThat(redis.call("GET", "k")).isEqualTo(NullValue.NULL);
          assertThat(
                  redis.transaction(
                      List.of(Command.raw("SET", "k", "v"), Command.raw("INCR", "k"))))
              .satisfiesExactly(
                  reply -> assertThat(reply).isEqualTo(OK),
                  reply -> assertThat(reply).isInstanceOf(ErrorValue.class));
        });
  }

  /** Each adds one to what it has read; no addition is lost. */
  @Test
  void whatIsWatchedIsReadAndChangedAsOne() throws Exception {
    client(
        (redis, _) -> {
          List<Future<List<RespValue>>> fibers = new ArrayList<>();
          for (int i = 0; i < 8; i++) {
            fibers.add(
                Async.future(
                    () ->
                        redis.watch(
                            List.of("n"),
                            alone -> {
                              RespValue before = alone.call("GET", "n");
                              long n =
                                  before instanceof BulkString text
                                      ? Long.parseLong(text.text())
                                      : 0;
                              return List.of(Command.raw("SET", "n", n + 1));
                            })));
          }
          for (Future<List<RespValue>> each : fibers) {
            assertThat(each.value()).containsExactly(OK);
          }
          assertThat(redis.call("GET", "n")).isEqualTo(bulk("8"));
          assertThat(redis.watch(List.of("n"), _ -> List.of())).isEmpty();
        });
  }

  @Test
  void aScriptIsSentOnce() throws Exception {
    client(
        (redis, _) -> {
          String script = "return {KEYS[1], ARGV[1], redis.call('INCR', KEYS[1])}";
          for (int i = 1; i <= 3; i++) {
            assertThat(redis.script(script, List.of("k"), List.of("a")))
                .isEqualTo(new ArrayValue(List.of(bulk("k"), bulk("a"), new IntegerValue(i))));
          }
          assertThat(info(redis, "commandstats"))
              .contains("cmdstat_eval:calls=1,")
              .contains("cmdstat_evalsha:calls=3,");
          assertThatThrownBy(
                  () -> redis.script("return redis.error_reply('MY own')", List.of(), List.of()))
              .isInstanceOfSatisfying(
                  RedisException.class, e -> assertThat(e.code()).isEqualTo("MY"));
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void whatIsLargeIsGoneThroughInPages(int protocol) throws Exception {
    client(
        RedisOptions.DEFAULT.withProtocol(protocol),
        (redis, _) -> {
          Set<RespValue> expected = new HashSet<>();
          for (int i = 0; i < 1_000; i++) {
            redis.set("key:" + i, "v");
            redis.hset("hash", Map.of("f" + i, "v" + i));
            redis.sadd("set", "m" + i);
            redis.zadd("sorted", ScoredMember.of("m" + i, i));
            expected.add(bulk("key:" + i));
          }
          Set<RespValue> keys = new HashSet<>();
          ScanOptions some = ScanOptions.ALL.withMatch("key:*").withCount(7).withType("string");
          redis.scan(some).forEach(keys::add);
          assertThat(keys).isEqualTo(expected);
          redis.scan(ScanOptions.ALL).forEach(keys::add);
          assertThat(keys).hasSize(1_003).contains(bulk("hash"), bulk("set"), bulk("sorted"));
          Map<String, String> fields = new HashMap<>();
          for (Map.Entry<BulkString, BulkString> each : redis.hscan("hash", ScanOptions.ALL)) {
            fields.put(each.getKey().text(), each.getValue().text());
          }
          assertThat(fields).hasSize(1_000).containsEntry("f7", "v7");
          Set<RespValue> members = new HashSet<>();
          redis.sscan("set", ScanOptions.ALL.withMatch("m1*")).forEach(members::add);
          assertThat(members).hasSize(111);
          Map<String, Double> scores = new HashMap<>();
          redis
              .zscan("sorted", ScanOptions.ALL)
              .forEach(each -> scores.put(each.member().text(), each.score()));
          assertThat(scores).hasSize(1_000).containsEntry("m7", 7.0);
          assertThat(redis.scan(ScanOptions.ALL.withMatch("none"))).isEmpty();
          redis.close();
          assertThatThrownBy(() -> redis.scan(ScanOptions.ALL).iterator().hasNext())
              .isInstanceOf(UncheckedIOException.class);
        });
  }

  @Test
  void aConnectionThatTheServerKillsIsMadeAgain() throws Exception {
    client(
        (redis, _) -> {
          for (int i = 0; i < 10; i++) {
            try (Redis other = redis.dedicated()) {
              assertThat(other.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"))
                  .isEqualTo(new IntegerValue(1));
            }
            RespValue reply;
            try {
              reply = redis.call("INCR", "n");
            } catch (UnansweredException e) {
              // The end came with the command.
              reply = redis.call("INCR", "n");
            }
            assertThat(reply).isInstanceOf(IntegerValue.class);
          }
        });
  }

  @Test
  void manyFibersGetTheirOwnReplies() throws Exception {
    client(
        RedisOptions.DEFAULT.withTimeout(Duration.ofMinutes(5)),
        (redis, _) -> {
          List<Future<Boolean>> fibers = new ArrayList<>();
          for (int i = 0; i < 1_000; i++) {
            int fiber = i;
            fibers.add(
                Async.future(
                    () -> {
                      for (int n = 0; n < 20; n++) {
                        String mine = fiber + "," + n;
                        assertThat(redis.call("SET", "k" + fiber, mine)).isEqualTo(OK);
                        assertThat(redis.call("GET", "k" + fiber)).isEqualTo(bulk(mine));
                        assertThat(redis.call("ECHO", mine)).isEqualTo(bulk(mine));
                      }
                      return true;
                    }));
          }
          for (Future<Boolean> each : fibers) {
            assertThat(each.value()).isTrue();
          }
        });
  }
}

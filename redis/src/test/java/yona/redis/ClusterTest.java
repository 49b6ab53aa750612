package yona.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.redis.Running.program;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.async.Future;
import yona.redis.command.Command;
import yona.redis.resp.ArrayValue;
import yona.redis.resp.BulkString;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.IntegerValue;
import yona.redis.resp.NullValue;
import yona.redis.resp.RespValue;
import yona.redis.resp.SimpleString;
import yona.redis.server.Product;
import yona.redis.server.TestCluster;
import yona.redis.server.TestServer;

/** A client of a real cluster: three masters with a replica each. One for all tests. */
@Tag("processes")
@ParameterizedClass
@EnumSource(Product.class)
class ClusterTest {

  @Parameter Product product = Product.REDIS_7;

  private static final RespValue OK = new SimpleString("OK");

  private static TestCluster cluster;

  @BeforeParameterizedClassInvocation
  static void start(Product product) throws IOException {
    if (product.isHere()) {
      cluster = TestCluster.start(3, 1, product.options());
    }
  }

  @AfterParameterizedClassInvocation
  static void close(Product product) throws IOException {
    if (product.isHere()) {
      cluster.close();
    }
  }

  @BeforeEach
  void clear() throws IOException {
    product.assumeHere();
    for (int i = 0; i < 3; i++) {
      cluster.node(i).ask("FLUSHALL");
    }
  }

  @FunctionalInterface
  private interface Test2 {
    void run(Redis redis) throws Exception;
  }

  private static final RedisOptions OPTIONS = RedisOptions.DEFAULT.withCluster(true);

  private static void client(RedisOptions options, Test2 test) throws Exception {
    program(
        () -> {
          try (Redis redis = Redis.connect(RedisUri.parse(cluster.uris().getFirst()), options)) {
            test.run(redis);
          }
          return null;
        });
  }

  private static BulkString bulk(String text) {
    return BulkString.of(text);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void eachCommandGoesToTheNodeOfItsKeys(int protocol) throws Exception {
    client(
        OPTIONS.withProtocol(protocol),
        redis -> {
          for (int i = 0; i < 100; i++) {
            redis.set("key" + i, "value" + i);
          }
          for (int i = 0; i < 100; i++) {
            assertThat(redis.get("key" + i)).isEqualTo(bulk("value" + i));
            assertThat(cluster.masterOf("key0").ask("GET", "key0")).isEqualTo("value0");
          }
          assertThat(redis.dbsize()).isEqualTo(100);
          assertThat(redis.keys("*")).hasSize(100);
          assertThat(redis.randomkey()).isNotNull();
          assertThat(redis.call("PING")).isEqualTo(new SimpleString("PONG"));
          // The cluster knows best what the table does not.
          assertThat(redis.call("OBJECT", "ENCODING", "key1")).isEqualTo(bulk("embstr"));
        });
  }

  @Test
  void slotsAreThoseOfTheServer() throws Exception {
    for (String key :
        List.of(
            "foo", "", "{", "}", "{}", "{}a", "a{b}c", "a{b}{c}", "{{b}}", "a{b", "}{b}", "ä{ö}")) {
      assertThat(HashSlot.of(key)).as(key).isEqualTo(cluster.slot(key));
      assertThat(HashSlot.of(bulk(key))).isEqualTo(cluster.slot(key));
    }
    assertThat(HashSlot.of(12L)).isEqualTo(cluster.slot("12"));
    assertThat(HashSlot.of(1.5)).isEqualTo(cluster.slot("1.5"));
  }

  @Test
  void whatMayBeSplitIs() throws Exception {
    client(
        OPTIONS,
        redis -> {
          assertThat(redis.call("MSET", "a", 1, "b", 2, "c", 3, "d{a}", 4)).isEqualTo(OK);
          assertThat(redis.call("MGET", "c", "none", "a", "b", "d{a}", "a"))
              .isEqualTo(
                  new ArrayValue(
                      List.of(
                          bulk("3"), NullValue.NULL, bulk("1"), bulk("2"), bulk("4"), bulk("1"))));
          assertThat(redis.call("EXISTS", "a", "b", "none", "a")).isEqualTo(new IntegerValue(3));
          assertThat(redis.call("TOUCH", "a", "b", "none")).isEqualTo(new IntegerValue(2));
          assertThat(redis.call("UNLINK", "a", "none")).isEqualTo(new IntegerValue(1));
          assertThat(redis.call("DEL", "b", "c", "d{a}")).isEqualTo(new IntegerValue(3));
          assertThat(redis.dbsize()).isZero();
          assertThat(redis.call("FLUSHALL")).isEqualTo(OK);
        });
  }

  @Test
  void whatMayNotBeSplitIsRefusedBeforeItIsSent() throws Exception {
    client(
        OPTIONS,
        redis -> {
          assertThatThrownBy(() -> redis.call("MSETNX", "a", 1, "b", 2))
              .isInstanceOf(RedisException.class)
              .hasMessage(
                  "CROSSSLOT the keys of MSETNX are in different slots, such as a in 15495 and b in"
                      + " 3300; keys with the same {...} are in the same slot");
          assertThatThrownBy(() -> redis.call("BLPOP", "a", "b", 0))
              .isInstanceOf(RedisException.class)
              .hasMessageStartingWith("CROSSSLOT the keys of BLPOP");
          assertThatThrownBy(
                  () ->
                      redis.transaction(
                          List.of(Command.raw("INCR", "a"), Command.raw("INCR", "b"))))
              .isInstanceOf(RedisException.class)
              .hasMessageStartingWith("CROSSSLOT the keys of a transaction");
          assertThatThrownBy(() -> redis.watch(List.of("a", "b"), _ -> List.of()))
              .isInstanceOf(RedisException.class)
              .hasMessageStartingWith("CROSSSLOT");
          assertThatThrownBy(() -> redis.call("SCAN", 0))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessage("SCAN is refused on a cluster; use scan, which goes through all masters");
          List<RespValue> replies =
              redis.batch(List.of(Command.raw("RENAME", "a", "b"), Command.raw("SET", "a", 1)));
          assertThat(((ErrorValue) replies.getFirst()).code()).isEqualTo("CROSSSLOT");
          assertThat(replies.getLast()).isEqualTo(OK);
          assertThat(redis.dbsize()).isEqualTo(1);
        });
  }

  @Test
  void batchesTransactionsScriptsAndWatchedKeys() throws Exception {
    client(
        OPTIONS,
        redis -> {
          List<Command> commands = new ArrayList<>();
          List<RespValue> expected = new ArrayList<>();
          for (int i = 0; i < 300; i++) {
            commands.add(Command.raw("SET", "k" + i, i));
            commands.add(Command.raw("GET", "k" + i));
            expected.add(OK);
            expected.add(bulk("" + i));
          }
          commands.add(Command.raw("MGET", "k1", "k2", "k3"));
          expected.add(new ArrayValue(List.of(bulk("1"), bulk("2"), bulk("3"))));
          commands.add(Command.raw("DBSIZE"));
          assertThat(redis.batch(commands).subList(0, expected.size())).isEqualTo(expected);
          assertThat(
                  redis.transaction(
                      List.of(Command.raw("SET", "{t}a", 1), Command.raw("INCR", "{t}a"))))
              .containsExactly(OK, new IntegerValue(2));
          assertThat(
                  redis.script(
                      "return redis.call('INCRBY', KEYS[1], ARGV[1])", List.of("{t}a"), List.of(5)))
              .isEqualTo(new IntegerValue(7));
          AtomicInteger turns = new AtomicInteger();
          assertThat(
                  redis.watch(
                      List.of("{t}a"),
                      alone -> {
                        long now = Long.parseLong(alone.get("{t}a").text());
                        if (turns.incrementAndGet() == 1) {
                          redis.set("{t}a", "10");
                        }
                        return List.of(Command.raw("SET", "{t}a", now + 1));
                      }))
              .containsExactly(OK);
          assertThat(redis.get("{t}a")).isEqualTo(bulk("11"));
          assertThat(turns).hasValue(2);
          AtomicInteger looks = new AtomicInteger();
          assertThatThrownBy(
                  () ->
                      redis.watch(
                          List.of("a"),
                          alone -> {
                            looks.incrementAndGet();
                            alone.call("GET", "b");
                            return List.of();
                          }))
              .isInstanceOf(RedisException.class)
              .hasMessageStartingWith("MOVED 3300 ");
          assertThat(looks).hasValue(1);
          try (Redis alone = redis.dedicated(List.of("k7"))) {
            assertThat(alone.call("GET", "k7")).isEqualTo(bulk("7"));
          }
        });
  }

  @Test
  void aScanGoesThroughAllMasters() throws Exception {
    client(
        OPTIONS,
        redis -> {
          List<Command> commands = new ArrayList<>();
          TreeSet<String> expected = new TreeSet<>();
          for (int i = 0; i < 500; i++) {
            commands.add(Command.raw("SET", "scan" + i, i));
            expected.add("scan" + i);
          }
          var _ = redis.batch(commands);
          TreeSet<String> found = new TreeSet<>();
          int number = 0;
          for (BulkString key : redis.scan(ScanOptions.ALL.withCount(20))) {
            found.add(key.text());
            if (++number == 100) {
              // Keys that were not gone through yet come to the node that has been, nearly.
              TestServer first = cluster.master(0);
              for (int i = 0; i < 20; i++) {
                int slot = cluster.slot("scan" + i);
                if (cluster.master(slot) != first) {
                  cluster.move(slot, first).finish();
                }
              }
            }
          }
          assertThat(found).isEqualTo(expected);
        });
  }

  private static void move(String key) throws IOException {
    int slot = cluster.slot(key);
    TestServer from = cluster.master(slot);
    int next = (cluster.nodes().indexOf(from) + 1) % 3;
    cluster.move(slot, cluster.node(next)).finish();
  }

  @Test
  void commandsThatWaitDelayNobody() throws Exception {
    client(
        OPTIONS,
        redis -> {
          Future<RespValue> waiting = Async.future(() -> redis.call("BLPOP", "list", 0));
          try (Redis alone = redis.dedicated(List.of("list"))) {
            while (!alone.info("clients").contains("blocked_clients:1")) {
              Async.yield();
            }
          }
          assertThat(redis.call("RPUSH", "list", "x")).isEqualTo(new IntegerValue(1));
          assertThat(waiting.value()).isEqualTo(new ArrayValue(List.of(bulk("list"), bulk("x"))));
        });
  }

  /** What a node says of a slot that is being moved: all of it happens here. */
  @Test
  void aSlotThatMovesIsFollowed() throws Exception {
    client(
        OPTIONS,
        redis -> {
          int slot = cluster.slot("moving");
          for (String key : List.of("a", "b", "c")) {
            redis.set("{moving}" + key, key);
          }
          TestServer from = cluster.master(slot);
          TestServer to = cluster.node((cluster.nodes().indexOf(from) + 1) % 3);
          TestCluster.Move move = cluster.move(slot, to);
          move.key("{moving}a");
          assertThat(redis.get("{moving}a")).isEqualTo(bulk("a"));
          assertThat(redis.get("{moving}b")).isEqualTo(bulk("b"));
          assertThat(
                  redis.batch(
                      List.of(
                          Command.raw("GET", "{moving}b"),
                          Command.raw("GET", "{moving}a"),
                          Command.raw("GET", "{moving}c"))))
              .containsExactly(bulk("b"), bulk("a"), bulk("c"));
          assertThat(redis.transaction(List.of(Command.raw("APPEND", "{moving}a", "1"))))
              .containsExactly(new IntegerValue(2));
          // What is on its way is watched where it goes, and so is what is not there any more.
          for (String key : List.of("{moving}a", "{moving}none")) {
            assertThat(
                    redis.watch(
                        List.of(key),
                        alone -> {
                          assertThat(alone.strlen(key)).isEqualTo(key.endsWith("a") ? 2 : 0);
                          assertThat(
                                  alone.batch(
                                      List.of(
                                          Command.raw("EXISTS", key),
                                          Command.raw("PING"),
                                          Command.raw("STRLEN", key))))
                              .hasSize(3)
                              .contains(new SimpleString("PONG"));
                          assertThat(alone.call("BLPOP", "{moving}list", 0.01))
                              .isEqualTo(NullValue.NULL);
                          return List.of(Command.raw("APPEND", key, ""));
                        }))
                .containsExactly(new IntegerValue(key.endsWith("a") ? 2 : 0));
          }
          // Some of the keys are here and some there: it is tried again until they are not.
          Future<RespValue> both =
              Async.future(() -> redis.call("SUNION", "{moving}a", "{moving}b"));
          Future<RespValue> got = Async.future(() -> redis.call("MGET", "{moving}a", "{moving}b"));
          Async.yield();
          move.finish();
          assertThat(got.value()).isEqualTo(new ArrayValue(List.of(bulk("a1"), bulk("b"))));
          assertThatThrownBy(both::value).hasMessageStartingWith("WRONGTYPE");
          assertThat(redis.get("{moving}c")).isEqualTo(bulk("c"));
        });
  }

  @Test
  void readsMayGoToReplicas() throws Exception {
    client(
        OPTIONS.withReadFrom(ReadFrom.REPLICA),
        redis -> {
          redis.set("read", "1");
          TestServer master = cluster.masterOf("read");
          TestServer replica = cluster.node(cluster.nodes().indexOf(master) + 3);
          master.askReplicated(1, "SET", "read", "2");
          long before = calls(replica, "get");
          long masters = calls(master, "get");
          for (int i = 0; i < 10; i++) {
            assertThat(redis.get("read")).isEqualTo(bulk("2"));
          }
          assertThat(calls(replica, "get")).isEqualTo(before + 10);
          assertThat(calls(master, "get")).isEqualTo(masters);
          // Reads see what comes before them in a batch.
          assertThat(
                  redis.batch(List.of(Command.raw("SET", "read", 3), Command.raw("GET", "read"))))
              .containsExactly(OK, bulk("3"));
          assertThat(calls(master, "get")).isEqualTo(masters + 1);
        });
    program(
        () -> {
          assertThatThrownBy(
                  () ->
                      Redis.connect(
                          RedisUri.parse(cluster.uris().getFirst()),
                          RedisOptions.DEFAULT.withReadFrom(ReadFrom.ANY)))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("readFrom is for a cluster");
          return null;
        });
  }

  /** How often a server has executed a command. */
  private static long calls(TestServer server, String command) throws IOException {
    String text = server.fields("INFO", "commandstats").get("cmdstat_" + command);
    return text == null ? 0 : Long.parseLong(text.split("[=,]", -1)[1]);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void messagesComeFromAnyNodeAndFromTheOneOfTheSlot(int protocol) throws Exception {
    client(
        OPTIONS.withProtocol(protocol),
        redis -> {
          try (Subscription plain = redis.subscribe("news");
              Subscription sharded = redis.ssubscribe("shard1", "shard2", "shard3")) {
            redis.publish("news", "hello");
            assertThat(plain.messages().take())
                .isEqualTo(new Message(null, bulk("news"), bulk("hello")));
            for (String name : List.of("shard1", "shard2", "shard3")) {
              assertThat(redis.spublish(name, "x")).isEqualTo(1);
              assertThat(sharded.messages().take())
                  .isEqualTo(new Message(null, bulk(name), bulk("x")));
            }
            move("shard2");
            assertThat(sharded.messages().take()).isEqualTo(Gap.GAP);
            assertThat(redis.spublish("shard2", "y")).isEqualTo(1);
            assertThat(sharded.messages().take())
                .isEqualTo(new Message(null, bulk("shard2"), bulk("y")));
          }
        });
  }

  @Test
  void whatWasReadIsKeptUntilItChangesWhereverItIs() throws Exception {
    client(
        OPTIONS.withCache(Cache.DEFAULT),
        redis -> {
          for (String key : List.of("one", "two", "three", "four")) {
            TestServer master = cluster.masterOf(key);
            master.ask("SET", key, "1");
            assertThat(redis.get(key)).isEqualTo(bulk("1"));
            long before = calls(master, "get");
            for (int i = 0; i < 10; i++) {
              assertThat(redis.get(key)).isEqualTo(bulk("1"));
            }
            assertThat(calls(master, "get")).isEqualTo(before);
            redis.set(key, "2");
            assertThat(redis.get(key)).isEqualTo(bulk("2"));
            move(key);
            cluster.masterOf(key).ask("SET", key, "3");
            while (!redis.get(key).equals(bulk("3"))) {
              Async.yield();
            }
          }
        });
  }

  @Test
  void whereNoClusterIsThereIsNoClient() throws Exception {
    program(
        () -> {
          try (TestServer alone = TestServer.start()) {
            assertThatThrownBy(() -> Redis.connect(RedisUri.parse(alone.uri()), OPTIONS))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cluster support disabled");
          }
          return null;
        });
  }
}

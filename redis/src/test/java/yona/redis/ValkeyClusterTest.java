package yona.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.redis.Running.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Future;
import yona.async.sync.Gate;
import yona.redis.command.ClusterSlotStatsFilter;
import yona.redis.command.Command;
import yona.redis.embedded.Options;
import yona.redis.resp.BulkString;
import yona.redis.resp.RespValue;
import yona.redis.resp.SimpleString;
import yona.redis.server.Product;
import yona.redis.server.TestCluster;
import yona.redis.server.TestServer;

/** What a cluster of Valkey does in ways of its own, beside what ClusterTest sees of it. */
@Tag("processes")
class ValkeyClusterTest {

  private static final RedisOptions OPTIONS = RedisOptions.DEFAULT.withCluster(true);

  /** A key for each slot. */
  private static List<String> keys() {
    Map<Integer, String> keys = new TreeMap<>();
    for (int i = 0; keys.size() < TestCluster.SLOTS; i++) {
      keys.putIfAbsent(HashSlot.of("k" + i), "k" + i);
    }
    return List.copyOf(keys.values());
  }

  private static Redis connect(TestCluster cluster, RedisOptions options) throws Exception {
    return Redis.connect(RedisUri.parse(cluster.uris().getFirst()), options);
  }

  /** Begins it. */
  private static void migrate(
      Redis source, TestCluster cluster, int first, int last, TestServer target) throws Exception {
    List<?> ranges = List.of(List.of(first, last));
    source.clusterMigrateslots(List.of(List.of(ranges, cluster.id(target))));
  }

  private static void assertAllAreThere(Redis redis, List<String> keys) throws Exception {
    List<Command> gets = new ArrayList<>();
    List<RespValue> expected = new ArrayList<>();
    for (String key : keys) {
      gets.add(Command.raw("GET", key));
      expected.add(BulkString.of(key));
    }
    assertThat(redis.batch(gets)).isEqualTo(expected);
  }

  /** The servers move slots between them, keys and all, and a replica takes over from a master. */
  @Test
  void allSlotsAreServedWhereverTheyGo() throws Exception {
    Options options = Product.VALKEY_9.options("cluster-databases 4", "availability-zone here");
    program(
        () -> {
          try (TestCluster cluster = TestCluster.start(3, 1, options);
              Redis redis = Redis.connect(RedisUri.parse(cluster.uris().getFirst()), OPTIONS)) {
            List<String> keys = keys();
            List<Command> sets = new ArrayList<>();
            keys.forEach(key -> sets.add(Command.raw("SET", key, key)));
            assertThat(redis.batch(sets)).containsOnly(new SimpleString("OK"));
            assertAllAreThere(redis, keys);
            slotsAreMigrated(cluster, redis, keys);
            whoHasReadOrSubscribedIsTold(cluster, redis, keys.getLast());
            assertAllAreThere(redis, keys);
            aDatabaseHasKeysOfItsOwn(cluster, redis, keys.getFirst());
            TestServer first = cluster.node(0);
            cluster.kill(first);
            cluster.awaitReplaced(first);
            assertAllAreThere(redis, keys);
            redis.set(keys.getLast(), "new");
            assertThat(redis.get(keys.getLast())).isEqualTo(BulkString.of("new"));
          }
          return null;
        });
  }

  /** As many as a hundred, while one of their keys is counted up. */
  private static void slotsAreMigrated(TestCluster cluster, Redis redis, List<String> keys)
      throws Exception {
    String moving = "{" + keys.getFirst() + "}moving";
    try (Redis source = redis.dedicated(List.of(keys.getFirst()))) {
      assertThat(source.clusterMyshardid()).hasSize(40);
      Object stats =
          source.clusterSlotStats(ClusterSlotStatsFilter.slotsrange(7, 7)).getFirst().get(1);
      assertThat(((Map<?, ?>) stats).get("key-count")).isEqualTo(1L);
      assertThat(source.clusterGetslotmigrations()).isEmpty();
      assertThatThrownBy(source::clusterCancelslotmigrations)
          .hasMessage("ERR No migrations ongoing");
      Gate counted = new Gate(1);
      Future<Long> counting =
          Async.future(
              () -> {
                long count = 0;
                while (cluster.master(0) == cluster.node(0)) {
                  count++;
                  assertThat(redis.incr(moving)).isEqualTo(count);
                  counted.pass();
                }
                return count;
              });
      counted.await();
      migrate(source, cluster, 0, 99, cluster.node(1));
      long count = counting.value();
      assertThat(redis.get(moving)).isEqualTo(BulkString.of("" + count));
      assertThat(redis.del(moving)).isEqualTo(1);
      assertThat(source.clusterGetslotmigrations().getFirst()).containsEntry("slot_ranges", "0-99");
      assertThat(redis.statistics().cluster().redirections()).isPositive();
    }
  }

  /** The slot goes to another node in between. */
  private static void whoHasReadOrSubscribedIsTold(TestCluster cluster, Redis redis, String key)
      throws Exception {
    try (Redis cached = connect(cluster, OPTIONS.withCache(Cache.DEFAULT));
        Redis source = redis.dedicated(List.of(key));
        Subscription news = redis.ssubscribe(key)) {
      assertThat(cached.get(key)).isEqualTo(BulkString.of(key));
      assertThat(cached.get(key)).isEqualTo(BulkString.of(key));
      int slot = HashSlot.of(key);
      TestServer target = cluster.node(1);
      migrate(source, cluster, slot, slot, target);
      assertThat(news.messages().take()).isEqualTo(Gap.GAP);
      assertThat(redis.spublish(key, "hello")).isEqualTo(1);
      assertThat(news.messages().take())
          .isEqualTo(new Message(null, BulkString.of(key), BulkString.of("hello")));
      target.ask("SET", key, "new");
      while (!BulkString.of("new").equals(cached.get(key))) {
        Async.yield();
      }
      assertThat(cached.statistics().cache().hits()).isPositive();
      cached.set(key, key);
    }
  }

  private static void aDatabaseHasKeysOfItsOwn(TestCluster cluster, Redis redis, String key)
      throws Exception {
    RedisUri uri = RedisUri.parse(cluster.uris().getFirst() + "/3");
    try (Redis third = Redis.connect(uri, OPTIONS)) {
      assertThat(third.get(key)).isNull();
      third.set(key, "third");
      assertThat(redis.get(key)).isEqualTo(BulkString.of(key));
      assertThat(third.get(key)).isEqualTo(BulkString.of("third"));
      assertThat(third.scan(ScanOptions.ALL)).containsExactly(BulkString.of(key));
    }
  }
}

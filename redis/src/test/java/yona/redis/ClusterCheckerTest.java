package yona.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.redis.Running.program;

import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Future;
import yona.redis.resp.BulkString;
import yona.redis.server.TestCluster;
import yona.redis.server.TestServer;

/**
 * Fibers write and read keys in many slots, and know what they have written, while slots move from
 * node to node, replicas take the places of their masters, and a master is killed and started
 * again. Nothing is lost or done twice but what a killed master takes with it, and no reply comes
 * to the wrong caller.
 */
@Tag("processes")
class ClusterCheckerTest {

  /** At least this long, and as much as this; the master is killed in the middle. */
  private static final Duration TIME = Duration.ofSeconds(5);

  private static final int LEAST = 1_000;

  private static final int FIBERS = 12;

  private int moves;
  private int failovers;

  @Test
  void nothingIsLostWhileSlotsMoveAndReplicasTakeOver() throws Exception {
    long seed = Long.getLong("yona.seed", new Random().nextLong());
    try {
      program(
          () -> {
            RedisOptions options = RedisOptions.DEFAULT.withCluster(true);
            try (TestCluster cluster = TestCluster.start(3, 1)) {
              RedisUri uri = RedisUri.parse(cluster.uris().getFirst());
              try (Redis redis = Redis.connect(uri, options);
                  Redis patient =
                      Redis.connect(
                          uri, options.withTimeout(Duration.ofSeconds(20)).withRetryReads(true))) {
                check(seed, cluster, redis, patient);
              }
            }
            return null;
          });
    } catch (Throwable failure) {
      throw new AssertionError("-Dyona.seed=" + seed + ": " + failure, failure);
    }
  }

  private void check(long seed, TestCluster cluster, Redis redis, Redis patient) throws Exception {
    KeyModel.Load load = new KeyModel.Load(redis, FIBERS, seed);
    try (Subscription sharded = redis.ssubscribe("{killed}news")) {
      try {
        change(new Random(seed - 1), cluster, patient, load);
      } finally {
        load.end();
      }
      load.compare();
      messagesComeAgain(redis, sharded);
    }
  }

  private void change(Random random, TestCluster cluster, Redis patient, KeyModel.Load load)
      throws Exception {
    long begun = System.nanoTime();
    while (System.nanoTime() - begun < TIME.toNanos() / 2) {
      change(random, cluster);
    }
    aMasterIsKilled(cluster, patient, load.kills());
    while (System.nanoTime() - begun < TIME.toNanos()
        || failovers == 0
        || moves <= 3
        || !load.hasDone(LEAST)) {
      change(random, cluster);
    }
  }

  private void change(Random random, TestCluster cluster) throws IOException {
    if (random.nextInt(20) == 0) {
      // Who has just been replaced is not asked for its replica.
      cluster.awaitAgreed();
      cluster.failover(cluster.replica(cluster.master(random.nextInt(HashSlot.COUNT))));
      failovers++;
      return;
    }
    int slot = HashSlot.of(KeyModel.key(random.nextInt(FIBERS), random.nextInt(KeyModel.KEYS)));
    TestServer from = cluster.master(slot);
    TestServer to = cluster.master(random.nextInt(HashSlot.COUNT));
    if (from != to) {
      TestCluster.Move move = cluster.move(slot, to);
      Async.sleep(Duration.ofMillis(random.nextInt(10)));
      move.keys();
      Async.sleep(Duration.ofMillis(random.nextInt(10)));
      move.finish();
      moves++;
    }
  }

  /** The others go on, and so do its keys when its replica has taken its place. */
  private static void aMasterIsKilled(TestCluster cluster, Redis patient, KeyModel.Kills kills)
      throws Exception {
    cluster.awaitAgreed();
    TestServer master = cluster.masterOf("{killed}k");
    // Keys that have come from other masters are at its replica too then.
    master.askReplicated(1, "SET", "{killed}k", "kept");
    kills.begin();
    cluster.kill(master);
    Future<BulkString> kept = Async.future(() -> patient.get("{killed}k"));
    Future<Long> size = Async.future(patient::dbsize);
    cluster.awaitReplaced(master);
    assertThat(kept.value()).isEqualTo(BulkString.of("kept"));
    assertThat(size.value()).isPositive();
    cluster.restart(master);
    kills.end();
  }

  private static void messagesComeAgain(Redis redis, Subscription sharded) throws Exception {
    assertThat(sharded.messages().take()).isEqualTo(Gap.GAP);
    while (redis.spublish("{killed}news", "again") == 0) {
      Async.yield();
    }
    Notice notice = sharded.messages().take();
    while (notice == Gap.GAP) {
      notice = sharded.messages().take();
    }
    assertThat(((Message) notice).content().text()).isEqualTo("again");
  }
}

package yona.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.redis.Running.program;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.redis.resp.BulkString;
import yona.redis.server.TestSentinel;
import yona.redis.server.TestServer;

/**
 * Fibers write and read keys, and know what they have written, while the master that sentinels
 * watch is killed, its replica takes its place, and it comes back as a replica. Nothing is lost or
 * done twice but what the killed master takes with it, and no reply comes to the wrong caller.
 */
@Tag("processes")
class SentinelCheckerTest {

  private static final int FIBERS = 12;

  /** So much is done before the master is killed, while it is away, and after it has come back. */
  private static final int STEPS = 400;

  @Test
  void nothingIsLostWhenTheMasterIsKilled() throws Exception {
    long seed = Long.getLong("yona.seed", new Random().nextLong());
    try {
      program(
          () -> {
            RedisOptions options =
                RedisOptions.DEFAULT.withSentinel(Sentinel.of(TestSentinel.NAME));
            try (TestSentinel group = TestSentinel.start(1);
                Redis redis = Redis.connect(RedisUri.parse(group.uri()), options)) {
              check(seed, group, redis);
            }
            return null;
          });
    } catch (Throwable failure) {
      throw new AssertionError("-Dyona.seed=" + seed + ": " + failure, failure);
    }
  }

  private static void check(long seed, TestSentinel group, Redis redis) throws Exception {
    KeyModel.Load load = new KeyModel.Load(redis, FIBERS, seed);
    try (Subscription news = redis.subscribe("news")) {
      TestServer master = group.master();
      try {
        awaitDone(load);
        master.askReplicated(1, "SET", "k", "kept");
        load.kills().begin();
        master.kill();
        group.awaitOtherMaster(master);
        assertThat(redis.get("k")).isEqualTo(BulkString.of("kept"));
        awaitDone(load);
        // Sentinels tell it that it is a replica now.
        master.restart();
        master.awaitCopy();
        load.kills().end();
        awaitDone(load);
      } finally {
        load.end();
      }
      load.compare();
      assertThat(news.messages().take()).isEqualTo(Gap.GAP);
      redis.publish("news", "again");
      Notice notice = news.messages().take();
      while (notice == Gap.GAP) {
        notice = news.messages().take();
      }
      assertThat(((Message) notice).content().text()).isEqualTo("again");
    }
  }

  private static void awaitDone(KeyModel.Load load) {
    long wanted = load.done() + STEPS;
    while (!load.hasDone(wanted)) {
      Async.yield();
    }
  }
}

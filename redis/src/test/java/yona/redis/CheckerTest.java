package yona.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.redis.Running.program;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Async;
import yona.async.Future;
import yona.async.TimeoutException;
import yona.redis.command.Command;
import yona.redis.connection.UnansweredException;
import yona.redis.resp.BulkString;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.NullValue;
import yona.redis.resp.RespValue;
import yona.redis.resp.SimpleString;
import yona.redis.server.TestServer;
import yona.testrun.network.FaultProxy;

/**
 * Many fibers ask random things of a server that is killed, stopped and started again, through a
 * connection that is cut, stalled and split, and compare what they are told with a model: no fiber
 * is given the reply of another, nothing that was acknowledged is undone, and nothing is done that
 * was said not to be.
 *
 * <p>The seed is printed with a failure; {@code -Dyona.seed=N} begins with the same choices.
 */
@Tag("alone")
class CheckerTest {

  private static final int FIBERS = 60;
  private static final Duration TIME = Duration.ofSeconds(Long.getLong("yona.soak.seconds", 30));

  /** 10,000 in the thirty seconds that it takes by itself. */
  private static final long LEAST_EACH_SECOND = 334;

  @TempDir private Path folder;

  private final AtomicLong done = new AtomicLong();
  private final AtomicLong unanswered = new AtomicLong();
  private final AtomicLong notDone = new AtomicLong();

  @Test
  void whatFibersAreToldIsSo() throws Exception {
    long seed = Long.getLong("yona.seed", System.nanoTime());
    try {
      program(
          () -> {
            check(seed);
            return null;
          });
    } catch (Throwable failure) {
      throw new AssertionError("-Dyona.seed=" + seed + ": " + failure, failure);
    }
  }

  private void check(long seed) throws Exception {
    RedisOptions options =
        RedisOptions.DEFAULT
            .withTimeout(Duration.ofSeconds(2))
            .withConnectTimeout(Duration.ofSeconds(2));
    try (TestServer server = TestServer.start(TestServer.durable(folder));
        FaultProxy proxy = FaultProxy.to(server.port());
        Redis redis = Redis.connect(RedisUri.parse(proxy.uri("redis")), options)) {
      long end = System.nanoTime() + TIME.toNanos();
      List<Model> models = new ArrayList<>();
      List<Future<Boolean>> fibers = new ArrayList<>();
      for (int i = 0; i < FIBERS; i++) {
        Model model = new Model(redis, i, new Random(seed + i));
        models.add(model);
        fibers.add(
            Async.future(
                () -> {
                  while (goesOn(end)) {
                    model.step();
                  }
                  return true;
                }));
      }
      Future<Boolean> faults =
          Async.future(
              () -> {
                Random random = new Random(seed - 1);
                while (goesOn(end)) {
                  fault(random, server, proxy);
                }
                return true;
              });
      for (Future<Boolean> each : fibers) {
        assertThat(each.value()).isTrue();
      }
      assertThat(faults.value()).isTrue();
      try (Redis direct = Redis.connect(server.uri())) {
        for (Model each : models) {
          each.compare(direct);
        }
      }
    }
  }

  /** Until it has been everywhere, at least for its time. */
  private boolean goesOn(long end) {
    return System.nanoTime() < end
        || done.get() <= LEAST_EACH_SECOND * TIME.toSeconds()
        || unanswered.get() <= 10
        || notDone.get() == 0;
  }

  private static void fault(Random random, TestServer server, FaultProxy proxy) throws Exception {
    Async.sleep(Duration.ofMillis(random.nextInt(100)));
    FaultProxy.Direction direction = random.nextBoolean() ? proxy.toServer() : proxy.toClient();
    switch (random.nextInt(10)) {
      case 0 -> proxy.drop();
      case 1 -> proxy.reset();
      case 2, 3 -> {
        direction.cutAfter(random.nextInt(20_000));
        Async.sleep(Duration.ofMillis(random.nextInt(300)));
        direction.cutNothing();
      }
      case 4 -> {
        direction.split(1 + random.nextInt(5));
        Async.sleep(Duration.ofMillis(random.nextInt(300)));
        direction.split(16 << 10);
      }
      case 5 -> {
        direction.stall();
        Async.sleep(Duration.ofMillis(random.nextInt(200)));
        direction.flow();
      }
      case 6 -> {
        direction.delay(Duration.ofMillis(random.nextInt(20)));
        Async.sleep(Duration.ofMillis(random.nextInt(200)));
        direction.delay(Duration.ZERO);
      }
      case 7 -> {
        proxy.refuse();
        proxy.drop();
        Async.sleep(Duration.ofMillis(random.nextInt(300)));
        proxy.admit();
      }
      case 8 -> {
        server.pause();
        Async.sleep(Duration.ofMillis(random.nextInt(200)));
        server.resume();
      }
      default -> {
        server.kill();
        server.restart();
      }
    }
  }

  /** What one fiber knows of its keys: it alone changes them. */
  private final class Model {
    private final Redis redis;
    private final int fiber;
    private final Random random;

    /** A value is written once: so it says by whom and when. */
    private int number;

    private String key;

    /** What the key's value is, or null for none; unless some of the others have been written. */
    private @Nullable String value;

    /** What may have been written, or may yet be, by what got no answer. */
    private final Set<String> perhaps = new HashSet<>();

    /** The numbers of what was said not to have been written: millions in ten minutes. */
    private final BitSet never = new BitSet();

    /** Earlier keys and all values that they may have. */
    private record Old(String key, Set<@Nullable String> values) {}

    private final List<Old> olds = new ArrayList<>();

    Model(Redis redis, int fiber, Random random) {
      this.redis = redis;
      this.fiber = fiber;
      this.random = random;
      this.key = next();
    }

    private String next() {
      return fiber + "-" + number++;
    }

    private static int number(String written) {
      return Integer.parseInt(written.substring(written.indexOf('-') + 1));
    }

    void step() throws IOException {
      switch (random.nextInt(7)) {
        case 0, 1 -> {
          String written = next();
          write(written, () -> same(OK, redis.call("SET", key, written)));
        }
        case 2 -> ask(() -> assertThat(possible()).contains(text(redis.call("GET", key))));
        case 3 -> {
          String mine = next();
          ask(() -> same(BulkString.of(mine), redis.call("ECHO", mine)));
        }
        case 4 -> {
          String written = next();
          String mine = next();
          write(
              written,
              () -> {
                List<RespValue> replies =
                    redis.batch(
                        List.of(
                            Command.raw("ECHO", mine),
                            Command.raw("SET", key, written),
                            Command.raw("ECHO", written)));
                if (replies.get(1) instanceof ErrorValue error) {
                  throw new RedisException(error);
                }
                assertThat(replies)
                    .containsExactly(BulkString.of(mine), OK, BulkString.of(written));
              });
        }
        case 5 -> {
          String written = next();
          write(
              written,
              () -> {
                List<RespValue> replies =
                    redis.transaction(
                        List.of(Command.raw("SET", key, written), Command.raw("GET", key)));
                assertThat(replies).containsExactly(OK, BulkString.of(written));
              });
        }
        default -> {
          String mine = next();
          try {
            Async.<@Nullable Void, IOException>timeout(
                Duration.ofNanos(random.nextInt(2_000_000)),
                () -> {
                  ask(() -> same(BulkString.of(mine), redis.call("ECHO", mine)));
                  return null;
                });
          } catch (TimeoutException _) {
            // Its reply comes for nobody.
          }
        }
      }
    }

    private static final RespValue OK = new SimpleString("OK");

    private void same(RespValue expected, RespValue reply) {
      assertThat(reply).isEqualTo(expected);
    }

    /** What is asked of the server. */
    @FunctionalInterface
    private interface Asking {
      void run() throws IOException;
    }

    private void ask(Asking asking) throws IOException {
      try {
        asking.run();
        done.incrementAndGet();
      } catch (UnansweredException e) {
        unanswered.incrementAndGet();
      } catch (RedisException e) {
        refused(e);
      } catch (IOException _) {
        notDone.incrementAndGet();
      }
    }

    private void write(String written, Asking asking) {
      try {
        asking.run();
        value = written;
        done.incrementAndGet();
      } catch (UnansweredException e) {
        if (e.mayHaveRun()) {
          unanswered.incrementAndGet();
          perhaps.add(written);
        } else {
          notDone.incrementAndGet();
          never.set(number(written));
        }
      } catch (RedisException e) {
        refused(e);
        never.set(number(written));
      } catch (IOException _) {
        notDone.incrementAndGet();
        never.set(number(written));
      }
      if (perhaps.size() > 3) {
        // What has got no answer may be done at any time: another key is known better.
        olds.add(new Old(key, possible()));
        perhaps.clear();
        value = null;
        key = next();
      }
    }

    /** While it starts the server says that it is loading, and nothing else. */
    private void refused(RedisException e) {
      assertThat(e.code()).isIn("LOADING", "EXECABORT");
      notDone.incrementAndGet();
    }

    private Set<@Nullable String> possible() {
      Set<@Nullable String> possible = new HashSet<>(perhaps);
      possible.add(value);
      return possible;
    }

    private static @Nullable String text(RespValue reply) {
      return reply.equals(NullValue.NULL) ? null : ((BulkString) reply).text();
    }

    /** When all is over. */
    void compare(Redis direct) throws IOException {
      olds.add(new Old(key, possible()));
      for (Old old : olds) {
        String there = text(direct.call("GET", old.key()));
        assertThat(old.values()).contains(there);
        assertThat(there != null && never.get(number(there)))
            .as("%s is there, and was said not to be", there)
            .isFalse();
      }
    }
  }
}

package yona.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.redis.Running.client;
import static yona.redis.Running.program;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.Promise;
import yona.async.stm.STM;
import yona.async.stm.TransactionException;
import yona.redis.command.Command;
import yona.redis.connection.ReplyListener;
import yona.redis.connection.UnansweredException;
import yona.redis.resp.BulkString;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.IntegerValue;
import yona.redis.resp.NullValue;
import yona.redis.resp.RespValue;
import yona.redis.server.TestCluster;
import yona.redis.server.TestServer;
import yona.testrun.network.FaultProxy;

/** Commands whose replies listeners are given. */
@Tag("processes")
class SendTest {

  private static final Command INCR = Command.raw("INCR", "n");

  /** Gives what a command comes to as a future. */
  private static Promise<RespValue> send(Redis redis, Command command) {
    Promise<RespValue> reply = new Promise<>();
    redis.send(
        command,
        new ReplyListener() {
          @Override
          public void replied(RespValue value) {
            reply.complete(value);
          }

          @Override
          public void failed(UnansweredException reason) {
            reply.fail(reason);
          }
        });
    return reply;
  }

  private static List<RespValue> counted(Redis redis, int commands) {
    List<Promise<RespValue>> replies = new ArrayList<>();
    for (int i = 0; i < commands; i++) {
      replies.add(send(redis, INCR));
    }
    return replies.stream().map(Promise::value).toList();
  }

  private static List<RespValue> numbers(int last) {
    return LongStream.rangeClosed(1, last).<RespValue>mapToObj(IntegerValue::new).toList();
  }

  @Test
  void repliesComeInTheOrderOfTheCallsAlsoOfMoreThanHavePlaces() throws Exception {
    try (TestServer server = TestServer.start()) {
      client(
          server.uri(),
          RedisOptions.DEFAULT,
          redis -> {
            assertThat(counted(redis, 50_000)).isEqualTo(numbers(50_000));
            assertThat(send(redis, Command.raw("LPUSH", "n", 1)).value())
                .isInstanceOf(ErrorValue.class);
          });
    }
  }

  @Test
  void anOrdinaryThreadSendsToo() throws Exception {
    try (TestServer server = TestServer.start();
        Redis redis = Redis.connect(server.uri())) {
      assertThat(counted(redis, 10_000)).isEqualTo(numbers(10_000));
    }
  }

  @Test
  void aCommandThatWaitsHoldsNobodyUp() throws Exception {
    try (TestServer server = TestServer.start()) {
      client(
          server.uri(),
          RedisOptions.DEFAULT,
          redis -> {
            Promise<RespValue> waiting = send(redis, Command.raw("BLPOP", "list", 0));
            assertThat(send(redis, INCR).value()).isEqualTo(new IntegerValue(1));
            assertThat(send(redis, Command.raw("LPUSH", "list", "a")).value())
                .isEqualTo(new IntegerValue(1));
            assertThat(waiting.value().toString()).contains("list").contains("a");
          });
    }
  }

  @Test
  void whatMeansTheConnectionIsRefused() throws Exception {
    try (TestServer server = TestServer.start()) {
      client(
          server.uri(),
          RedisOptions.DEFAULT,
          redis -> {
            assertThatThrownBy(() -> send(redis, Command.raw("SELECT", 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("SELECT");
            assertThatThrownBy(() -> STM.atomically(() -> send(redis, INCR)))
                .isInstanceOf(TransactionException.class);
            Redis alone = redis.dedicated();
            send(alone, Command.raw("MULTI"));
            Promise<RespValue> queued = send(alone, INCR);
            Promise<RespValue> done = send(alone, Command.raw("EXEC"));
            assertThat(queued.value().toString()).contains("QUEUED");
            assertThat(done.value().toString()).contains("1");
            assertThat(alone.isOpen()).isTrue();
            alone.cancel();
            assertThat(alone.isOpen()).isFalse();
          });
    }
  }

  /** Those in flight fail; those that were not sent wait for the next connection, in order. */
  @Test
  void aLostConnectionIsSaidAndTheNextOneUsed() throws Exception {
    try (TestServer server = TestServer.start();
        FaultProxy proxy = FaultProxy.to(server.port())) {
      client(
          proxy.uri("redis"),
          RedisOptions.DEFAULT,
          redis -> {
            assertThat(send(redis, INCR).value()).isEqualTo(new IntegerValue(1));
            proxy.toClient().stall();
            Promise<RespValue> inFlight = send(redis, INCR);
            proxy.toClient().awaitHeld(1);
            proxy.refuse();
            proxy.drop();
            assertThatThrownBy(inFlight::value)
                .isInstanceOfSatisfying(
                    UnansweredException.class, e -> assertThat(e.mayHaveRun()).isTrue());
            List<Promise<RespValue>> later = new ArrayList<>();
            for (int i = 0; i < 10_000; i++) {
              later.add(send(redis, INCR));
            }
            proxy.toClient().flow();
            proxy.admit();
            assertThat(later.stream().map(Promise::value).toList())
                .isEqualTo(numbers(10_002).subList(2, 10_002));
          });
    }
  }

  @Test
  void whatFindsNoConnectionInItsTimeFailsAndHasNotRun() throws Exception {
    try (TestServer server = TestServer.start();
        FaultProxy proxy = FaultProxy.to(server.port())) {
      client(
          proxy.uri("redis"),
          RedisOptions.DEFAULT.withTimeout(Duration.ofMillis(300)),
          redis -> {
            proxy.refuse();
            proxy.drop();
            // With this one the loss is noticed.
            assertThatThrownBy(send(redis, INCR)::value).isInstanceOf(UnansweredException.class);
            List<Promise<RespValue>> all = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
              all.add(send(redis, INCR));
            }
            for (Promise<RespValue> each : all) {
              assertThatThrownBy(each::value)
                  .isInstanceOfSatisfying(
                      UnansweredException.class, e -> assertThat(e.mayHaveRun()).isFalse())
                  .hasMessageContaining("no connection");
            }
            assertThat(server.ask("GET", "n")).isEqualTo("null");
          });
    }
  }

  @Test
  void aClientThatIsClosedFailsAll() throws Exception {
    try (TestServer server = TestServer.start();
        FaultProxy proxy = FaultProxy.to(server.port())) {
      program(
          () -> {
            Redis redis = Redis.connect(proxy.uri("redis"));
            proxy.toClient().stall();
            List<Promise<RespValue>> all = new ArrayList<>();
            for (int i = 0; i < 10_000; i++) {
              all.add(send(redis, INCR));
            }
            assertThat(redis.isOpen()).isTrue();
            redis.close();
            assertThat(redis.isOpen()).isFalse();
            all.add(send(redis, INCR));
            for (Promise<RespValue> each : all) {
              assertThatThrownBy(each::value).isInstanceOf(UnansweredException.class);
            }
            return null;
          });
    }
  }

  @Test
  void moreThanAMillionThatWaitAreRefused() throws Exception {
    try (TestServer server = TestServer.start();
        FaultProxy proxy = FaultProxy.to(server.port())) {
      program(
          () -> {
            Redis redis =
                Redis.connect(
                    RedisUri.parse(proxy.uri("redis")),
                    RedisOptions.DEFAULT.withTimeout(Duration.ofMinutes(5)));
            proxy.toClient().stall();
            int count = SendQueue.MOST_WAITING + 10_000;
            AtomicInteger refused = new AtomicInteger();
            AtomicInteger failed = new AtomicInteger();
            ReplyListener counting =
                new ReplyListener() {
                  @Override
                  public void replied(RespValue reply) {}

                  @Override
                  public void failed(UnansweredException reason) {
                    failed.incrementAndGet();
                    if (String.valueOf(reason.getMessage()).contains("too many commands wait")) {
                      refused.incrementAndGet();
                    }
                  }
                };
            for (int i = 0; i < count; i++) {
              redis.send(INCR, counting);
            }
            assertThat(refused.get()).isPositive().isEqualTo(failed.get());
            redis.close();
            assertThat(failed.get()).isEqualTo(count);
            return null;
          });
    }
  }

  @Test
  void whatIsNoWordIsRefusedBeforeAnythingIsSent() throws Exception {
    try (TestServer server = TestServer.start()) {
      client(
          server.uri(),
          RedisOptions.DEFAULT,
          redis -> {
            assertThatThrownBy(() -> send(redis, Command.raw("SET", "k", List.of())))
                .isInstanceOf(IllegalArgumentException.class);
            assertThat(send(redis, Command.raw("GET", "k")).value()).isEqualTo(NullValue.NULL);
          });
    }
  }

  @Test
  void aClusterIsAskedWhereTheKeysAre() throws Exception {
    try (TestCluster cluster = TestCluster.start(2, 0)) {
      client(
          cluster.uris().getFirst(),
          RedisOptions.DEFAULT.withCluster(true),
          redis -> {
            List<Promise<RespValue>> replies = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
              send(redis, Command.raw("SET", "k" + i, i));
              replies.add(send(redis, Command.raw("GET", "k" + i)));
            }
            for (int i = 0; i < 1_000; i++) {
              assertThat(replies.get(i).value()).isEqualTo(BulkString.of("" + i));
            }
            assertThat(send(redis, Command.raw("MGET", "k1", "k2", "k3")).value().toString())
                .contains("1")
                .contains("2")
                .contains("3");
            assertThat(send(redis, Command.raw("DBSIZE")).value())
                .isEqualTo(new IntegerValue(1_000));
            assertThat(send(redis, Command.raw("RENAME", "k1", "k2")).value().toString())
                .contains("CROSSSLOT");
          });
    }
  }
}

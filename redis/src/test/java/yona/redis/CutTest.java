package yona.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.redis.Running.program;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.redis.command.Command;
import yona.redis.connection.UnansweredException;
import yona.redis.resp.ArrayValue;
import yona.redis.resp.IntegerValue;
import yona.redis.resp.RespValue;
import yona.redis.server.TestServer;
import yona.testrun.network.FaultProxy;

/** The connection is cut at every byte of a conversation, one way and the other. */
@Tag("processes")
class CutTest {

  /** Where there is no connection any more, nobody is to wait long for one. */
  private static final RedisOptions SHORT =
      RedisOptions.DEFAULT.withTimeout(Duration.ofMillis(500));

  /** What the client was told of a counter. */
  private static final class Told {
    private long done;
    private long maybe;
    private boolean failed;
  }

  @Test
  void whatTheClientWasToldIsSo() throws Exception {
    program(
        () -> {
          try (TestServer server = TestServer.start()) {
            long toServer;
            long toClient;
            try (FaultProxy whole = FaultProxy.to(server.port())) {
              Told told = conversation(whole, server, RedisOptions.DEFAULT);
              assertThat(told.failed).isFalse();
              assertThat(told.done).isEqualTo(6);
              toServer = whole.toServer().passed();
              toClient = whole.toClient().passed();
            }
            for (long bytes = 0; bytes < toServer; bytes++) {
              try (FaultProxy proxy = FaultProxy.to(server.port())) {
                proxy.toServer().cutAfter(bytes);
                assertThat(conversation(proxy, server, SHORT).failed).isTrue();
              }
            }
            for (long bytes = 0; bytes < toClient; bytes++) {
              try (FaultProxy proxy = FaultProxy.to(server.port())) {
                proxy.toClient().cutAfter(bytes);
                assertThat(conversation(proxy, server, SHORT).failed).isTrue();
              }
            }
          }
          return null;
        });
  }

  /** Adds one several times: by itself, in a batch, in a transaction, by a script. */
  private static Told conversation(FaultProxy proxy, TestServer server, RedisOptions options)
      throws IOException {
    Told told = new Told();
    server.ask("FLUSHALL");
    server.ask("SCRIPT", "FLUSH");
    Command incr = Command.raw("INCR", "n");
    try (Redis redis = Redis.connect(RedisUri.parse(proxy.uri("redis")), options)) {
      // A second connection would be cut at another byte.
      proxy.refuse();
      add(told, 1, () -> redis.call(incr));
      add(told, 2, () -> new ArrayValue(redis.batch(List.of(incr, incr))));
      add(told, 2, () -> new ArrayValue(redis.transaction(List.of(incr, incr))));
      add(
          told,
          1,
          () -> redis.script("return redis.call('INCR', KEYS[1])", List.of("n"), List.of()));
    } catch (IOException e) {
      told.failed = true;
    }
    long counted = Long.parseLong(server.ask("INCRBY", "n", 0).replaceAll("\\D", ""));
    assertThat(counted).isBetween(told.done, told.done + told.maybe);
    return told;
  }

  /** What adds to the counter. */
  @FunctionalInterface
  private interface Adding {
    RespValue run() throws IOException;
  }

  private static void add(Told told, long times, Adding adding) throws IOException {
    RespValue reply;
    try {
      reply = adding.run();
    } catch (UnansweredException e) {
      told.maybe += e.mayHaveRun() ? times : 0;
      throw e;
    }
    told.done += times;
    RespValue last =
        reply instanceof ArrayValue(List<RespValue> replies) ? replies.getLast() : reply;
    assertThat(last).isEqualTo(new IntegerValue(told.done));
  }
}

package yona.redis.connection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Body;
import yona.async.FiberScheduler;
import yona.async.Future;
import yona.async.Promise;
import yona.async.Scope;
import yona.io.connection.Connection;
import yona.io.connection.Transport;
import yona.redis.resp.RespCommand;
import yona.redis.resp.RespLimits;
import yona.redis.resp.SimpleString;

/** What is written at once. All fibers are on one thread: what they do has one order. */
class ImplicitPipeliningTest {

  private static final int MEMBERS = 500;
  private static final RespCommand PING = RespCommand.of("PING");
  private static final SimpleString PONG = new SimpleString("PONG");

  /** Answers PINGs when it has been asked so many. */
  private static final class Server implements Transport {
    private final int expected;
    private final Promise<Boolean> asked = new Promise<>();
    private final StringBuilder received = new StringBuilder();
    private final List<Integer> writes = new ArrayList<>();
    private int said;

    Server(int expected) {
      this.expected = expected;
    }

    RedisConnection connect() {
      return new RedisConnection(
          new Connection(this),
          Scope.holding(),
          RespLimits.DEFAULT,
          Duration.ofMinutes(1),
          new Peer.Events());
    }

    private int commands() {
      return received.length() / "*1\r\n$4\r\nPING\r\n".length();
    }

    @Override
    public void write(ByteBuffer from) {
      int before = commands();
      received.append(ISO_8859_1.decode(from));
      writes.add(commands() - before);
      if (commands() == expected) {
        asked.complete(true);
      }
    }

    @Override
    public void awaitReadable() {
      asked.value();
    }

    @Override
    public int read(ByteBuffer into) {
      int count = 0;
      for (; asked.poll() != null && said < expected; said++, count++) {
        into.put("+PONG\r\n".getBytes(ISO_8859_1));
      }
      return 7 * count;
    }

    @Override
    public String name() {
      return "a server in memory";
    }

    @Override
    public void finish() {}

    @Override
    public void close() {}

    @Override
    public @Nullable SocketAddress local() {
      return null;
    }

    @Override
    public @Nullable SocketAddress peer() {
      return null;
    }
  }

  private static List<Integer> writes(int expected, Asking asking) throws Exception {
    Body<List<Integer>, Exception> body =
        () -> {
          Server server = new Server(expected);
          try (RedisConnection connection = server.connect()) {
            asking.ask(connection);
          }
          return server.writes;
        };
    try (ExecutorService one = Executors.newSingleThreadExecutor()) {
      // The body of blocking is on this thread.
      return Async.blocking(FiberScheduler.of(one), () -> Scope.current().background(body).value());
    }
  }

  @FunctionalInterface
  private interface Asking {
    void ask(RedisConnection connection) throws Exception;
  }

  @Test
  void membersOfAGroupAreWrittenTogetherThoughEachStartsAfterTheOneBefore() throws Exception {
    List<Integer> writes =
        writes(
            MEMBERS,
            connection ->
                Async.<Boolean, Exception>group(
                    group -> {
                      for (int i = 0; i < MEMBERS; i++) {
                        group.fork(() -> assertThat(connection.call(PING)).isEqualTo(PONG));
                      }
                      return true;
                    }));
    // The first two cannot know that others follow; how long one waits for others has a limit.
    assertThat(writes).startsWith(1, 1).hasSizeLessThan(MEMBERS / 5);
  }

  @Test
  void futuresAreWrittenTogether() throws Exception {
    List<Integer> writes =
        writes(
            MEMBERS,
            connection -> {
              List<Future<?>> futures = new ArrayList<>();
              for (int i = 0; i < MEMBERS; i++) {
                futures.add(Async.future(() -> connection.call(PING)));
              }
              for (Future<?> each : futures) {
                assertThat(each.value()).isEqualTo(PONG);
              }
            });
    assertThat(writes).hasSizeLessThan(MEMBERS / 5);
  }

  @Test
  void whoIsAloneIsWrittenAtOnceAlthoughOthersAreReady() throws Exception {
    List<String> order = new ArrayList<>();
    List<Integer> writes =
        writes(
            1,
            connection -> {
              Future<?> other = Scope.current().background(() -> order.add("other"));
              connection.call(PING);
              order.add("replied");
              other.value();
            });
    assertThat(writes).containsExactly(1);
    assertThat(order).containsExactly("replied", "other");
  }
}

package yona.bench.redis;

import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import yona.async.Async;
import yona.async.ErrorReporter;
import yona.async.Future;
import yona.async.Program;
import yona.async.Promise;
import yona.async.Scope;
import yona.io.socket.Client;
import yona.redis.Message;
import yona.redis.Redis;
import yona.redis.Subscription;
import yona.redis.command.Command;
import yona.redis.connection.RedisConnection;
import yona.redis.connection.ReplyListener;
import yona.redis.connection.ServerListener;
import yona.redis.connection.UnansweredException;
import yona.redis.resp.BulkString;
import yona.redis.resp.PushValue;
import yona.redis.resp.RespLimits;
import yona.redis.resp.RespValue;
import yona.redis.resp.SimpleString;

/** The rows of Redis with this project's client, on the main fiber of a program. */
public final class YonaClient implements MeasuredClient {
  private static final Command PING = Command.raw("PING");
  private static final Command SET = Command.raw("SET", "key", "value");

  /** How many of them are on their way at a time. */
  private static final int SETS = 10_000;

  private final int port;
  private final Redis redis;

  private YonaClient(int port) throws IOException {
    this.port = port;
    this.redis = Redis.connect("redis://127.0.0.1:" + port);
  }

  /** Measures a row, by the protocol of benchmarks/README.md. */
  public static void main(String[] arguments) throws Exception {
    new Program(ErrorReporter.STANDARD_ERROR)
        .<Boolean, Exception>run(
            () -> {
              Measured.run(new YonaClient(Measured.port(arguments)), arguments);
              return true;
            });
  }

  @Override
  public Call call(String row, int size) throws IOException {
    return switch (row) {
      case "redis-batch" -> batch(Collections.nCopies(size, PING));
      case "redis-sets" -> () -> sets(size);
      case "redis-callback" -> callbacks(Collections.nCopies(size, PING));
      case "redis-fibers" -> () -> fibers(size);
      case "redis-futures" -> () -> futures(size);
      case "redis-lone" -> () -> pings(size);
      case "redis-value-set" -> set(BulkString.of(MeasuredClient.value(size)), new byte[size]);
      case "redis-value-get" -> get(BulkString.of(MeasuredClient.value(size)));
      default -> throw MeasuredClient.noSuchRow(row);
    };
  }

  private Call batch(List<Command> pings) {
    return () -> {
      long pongs = 0;
      for (var reply : redis.batch(pings)) {
        pongs += pong(reply);
      }
      return pongs;
    };
  }

  /** In batches of 10,000. */
  private long sets(int count) throws IOException {
    long done = 0;
    for (int left = count; left > 0; left -= SETS) {
      for (var reply : redis.batch(Collections.nCopies(Math.min(left, SETS), SET))) {
        done += reply instanceof SimpleString(String text) && text.equals("OK") ? 1 : 0;
      }
    }
    return done;
  }

  private static int pong(RespValue reply) {
    return reply instanceof SimpleString(String text) ? MeasuredClient.pong(text) : 0;
  }

  private long fibers(int count) throws IOException {
    return Async.<Long, IOException>group(
        group -> {
          var pongs = new Future<?>[count];
          for (int i = 0; i < count; i++) {
            pongs[i] = group.fork(() -> redis.ping());
          }
          return pongs(pongs);
        });
  }

  private long futures(int count) {
    var pongs = new Future<?>[count];
    for (int i = 0; i < count; i++) {
      pongs[i] = Async.future(() -> redis.ping());
    }
    return pongs(pongs);
  }

  private static long pongs(Future<?>[] replies) {
    long pongs = 0;
    for (var reply : replies) {
      pongs += MeasuredClient.pong((String) reply.value());
    }
    return pongs;
  }

  private long pings(int count) throws IOException {
    long pongs = 0;
    for (int i = 0; i < count; i++) {
      pongs += MeasuredClient.pong(redis.ping());
    }
    return pongs;
  }

  private Call set(BulkString key, byte[] bytes) {
    var value = BulkString.of(bytes);
    return () -> redis.set(key, value) ? redis.strlen(key) : 0;
  }

  private Call get(BulkString key) {
    return () -> {
      var value = redis.get(key);
      return value == null ? 0 : value.length();
    };
  }

  @Override
  public void together(int callers, Caller caller) throws Exception {
    Async.<Boolean, Exception>group(
        group -> {
          for (int i = 0; i < callers; i++) {
            int number = i;
            group.fork(
                () -> {
                  caller.run(number);
                  return true;
                });
          }
          return true;
        });
  }

  @Override
  public String setAndGet(String key, String value) throws IOException {
    redis.set(key, value);
    var got = redis.get(key);
    return got == null ? "" : got.text();
  }

  /** A subscription for each channel, each with a fiber that reads it. */
  @Override
  public void subscribe(List<String> channels, Receiver receiver) throws IOException {
    for (int i = 0; i < channels.size(); i++) {
      int channel = i;
      var subscription = redis.subscribe(channels.get(i));
      Scope.current().background(() -> receive(subscription, channel, receiver));
    }
  }

  private static boolean receive(Subscription subscription, int channel, Receiver receiver) {
    while (subscription.messages().take() instanceof Message message) {
      receiver.message(channel, message.content().text());
    }
    // A gap: what is missing is found by who counts.
    return false;
  }

  @Override
  public void close() {
    redis.close();
  }

  // ---- the connection alone --------------------------------------------------------------------

  /** Commands written at once, each reply given to a callback. */
  private Call callbacks(List<Command> pings) throws IOException {
    var connection =
        new RedisConnection(
            Client.connect("127.0.0.1", port),
            Scope.current(),
            RespLimits.DEFAULT,
            Duration.ofSeconds(5),
            new Unheard());
    return () -> {
      var replies = new Pongs(pings.size());
      connection.write(pings, replies);
      return replies.all.value();
    };
  }

  /** Counts replies until all have come. */
  private static final class Pongs implements ReplyListener {
    final Promise<Long> all = new Promise<>();
    private int missing;
    private long pongs;

    Pongs(int expected) {
      this.missing = expected;
    }

    @Override
    public void replied(RespValue reply) {
      pongs += pong(reply);
      if (--missing == 0) {
        all.complete(pongs);
      }
    }

    @Override
    public void failed(UnansweredException reason) {
      all.fail(reason);
    }
  }

  /** Nothing comes unasked. */
  private static final class Unheard implements ServerListener {
    @Override
    public void pushed(PushValue push) {}

    @Override
    public void lost(UnansweredException reason) {}
  }
}

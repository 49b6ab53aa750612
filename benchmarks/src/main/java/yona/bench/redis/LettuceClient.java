package yona.bench.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows of Redis with Lettuce: one connection for all callers, as its guide says, from virtual
 * threads where there are many.
 */
public final class LettuceClient implements MeasuredClient {
  private final RedisClient client;
  private final StatefulRedisConnection<String, String> connection;

  private LettuceClient(int port) {
    this.client = RedisClient.create("redis://127.0.0.1:" + port);
    this.connection = client.connect();
  }

  /** Measures a row, by the protocol of benchmarks/README.md. */
  public static void main(String[] arguments) throws Exception {
    Measured.run(new LettuceClient(Measured.port(arguments)), arguments);
  }

  @Override
  public Call call(String row, int size) {
    var commands = connection.sync();
    return switch (row) {
      case "redis-batch" -> () -> batch(size);
      case "redis-fibers" -> () -> VirtualThreads.pongs(size, commands::ping);
      case "redis-lone" -> () -> pings(size);
      case "redis-value-set", "redis-value-get" -> value(row, size);
      default -> throw MeasuredClient.noSuchRow(row);
    };
  }

  /** Commands are flushed by hand, as its guide says. */
  private long batch(int count) throws Exception {
    var replies = new ArrayList<RedisFuture<String>>(count);
    var commands = connection.async();
    connection.setAutoFlushCommands(false);
    for (int i = 0; i < count; i++) {
      replies.add(commands.ping());
    }
    connection.flushCommands();
    long pongs = 0;
    for (var reply : replies) {
      pongs += MeasuredClient.pong(reply.get());
    }
    connection.setAutoFlushCommands(true);
    return pongs;
  }

  private long pings(int count) {
    var commands = connection.sync();
    long pongs = 0;
    for (int i = 0; i < count; i++) {
      pongs += MeasuredClient.pong(commands.ping());
    }
    return pongs;
  }

  private Call value(String row, int size) {
    var commands = client.connect(ByteArrayCodec.INSTANCE).sync();
    var key = MeasuredClient.value(size).getBytes(StandardCharsets.UTF_8);
    if (row.equals("redis-value-get")) {
      return () -> commands.get(key).length;
    }
    var value = new byte[size];
    return () -> commands.set(key, value).equals("OK") ? commands.strlen(key) : 0;
  }

  @Override
  public void together(int callers, Caller caller) throws Exception {
    VirtualThreads.together(callers, caller);
  }

  @Override
  public String setAndGet(String key, String value) {
    var commands = connection.sync();
    commands.set(key, value);
    return commands.get(key);
  }

  /** All channels on one connection. */
  @Override
  public void subscribe(List<String> channels, Receiver receiver) {
    var subscribed = client.connectPubSub();
    subscribed.addListener(
        new RedisPubSubAdapter<String, String>() {
          @Override
          public void message(String channel, String message) {
            receiver.message(MeasuredClient.number(channel), message);
          }
        });
    subscribed.sync().subscribe(channels.toArray(String[]::new));
  }

  @Override
  public void close() {
    client.shutdown();
  }
}

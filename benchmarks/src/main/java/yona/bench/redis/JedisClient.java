package yona.bench.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.Response;

/**
 * The rows of Redis with Jedis: a connection where one caller asks, a pool of 50 where many do, on
 * virtual threads.
 */
public final class JedisClient implements MeasuredClient {
  private static final int POOL = 50;

  private final int port;
  private final Jedis jedis;
  private final RedisClient pool;

  private JedisClient(int port) {
    this.port = port;
    this.jedis = new Jedis("127.0.0.1", port);
    var config = new ConnectionPoolConfig();
    config.setMaxTotal(POOL);
    config.setMaxIdle(POOL);
    this.pool = RedisClient.builder().hostAndPort("127.0.0.1", port).poolConfig(config).build();
  }

  /** Measures a row, by the protocol of benchmarks/README.md. */
  public static void main(String[] arguments) throws Exception {
    Measured.run(new JedisClient(Measured.port(arguments)), arguments);
  }

  @Override
  public Call call(String row, int size) {
    return switch (row) {
      case "redis-batch", "redis-callback" -> () -> batch(size);
      case "redis-fibers" -> () -> VirtualThreads.pongs(size, pool::ping);
      case "redis-lone" -> () -> pings(size);
      case "redis-value-set" -> set(key(size), new byte[size]);
      case "redis-value-get" -> () -> jedis.get(key(size)).length;
      default -> throw MeasuredClient.noSuchRow(row);
    };
  }

  private static byte[] key(int size) {
    return MeasuredClient.value(size).getBytes(StandardCharsets.UTF_8);
  }

  private long batch(int count) {
    // Its pipelines have no method for PING.
    var replies = new ArrayList<Response<Object>>(count);
    var pipeline = jedis.pipelined();
    for (int i = 0; i < count; i++) {
      replies.add(pipeline.sendCommand(Protocol.Command.PING, new byte[0][]));
    }
    pipeline.sync();
    long pongs = 0;
    for (var reply : replies) {
      pongs += ((byte[]) reply.get())[1] == 'O' ? 1 : 0;
    }
    return pongs;
  }

  private long pings(int count) {
    long pongs = 0;
    for (int i = 0; i < count; i++) {
      pongs += MeasuredClient.pong(jedis.ping());
    }
    return pongs;
  }

  private Call set(byte[] key, byte[] value) {
    return () -> jedis.set(key, value).equals("OK") ? jedis.strlen(key) : 0;
  }

  @Override
  public void together(int callers, Caller caller) throws Exception {
    VirtualThreads.together(callers, caller);
  }

  @Override
  public String setAndGet(String key, String value) {
    pool.set(key, value);
    return pool.get(key);
  }

  /** All channels on one connection, which a thread reads. */
  @Override
  public void subscribe(List<String> channels, Receiver receiver) throws InterruptedException {
    var subscribed = new CountDownLatch(channels.size());
    var listener =
        new JedisPubSub() {
          @Override
          public void onMessage(String channel, String message) {
            receiver.message(MeasuredClient.number(channel), message);
          }

          @Override
          public void onSubscribe(String channel, int subscribedChannels) {
            subscribed.countDown();
          }
        };
    Thread.ofPlatform()
        .daemon()
        .start(
            () ->
                new Jedis("127.0.0.1", port).subscribe(listener, channels.toArray(String[]::new)));
    subscribed.await();
  }

  @Override
  public void close() {
    jedis.close();
    pool.close();
  }
}

package yona.bench.redis;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.RedisStateMachine;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.PushConsumer;
import redis.clients.jedis.PushConsumerChain;
import redis.clients.jedis.PushMessage;
import redis.clients.jedis.util.RedisInputStream;
import yona.redis.resp.RespDecoder;
import yona.redis.resp.RespException;
import yona.redis.resp.RespValue;

/**
 * Replies to values. The bytes are in memory, and are read from there as each client reads them
 * from its socket, at most 64 KiB at once.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class DecodeBenchmark {
  private static final int READ = 64 << 10;

  /** There are none in the replies. */
  private static final PushConsumerChain NO_PUSHES =
      new PushConsumerChain() {
        @Override
        public PushMessage process(PushMessage message) {
          return message;
        }

        @Override
        public List<PushConsumer> getConsumers() {
          return List.of();
        }
      };

  /** What is decoded. */
  @Param public Replies replies = Replies.PONGS;

  private int values;
  private byte[] source = {};

  /** How much of the source was read. */
  private int at;

  private final RespDecoder decoder = new RespDecoder();
  private final ByteBuffer input = ByteBuffer.allocate(READ);

  private final RedisStateMachine machine = new RedisStateMachine();
  private final ByteBuf read = PooledByteBufAllocator.DEFAULT.directBuffer(READ);
  private final ByteBuf gathered = PooledByteBufAllocator.DEFAULT.directBuffer(READ);

  private final RedisInputStream stream = new RedisInputStream(new Source());

  /** What Jedis reads from. */
  private final class Source extends InputStream {
    @Override
    public int read() {
      return at < source.length ? source[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      int count = Math.min(length, source.length - at);
      System.arraycopy(source, at, into, offset, count);
      at += count;
      return count == 0 ? -1 : count;
    }
  }

  /** Makes the bytes. */
  @Setup
  public void prepare() {
    source = replies.bytes();
    values = replies.decoded().size();
  }

  /** This client's: into an array, or to where the bytes of a long string belong. */
  @Benchmark
  public void yona(Blackhole hole) throws RespException {
    at = 0;
    int count = 0;
    while (at < source.length) {
      ByteBuffer room = decoder.room();
      ByteBuffer into = room == null ? input.clear() : room;
      int length = Math.min(Math.min(READ, into.remaining()), source.length - at);
      into.put(source, at, length);
      at += length;
      if (room == null) {
        input.flip();
      }
      for (RespValue value = decoder.decode(input); value != null; value = decoder.decode(input)) {
        hole.consume(value);
        count++;
      }
    }
    require(count);
  }

  /** Lettuce's: into a direct buffer, from there to one with all that is not decoded. */
  @Benchmark
  public void lettuce(Blackhole hole) {
    at = 0;
    int count = 0;
    CommandOutput<byte[], byte[], ?> output = output();
    while (at < source.length) {
      int length = Math.min(READ, source.length - at);
      read.clear().writeBytes(source, at, length);
      at += length;
      gathered.writeBytes(read);
      while (gathered.isReadable() && machine.decode(gathered, output)) {
        hole.consume(output.get());
        count++;
        output = output();
      }
      if (!gathered.isReadable()) {
        gathered.clear();
      }
    }
    require(count);
  }

  /** Of each command its own. */
  private CommandOutput<byte[], byte[], ?> output() {
    return switch (replies) {
      case PONGS -> new StatusOutput<>(ByteArrayCodec.INSTANCE);
      case BULK -> new ValueOutput<>(ByteArrayCodec.INSTANCE);
      case NESTED -> new NestedMultiOutput<>(ByteArrayCodec.INSTANCE);
    };
  }

  /** Jedis's: from a stream that has a buffer. */
  @Benchmark
  public void jedis(Blackhole hole) {
    at = 0;
    int count = 0;
    for (; count < values; count++) {
      hole.consume(Protocol.read(stream, NO_PUSHES));
    }
    require(count);
  }

  private void require(int count) {
    if (count != values) {
      throw new IllegalStateException(count + " values of " + values);
    }
  }
}

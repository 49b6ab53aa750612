package yona.bench.redis;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
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
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.util.RedisOutputStream;
import yona.redis.resp.RespEncoder;

/** 1,000 commands {@code SET} to bytes that could be sent. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class EncodeBenchmark {
  private static final int COMMANDS = 1000;

  /** What the values are made of: a byte or two of UTF-8 for each character. */
  @Param({"ascii", "accents"})
  public String text = "ascii";

  private final String[] keys = new String[COMMANDS];
  private final String[] values = new String[COMMANDS];
  private final RespEncoder encoder = new RespEncoder();
  private final ByteBuf buffer = PooledByteBufAllocator.DEFAULT.directBuffer(1 << 17);
  private final Count count = new Count();
  private final RedisOutputStream stream = new RedisOutputStream(count);
  private long bytes;

  /** Counts what is written, and keeps nothing of it. */
  private static final class Count extends OutputStream {
    long written;

    @Override
    public void write(int b) {
      written++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      written += length;
    }
  }

  /** Makes keys of 11 characters and values of 30. */
  @Setup
  public void prepare() throws IOException {
    for (int i = 0; i < COMMANDS; i++) {
      keys[i] = "user:%06d".formatted(i);
      values[i] = (text.equals("ascii") ? "abcdefghij" : "\u00e9\u00e8\u00ea\u00eb").repeat(3);
    }
    yonaBytes();
    bytes = encoder.size();
    encoder.take();
    jedis();
    if (count.written != bytes) {
      throw new IllegalStateException(count.written + " bytes of " + bytes);
    }
  }

  private void yonaBytes() {
    for (int i = 0; i < COMMANDS; i++) {
      encoder.array(3).bulk("SET").bulk(keys[i]).bulk(values[i]);
    }
  }

  /** This client's. */
  @Benchmark
  public void yona(Blackhole hole) {
    yonaBytes();
    for (ByteBuffer each : encoder.take()) {
      hole.consume(each);
    }
  }

  /** The same with commands as arrays of objects. */
  @Benchmark
  public void yonaObjects(Blackhole hole) {
    for (int i = 0; i < COMMANDS; i++) {
      encoder.command("SET", keys[i], values[i]);
    }
    for (ByteBuffer each : encoder.take()) {
      hole.consume(each);
    }
  }

  /** Lettuce's, with a command for each, as its client makes them. */
  @Benchmark
  public void lettuce(Blackhole hole) {
    buffer.clear();
    for (int i = 0; i < COMMANDS; i++) {
      CommandArgs<String, String> arguments =
          new CommandArgs<>(StringCodec.UTF8).addKey(keys[i]).addValue(values[i]);
      new Command<>(CommandType.SET, new StatusOutput<>(StringCodec.UTF8), arguments)
          .encode(buffer);
    }
    hole.consume(buffer);
  }

  /** Jedis's, with arguments for each, as its client makes them. */
  @Benchmark
  public long jedis() throws IOException {
    for (int i = 0; i < COMMANDS; i++) {
      Protocol.sendCommand(
          stream, new CommandArguments(Protocol.Command.SET).key(keys[i]).add(values[i]));
    }
    stream.flush();
    return count.written;
  }
}

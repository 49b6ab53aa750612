package yona.library.http;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import yona.async.channel.BufferedChannel;
import yona.async.channel.Channel;
import yona.async.channel.ChannelClosedException;
import yona.async.channel.Read;
import yona.io.connection.Transport;

/** One side of a connection within the process: each has the other's channel to read from. */
final class MemoryTransport implements Transport {

  /** The number of writes that wait for a reader; then who writes waits. */
  private static final int CAPACITY = 16;

  private final String name;
  private final Channel<byte[]> in;
  private final Channel<byte[]> out;

  /** The bytes from the channel that are not read yet. Only the fiber that reads uses them. */
  private ByteBuffer rest = ByteBuffer.allocate(0);

  private boolean ended;
  private volatile boolean closed;

  private MemoryTransport(String name, Channel<byte[]> in, Channel<byte[]> out) {
    this.name = name;
    this.in = in;
    this.out = out;
  }

  /** Both sides of a connection with a name for messages. */
  static MemoryTransport[] pair(String name) {
    Channel<byte[]> there = new BufferedChannel<>(CAPACITY);
    Channel<byte[]> back = new BufferedChannel<>(CAPACITY);
    return new MemoryTransport[] {
      new MemoryTransport(name, back, there), new MemoryTransport(name, there, back)
    };
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    requireOpen();
    if (!rest.hasRemaining() && !ended) {
      Read<byte[]> read = in.tryRead();
      if (read == null) {
        return 0;
      }
      take(read);
    }
    if (!rest.hasRemaining()) {
      return -1;
    }
    int count = Math.min(into.remaining(), rest.remaining());
    into.put(rest.slice().limit(count));
    rest.position(rest.position() + count);
    return count;
  }

  @Override
  public void awaitReadable() throws IOException {
    if (!rest.hasRemaining() && !ended) {
      take(in.read());
    }
    requireOpen();
  }

  private void take(Read<byte[]> read) {
    if (read instanceof Read.Value<byte[]>(byte[] bytes)) {
      rest = ByteBuffer.wrap(bytes);
    } else {
      ended = true;
    }
  }

  @Override
  public void write(ByteBuffer from) throws IOException {
    requireOpen();
    if (!from.hasRemaining()) {
      return;
    }
    byte[] bytes = new byte[from.remaining()];
    from.duplicate().get(bytes);
    try {
      // A write that is cancelled here has written nothing.
      out.send(bytes);
      from.position(from.limit());
    } catch (ChannelClosedException gone) {
      throw new IOException("the other side is gone", gone);
    }
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new IOException("the connection is closed");
    }
  }

  @Override
  public void finish() {
    out.close();
  }

  @Override
  public void close() {
    closed = true;
    in.close();
    out.close();
  }

  @Override
  public @Nullable SocketAddress local() {
    return null;
  }

  @Override
  public @Nullable SocketAddress peer() {
    return null;
  }
}

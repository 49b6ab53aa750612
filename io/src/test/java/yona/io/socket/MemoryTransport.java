package yona.io.socket;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import yona.async.channel.Channel;
import yona.io.connection.Transport;

/** One side of a connection in memory, which brings so many bytes a read. */
final class MemoryTransport implements Transport {
  private final Channel<byte[]> in;
  private final Channel<byte[]> out;
  private final int most;
  private final KeyRenewals renewals = new KeyRenewals();
  private byte[] come = {};
  private int at;
  private boolean ended;

  MemoryTransport(Channel<byte[]> in, Channel<byte[]> out, int most) {
    this.in = in;
    this.out = out;
    this.most = most;
  }

  /** How often this side has renewed its keys so far. */
  int renewals() {
    return renewals.count();
  }

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public int read(ByteBuffer into) {
    if (at == come.length) {
      return ended ? -1 : 0;
    }
    int count = Math.min(Math.min(most, into.remaining()), come.length - at);
    into.put(come, at, count);
    at += count;
    return count;
  }

  @Override
  public void awaitReadable() {
    if (at == come.length && !ended) {
      var read = in.read();
      ended = read.isClosed();
      at = 0;
      come = ended ? new byte[0] : read.get();
    }
  }

  @Override
  public void write(ByteBuffer from) {
    byte[] bytes = new byte[from.remaining()];
    from.duplicate().get(bytes);
    // If this is cancelled, nothing has been written.
    out.send(bytes);
    from.position(from.limit());
    renewals.look(bytes);
  }

  @Override
  public void finish() {
    out.close();
  }

  @Override
  public void close() {
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

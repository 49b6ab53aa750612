package yona.io.socket;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import yona.io.ClosedException;
import yona.io.connection.Transport;
import yona.io.readiness.Readiness;

/** A TCP or Unix socket that is connected. */
final class SocketTransport implements Transport {

  private final SocketChannel channel;
  private final Readiness readiness;
  private final SocketOutput output;
  private final SocketAddress local;
  private final SocketAddress peer;
  private final @Nullable String name;

  /**
   * Carries bytes over a channel.
   *
   * @param name what messages call it; null for the address of the other side, whose text is made
   *     when it is asked for, which few of the connections of a server are
   */
  SocketTransport(SocketChannel channel, Readiness readiness, @Nullable String name)
      throws IOException {
    this.channel = channel;
    this.readiness = readiness;
    this.local = channel.getLocalAddress();
    this.peer = channel.getRemoteAddress();
    this.name = name;
    this.output = new SocketOutput(channel, readiness, this);
  }

  @Override
  public String name() {
    String given = name;
    return given == null ? Addresses.text(peer) : given;
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    return readiness.isReadable() ? readAnyway(into) : 0;
  }

  @Override
  public int readNow(ByteBuffer into) throws IOException {
    return readiness.isToldUnasked() ? read(into) : readAnyway(into);
  }

  private int readAnyway(ByteBuffer into) throws IOException {
    int seen = readiness.seen();
    int room = into.remaining();
    try {
      int count = channel.read(into);
      if (count < room) {
        readiness.notReadable(seen);
      }
      return count;
    } catch (IOException e) {
      output.gatherNoMore();
      throw explained(e);
    }
  }

  @Override
  public void awaitReadable() {
    readiness.awaitReadable(this);
  }

  @Override
  public boolean onReadable(Runnable action) {
    return readiness.onReadable(action);
  }

  @Override
  public boolean onEnded(Runnable action) {
    return readiness.onEnded(action);
  }

  @Override
  public void write(ByteBuffer from) throws IOException {
    try {
      output.write(from);
    } catch (IOException e) {
      throw explained(e);
    }
  }

  @Override
  public void finish() throws IOException {
    try {
      output.finish();
    } catch (IOException e) {
      throw explained(e);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      output.close();
    } catch (IOException e) {
      throw explained(e);
    } finally {
      readiness.close();
      channel.close();
    }
  }

  @Override
  public SocketAddress local() {
    return local;
  }

  @Override
  public SocketAddress peer() {
    return peer;
  }

  private IOException explained(IOException e) {
    if (e instanceof ClosedChannelException) {
      return channel.isOpen() ? ClosedException.finished(name()) : new ClosedException(name());
    }
    return Addresses.explained(name(), e);
  }

  @Override
  public String toString() {
    return "connection with " + name();
  }
}

package yona.io.socket;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.async.Future;
import yona.async.Promise;
import yona.io.ClosedException;
import yona.io.readiness.Readiness;

/**
 * Sends the datagrams of a socket, in the order in which they were handed in. Works as {@link
 * DatagramReceiver} does, in the other direction.
 */
final class DatagramSender {

  /** A datagram that waits to be sent. */
  private static final class Outgoing {
    final ByteBuffer bytes;
    final InetSocketAddress to;
    final Promise<Integer> sent = new Promise<>();

    Outgoing(ByteBuffer bytes, InetSocketAddress to) {
      this.bytes = bytes;
      this.to = to;
    }
  }

  private final DatagramChannel channel;
  private final Readiness readiness;
  private final String name;

  /** Those that wait, in order; those that were cancelled leave. Guarded by this, as all below. */
  private final LinkedHashSet<Outgoing> waiting = new LinkedHashSet<>();

  /** Whether somebody serves those that wait, or will be called to do so. */
  private boolean served;

  private boolean closed;

  /**
   * Sends by a channel.
   *
   * @param name what messages call the socket
   */
  DatagramSender(DatagramChannel channel, Readiness readiness, String name) {
    this.channel = channel;
    this.readiness = readiness;
    this.name = name;
  }

  /** Sends now, or when those before are sent and there is room; the buffer is free again then. */
  Future<Integer> send(ByteBuffer from, InetSocketAddress to) {
    int size = from.remaining();
    boolean sent = false;
    IOException error = null;
    Outgoing queued = null;
    boolean serve = false;
    synchronized (this) {
      try {
        sent = waiting.isEmpty() && trySend(from, to);
      } catch (IOException e) {
        error = e;
      }
      if (!sent && error == null) {
        queued = new Outgoing(ByteBuffer.allocate(size).put(from).flip(), to);
        waiting.add(queued);
        serve = !served;
        served = true;
      }
    }
    if (queued == null) {
      Promise<Integer> promise = new Promise<>();
      complete(promise, size, to, error);
      return promise;
    }
    Outgoing added = queued;
    added.sent.onComplete(
        _ -> {
          leave(added);
          return true;
        });
    if (serve) {
      serve();
    }
    return added.sent;
  }

  private synchronized void leave(Outgoing outgoing) {
    waiting.remove(outgoing);
  }

  /** Sends what waits as far as there is room, and then when there is more. */
  private void serve() {
    for (; ; ) {
      Outgoing first;
      boolean sent = false;
      IOException error = null;
      synchronized (this) {
        if (waiting.isEmpty()) {
          served = false;
          return;
        }
        first = waiting.getFirst();
        try {
          sent = trySend(first.bytes, first.to);
        } catch (IOException e) {
          error = e;
        }
        if (sent || error != null) {
          waiting.removeFirst();
        }
      }
      if (sent || error != null) {
        complete(first.sent, first.bytes.limit(), first.to, error);
      } else if (readiness.onWritable(this::serve)) {
        return;
      }
    }
  }

  /** Whether a datagram was sent; else there is no room. */
  private boolean trySend(ByteBuffer from, InetSocketAddress to) throws IOException {
    if (closed) {
      throw new ClosedChannelException();
    }
    int size = from.remaining();
    int seen = readiness.seen();
    // One without bytes cannot tell whether it was sent; it counts as sent.
    if (channel.send(from, to) == size) {
      return true;
    }
    if (readiness.isBroken()) {
      throw new SocketException("the system has ended the socket");
    }
    readiness.notWritable(seen);
    return false;
  }

  private void complete(
      Promise<Integer> promise, int size, InetSocketAddress to, @Nullable IOException error) {
    if (error == null) {
      promise.complete(size);
    } else {
      boolean isClosed = error instanceof ClosedChannelException;
      promise.fail(UdpSocket.explained(isClosed ? name : Addresses.text(to), error));
    }
  }

  /** Tells those who wait that nothing more is sent. */
  void close() {
    List<Outgoing> left;
    synchronized (this) {
      closed = true;
      left = List.copyOf(waiting);
      waiting.clear();
    }
    for (Outgoing each : left) {
      each.sent.fail(new ClosedException(name));
    }
  }
}

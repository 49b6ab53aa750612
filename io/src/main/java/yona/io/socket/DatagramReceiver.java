package yona.io.socket;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.async.Future;
import yona.async.Promise;
import yona.io.ClosedException;
import yona.io.buffer.Buffers;
import yona.io.readiness.Readiness;

/**
 * Hands out the datagrams that come to a socket, in the order in which they were asked for.
 *
 * <p>Who finds nobody waiting looks for a datagram itself. Otherwise it waits, and whoever learns
 * that the socket is readable gives those that wait what is there: no fiber and no thread waits in
 * their place. Nothing that belongs to others is called under the monitor.
 */
final class DatagramReceiver {

  private final DatagramChannel channel;
  private final Readiness readiness;
  private final String name;

  /** Those who wait, in order; those that were cancelled leave. Guarded by this, as all below. */
  private final LinkedHashSet<Promise<Datagram>> waiting = new LinkedHashSet<>();

  /** What was given back by those who did not want it any more. */
  private final ArrayDeque<Datagram> kept = new ArrayDeque<>();

  /** Whether somebody serves those who wait, or will be called to do so. */
  private boolean served;

  private boolean closed;

  /**
   * Receives at a channel.
   *
   * @param name what messages call the socket
   */
  DatagramReceiver(DatagramChannel channel, Readiness readiness, String name) {
    this.channel = channel;
    this.readiness = readiness;
    this.name = name;
  }

  /** The next datagram that nobody has asked for. */
  Future<Datagram> receive() {
    Promise<Datagram> promise = new Promise<>();
    Datagram there = null;
    IOException error = null;
    boolean serve = false;
    synchronized (this) {
      try {
        there = waiting.isEmpty() ? next() : null;
      } catch (IOException e) {
        error = e;
      }
      if (there == null && error == null) {
        waiting.add(promise);
        serve = !served;
        served = true;
      }
    }
    if (there != null) {
      promise.complete(there);
    } else if (error != null) {
      promise.fail(UdpSocket.explained(name, error));
    } else {
      promise.onComplete(
          _ -> {
            leave(promise);
            return true;
          });
      if (serve) {
        serve();
      }
    }
    return promise;
  }

  private synchronized void leave(Promise<Datagram> promise) {
    waiting.remove(promise);
  }

  /** Takes back a datagram, for the one who has waited longest or who comes next. */
  void giveBack(Datagram datagram) {
    for (; ; ) {
      Promise<Datagram> first;
      synchronized (this) {
        first = waiting.isEmpty() ? null : waiting.removeFirst();
        if (first == null) {
          kept.addFirst(datagram);
          return;
        }
      }
      if (first.complete(datagram)) {
        return;
      }
    }
  }

  /** Gives those who wait what is there, until there is nothing, and then when there is more. */
  private void serve() {
    for (; ; ) {
      Promise<Datagram> first = null;
      Datagram there = null;
      IOException error = null;
      synchronized (this) {
        if (waiting.isEmpty()) {
          served = false;
          return;
        }
        try {
          there = next();
        } catch (IOException e) {
          error = e;
        }
        if (there != null || error != null) {
          first = waiting.removeFirst();
        }
      }
      if (first == null) {
        if (readiness.onReadable(this::serve)) {
          return;
        }
      } else if (error != null) {
        first.fail(UdpSocket.explained(name, error));
      } else if (!first.complete(there)) {
        giveBack(there);
      }
    }
  }

  /** The next datagram, if one is there. */
  private @Nullable Datagram next() throws IOException {
    if (closed) {
      throw new ClosedChannelException();
    }
    Datagram given = kept.pollFirst();
    if (given != null || !readiness.isReadable()) {
      return given;
    }
    int seen = readiness.seen();
    byte[] buffer = Buffers.take();
    try {
      ByteBuffer into = ByteBuffer.wrap(buffer);
      InetSocketAddress sender = (InetSocketAddress) channel.receive(into);
      if (sender != null) {
        return new Datagram(Arrays.copyOf(buffer, into.position()), sender);
      }
    } finally {
      Buffers.give(buffer);
    }
    if (readiness.isBroken()) {
      throw new SocketException("the system has ended the socket");
    }
    readiness.notReadable(seen);
    return null;
  }

  /** Tells those who wait that nothing will come. */
  void close() {
    List<Promise<Datagram>> left;
    synchronized (this) {
      closed = true;
      left = List.copyOf(waiting);
      waiting.clear();
      kept.clear();
    }
    for (Promise<Datagram> each : left) {
      each.fail(new ClosedException(name));
    }
  }
}

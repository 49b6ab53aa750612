package yona.redis.connection;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import yona.async.Scope;
import yona.io.connection.Connection;
import yona.redis.resp.PushValue;
import yona.redis.resp.RespDecoder;
import yona.redis.resp.RespException;
import yona.redis.resp.RespLimits;
import yona.redis.resp.RespValue;

/** What comes from a server: read by one at a time, for all who wait for replies. */
final class Incoming {
  private static final int READ_SIZE = 64 << 10;

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final Connection connection;
  private final Scope scope;
  private final ReplyRing due;
  private final Outgoing outgoing;
  private final ServerListener listener;
  private final ConnectionObserver observer;
  private final Consumer<ConnectionLoss> lost;

  /** Belongs to who reads, as does the decoder. */
  private final ByteBuffer incoming = ByteBuffer.allocate(READ_SIZE).limit(0);

  private final RespDecoder decoder;

  /** When bytes came last. */
  private volatile long received = System.nanoTime();

  /**
   * Nothing has come yet.
   *
   * @param scope is told of errors of listeners
   * @param due the replies that are waited for
   * @param outgoing what is written, which may wait until something is read
   * @param listener is told of what comes unasked
   * @param observer is told of all
   * @param lost is told if nobody can know any more where the next value begins
   */
  Incoming(
      Connection connection,
      Scope scope,
      RespLimits limits,
      ReplyRing due,
      Outgoing outgoing,
      ServerListener listener,
      ConnectionObserver observer,
      Consumer<ConnectionLoss> lost) {
    this.connection = connection;
    this.scope = scope;
    this.decoder = new RespDecoder(limits, RespDecoder.Attributes.SKIPPED);
    this.due = due;
    this.outgoing = outgoing;
    this.listener = listener;
    this.observer = observer;
    this.lost = lost;
  }

  /** When bytes came last, by {@link System#nanoTime}. */
  long received() {
    return received;
  }

  /** Waits for bytes, and hands out what they complete. Suspends. */
  void receive() throws IOException {
    ByteBuffer room = decoder.room();
    int count = connection.read(room == null ? incoming.clear() : room);
    if (count < 0) {
      throw ended();
    }
    observer.received(count);
    handOut(room == null ? incoming.flip() : NOTHING);
  }

  /** Hands out what has come before it was asked for; the end of the connection may be that. */
  void receiveNow() throws IOException {
    int count = connection.readNow(incoming.clear());
    if (count < 0) {
      throw ended();
    }
    if (count > 0) {
      observer.received(count);
      handOut(incoming.flip());
    }
  }

  private static EOFException ended() {
    return new EOFException("the server has ended the connection");
  }

  private void handOut(ByteBuffer bytes) throws IOException {
    received = System.nanoTime();
    try {
      handOutAll(bytes);
    } catch (RuntimeException | Error e) {
      // For want of stack or memory: where the next value begins is not known any more.
      lost.accept(new ConnectionLoss(connection.name() + ": reading failed: " + e, false, e));
      throw e;
    }
    outgoing.tellOfRoom();
  }

  private void handOutAll(ByteBuffer bytes) throws IOException {
    for (RespValue value = decoder.decode(bytes); value != null; value = decoder.decode(bytes)) {
      if (value instanceof PushValue push) {
        try {
          listener.pushed(push);
        } catch (RuntimeException | Error e) {
          scope.report(e);
        }
      } else if (!due.deliver(value, outgoing.sent(), received) && !listener.unasked(value)) {
        throw new RespException("the server said without having been asked: " + value);
      }
    }
  }
}

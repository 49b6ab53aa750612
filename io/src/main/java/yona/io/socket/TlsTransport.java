package yona.io.socket;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.TimeoutException;
import yona.async.sync.Mutex;
import yona.async.sync.Permit;
import yona.io.ClosedException;
import yona.io.buffer.Buffers;
import yona.io.connection.Transport;

/**
 * TLS over another transport, by the JDK's engine.
 *
 * <p><b>Handshake.</b> By the first read or write, on their fiber: it is awaited like bytes, can be
 * cancelled like that, and is then gone on with by the next. Certificates are checked in place: a
 * handshake computes for a millisecond or so, less than what a monitor would see.
 *
 * <p><b>Who does what.</b> Reads have {@link #incoming} and {@link #plain}; until the handshake is
 * over that is whoever holds {@link #shaking}. What the engine gives to be sent goes out in that
 * order and whole, under {@link #sending}; if that is cancelled, the rest stays in {@link
 * #outgoing} and goes first the next time. The engine itself may be used from both sides.
 *
 * <p><b>Memory.</b> Buffers are borrowed while they hold bytes. A connection that waits has none,
 * unless a part of a record has come; then it has a copy of that.
 *
 * <p><b>Afterwards.</b> Renegotiation (TLS 1.2) is refused. What a change of keys (TLS 1.3) has to
 * be answered with goes out with the next write, or the next read that waits. The end without
 * close_notify, which anybody on the way could have caused, is an error.
 */
final class TlsTransport implements Transport {

  /** How long closing waits to tell the other side, which may not read. */
  private static final long FAREWELL_NANOS = 1_000_000_000;

  /** So many answers may wait for a write that is under way. */
  private static final int ANSWERS_LEFT = 32;

  private static final ByteBuffer NONE = ByteBuffer.allocate(0);

  private final Transport inner;
  private final SSLEngine engine;
  private final Mutex shaking = new Mutex();
  private final Mutex sending = new Mutex();

  private boolean begun;
  private volatile boolean shaken;
  private volatile boolean open = true;

  /** Why nothing can be read or written any more. */
  private volatile @Nullable String failure;

  /** Encrypted bytes that have come, from the position to the limit. */
  private ByteBuffer incoming = NONE;

  /** Decrypted bytes for which a read had no room. */
  private ByteBuffer plain = NONE;

  /** Whether close_notify has come. */
  private boolean ended;

  /** Whether the engine has something to send that reading has brought up. */
  private boolean mustAnswer;

  /** How many of these were left to a write that has not ended since. */
  private final AtomicInteger answersLeft = new AtomicInteger();

  /** Whether this side has said that it writes nothing more. Under {@link #sending}. */
  private boolean finished;

  /** Encrypted bytes to be sent, from the position to the limit. */
  private ByteBuffer outgoing = NONE;

  /**
   * Makes a connection encrypted.
   *
   * @param inner what carries the encrypted bytes; belongs to this from now on. Where its {@link
   *     Transport#write} is cancelled, the position of the buffer says what has been written.
   * @param engine new, with its mode and parameters
   */
  TlsTransport(Transport inner, SSLEngine engine) {
    this.inner = inner;
    this.engine = engine;
  }

  @Override
  public String name() {
    return inner.name();
  }

  @Override
  public @Nullable SocketAddress local() {
    return inner.local();
  }

  @Override
  public @Nullable SocketAddress peer() {
    return inner.peer();
  }

  @Override
  public @Nullable String applicationProtocol() {
    String chosen = shaken ? engine.getApplicationProtocol() : null;
    return chosen == null || chosen.isEmpty() ? null : chosen;
  }

  // ---- the handshake ---------------------------------------------------------------------------

  /** Does what is left of the handshake. Suspends. */
  void handshake() throws IOException {
    try (Permit _ = shaking.acquireUncounted()) {
      while (!shaken) {
        checkUsable();
        step();
      }
    } catch (SSLException e) {
      throw failed(e);
    }
  }

  private void step() throws IOException {
    if (!begun) {
      engine.beginHandshake();
      begun = true;
    }
    if (outgoing.hasRemaining()) {
      // One who was cancelled has left it, and the other side waits for it.
      sendWhatIsLeft();
      return;
    }
    switch (engine.getHandshakeStatus()) {
      case NEED_TASK -> runTasks();
      case NEED_WRAP -> sendWhatIsLeft();
      case NOT_HANDSHAKING, FINISHED -> shaken = true;
      default -> {
        Status status = engine.unwrap(incoming, NONE).getStatus();
        if (status == Status.BUFFER_UNDERFLOW && fill() == 0) {
          inner.awaitReadable();
        } else if (status == Status.CLOSED) {
          throw new TlsErrors.Found("the other side ended TLS in the handshake");
        }
      }
    }
  }

  private void sendWhatIsLeft() throws IOException {
    try (Permit _ = sending.acquireUncounted()) {
      var _ = send(NONE);
    }
  }

  private void runTasks() {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
  }

  // ---- reading ---------------------------------------------------------------------------------

  @Override
  public int read(ByteBuffer into) throws IOException {
    if (plain.hasRemaining()) {
      return takePlain(into);
    }
    if (!shaken || mustAnswer) {
      checkUsable();
      return 0;
    }
    try {
      while (!ended) {
        checkUsable();
        SSLEngineResult result = engine.unwrap(incoming, into);
        if (result.getStatus() == Status.BUFFER_OVERFLOW) {
          result = unwrapIntoPlain();
        }
        if (result.getStatus() == Status.BUFFER_UNDERFLOW) {
          if (fill() == 0) {
            return 0;
          }
          continue;
        }
        ended = result.getStatus() == Status.CLOSED;
        letGo();
        if (result.bytesProduced() == 0) {
          look(result.getHandshakeStatus());
        }
        if (plain.hasRemaining()) {
          return takePlain(into);
        }
        if (result.bytesProduced() > 0) {
          return result.bytesProduced();
        }
        if (mustAnswer && !ended) {
          return 0;
        }
      }
      return -1;
    } catch (SSLException e) {
      throw failed(e);
    }
  }

  private SSLEngineResult unwrapIntoPlain() throws SSLException {
    plain = borrow();
    try {
      return engine.unwrap(incoming, plain);
    } finally {
      plain.flip();
      letGoOfPlain();
    }
  }

  private int takePlain(ByteBuffer into) {
    int count = Math.min(plain.remaining(), into.remaining());
    int end = plain.limit();
    into.put(plain.limit(plain.position() + count));
    plain.limit(end);
    letGoOfPlain();
    return count;
  }

  private void letGoOfPlain() {
    if (!plain.hasRemaining()) {
      giveBack(plain);
      plain = NONE;
    }
  }

  /** Sees to what the engine wants after a record that is no data. */
  private void look(HandshakeStatus status) throws SSLException {
    if (status == HandshakeStatus.NOT_HANDSHAKING || status == HandshakeStatus.FINISHED || ended) {
      return;
    }
    if (engine.getSession().getProtocol().equals("TLSv1.2")) {
      throw new TlsErrors.Found("the other side wants to begin TLS anew, which is refused");
    }
    runTasks();
    if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
      mustAnswer = true;
    }
  }

  /** Fetches more encrypted bytes; 0 if there are none yet. */
  private int fill() throws IOException {
    ByteBuffer room = incoming;
    if (room.capacity() < Buffers.SIZE) {
      room = borrow().put(incoming);
    } else {
      room.compact();
    }
    incoming = room;
    int count;
    try {
      count = inner.read(room);
    } finally {
      room.flip();
      letGo();
    }
    if (count < 0) {
      throw new TlsErrors.Found(
          shaken
              ? "cut off without TLS close_notify"
              : "the other side ended the connection in the TLS handshake");
    }
    return count;
  }

  /** Lets go of a buffer that holds little. */
  private void letGo() {
    ByteBuffer held = incoming;
    if (!held.hasRemaining()) {
      incoming = NONE;
      giveBack(held);
    } else if (held.capacity() == Buffers.SIZE && held.remaining() < Buffers.SIZE / 8) {
      incoming = ByteBuffer.allocate(held.remaining()).put(held).flip();
      giveBack(held);
    }
  }

  @Override
  public void awaitReadable() throws IOException {
    if (!shaken) {
      handshake();
    } else if (mustAnswer) {
      answer();
    } else {
      inner.awaitReadable();
    }
  }

  @Override
  public boolean onReadable(Runnable action) {
    return shaken && !mustAnswer && !plain.hasRemaining() && !ended && inner.onReadable(action);
  }

  @Override
  public boolean onEnded(Runnable action) {
    return inner.onEnded(action);
  }

  /** Sends what reading has brought up, or leaves it to the write that is under way. */
  private void answer() throws IOException {
    boolean mayLeave = answersLeft.get() < ANSWERS_LEFT;
    try (Permit permit = mayLeave ? sending.tryAcquire() : sending.acquireUncounted()) {
      if (permit == null) {
        var _ = answersLeft.incrementAndGet();
      } else {
        var _ = send(NONE);
      }
      mustAnswer = false;
    } catch (SSLException e) {
      throw failed(e);
    }
  }

  // ---- writing ---------------------------------------------------------------------------------

  @Override
  public void write(ByteBuffer from) throws IOException {
    if (!shaken) {
      handshake();
    }
    try (Permit _ = sending.acquireUncounted()) {
      checkUsable();
      if (!send(from)) {
        checkUsable();
        throw finished
            ? ClosedException.finished(name())
            : new IOException(name() + ": the other side has ended the connection");
      }
    } catch (SSLException e) {
      throw failed(e);
    }
  }

  /**
   * Sends what is left, what the engine has to say, and the bytes of a buffer; false if TLS has
   * been ended before their end. Under {@link #sending}.
   */
  private boolean send(ByteBuffer from) throws IOException {
    boolean goesOn = true;
    try {
      flush();
      while (goesOn
          && (from.hasRemaining() || engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP)) {
        goesOn = wrap(from);
        flush();
      }
      answersLeft.set(0);
    } finally {
      if (!outgoing.hasRemaining()) {
        giveBack(outgoing);
        outgoing = NONE;
      }
    }
    return !from.hasRemaining();
  }

  /** Encrypts as much as the buffer has room for; false if nothing more will come. */
  private boolean wrap(ByteBuffer from) throws SSLException {
    ByteBuffer room = outgoing.capacity() == Buffers.SIZE ? outgoing : borrow();
    room.clear();
    outgoing = room;
    try {
      for (; ; ) {
        SSLEngineResult result = engine.wrap(from, room);
        boolean isMore =
            from.hasRemaining() || result.getHandshakeStatus() == HandshakeStatus.NEED_WRAP;
        switch (result.getStatus()) {
          case CLOSED -> {
            return false;
          }
          case BUFFER_OVERFLOW -> {
            return true;
          }
          default -> {
            if (!isMore) {
              return true;
            }
            if (result.bytesProduced() == 0
                && result.getHandshakeStatus() != HandshakeStatus.FINISHED) {
              throw new TlsErrors.Found("the other side wants to begin TLS anew, which is refused");
            }
          }
        }
      }
    } finally {
      room.flip();
    }
  }

  private void flush() throws IOException {
    if (outgoing.hasRemaining()) {
      inner.write(outgoing);
    }
  }

  @Override
  public void finish() throws IOException {
    if (!shaken) {
      handshake();
    }
    try (Permit _ = sending.acquireUncounted()) {
      checkUsable();
      finished = true;
      engine.closeOutbound();
      var _ = send(NONE);
    } catch (SSLException e) {
      throw failed(e);
    }
  }

  // ---- the end ---------------------------------------------------------------------------------

  private void checkUsable() throws IOException {
    String reason = failure;
    if (reason != null) {
      throw new SSLException(reason);
    }
    if (!open) {
      throw new ClosedException(name());
    }
  }

  /** Remembers why TLS failed, tells the other side, and gives the error to be raised. */
  private SSLException failed(SSLException e) {
    String known = failure;
    if (known != null) {
      return new SSLException(known, e);
    }
    String reason = name() + ": " + TlsErrors.reason(e);
    failure = reason;
    sayFarewell();
    SSLException told = shaken ? new SSLException(reason) : new SSLHandshakeException(reason);
    told.initCause(e);
    return told;
  }

  /** Sends what the engine has to say last, if the other side takes it soon. */
  private void sayFarewell() {
    Permit permit = sending.tryAcquire();
    if (permit == null) {
      // Somebody is in the middle of a record: what follows would be taken for its rest.
      return;
    }
    try (permit) {
      Async.<@Nullable Void, IOException>shielded(
          () ->
              Async.<@Nullable Void, IOException>timeoutNanos(
                  FAREWELL_NANOS,
                  () -> {
                    try {
                      var _ = send(NONE);
                    } catch (SSLException _) {
                      // The error that is known already; now comes the alert that tells of it.
                      var _ = send(NONE);
                    }
                    return null;
                  }));
    } catch (IOException | TimeoutException _) {
      // The other side will see that the connection ends.
    }
  }

  @Override
  public void close() throws IOException {
    boolean first;
    synchronized (this) {
      first = open;
      open = false;
    }
    try {
      if (first && shaken && failure == null) {
        engine.closeOutbound();
        sayFarewell();
      }
    } finally {
      inner.close();
    }
  }

  // ---- buffers ---------------------------------------------------------------------------------

  private static ByteBuffer borrow() {
    return ByteBuffer.wrap(Buffers.take());
  }

  @SuppressWarnings("ByteBufferBackingArray") // made by borrow
  private static void giveBack(ByteBuffer buffer) {
    if (buffer.capacity() == Buffers.SIZE) {
      Buffers.give(buffer.array());
    }
  }

  @Override
  public String toString() {
    return Objects.toString(inner) + " by TLS";
  }
}

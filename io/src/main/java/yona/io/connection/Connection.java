package yona.io.connection;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import yona.async.Cancellable;
import yona.async.Deadline;
import yona.async.TimeoutException;
import yona.async.stm.STM;
import yona.async.sync.Mutex;
import yona.async.sync.Permit;
import yona.io.ClosedException;
import yona.io.HungUpException;
import yona.io.TooLongException;
import yona.io.buffer.Buffers;
import yona.io.buffer.Newlines;
import yona.io.buffer.ReadBuffer;

/**
 * A stream of bytes to somebody and one from there: a TCP or Unix socket, with or without TLS, or
 * the pipes of a process.
 *
 * <p>Any number of fibers may use it: reads are served in the order in which they were called, and
 * so are writes, each whole; reads and writes do not wait for each other. Every method that reads
 * or writes suspends: the fiber waits and no thread does. A fiber whose read is cancelled, or runs
 * out of time, loses nothing: what has come stays for the next read. A write that is cancelled may
 * have written a part of its bytes.
 *
 * <p>Small writes to a socket are gathered and go out together when the fiber waits or ends, some
 * milliseconds later otherwise; who writes an answer in many small pieces sends it as one. Who
 * needs to know that bytes have arrived waits for an answer, as with all connections.
 *
 * <p>While it waits for bytes a connection keeps no buffer but for the bytes that have come and
 * were not asked for. Errors are {@link IOException}s whose message names the other side; after
 * {@link #close} they are {@link ClosedException}s, and on a connection that a server has accepted
 * {@link HungUpException}s when the client is gone. In a transaction all operations are refused.
 */
public final class Connection implements Cancellable, AutoCloseable {

  /**
   * So many bytes may come before what {@link #readUntil} and {@link #readAll} wait for: 64 MiB.
   */
  public static final int LIMIT = 64 << 20;

  /** A limit for {@link #readLine} that few lines reach: 1 MiB. */
  public static final int LINE_LIMIT = 1 << 20;

  /** The longest array that every JVM has. */
  private static final int MOST = Integer.MAX_VALUE - 16;

  /** Spare buffers of 64 KiB; for more, each twice as large as the one before. */
  private final ReadBuffer.Allocation allocation =
      new ReadBuffer.Allocation() {
        @Override
        public byte[] next(byte[] full, int held) throws IOException {
          if (full.length < Buffers.SIZE) {
            return Buffers.take();
          }
          if (held <= full.length / 2) {
            return full;
          }
          if (full.length == MOST) {
            throw new TooLongException(name(), "what is read at once", MOST);
          }
          return new byte[(int) Math.min(2L * full.length, MOST)];
        }

        @Override
        public boolean keeps(int length, int held) {
          return length < Buffers.SIZE || held >= length / 8;
        }

        @Override
        public void free(byte[] array) {
          Buffers.give(array);
        }
      };

  private static final String OPERATION = "an operation on a connection";

  private final Transport transport;
  private final Mutex reading = new Mutex();
  private final Mutex writing = new Mutex();

  /** What has come and was not asked for yet; belongs to whoever holds {@link #reading}. */
  private final ReadBuffer buffer = new ReadBuffer(allocation);

  /** What errors of the system end with when the other side is gone. */
  private static final List<String> HANG_UPS =
      List.of(
          "connection reset",
          "connection reset by peer",
          "broken pipe",
          "the other side has ended the connection");

  /** Whether the other side is a client. */
  private final boolean accepted;

  private volatile @Nullable Duration readTime;
  private volatile @Nullable Duration writeTime;
  private volatile boolean open = true;

  /** Whether the transport belongs to somebody else. */
  private volatile boolean detached;

  /**
   * Makes a connection.
   *
   * @param transport carries its bytes; belongs to the connection from now on
   */
  public Connection(Transport transport) {
    this(transport, false);
  }

  private Connection(Transport transport, boolean accepted) {
    this.transport = Objects.requireNonNull(transport, "transport");
    this.accepted = accepted;
  }

  /**
   * Makes a connection with a client.
   *
   * @param transport carries its bytes; belongs to the connection from now on
   * @return the connection of a server
   */
  public static Connection accepted(Transport transport) {
    return new Connection(transport, true);
  }

  /**
   * An error of an operation on this, as {@link HungUpException} if it says that a client is gone.
   */
  private IOException asHangUp(IOException error) {
    return accepted && isHangUp(error) ? new HungUpException(error) : error;
  }

  /** The JDK says so only in the text, which is the system's. */
  private static boolean isHangUp(IOException error) {
    String message = String.valueOf(error.getMessage()).toLowerCase(Locale.ROOT);
    return error instanceof EOFException || HANG_UPS.stream().anyMatch(message::endsWith);
  }

  /**
   * What messages call this connection.
   *
   * @return a name, like the peer's address
   */
  public String name() {
    return transport.name();
  }

  /**
   * The address of this side.
   *
   * @return the address; null for the pipes of a process
   */
  public @Nullable SocketAddress local() {
    return transport.local();
  }

  /**
   * The address of the other side.
   *
   * @return the address; null for the pipes of a process
   */
  public @Nullable SocketAddress peer() {
    return transport.peer();
  }

  /**
   * The protocol that both sides have agreed on in TLS (ALPN, RFC 7301).
   *
   * @return the protocol's name, like {@code h2}; null if nothing was negotiated, and on a
   *     connection that a server has accepted before its first read or write
   */
  public @Nullable String applicationProtocol() {
    return transport.applicationProtocol();
  }

  /**
   * Whether this has not been closed on this side.
   *
   * @return false after {@link #close}
   */
  public boolean isOpen() {
    return open;
  }

  /**
   * Sets how long each read may take from its call to its end; then it raises {@link
   * TimeoutException}. For the operations that begin from now on.
   *
   * @param time the time; null for as long as it takes, which is so at first
   */
  public void setReadTime(@Nullable Duration time) {
    readTime = time;
  }

  /**
   * Sets how long each write may take from its call to its end; then it raises {@link
   * TimeoutException}. A part may have been written then, and the other side could not tell what
   * comes next from the rest: the connection is to be closed. For the operations that begin from
   * now on.
   *
   * @param time the time; null for as long as it takes, which is so at first
   */
  public void setWriteTime(@Nullable Duration time) {
    writeTime = time;
  }

  // ---- reading ----------------------------------------------------------------------------------

  /** What a read does when it is its turn. */
  @FunctionalInterface
  private interface Reading<T extends @Nullable Object> {
    T run(Deadline deadline) throws IOException;
  }

  /**
   * Reads what is there, at least a byte.
   *
   * @return the bytes, at most 64 KiB; null at the end
   * @throws IOException if reading fails
   */
  public byte @Nullable [] read() throws IOException {
    return this.<byte @Nullable []>inTurn(
        deadline ->
            !buffer.isEmpty() || fetch(1, deadline)
                ? buffer.take(Math.min(buffer.length(), Buffers.SIZE))
                : null);
  }

  /**
   * Reads what is there, at least a byte, into a buffer.
   *
   * @param into where to put it; has room for a byte at least
   * @return how many bytes; -1 at the end
   * @throws IOException if reading fails
   */
  public int read(ByteBuffer into) throws IOException {
    requireRoom(into);
    return inTurn(
        deadline -> {
          if (!buffer.isEmpty()) {
            return buffer.take(into);
          }
          for (; ; ) {
            int count = transport.read(into);
            if (count != 0) {
              return count;
            }
            await(deadline);
          }
        });
  }

  /**
   * Reads what is there into a buffer, if anything is. Does not suspend.
   *
   * @param into where to put it; has room for a byte at least
   * @return how many bytes; 0 if none have come, or somebody else is reading; -1 at the end
   * @throws IOException if reading fails
   */
  public int readNow(ByteBuffer into) throws IOException {
    requireRoom(into);
    STM.effect(OPERATION);
    try (Permit permit = reading.tryAcquire()) {
      if (permit == null) {
        return 0;
      }
      checkOpen();
      return buffer.isEmpty() ? transport.readNow(into) : buffer.take(into);
    } catch (IOException e) {
      throw asHangUp(e);
    }
  }

  /**
   * Calls an action when something may be there to be read, once, so that nobody has to wait for
   * it: what keeps many connections that say nothing needs no fiber for each. Comes after {@link
   * #readNow} found nothing; nobody may read meanwhile. Does not suspend.
   *
   * @param action called by any thread, also when the connection is closed; must neither suspend
   *     nor raise
   * @return false if the action will not be called: something may be there already, or only a read
   *     can tell
   */
  public boolean onReadable(Runnable action) {
    return buffer.isEmpty() && transport.onReadable(action);
  }

  /**
   * Calls an action when the other side has ended its part or is gone, once: who works for it need
   * not read to learn that nobody waits for the result. Does not suspend.
   *
   * @param action called by any thread, also when the connection is closed; must neither suspend
   *     nor raise
   * @return false if the action will not be called: it has ended already, or only a read can tell
   */
  public boolean onEnded(Runnable action) {
    return transport.onEnded(action);
  }

  private static void requireRoom(ByteBuffer into) {
    if (!into.hasRemaining()) {
      throw new IllegalArgumentException("no room to read into");
    }
  }

  /**
   * Reads a number of bytes.
   *
   * @param count how many, not negative
   * @return so many bytes
   * @throws EOFException if the end comes before, on a connection that a server has accepted as
   *     {@link HungUpException}; what has come stays to be read
   * @throws IOException if reading fails
   */
  public byte[] readExactly(int count) throws IOException {
    if (count < 0) {
      throw new IllegalArgumentException("cannot read " + count + " bytes");
    }
    return inTurn(
        deadline -> {
          while (buffer.length() < count) {
            if (!fetch(count, deadline)) {
              throw new EOFException(
                  name() + ": the end comes after " + buffer.length() + " of " + count + " bytes");
            }
          }
          return buffer.take(count);
        });
  }

  /**
   * Reads up to a byte that does not meet a condition, which is consumed and left out.
   *
   * @param goesOn the condition; called for one byte after the other, each once; if it throws,
   *     nothing has been consumed
   * @param limit how many bytes may meet it
   * @return the bytes before that one, or before the end; null if it is the end
   * @throws TooLongException if there are more than the limit; they stay to be read
   * @throws IOException if reading fails
   */
  public byte @Nullable [] readUntil(BytePredicate goesOn, int limit) throws IOException {
    return readUntil(
        (bytes, start, end) -> {
          int at = start;
          while (at < end && goesOn.test(bytes[at])) {
            at++;
          }
          return at;
        },
        limit);
  }

  /**
   * Reads up to a byte, which is consumed and left out.
   *
   * @param delimiter the byte
   * @param limit how many bytes may come before it
   * @return the bytes before it, or before the end; null if it is the end
   * @throws TooLongException if there are more than the limit; they stay to be read
   * @throws IOException if reading fails
   */
  public byte @Nullable [] readUntil(byte delimiter, int limit) throws IOException {
    return readUntil(
        (bytes, start, end) -> {
          int at = start;
          while (at < end && bytes[at] != delimiter) {
            at++;
          }
          return at;
        },
        limit);
  }

  /** Finds where a part ends: the index of the byte, or the end of the stretch. */
  @FunctionalInterface
  private interface Search {
    int find(byte[] bytes, int start, int end);
  }

  private byte @Nullable [] readUntil(Search search, int limit) throws IOException {
    return this.<byte @Nullable []>inTurn(
        deadline -> {
          int known = 0;
          for (; ; ) {
            int end = search.find(buffer.array(), buffer.from() + known, buffer.to());
            boolean found = end < buffer.to();
            known = end - buffer.from();
            if (known > limit) {
              throw new TooLongException(name(), "what is read up to some byte", limit);
            }
            if (found) {
              byte[] part = buffer.take(known);
              buffer.skip(1);
              return part;
            }
            if (!fetch(known + 1, deadline)) {
              return known == 0 ? null : buffer.take(known);
            }
          }
        });
  }

  /**
   * Reads a line. Its end is LF or CR LF; the last line may have none.
   *
   * @param limit how many bytes it may have, without its end
   * @return the line without its end; null at the end of the connection
   * @throws TooLongException if it is longer; it stays to be read
   * @throws IOException if reading fails
   */
  public byte @Nullable [] readLine(int limit) throws IOException {
    return this.<byte @Nullable []>inTurn(
        deadline -> {
          int known = 0;
          for (; ; ) {
            byte[] bytes = buffer.array();
            int start = buffer.from();
            int end = Newlines.next(bytes, start + known, buffer.to());
            boolean found = end < buffer.to();
            known = end - start;
            int length = found ? Newlines.lineEnd(bytes, start, end) - start : known;
            // Without an end yet, the last byte may be the CR of one.
            if (length > limit && (found || length > limit + 1 || bytes[end - 1] != '\r')) {
              throw new TooLongException(name(), "a line", limit);
            }
            if (found) {
              byte[] line = Arrays.copyOfRange(bytes, start, start + length);
              buffer.skip(known + 1);
              return line;
            }
            if (!fetch(known + 1, deadline)) {
              return known == 0 ? null : buffer.take(known);
            }
          }
        });
  }

  /**
   * Reads to the end.
   *
   * @param limit how many bytes may come
   * @return the bytes
   * @throws TooLongException if more come; they stay to be read
   * @throws IOException if reading fails
   */
  public byte[] readAll(int limit) throws IOException {
    return inTurn(
        deadline -> {
          do {
            if (buffer.length() > limit) {
              throw new TooLongException(name(), "what is read to the end", limit);
            }
          } while (fetch(buffer.length() + 1, deadline));
          return buffer.take(buffer.length());
        });
  }

  private <T extends @Nullable Object> T inTurn(Reading<T> body) throws IOException {
    STM.effect(OPERATION);
    Duration time = readTime;
    Deadline deadline = time == null ? Deadline.NEVER : Deadline.after(time);
    try (Permit _ = time == null ? reading.acquire() : reading.acquire(time)) {
      checkOpen();
      return body.run(deadline);
    } catch (IOException e) {
      throw asHangUp(e);
    }
  }

  /**
   * Fetches more bytes behind those in the buffer; false at the end.
   *
   * @param wanted how many bytes the buffer should hold in all, if they come
   */
  private boolean fetch(int wanted, Deadline deadline) throws IOException {
    for (; ; ) {
      buffer.makeRoom(wanted);
      int count = transport.read(ByteBuffer.wrap(buffer.array(), buffer.to(), buffer.room()));
      if (count != 0) {
        buffer.filled(Math.max(0, count));
        if (buffer.isEmpty()) {
          buffer.letGo();
        }
        return count > 0;
      }
      buffer.letGo();
      await(deadline);
    }
  }

  /** Waits for bytes. A limit of time ends the wait and never what has been read. */
  private void await(Deadline deadline) throws IOException {
    if (deadline.equals(Deadline.NEVER)) {
      transport.awaitReadable();
    } else {
      within(deadline, transport::awaitReadable);
    }
    checkOpen();
  }

  // ---- writing ----------------------------------------------------------------------------------

  /**
   * Writes bytes. Suspends while the other side does not read and the system's buffer is full.
   *
   * @param bytes what to write; not to be changed before this returns
   * @throws IOException if not all could be written
   */
  public void write(byte[] bytes) throws IOException {
    write(ByteBuffer.wrap(bytes));
  }

  /**
   * Writes the bytes of a buffer. Suspends while the other side does not read and the system's
   * buffer is full.
   *
   * @param from what to write; not to be touched before this returns
   * @throws IOException if not all could be written
   */
  public void write(ByteBuffer from) throws IOException {
    writing(() -> transport.write(from));
  }

  /**
   * Tells the other side that nothing more will be written: it reads to the end. Reading goes on.
   *
   * @throws IOException if that fails
   */
  public void finish() throws IOException {
    writing(transport::finish);
  }

  /** What a write does when it is its turn. */
  @FunctionalInterface
  private interface Writing {
    void run() throws IOException;
  }

  private void writing(Writing body) throws IOException {
    STM.effect(OPERATION);
    Duration time = writeTime;
    try {
      if (time == null) {
        writeInTurn(body);
      } else {
        within(Deadline.after(time), () -> writeInTurn(body));
      }
    } catch (IOException e) {
      throw asHangUp(e);
    }
  }

  private void writeInTurn(Writing body) throws IOException {
    try (Permit _ = writing.acquire()) {
      checkOpen();
      body.run();
    }
  }

  /** Runs a body under a deadline; of its own failure after that the exception tells too. */
  private static void within(Deadline deadline, Writing body) throws IOException {
    AtomicReference<@Nullable IOException> failure = new AtomicReference<>();
    try {
      deadline.run(
          () -> {
            try {
              body.run();
            } catch (IOException e) {
              failure.set(e);
            }
            return true;
          });
    } catch (TimeoutException late) {
      IOException failed = failure.get();
      if (failed != null) {
        late.addSuppressed(failed);
      }
      throw late;
    }
    IOException failed = failure.get();
    if (failed != null) {
      throw failed;
    }
  }

  // ---- another connection in its place ----------------------------------------------------------

  /**
   * Gives away what carries the bytes, for another connection over it: both sides go on with TLS,
   * say. From now on this one is closed, and the other side learns nothing of that. Does not
   * suspend.
   *
   * @return the transport, which belongs to the caller
   * @throws IOException if bytes have come that nobody has read: whoever goes on could take them
   *     for what the other side says later; or if this is closed
   * @throws IllegalStateException if somebody reads or writes
   */
  public Transport detach() throws IOException {
    STM.effect(OPERATION);
    try (Permit reads = reading.tryAcquire();
        Permit writes = writing.tryAcquire()) {
      if (reads == null || writes == null) {
        throw new IllegalStateException(this + " is in use");
      }
      checkOpen();
      if (!buffer.isEmpty()) {
        throw new IOException(
            name() + ": " + buffer.length() + " bytes have come before they were asked for");
      }
      open = false;
      detached = true;
      return transport;
    }
  }

  // ---- closing ----------------------------------------------------------------------------------

  private void checkOpen() throws IOException {
    if (!open) {
      throw new ClosedException(name());
    }
  }

  /**
   * Ends both directions at once; reads and writes that wait raise {@link ClosedException}. What
   * was written goes out before; that may suspend as a write does, but not where the computation is
   * cancelled, shielded or not. Again it does nothing.
   *
   * @throws IOException if the other side takes nothing of what was written before for 10 seconds,
   *     or the system refuses; the connection is closed all the same
   */
  @Override
  public void close() throws IOException {
    STM.effect(OPERATION);
    open = false;
    if (detached) {
      return;
    }
    try {
      transport.close();
    } catch (IOException e) {
      throw asHangUp(e);
    }
  }

  /** Closes the connection: what a scope does on its way out. */
  @Override
  public void cancel() throws IOException {
    close();
  }

  /**
   * The name of the connection.
   *
   * @return a text
   */
  @Override
  public String toString() {
    return "connection with " + name() + (open ? "" : ", closed");
  }
}

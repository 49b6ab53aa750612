package yona.io.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Cancellable;
import yona.async.CancellationException;
import yona.async.stm.STM;
import yona.io.ClosedException;
import yona.io.Cutter;
import yona.io.LineConsumer;
import yona.io.TooLongException;
import yona.io.medium.Medium;
import yona.io.medium.Newlines;
import yona.io.medium.Operations;
import yona.io.medium.ReadBuffer;
import yona.io.medium.RegularMedium;
import yona.io.medium.StreamMedium;

/**
 * A file that has been opened: bytes, with a position that moves with every read and write.
 *
 * <p>Any number of fibers may use it; the operations are served in the order in which they were
 * called, on a regular file also among all others on its path, as {@link FileOperations} says. So a
 * call may have to wait for one by the path, or on another open file; nothing is kept from others
 * between two calls. Every method but {@link #path} and {@link #isOpen} may suspend. Regular files
 * are read and written in place on the fiber's thread; a FIFO or a device, which may let everybody
 * wait, is served by a thread of its own, and a fiber that is cancelled while it waits goes on at
 * once. Errors are {@link IOException}s whose message names the file; after {@link #close} they are
 * {@link ClosedException}s. Cancellation raises {@code yona.async.CancellationException}. In a
 * transaction all operations are refused.
 */
public final class OpenFile implements Cancellable, AutoCloseable {

  /** Bytes of the longest line that can be read: 256 MiB. */
  public static final int LINE_LIMIT = 256 << 20;

  /** Large enough that system calls do not count, small enough for the cache of a core. */
  private static final int BUFFER = 128 * 1024;

  /** For small files. */
  private static final int FIRST_BUFFER = 8 * 1024;

  /** Bytes that an array can have. */
  private static final int MOST_AT_ONCE = Integer.MAX_VALUE - 16;

  private static final ReadBuffer.Allocation ALLOCATION =
      new ReadBuffer.Allocation() {
        @Override
        public byte[] next(byte[] full, int held) {
          if (full.length == 0) {
            return new byte[FIRST_BUFFER];
          }
          if (held < full.length / 2) {
            return full.length >= BUFFER ? full : new byte[BUFFER];
          }
          return new byte[Math.max(BUFFER, Math.min(2 * full.length, LINE_LIMIT + BUFFER))];
        }

        @Override
        public boolean keeps(int length, int held) {
          return held > 0 || length <= BUFFER;
        }

        @Override
        public void free(byte[] array) {
          // Such arrays are of many lengths: nobody keeps them.
        }
      };

  private final String name;
  private final Path path;
  private final Medium medium;
  private final boolean readable;
  private final boolean writable;
  private final boolean appending;

  /** What opening did to the path, and closing does. */
  private final PathOrder.Access access;

  private final PathOrder.OfOpenFile order;

  /** Whose turn it is; belongs to that operation. */
  private PathOrder.@Nullable Turn held;

  /** The bytes that follow {@link #position}, as far as they have been fetched. */
  private final ReadBuffer buffer = new ReadBuffer(ALLOCATION);

  private long position;
  private volatile boolean open = true;

  private OpenFile(
      Path path, Medium medium, Set<? extends OpenOption> options, PathOrder.OfOpenFile order) {
    this.order = order;
    this.name = path.toString();
    this.path = path;
    this.medium = medium;
    this.access = PathOrder.Access.of(options);
    this.appending = options.contains(StandardOpenOption.APPEND);
    this.writable = appending || options.contains(StandardOpenOption.WRITE);
    this.readable = !writable || options.contains(StandardOpenOption.READ);
  }

  /**
   * A stream that is open already, like standard input, to be read. Its operations run on threads
   * of their own.
   *
   * @param name what messages call it
   * @param channel where it is read from; closed with the file
   * @return the file
   */
  public static OpenFile of(Path name, ReadableByteChannel channel) {
    return new OpenFile(name, new StreamMedium(channel), Set.of(), PathOrder.OfOpenFile.apart());
  }

  /**
   * Opens a file. What it is decides how it is served, by a look at the path beforehand; if the
   * path is replaced by a FIFO between the look and the opening, the opening holds up its carrier
   * thread, which is then replaced. Suspends.
   *
   * @param path the file
   * @param options how to open it; no access means reading
   * @return the open file, at position 0
   * @throws IOException if it cannot be opened
   */
  public static OpenFile open(Path path, Set<? extends OpenOption> options) throws IOException {
    Opened opened = Opened.openInTurn(path, options);
    return opened.isStream()
        ? apart(path, opened, options)
        : new OpenFile(
            path, new RegularMedium(opened.channel()), options, PathOrder.OfOpenFile.at(path));
  }

  /** A file whose operations wait for none on its path: by who has the turn there, if need be. */
  static OpenFile apart(Path path, Opened opened, Set<? extends OpenOption> options) {
    Medium medium =
        opened.isStream()
            ? new StreamMedium(opened.channel())
            : new RegularMedium(opened.channel());
    return new OpenFile(path, medium, options, PathOrder.OfOpenFile.apart());
  }

  /**
   * The path as it was given to {@link #open}.
   *
   * @return the path
   */
  public Path path() {
    return path;
  }

  /**
   * Whether the file has not been closed.
   *
   * @return false after {@link #close}
   */
  public boolean isOpen() {
    return open;
  }

  // ---- reading ---------------------------------------------------------------------------------

  /**
   * Reads some bytes from the position on and moves it behind them.
   *
   * @param limit how many bytes at most, at least 1; more if the cutter takes none of so many
   * @param cutter decides how many of those that are there are taken
   * @return the bytes, or null at the end
   * @throws IOException if reading fails
   */
  public byte @Nullable [] readSome(int limit, Cutter cutter) throws IOException {
    beginReading();
    try {
      boolean last = buffer.isEmpty() && !fetch();
      int wanted = limit;
      while (!buffer.isEmpty()) {
        int available = Math.min(wanted, buffer.length());
        int from = buffer.from();
        boolean all = available == buffer.length();
        int taken = cutter.cut(buffer.array(), from, from + available, last && all);
        if (taken > 0) {
          return takeBytes(taken);
        }
        if (available == wanted) {
          wanted++;
        } else if (last) {
          throw new IllegalArgumentException("a cutter must take some of the last bytes");
        }
        if (buffer.length() < wanted && !last) {
          last = !fetch();
        }
      }
      return null;
    } finally {
      end();
    }
  }

  /**
   * Reads from the position to the end, and moves it there.
   *
   * @return the bytes; none at the end
   * @throws IOException if reading fails
   */
  public byte[] readAll() throws IOException {
    beginReading();
    try {
      long rest = medium.isSeekable() ? medium.size() - position : 0;
      if (rest > MOST_AT_ONCE) {
        throw new IOException("too large to be read at once: " + rest + " bytes");
      }
      int count = buffer.length();
      byte[] all = new byte[(int) Math.max(rest, count)];
      System.arraycopy(buffer.array(), buffer.from(), all, 0, count);
      take(count);
      while (count < all.length) {
        int got = medium.read(all, count, Math.min(all.length - count, BUFFER), position);
        if (got < 0) {
          return Arrays.copyOf(all, count);
        }
        count += got;
        position += got;
      }
      return fetch() ? withRest(all) : all;
    } catch (IOException e) {
      throw named(e);
    } finally {
      end();
    }
  }

  /** There is more than the size said: the file grows, or has no size, like those in /proc. */
  private byte[] withRest(byte[] start) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream(start.length + BUFFER);
    all.write(start, 0, start.length);
    do {
      if (all.size() > MOST_AT_ONCE - buffer.length()) {
        throw new IOException("too large to be read at once: more than 2 GiB");
      }
      all.write(buffer.array(), buffer.from(), buffer.length());
      take(buffer.length());
    } while (fetch());
    return all.toByteArray();
  }

  /**
   * Reads a line from the position on and moves it behind the line's end. The end is LF or CR LF;
   * the last line may have none.
   *
   * @return the line without its end, or null at the end of the file
   * @throws TooLongException if there is no end within {@link #LINE_LIMIT}
   * @throws IOException if reading fails
   */
  public byte @Nullable [] readLine() throws IOException {
    beginReading();
    try {
      int known = 0;
      for (; ; ) {
        byte[] bytes = buffer.array();
        int from = buffer.from();
        int end = Newlines.next(bytes, from + known, buffer.to());
        if (end < buffer.to()) {
          byte[] line = Arrays.copyOfRange(bytes, from, Newlines.lineEnd(bytes, from, end));
          take(end + 1 - from);
          return line;
        }
        int length = buffer.length();
        if (length > LINE_LIMIT) {
          throw new TooLongException(name, "a line", LINE_LIMIT);
        }
        if (!fetch()) {
          if (length == 0) {
            return null;
          }
          return takeBytes(length);
        }
        known = length;
      }
    } finally {
      end();
    }
  }

  /**
   * Reads all lines from the position to the end, and moves it there. See {@link #readLine}.
   *
   * @param lines takes each line
   * @throws TooLongException if a line has no end within {@link #LINE_LIMIT}
   * @throws IOException if reading fails
   */
  public void readLines(LineConsumer lines) throws IOException {
    beginReading();
    try {
      do {
        takeLines(lines);
        if (buffer.length() > LINE_LIMIT) {
          throw new TooLongException(name, "a line", LINE_LIMIT);
        }
      } while (fetch());
      if (!buffer.isEmpty()) {
        lines.accept(buffer.array(), buffer.from(), buffer.to());
        take(buffer.length());
      }
    } finally {
      end();
    }
  }

  /**
   * Reads the lines that are there, at least one, from the position on, and moves it behind them.
   * Waits for the first one only. See {@link #readLine}.
   *
   * @param lines takes each line
   * @return false at the end of the file
   * @throws TooLongException if the first line has no end within {@link #LINE_LIMIT}
   * @throws IOException if reading fails
   */
  public boolean readSomeLines(LineConsumer lines) throws IOException {
    beginReading();
    try {
      int known = 0;
      while (Newlines.next(buffer.array(), buffer.from() + known, buffer.to()) == buffer.to()) {
        int length = buffer.length();
        if (length > LINE_LIMIT) {
          throw new TooLongException(name, "a line", LINE_LIMIT);
        }
        if (!fetch()) {
          if (length > 0) {
            lines.accept(buffer.array(), buffer.from(), buffer.to());
            take(length);
          }
          return length > 0;
        }
        known = length;
      }
      takeLines(lines);
      return true;
    } finally {
      end();
    }
  }

  /** Hands out the whole lines that are in the buffer. */
  private void takeLines(LineConsumer lines) {
    int from = buffer.from();
    take(Newlines.each(buffer.array(), from, buffer.to(), lines) - from);
  }

  /** Fetches more bytes behind those in the buffer; false at the end of the file. */
  private boolean fetch() throws IOException {
    int length = buffer.length();
    buffer.makeRoom(length + 1);
    try {
      int count =
          medium.read(
              buffer.array(), buffer.to(), Math.min(buffer.room(), BUFFER), position + length);
      buffer.filled(Math.max(0, count));
      return count > 0;
    } catch (IOException e) {
      throw named(e);
    }
  }

  /** Moves the position over bytes in the buffer. */
  private void take(int count) {
    buffer.skip(count);
    position += count;
  }

  private byte[] takeBytes(int count) {
    position += count;
    return buffer.take(count);
  }

  /**
   * Reads at a place of its own; the position stays.
   *
   * @param at where to read, in bytes from the start
   * @param count how many bytes
   * @return the bytes; fewer only at the end, none beyond it
   * @throws IOException if reading fails
   */
  public byte[] readAt(long at, int count) throws IOException {
    beginReading();
    try {
      seekable();
      byte[] bytes = new byte[Math.clamp(medium.size() - at, 0, count)];
      int done = 0;
      while (done < bytes.length) {
        int got = medium.read(bytes, done, bytes.length - done, at + done);
        if (got < 0) {
          return Arrays.copyOf(bytes, done);
        }
        done += got;
      }
      return bytes;
    } catch (IOException e) {
      throw named(e);
    } finally {
      end();
    }
  }

  // ---- writing ---------------------------------------------------------------------------------

  /**
   * Writes bytes at the position, or at the end of a file opened for appending, and moves the
   * position behind them.
   *
   * <p>Small writes to a regular file that follow each other are gathered and become one when the
   * fiber waits or ends, some milliseconds later otherwise; an error that they meet is raised by
   * the next operation on this file, at the latest by {@link #close}. Within this process nobody
   * sees a file without them, and what is sent, printed or started afterwards comes behind them.
   * What is appended is never gathered.
   *
   * @param bytes holds them; not to be changed before this returns
   * @param start index of the first
   * @param count how many
   * @throws IOException if not all could be written, of this or what was gathered before
   */
  public void write(byte[] bytes, int start, int count) throws IOException {
    beginWriting();
    try {
      discardBuffer();
      if (appending) {
        position = medium.append(bytes, start, count);
      } else {
        if (position > Long.MAX_VALUE - count) {
          throw new FileSystemException(
              name, null, "no file is so long: " + count + " bytes at position " + position);
        }
        medium.write(bytes, start, count, position);
        position += count;
      }
    } catch (IOException e) {
      throw named(e);
    } finally {
      end();
    }
  }

  /**
   * Writes at a place of its own; the position stays.
   *
   * @param at where to write, in bytes from the start
   * @param bytes what to write; not to be changed before this returns
   * @throws IOException if not all could be written, or the file is open for appending
   */
  public void writeAt(long at, byte[] bytes) throws IOException {
    beginWriting();
    try {
      seekable();
      if (appending) {
        throw new FileSystemException(
            name, null, "open for appending, which writes at the end only");
      }
      discardBuffer();
      medium.write(bytes, 0, bytes.length, at);
    } catch (IOException e) {
      throw named(e);
    } finally {
      end();
    }
  }

  /**
   * Cuts the file if it is longer than a size. A position beyond the new end moves to it, any other
   * stays.
   *
   * @param size bytes
   * @throws IOException if it fails
   */
  public void truncate(long size) throws IOException {
    beginWriting();
    try {
      discardBuffer();
      medium.truncate(size);
      position = Math.min(position, size);
    } catch (IOException e) {
      throw named(e);
    } finally {
      end();
    }
  }

  /**
   * Forces what was written to the device.
   *
   * @throws IOException if it fails
   */
  public void sync() throws IOException {
    begin(PathOrder.Access.READ);
    try {
      medium.sync();
    } catch (IOException e) {
      throw named(e);
    } finally {
      end();
    }
  }

  // ---- place and size --------------------------------------------------------------------------

  /**
   * The size of the file.
   *
   * @return bytes; 0 for what has no size
   * @throws IOException if it fails
   */
  public long size() throws IOException {
    begin(PathOrder.Access.READ);
    try {
      return medium.size();
    } catch (IOException e) {
      throw named(e);
    } finally {
      end();
    }
  }

  /**
   * Where the next read or write begins.
   *
   * @return bytes from the start
   * @throws ClosedException if the file is closed
   */
  public long position() throws IOException {
    beginUncounted();
    try {
      return position;
    } finally {
      end();
    }
  }

  /**
   * Moves the position; suspends only while other operations on this file are not done.
   *
   * @param to bytes from the start, not negative; beyond the end is allowed: nothing can be read
   *     there, and a write leaves zeros in between
   * @throws IOException if the file has no positions
   */
  public void seek(long to) throws IOException {
    beginUncounted();
    try {
      seekable();
      discardBuffer();
      position = to;
    } finally {
      end();
    }
  }

  // ---- closing ---------------------------------------------------------------------------------

  /**
   * Closes the file when the operations that were called before are done. Closing twice does
   * nothing. If the computation is cancelled, or gets cancelled meanwhile, the file is closed all
   * the same, without that wait, and the cancellation is met by the next wait.
   *
   * @throws IOException if what was written could not be kept
   */
  @Override
  public void close() throws IOException {
    STM.effect(Operations.ON_FILES);
    boolean inTurn = false;
    try (PathOrder.Turn turn = order.enter(access)) {
      turn.await();
      inTurn = true;
      closeMedium();
      buffer.clear();
    } catch (CancellationException e) {
      if (inTurn) {
        throw e;
      }
      closeMedium();
    }
  }

  private void closeMedium() throws IOException {
    synchronized (medium) {
      if (!open) {
        return;
      }
      open = false;
    }
    try {
      Async.<@Nullable Void, IOException>shielded(
          () -> {
            medium.close();
            return null;
          });
    } catch (IOException e) {
      throw named(e);
    } finally {
      order.close();
    }
  }

  /** Closes the file: what a scope does on its way out. */
  @Override
  public void cancel() throws IOException {
    close();
  }

  // ---- the frame of an operation ---------------------------------------------------------------

  private void begin(PathOrder.Access access) throws IOException {
    enter(access, true);
  }

  private void beginUncounted() throws IOException {
    enter(PathOrder.Access.READ, false);
  }

  private void enter(PathOrder.Access access, boolean counted) throws IOException {
    PathOrder.Turn turn = order.enter(access);
    try {
      if (counted || !turn.isThere()) {
        turn.await();
      }
    } catch (Throwable error) {
      turn.close();
      throw error;
    }
    held = turn;
    checkOpen();
  }

  private void checkOpen() throws IOException {
    if (!open) {
      end();
      throw new ClosedException(name);
    }
  }

  private void beginReading() throws IOException {
    if (!readable) {
      throw new FileSystemException(name, null, "not open for reading");
    }
    begin(PathOrder.Access.READ);
  }

  private void beginWriting() throws IOException {
    if (!writable) {
      throw new FileSystemException(name, null, "not open for writing");
    }
    begin(PathOrder.Access.WRITE);
  }

  private void end() {
    Objects.requireNonNull(held).close();
  }

  private void seekable() throws IOException {
    if (!medium.isSeekable()) {
      throw new FileSystemException(name, null, "has no positions: it is not a regular file");
    }
  }

  /** Forgets what was fetched of a regular file; what came from a stream would be lost. */
  private void discardBuffer() {
    if (medium.isSeekable()) {
      buffer.skip(buffer.length());
    }
  }

  private IOException named(IOException e) {
    return Operations.named(e, name);
  }
}

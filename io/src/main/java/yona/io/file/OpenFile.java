package yona.io.file;

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
import yona.io.medium.Operations;
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

  /** Has the position, also of what is written. */
  private final MediumReader reader;

  private volatile boolean open = true;

  private OpenFile(
      Path path, Medium medium, Set<? extends OpenOption> options, PathOrder.OfOpenFile order) {
    this.order = order;
    this.name = path.toString();
    this.path = path;
    this.medium = medium;
    this.reader = new MediumReader(name, medium);
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
      return reader.some(limit, cutter);
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
      return reader.all();
    } catch (IOException e) {
      throw named(e);
    } finally {
      end();
    }
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
      return reader.line(LINE_LIMIT);
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
      reader.lines(LINE_LIMIT, lines);
    } finally {
      end();
    }
  }

  /**
   * Reads the lines that are there, at least one, from the position on, and moves it behind them.
   * Waits for the first one only. See {@link #readLine}.
   *
   * @param limit how many bytes the first line may have, unless it is there already
   * @param lines takes each line
   * @return false at the end of the file
   * @throws TooLongException if the first line has no end within the limit
   * @throws IOException if reading fails
   */
  public boolean readSomeLines(int limit, LineConsumer lines) throws IOException {
    beginReading();
    try {
      return reader.someLines(limit, lines);
    } finally {
      end();
    }
  }

  /**
   * The file as text.
   *
   * @param passesMark whether a byte order mark at its start is passed; else this reads as the file
   *     does itself
   * @return what reads from the file's position on and moves it
   */
  public OpenFileText text(boolean passesMark) {
    return new OpenFileText(this, passesMark);
  }

  /** A read from the position on. */
  @FunctionalInterface
  interface Read<T extends @Nullable Object> {
    T from(MediumReader reader) throws IOException;
  }

  /** Reads in one operation. */
  <T extends @Nullable Object> T read(Read<T> read) throws IOException {
    beginReading();
    try {
      return read.from(reader);
    } catch (IOException e) {
      throw named(e);
    } finally {
      end();
    }
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
      reader.discard();
      if (appending) {
        reader.moveTo(medium.append(bytes, start, count));
      } else {
        long position = reader.position();
        if (position > Long.MAX_VALUE - count) {
          throw new FileSystemException(
              name, null, "no file is so long: " + count + " bytes at position " + position);
        }
        medium.write(bytes, start, count, position);
        reader.moveTo(position + count);
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
      reader.discard();
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
      reader.discard();
      medium.truncate(size);
      reader.moveTo(Math.min(reader.position(), size));
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
      return reader.position();
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
      reader.moveTo(to);
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
      reader.close();
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

  private IOException named(IOException e) {
    return Operations.named(e, name);
  }
}

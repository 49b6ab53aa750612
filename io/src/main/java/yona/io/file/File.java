package yona.io.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Body;
import yona.async.Cancellable;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Promise;
import yona.async.Scope;
import yona.async.stm.STM;
import yona.async.sync.Resource;
import yona.io.ClosedException;
import yona.io.medium.Operations;

/**
 * A file as POSIX has it: it is opened, read and written at a position that moves, or at any other
 * place, and closed.
 *
 * <pre>{@code
 * ByteBuffer buffer = ByteBuffer.allocateDirect(4096);
 * int count = File.withFile(path, READ).use(file -> file.read(buffer).value());
 * }</pre>
 *
 * <p><b>Order.</b> Any number of fibers and threads may use a file. Its operations are done one at
 * a time in the order of their calls; each gives a {@link Future} that is completed when it is
 * done. On a regular file, an operation that finds none under way is done in place, on the calling
 * thread, where the fibers' scheduler looks after threads that are in the kernel (see the guide,
 * "Schedulers and flags"); its future is there when the call returns. Other operations run on a
 * thread of their own, those of a FIFO or a device always: they stall nobody but who awaits them.
 *
 * <p><b>Buffers</b> are used as they are, without a copy; a large direct buffer is read or written
 * in one call of the system. A buffer belongs to the operation until its future is complete: nobody
 * else may use it. Its position tells how far the operation came, also if that failed.
 *
 * <p><b>Cancellation.</b> To cancel a future takes its operation back if it has not begun; one that
 * has begun goes on, and keeps its buffer. A fiber that is cancelled while it awaits a future does
 * not cancel it. The future of an operation that is called by a cancelled fiber is not made: that
 * raises {@link CancellationException}.
 *
 * <p><b>Errors.</b> Futures fail with {@link IOException}s whose message names the file, {@link
 * ClosedException}s after {@link #close}. In a transaction all operations are refused.
 *
 * <p>{@link OpenFile} is for those who read lines, or work with arrays and direct calls.
 */
public final class File implements Cancellable, AutoCloseable {

  private final Path path;

  /** Whether a call of {@link #open} is under way. Guarded by this. */
  private boolean opening;

  /** Null while the file is not open; changed under this object's monitor. */
  private volatile @Nullable Descriptor descriptor;

  /**
   * A file that is not open yet.
   *
   * @param path where it is
   */
  public File(Path path) {
    this.path = Objects.requireNonNull(path, "path");
  }

  /**
   * A file that is not open yet.
   *
   * @param path where it is
   * @throws java.nio.file.InvalidPathException if that can be no path
   */
  public File(String path) {
    this(Path.of(path));
  }

  /**
   * An open file as a resource: opened when it is used, and closed however the use ends. Leaving it
   * waits for the operations that were called in it, as {@link #close} does; if who uses it is
   * cancelled, those of a FIFO or a device are ended.
   *
   * @param path where the file is
   * @param options how to open it, see {@link #open}
   * @return the resource, of which each use opens the file anew
   */
  public static Resource<File, IOException> withFile(Path path, OpenOption... options) {
    Objects.requireNonNull(path, "path");
    Set<OpenOption> copy = Set.of(options);
    return Resource.of(() -> InUse.of(path, copy), InUse::release).map(InUse::file);
  }

  /**
   * {@link #withFile(Path, OpenOption...)} of a path that is written out.
   *
   * @param path where the file is
   * @param options how to open it, see {@link #open}
   * @return the resource, of which each use opens the file anew
   * @throws java.nio.file.InvalidPathException if that can be no path
   */
  public static Resource<File, IOException> withFile(String path, OpenOption... options) {
    return withFile(Path.of(path), options);
  }

  /** A file, and the scope of who uses it. */
  private record InUse(File file, Scope user) {

    static InUse of(Path path, Set<OpenOption> options) throws IOException {
      File file = new File(path);
      file.open(options);
      return new InUse(file, Scope.current());
    }

    void release() throws IOException {
      Descriptor open = file.descriptor;
      if (open == null || !open.mayHang() || user.parent() == null) {
        file.close();
      } else if (user.isCancelled()) {
        file.cancel();
      } else {
        closeUnlessCancelled();
      }
    }

    /** This runs shielded, so it is another fiber that sees the cancellation of the user. */
    private void closeUnlessCancelled() throws IOException {
      Future<?> cancellation = user.future(Body.named("close " + file.path, Async::never));
      try {
        Descriptor open = file.taken();
        if (open != null) {
          open.closeUnless(cancellation);
        }
      } finally {
        cancellation.cancel();
      }
    }
  }

  /**
   * The path as it was given.
   *
   * @return the path
   */
  public Path path() {
    return path;
  }

  /**
   * Whether the file is open.
   *
   * @return true from the return of {@link #open} to the call of {@link #close}
   */
  public boolean isOpened() {
    return descriptor != null;
  }

  /**
   * Opens the file, with position 0. A file that was closed can be opened again. Suspends; a FIFO
   * until somebody has it open at the other end.
   *
   * @param options how: {@link java.nio.file.StandardOpenOption}s; none of access means reading
   * @throws IllegalStateException if it is open already, or being opened
   * @throws IllegalArgumentException if the options do not go together
   * @throws IOException if it cannot be opened
   * @throws CancellationException if the computation is cancelled
   */
  public void open(OpenOption... options) throws IOException {
    open(Set.of(options));
  }

  private void open(Set<OpenOption> options) throws IOException {
    synchronized (this) {
      if (opening || descriptor != null) {
        throw new IllegalStateException(
            path + (opening ? ": it is being opened" : ": it is open already"));
      }
      opening = true;
    }
    Descriptor opened = null;
    try {
      opened = Descriptor.open(path, options);
    } finally {
      synchronized (this) {
        opening = false;
        descriptor = opened;
      }
    }
  }

  // ---- reading ---------------------------------------------------------------------------------

  /**
   * Reads from the position on, and moves it behind what was read: until the buffer is full or the
   * file ends; from a FIFO or a device what is there, at least a byte.
   *
   * @param into takes the bytes, from its position to its limit
   * @return how many bytes; -1 at the end of the file
   * @throws IllegalArgumentException if the buffer is read-only
   * @throws CancellationException if the computation is cancelled
   */
  public Future<Integer> read(ByteBuffer into) {
    requireWritable(into);
    Descriptor open = descriptor;
    return open == null ? closed() : open.read(into);
  }

  /**
   * Reads at a place of its own until the buffer is full or the file ends; the position stays.
   *
   * @param into takes the bytes, from its position to its limit
   * @param at where to read, in bytes from the start
   * @return how many bytes; -1 at the end of the file or beyond; fails for what has no positions
   * @throws IllegalArgumentException if the buffer is read-only or the place negative
   * @throws CancellationException if the computation is cancelled
   */
  public Future<Integer> read(ByteBuffer into, long at) {
    requireWritable(into);
    requireNotNegative(at, "place");
    Descriptor open = descriptor;
    return open == null ? closed() : open.read(into, at);
  }

  private static void requireWritable(ByteBuffer into) {
    if (into.isReadOnly()) {
      throw new IllegalArgumentException("the buffer is read-only");
    }
  }

  private static void requireNotNegative(long number, String what) {
    if (number < 0) {
      throw new IllegalArgumentException("the " + what + " must not be negative: " + number);
    }
  }

  /**
   * {@link #readString(int, Charset)} of UTF-8.
   *
   * @param size how many bytes at most
   * @return the text, or null at the end of the file
   * @throws IllegalArgumentException if the size is negative
   * @throws CancellationException if the computation is cancelled
   */
  public Future<@Nullable String> readString(int size) {
    return readString(size, StandardCharsets.UTF_8);
  }

  /**
   * Reads text from the position on, and moves it behind what was read: as many bytes as {@link
   * #read(ByteBuffer)} would, but whole characters only, and at least one, even if that has more
   * bytes. One text after the other gives all of it, also where bytes mean something by those
   * before them, as in UTF-16.
   *
   * @param size how many bytes at most
   * @param charset what the bytes mean
   * @return the text, or null at the end of the file; fails, and leaves the bytes to be read again,
   *     if they are no text of the charset
   * @throws IllegalArgumentException if the size is negative
   * @throws CancellationException if the computation is cancelled
   */
  public Future<@Nullable String> readString(int size, Charset charset) {
    requireNotNegative(size, "size");
    Objects.requireNonNull(charset, "charset");
    Descriptor open = descriptor;
    return open == null ? closed() : open.readString(size, charset);
  }

  // ---- writing ---------------------------------------------------------------------------------

  /**
   * Writes all that is in a buffer at the position, or at the end of a file that was opened for
   * appending, and moves the position behind it.
   *
   * @param from holds the bytes, from its position to its limit
   * @return how many bytes; fails if not all could be written
   * @throws CancellationException if the computation is cancelled
   */
  public Future<Integer> write(ByteBuffer from) {
    Objects.requireNonNull(from, "from");
    Descriptor open = descriptor;
    return open == null ? closed() : open.write(from);
  }

  /**
   * Writes all that is in a buffer at a place of its own; the position stays. Beyond the end is
   * allowed: what is between are zeros then.
   *
   * @param from holds the bytes, from its position to its limit
   * @param at where to write, in bytes from the start
   * @return how many bytes; fails if not all could be written, if the file has no positions, and if
   *     it was opened for appending
   * @throws IllegalArgumentException if the place is negative
   * @throws CancellationException if the computation is cancelled
   */
  public Future<Integer> write(ByteBuffer from, long at) {
    Objects.requireNonNull(from, "from");
    requireNotNegative(at, "place");
    Descriptor open = descriptor;
    return open == null ? closed() : open.write(from, at);
  }

  /**
   * {@link #writeString(String, Charset)} in UTF-8.
   *
   * @param text what to write
   * @return how many bytes that were
   * @throws CancellationException if the computation is cancelled
   */
  public Future<Integer> writeString(String text) {
    return writeString(text, StandardCharsets.UTF_8);
  }

  /**
   * Writes a text like {@link #write(ByteBuffer)}.
   *
   * @param text what to write
   * @param charset how
   * @return how many bytes that were; fails, and writes nothing, if the charset lacks a character
   * @throws CancellationException if the computation is cancelled
   */
  public Future<Integer> writeString(String text, Charset charset) {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(charset, "charset");
    ByteBuffer encoded;
    try {
      encoded = charset.newEncoder().encode(CharBuffer.wrap(text.toCharArray()));
    } catch (CharacterCodingException e) {
      return failed(
          new FileSystemException(path.toString(), null, "the text has no form in " + charset));
    }
    return write(encoded);
  }

  /**
   * Cuts the file if it is longer than a size. A position beyond the new end moves to it, any other
   * stays.
   *
   * @param size bytes
   * @return the size of the file then
   * @throws IllegalArgumentException if the size is negative
   * @throws CancellationException if the computation is cancelled
   */
  public Future<Long> truncate(long size) {
    requireNotNegative(size, "size");
    Descriptor open = descriptor;
    return open == null ? closed() : open.truncate(size);
  }

  /**
   * Forces what was written to the device.
   *
   * @return completed when it is there
   * @throws CancellationException if the computation is cancelled
   */
  public Future<@Nullable Void> sync() {
    Descriptor open = descriptor;
    return open == null ? closed() : open.sync();
  }

  // ---- place and size --------------------------------------------------------------------------

  /**
   * The size of the file.
   *
   * @return bytes; 0 for what has no size
   * @throws CancellationException if the computation is cancelled
   */
  public Future<Long> size() {
    Descriptor open = descriptor;
    return open == null ? closed() : open.size();
  }

  /**
   * Where the next read or write begins, when those called before are done.
   *
   * @return bytes from the start
   * @throws CancellationException if the computation is cancelled
   */
  public Future<Long> position() {
    Descriptor open = descriptor;
    return open == null ? closed() : open.position();
  }

  /**
   * Moves the position.
   *
   * @param position bytes from the start; beyond the end is allowed: nothing can be read there, and
   *     a write leaves zeros in between
   * @return the position; fails for what has none
   * @throws IllegalArgumentException if the position is negative
   * @throws CancellationException if the computation is cancelled
   */
  public Future<Long> seek(long position) {
    requireNotNegative(position, "position");
    Descriptor open = descriptor;
    return open == null ? closed() : open.seek(position);
  }

  // ---- closing ---------------------------------------------------------------------------------

  /**
   * Closes the file when the operations called before are done; reads of a FIFO or a device that
   * have not ended, and no write comes behind, end with a {@link ClosedException}. Does nothing if
   * the file is not open. Suspends. If the computation is cancelled, or gets cancelled meanwhile,
   * the file is closed all the same, a FIFO or a device at once as by {@link #cancel}, and the
   * cancellation is met by the next wait.
   *
   * @throws IOException if what was written could not be kept
   */
  @Override
  public void close() throws IOException {
    Descriptor open = taken();
    if (open != null) {
      open.close();
    }
  }

  /**
   * Closes the file like {@link #close}, but waits for nobody at the other end of a FIFO or a
   * device: operations on those that are not done end with a {@link ClosedException}. What a scope
   * does on its way out.
   *
   * @throws IOException if what was written could not be kept
   */
  @Override
  public void cancel() throws IOException {
    Descriptor open = taken();
    if (open != null) {
      open.cancel();
    }
  }

  private @Nullable Descriptor taken() {
    STM.effect(Operations.ON_FILES);
    synchronized (this) {
      Descriptor open = descriptor;
      descriptor = null;
      return open;
    }
  }

  private <T extends @Nullable Object> Future<T> closed() {
    return failed(new ClosedException(path.toString()));
  }

  private static <T extends @Nullable Object> Future<T> failed(IOException error) {
    Promise<T> promise = new Promise<>();
    promise.fail(error);
    return promise;
  }

  @Override
  public String toString() {
    return "file " + path + (isOpened() ? "" : " (not open)");
  }
}

package yona.io.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.file.FileSystemException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Result;
import yona.async.Source;
import yona.async.stm.STM;
import yona.io.ClosedException;
import yona.io.medium.Operations;

/**
 * What an open {@link File} stands on: the file that the system has opened, a position, and the
 * operations in their order. The fields that change belong to the operation whose turn it is.
 */
final class Descriptor {

  /**
   * Of a buffer on the heap the JDK makes a copy outside of it for each call, which it keeps: so
   * large that system calls do not count, so small that it stays in a core's cache.
   */
  private static final int PIECE = 128 * 1024;

  /** Bytes that a text is read in first, where nobody knows how many there are. */
  private static final int FIRST_BUFFER = 8 * 1024;

  private static final byte[] NONE = {};

  private final String name;
  private final FileChannel channel;
  private final boolean isStream;
  private final boolean readable;
  private final boolean writable;
  private final boolean appending;
  private final OperationQueue queue;

  private long position;

  /** What was read of a stream and belongs to a character whose end is not there yet. */
  private byte[] carry = NONE;

  /** The decoder of the text that was read last, for one that goes on where that ended. */
  private @Nullable CharsetDecoder decoder;

  private long decodedTo;

  private Descriptor(String name, Opened opened, Set<? extends OpenOption> options) {
    this.name = name;
    this.channel = opened.channel();
    this.isStream = opened.isStream();
    this.appending = options.contains(StandardOpenOption.APPEND);
    this.writable = appending || options.contains(StandardOpenOption.WRITE);
    this.readable = !writable || options.contains(StandardOpenOption.READ);
    this.queue = new OperationQueue(!isStream, () -> new ClosedException(name));
  }

  static Descriptor open(Path path, Set<? extends OpenOption> options) throws IOException {
    return new Descriptor(path.toString(), Opened.open(path, options), options);
  }

  // ---- reading ---------------------------------------------------------------------------------

  Future<Integer> read(ByteBuffer into) {
    return call(OperationQueue.Kind.READING, () -> readNow(into));
  }

  Future<Integer> read(ByteBuffer into, long at) {
    return call(
        OperationQueue.Kind.READING,
        () -> {
          requirePositions();
          return fill(into, at);
        });
  }

  Future<@Nullable String> readString(int size, Charset charset) {
    return call(OperationQueue.Kind.READING, () -> readText(size, charset));
  }

  private int readNow(ByteBuffer into) throws IOException {
    int count;
    if (!isStream) {
      count = fill(into, position);
    } else if (carry.length > 0) {
      count = Math.min(carry.length, into.remaining());
      into.put(carry, 0, count);
      carry = Arrays.copyOfRange(carry, count, carry.length);
    } else {
      count = readPiece(into, -1);
    }
    position += Math.max(count, 0);
    return count;
  }

  /** Reads until a buffer is full or the file ends; -1 if it ends at once. */
  private int fill(ByteBuffer into, long at) throws IOException {
    if (!into.hasRemaining()) {
      return 0;
    }
    int start = into.position();
    long from = at;
    int got;
    do {
      got = readPiece(into, from);
      from += got;
    } while (got > 0 && into.hasRemaining());
    int count = into.position() - start;
    return count == 0 ? -1 : count;
  }

  /** Reads what one call gives; at a place below zero: from a stream. */
  private int readPiece(ByteBuffer into, long at) throws IOException {
    int end = into.limit();
    into.limit(pieceEnd(into));
    try {
      return at < 0 ? channel.read(into) : channel.read(into, at);
    } finally {
      into.limit(end);
    }
  }

  private static int pieceEnd(ByteBuffer buffer) {
    int rest = buffer.remaining();
    return buffer.position() + (buffer.isDirect() ? rest : Math.min(rest, PIECE));
  }

  // ---- text ------------------------------------------------------------------------------------

  private @Nullable String readText(int size, Charset charset) throws IOException {
    if (size == 0) {
      return "";
    }
    CharsetDecoder decoder = decoder(charset);
    ByteBuffer bytes = ByteBuffer.allocate(firstSize(size));
    int wanted = size;
    int decoded = 0;
    try {
      for (boolean atEnd = false; ; wanted++) {
        while (!atEnd && bytes.position() < wanted) {
          bytes = withRoom(bytes, wanted);
          bytes.limit(Math.min(bytes.capacity(), wanted));
          atEnd = readNow(bytes) < 0;
          if (isStream) {
            break;
          }
        }
        if (atEnd && bytes.position() == 0) {
          return null;
        }
        ByteBuffer rest = bytes.duplicate().flip().position(decoded);
        CharBuffer text = decoded(decoder, rest, atEnd);
        decoded = rest.position();
        if (text.hasRemaining() || atEnd) {
          unread(bytes, decoded);
          this.decoder = atEnd ? null : decoder;
          return text.toString();
        }
      }
    } catch (IOException e) {
      // What is no text can still be read in another way.
      unread(bytes, 0);
      throw e;
    } finally {
      decodedTo = position;
    }
  }

  /** Decodes whole characters, up to the bytes of one that is not there in whole. */
  private CharBuffer decoded(CharsetDecoder decoder, ByteBuffer bytes, boolean atEnd)
      throws IOException {
    int most = (int) Math.ceil(bytes.remaining() * (double) decoder.maxCharsPerByte()) + 2;
    CharBuffer text = CharBuffer.allocate(most);
    CoderResult result = decoder.decode(bytes, text, atEnd);
    if (atEnd && result.isUnderflow()) {
      result = decoder.flush(text);
    }
    if (result.isError()) {
      long at = position - bytes.remaining();
      throw problem("the bytes from " + at + " on are not valid " + decoder.charset().name());
    }
    return text.flip();
  }

  /** Leaves the bytes that were read, from one on, to the next read. */
  private void unread(ByteBuffer read, int from) {
    int count = read.position() - from;
    position -= count;
    if (isStream && count > 0) {
      byte[] all = new byte[count + carry.length];
      read.get(from, all, 0, count);
      System.arraycopy(carry, 0, all, count, carry.length);
      carry = all;
    }
    read.position(from);
  }

  private CharsetDecoder decoder(Charset charset) {
    CharsetDecoder last = decoder;
    decoder = null;
    return last != null && last.charset().equals(charset) && decodedTo == position
        ? last
        : charset.newDecoder();
  }

  private int firstSize(int size) throws IOException {
    long rest = isStream ? 0 : channel.size() - position;
    return (int) Math.min(size, Math.max(rest + 1, FIRST_BUFFER));
  }

  private static ByteBuffer withRoom(ByteBuffer bytes, int wanted) {
    if (bytes.position() < bytes.capacity()) {
      return bytes;
    }
    int capacity = (int) Math.min(wanted, Math.max(2L * bytes.capacity(), FIRST_BUFFER));
    return ByteBuffer.allocate(capacity).put(bytes.flip());
  }

  // ---- writing ---------------------------------------------------------------------------------

  Future<Integer> write(ByteBuffer from) {
    return call(OperationQueue.Kind.OTHER, () -> writeNow(from));
  }

  Future<Integer> write(ByteBuffer from, long at) {
    return call(
        OperationQueue.Kind.OTHER,
        () -> {
          requireAccess(writable, "writing");
          requirePositions();
          if (appending) {
            throw problem("open for appending, which writes at the end only");
          }
          int start = from.position();
          for (long to = at; from.hasRemaining(); ) {
            to += writePiece(from, to);
          }
          return from.position() - start;
        });
  }

  private int writeNow(ByteBuffer from) throws IOException {
    requireAccess(writable, "writing");
    int start = from.position();
    try {
      while (from.hasRemaining()) {
        int count = writePiece(from, isStream || appending ? -1 : position);
        position += count;
      }
    } finally {
      if (appending && !isStream) {
        position = channel.position();
      }
    }
    return from.position() - start;
  }

  /** Writes what one call takes; at a place below zero: at the end, or to a stream. */
  private int writePiece(ByteBuffer from, long at) throws IOException {
    int end = from.limit();
    from.limit(pieceEnd(from));
    try {
      return at < 0 ? channel.write(from) : channel.write(from, at);
    } finally {
      from.limit(end);
    }
  }

  Future<Long> truncate(long size) {
    return call(
        OperationQueue.Kind.OTHER,
        () -> {
          requireAccess(writable, "writing");
          if (isStream) {
            throw problem("cannot be truncated: it is not a regular file");
          }
          channel.truncate(size);
          position = Math.min(position, size);
          return channel.size();
        });
  }

  Future<@Nullable Void> sync() {
    return call(
        OperationQueue.Kind.OTHER,
        () -> {
          if (!isStream) {
            channel.force(true);
          }
          return null;
        });
  }

  // ---- place and size --------------------------------------------------------------------------

  Future<Long> size() {
    return call(OperationQueue.Kind.OTHER, () -> isStream ? 0 : channel.size());
  }

  Future<Long> position() {
    return call(OperationQueue.Kind.OTHER, () -> position);
  }

  Future<Long> seek(long to) {
    return call(
        OperationQueue.Kind.OTHER,
        () -> {
          requirePositions();
          position = to;
          return to;
        });
  }

  // ---- closing ---------------------------------------------------------------------------------

  /** Closes behind the operations called before; a stream at once if the caller gets cancelled. */
  void close() throws IOException {
    if (!isStream) {
      Async.shielded(this::closeInTurn);
      return;
    }
    try {
      if (queue.dropLastReads()) {
        abort();
      } else {
        closeInTurn();
      }
    } catch (ClosedException _) {
      // By somebody who did not wait, while this did.
    } catch (CancellationException _) {
      abort();
    }
  }

  private @Nullable Void closeInTurn() throws IOException {
    Future<@Nullable Void> closing = closing();
    Result<@Nullable Void> result = closing.poll();
    return (result == null ? closing.await() : result).get();
  }

  private Future<@Nullable Void> closing() {
    return queue.close(
        () -> {
          channel.close();
          return null;
        });
  }

  /** Closes a stream behind the operations called before, but at once when a source gives. */
  void closeUnless(Source<?> givesUp) throws IOException {
    if (queue.dropLastReads()) {
      abort();
      return;
    }
    boolean isClosed =
        Async.<Boolean, RuntimeException>select(
            closing().handle(_ -> true), givesUp.handle(_ -> false));
    if (!isClosed) {
      abort();
    }
  }

  /** Closes without a wait for somebody at the other end. */
  void cancel() throws IOException {
    if (isStream) {
      abort();
    } else {
      close();
    }
  }

  /** Closes a stream at once: operations that have not ended fail. */
  private void abort() throws IOException {
    queue.abort();
    Async.<@Nullable Void, IOException>shielded(
        () ->
            Operations.inPlaceUncounted(
                () -> {
                  channel.close();
                  return null;
                }));
  }

  /** Whether closing may have to wait for somebody at the other end. */
  boolean mayHang() {
    return isStream && queue.isBusy();
  }

  // ---- the frame of an operation ---------------------------------------------------------------

  private <T extends @Nullable Object> Future<T> call(
      OperationQueue.Kind kind, Operations.Operation<T> operation) {
    STM.effect(Operations.ON_FILES);
    return queue.call(
        kind,
        () -> {
          try {
            if (kind == OperationQueue.Kind.READING) {
              requireAccess(readable, "reading");
            }
            return operation.run();
          } catch (IOException e) {
            throw Operations.named(e, name);
          }
        });
  }

  private void requireAccess(boolean there, String what) throws IOException {
    if (!there) {
      throw problem("not open for " + what);
    }
  }

  private void requirePositions() throws IOException {
    if (isStream) {
      throw problem("has no positions: it is not a regular file");
    }
  }

  private FileSystemException problem(String what) {
    return new FileSystemException(name, null, what);
  }
}

package yona.library.archive;

import java.util.function.Supplier;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;

/** The bytes of an archive, which come in chunks. For one fiber at a time. */
final class ArchiveInput {
  /** How many bytes of a content are given at a time, at most. */
  static final int PIECE = 64 * 1024;

  private final Supplier<byte @Nullable []> chunks;
  private byte[] chunk = {};
  private int at;

  /** The position of the chunk's first byte. */
  private long start;

  /**
   * An input.
   *
   * @param chunks gives one after the other, and null at the end; may suspend
   * @param start the position of the first byte
   */
  ArchiveInput(Supplier<byte @Nullable []> chunks, long start) {
    this.chunks = chunks;
    this.start = start;
  }

  /** Where the next byte is. */
  long position() {
    return start + at;
  }

  boolean hasMore() {
    while (at == chunk.length) {
      byte @Nullable [] next = chunks.get();
      if (next == null) {
        return false;
      }
      start += chunk.length;
      chunk = next;
      at = 0;
    }
    return true;
  }

  /**
   * Reads bytes.
   *
   * @return how many; fewer than asked for at the end only
   */
  int read(byte[] to, int from, int length) {
    int done = 0;
    while (done < length && hasMore()) {
      int part = Math.min(length - done, chunk.length - at);
      System.arraycopy(chunk, at, to, from + done, part);
      at += part;
      done += part;
    }
    return done;
  }

  /**
   * Passes bytes by.
   *
   * @return whether all of them were there
   */
  boolean skip(long bytes) {
    long rest = bytes;
    while (rest > 0 && hasMore()) {
      int part = (int) Math.min(rest, chunk.length - at);
      at += part;
      rest -= part;
    }
    return rest <= 0;
  }

  /** Passes all by: whoever makes the chunks then knows that they are whole. */
  void drain() {
    while (hasMore()) {
      at = chunk.length;
    }
  }

  /** Some bytes, at least one and at most so many; null at the end. */
  @Nullable Seq piece(long most) {
    if (!hasMore()) {
      return null;
    }
    int length = (int) Math.min(Math.min(most, PIECE), chunk.length - at);
    Seq piece = Seq.bytes(chunk, at, at + length);
    at += length;
    return piece;
  }

  /**
   * Gives bytes to an inflater, at most so many.
   *
   * @return how many; 0 at the end
   */
  int feed(Inflater inflater, long most) {
    if (!hasMore()) {
      return 0;
    }
    int length = (int) Math.min(most, chunk.length - at);
    inflater.setInput(chunk, at, length);
    at += length;
    return length;
  }

  /** Takes back what of the bytes given last was not used. */
  void unread(int bytes) {
    at -= bytes;
  }
}

package yona.io.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import yona.io.Cutter;
import yona.io.LineConsumer;
import yona.io.TooLongException;
import yona.io.buffer.Newlines;
import yona.io.buffer.ReadBuffer;
import yona.io.medium.Medium;
import yona.io.medium.Operations;

/**
 * Reads a medium from a position on, through a buffer. Used by one operation of an {@link OpenFile}
 * at a time; errors name the file.
 */
final class MediumReader {
  /** Large enough that system calls do not count, small enough for the cache of a core. */
  private static final int BUFFER = 128 * 1024;

  /** For small files. */
  private static final int FIRST_BUFFER = 8 * 1024;

  /** Bytes that an array can have. */
  private static final int MOST_AT_ONCE = Integer.MAX_VALUE - 16;

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

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
          return new byte[Math.clamp(2L * full.length, BUFFER, MOST_AT_ONCE)];
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
  private final Medium medium;

  /** The bytes that follow {@link #position}, as far as they have been fetched. */
  private final ReadBuffer buffer = new ReadBuffer(ALLOCATION);

  private long position;

  MediumReader(String name, Medium medium) {
    this.name = name;
    this.medium = medium;
  }

  /** Where the next byte is read, from the start. */
  long position() {
    return position;
  }

  /** Goes on reading elsewhere. What was fetched of a stream is kept: it would be lost. */
  void moveTo(long to) {
    discard();
    position = to;
  }

  /** Forgets what was fetched of a regular file, which may change. */
  void discard() {
    if (medium.isSeekable()) {
      buffer.skip(buffer.length());
    }
  }

  /** Gives the buffer away. */
  void close() {
    buffer.clear();
  }

  /** See {@link OpenFile#readSome}. */
  byte @Nullable [] some(int limit, Cutter cutter) throws IOException {
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
  }

  /** See {@link OpenFile#readAll}. */
  byte[] all() throws IOException {
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

  /** Moves behind the byte order mark of UTF-8 that the start may have; does nothing elsewhere. */
  void passByteOrderMark() throws IOException {
    if (position != 0) {
      return;
    }
    for (int i = 0; i < BYTE_ORDER_MARK.length; i++) {
      boolean isThere = i < buffer.length() || fetch();
      if (!isThere || buffer.array()[buffer.from() + i] != BYTE_ORDER_MARK[i]) {
        return;
      }
    }
    take(BYTE_ORDER_MARK.length);
  }

  /** See {@link OpenFile#readLine}. */
  byte @Nullable [] line(int limit) throws IOException {
    int known = 0;
    for (; ; ) {
      byte[] bytes = buffer.array();
      int from = buffer.from();
      int end = Newlines.next(bytes, from + known, buffer.to());
      if (end < buffer.to()) {
        int behind = Newlines.lineEnd(bytes, from, end);
        check(behind - from, limit);
        byte[] line = Arrays.copyOfRange(bytes, from, behind);
        take(end + 1 - from);
        return line;
      }
      int length = buffer.length();
      checkBegun(limit);
      if (!fetch()) {
        check(length, limit);
        return length == 0 ? null : takeBytes(length);
      }
      known = length;
    }
  }

  /** See {@link OpenFile#readLines}. */
  void lines(int limit, LineConsumer lines) throws IOException {
    do {
      takeLines(lines);
      checkBegun(limit);
    } while (fetch());
    if (!buffer.isEmpty()) {
      lines.accept(buffer.array(), buffer.from(), buffer.to());
      take(buffer.length());
    }
  }

  /** See {@link OpenFile#readSomeLines}. */
  boolean someLines(int limit, LineConsumer lines) throws IOException {
    int known = 0;
    while (Newlines.next(buffer.array(), buffer.from() + known, buffer.to()) == buffer.to()) {
      int length = buffer.length();
      checkBegun(limit);
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
  }

  /** Checks what is there of a line without its end. */
  private void checkBegun(int limit) throws TooLongException {
    int length = buffer.length();
    // A CR may belong to the end of the line.
    boolean endsWithReturn = length > 0 && buffer.array()[buffer.to() - 1] == '\r';
    check(endsWithReturn ? length - 1 : length, limit);
  }

  private void check(int length, int limit) throws TooLongException {
    if (length > limit) {
      throw new TooLongException(name, "a line", limit);
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
      throw Operations.named(e, name);
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
}

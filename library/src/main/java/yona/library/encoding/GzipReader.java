package yona.library.encoding;

import java.util.function.Supplier;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;

/**
 * Reads what is compressed in the format of gzip (RFC 1952), of data that comes in chunks. Every
 * checksum is compared, and nothing may stand behind the last member. The JDK's GZIPInputStream
 * takes what it cannot read there for the end. For one thread.
 */
final class GzipReader implements AutoCloseable {
  private static final int HEADER_BYTES = 10;
  private static final int DEFLATE = 8;

  // Flags of the header.
  private static final int HEADER_CHECKSUM = 2;
  private static final int EXTRA_FIELD = 4;
  private static final int FILE_NAME = 8;
  private static final int COMMENT = 16;
  private static final int RESERVED = 0xe0;

  private final Supplier<byte @Nullable []> chunks;
  private final String where;
  private final Inflater inflater = new Inflater(true);

  /** Of the header that is read. */
  private final CRC32 headerChecksum = new CRC32();

  /** Of what the member holds. */
  private final CRC32 checksum = new CRC32();

  private byte[] chunk = {};
  private int at;

  /** How many bytes were in the chunks before. */
  private long before;

  private long members;
  private boolean inMember;

  /**
   * A reader.
   *
   * @param chunks gives one after the other, and null at the end; may suspend
   * @param where the function that the program called, for errors
   */
  GzipReader(Supplier<byte @Nullable []> chunks, String where) {
    this.chunks = chunks;
    this.where = where;
  }

  /**
   * Reads some bytes.
   *
   * @return how many, at least one; -1 at the end
   * @throws YonaError {@code :badarg} for broken data
   */
  int read(byte[] piece) {
    while (true) {
      if (!inMember && !begin()) {
        return -1;
      }
      int length = inflate(piece);
      if (length > 0) {
        checksum.update(piece, 0, length);
        return length;
      }
      if (inflater.finished()) {
        at = chunk.length - inflater.getRemaining();
        readTrailer();
        inMember = false;
      } else {
        at = chunk.length;
        if (!hasMore()) {
          throw ended();
        }
        inflater.setInput(chunk, at, chunk.length - at);
      }
    }
  }

  private boolean begin() {
    if (members > 0 && !isAnother()) {
      return false;
    }
    readHeader();
    members++;
    inMember = true;
    checksum.reset();
    inflater.reset();
    inflater.setInput(chunk, at, chunk.length - at);
    return true;
  }

  /** Whether there is more than the zeros with which some programs fill up, as gzip has it. */
  private boolean isAnother() {
    while (hasMore()) {
      if (chunk[at] != 0) {
        return true;
      }
      at++;
    }
    return false;
  }

  private int inflate(byte[] piece) {
    try {
      return inflater.inflate(piece);
    } catch (DataFormatException e) {
      throw broken("the compressed data is broken: " + e.getMessage());
    }
  }

  private boolean hasMore() {
    while (at == chunk.length) {
      byte[] next = chunks.get();
      if (next == null) {
        return false;
      }
      before += chunk.length;
      chunk = next;
      at = 0;
    }
    return true;
  }

  private YonaError broken(String problem) {
    return Failure.badarg(where, problem);
  }

  private YonaError ended() {
    return broken("the data ends within a member, after " + (before + chunk.length) + " bytes");
  }

  private int next() {
    if (!hasMore()) {
      throw ended();
    }
    byte next = chunk[at++];
    headerChecksum.update(next);
    return next & 0xff;
  }

  private long next(int bytes) {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= (long) next() << (8 * i);
    }
    return value;
  }

  private void readTrailer() {
    if (next(4) != checksum.getValue() || next(4) != (inflater.getBytesWritten() & 0xffff_ffffL)) {
      throw broken("the checksum is wrong");
    }
  }

  private void readHeader() {
    headerChecksum.reset();
    long start = before + at;
    if (!hasMore() || next() != 0x1f || !hasMore() || next() != 0x8b) {
      throw broken("at byte " + start + " there is no member of gzip");
    }
    int method = next();
    int flags = next();
    if (method != DEFLATE || (flags & RESERVED) != 0) {
      throw broken("the member at byte " + start + " is of an unknown kind");
    }
    skip(HEADER_BYTES - 4);
    if ((flags & EXTRA_FIELD) != 0) {
      skip(next(2));
    }
    if ((flags & FILE_NAME) != 0) {
      while (next() != 0) {}
    }
    if ((flags & COMMENT) != 0) {
      while (next() != 0) {}
    }
    if ((flags & HEADER_CHECKSUM) != 0) {
      long expected = headerChecksum.getValue() & 0xffff;
      if (next(2) != expected) {
        throw broken("the checksum of a header is wrong");
      }
    }
  }

  private void skip(long bytes) {
    for (long rest = bytes; rest > 0; rest--) {
      next();
    }
  }

  @Override
  public void close() {
    inflater.end();
  }
}

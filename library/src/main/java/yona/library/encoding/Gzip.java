package yona.library.encoding;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import yona.data.Checkpoint;
import yona.data.Seq;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/**
 * Compression in the format of gzip (RFC 1952). What is decompressed may come from anybody: the
 * limit holds while it grows, every checksum is compared, and nothing may stand behind the last
 * member. The JDK's GZIPInputStream takes what it cannot read there for the end.
 */
public final class Gzip {
  private static final int PIECE = 64 * 1024;

  /** The largest array. */
  private static final long MAXIMUM = Integer.MAX_VALUE - 8;

  private static final int HEADER_BYTES = 10;
  private static final int TRAILER_BYTES = 8;
  private static final int DEFLATE = 8;

  // Flags of the header.
  private static final int HEADER_CHECKSUM = 2;
  private static final int EXTRA_FIELD = 4;
  private static final int FILE_NAME = 8;
  private static final int COMMENT = 16;
  private static final int RESERVED = 0xe0;

  private final byte[] data;
  private final long limit;
  private final String where;
  private final ByteArrayOutputStream result = new ByteArrayOutputStream();
  private int at;

  /** The size up to which the result has been asked for. */
  private int asked;

  private Gzip(byte[] data, long limit, String where) {
    this.data = data;
    this.limit = limit;
    this.where = where;
  }

  public static Object gzip(Object data, String where) {
    byte[] bytes = Arguments.data(data, where);
    ByteArrayOutputStream result = new ByteArrayOutputStream(bytes.length / 4 + 64);
    try (GZIPOutputStream out = new GZIPOutputStream(result, PIECE)) {
      out.write(bytes);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return Seq.bytes(result.toByteArray());
  }

  public static Object gunzip(Object limit, Object data, String where) {
    long most = Arguments.count(limit, where);
    byte[] bytes = Arguments.bytes(data, where).toByteArray();
    Gzip gzip = new Gzip(bytes, Math.min(most, MAXIMUM), where);
    do {
      gzip.readMember();
    } while (gzip.at < bytes.length);
    return Seq.bytes(gzip.result.toByteArray());
  }

  private RuntimeException broken(String problem) {
    return Failure.badarg(where, problem);
  }

  private int next() {
    if (at == data.length) {
      throw broken("the data ends within a member, after " + at + " bytes");
    }
    return data[at++] & 0xff;
  }

  private long next(int bytes) {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= (long) next() << (8 * i);
    }
    return value;
  }

  private void readMember() {
    readHeader();
    int from = result.size();
    CRC32 checksum = new CRC32();
    inflate(checksum);
    if (data.length - at < TRAILER_BYTES) {
      throw broken("the data ends within a member, after " + data.length + " bytes");
    }
    if (next(4) != checksum.getValue() || next(4) != result.size() - from) {
      throw broken("the checksum is wrong");
    }
  }

  private void readHeader() {
    int start = at;
    if (data.length - start < 2 || next() != 0x1f || next() != 0x8b) {
      throw broken("at byte " + start + " there is no member of gzip");
    }
    int method = next();
    int flags = next();
    if (method != DEFLATE || (flags & RESERVED) != 0) {
      throw broken("the member at byte " + start + " is of an unknown kind");
    }
    while (at < start + HEADER_BYTES) {
      next();
    }
    if ((flags & EXTRA_FIELD) != 0) {
      for (long rest = next(2); rest > 0; rest--) {
        next();
      }
    }
    if ((flags & FILE_NAME) != 0) {
      while (next() != 0) {}
    }
    if ((flags & COMMENT) != 0) {
      while (next() != 0) {}
    }
    if ((flags & HEADER_CHECKSUM) != 0) {
      CRC32 checksum = new CRC32();
      checksum.update(data, start, at - start);
      if (next(2) != (checksum.getValue() & 0xffff)) {
        throw broken("the checksum of a header is wrong");
      }
    }
  }

  private void inflate(CRC32 checksum) {
    byte[] piece = new byte[PIECE];
    try (Inflater inflater = new Inflater(true)) {
      inflater.setInput(data, at, data.length - at);
      while (!inflater.finished()) {
        int length = inflater.inflate(piece);
        if (length == 0 && !inflater.finished()) {
          throw broken("the data ends within a member, after " + data.length + " bytes");
        }
        if (result.size() + (long) length > limit) {
          throw broken("there are more than " + limit + " bytes");
        }
        asked = Checkpoint.growing(result.size(), asked);
        result.write(piece, 0, length);
        checksum.update(piece, 0, length);
      }
      at += Math.toIntExact(inflater.getBytesRead());
    } catch (DataFormatException e) {
      throw broken("the compressed data is broken: " + e.getMessage());
    }
  }
}

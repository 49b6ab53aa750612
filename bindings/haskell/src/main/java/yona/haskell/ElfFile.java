package yona.haskell;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/**
 * A library as the system has them, in the Executable and Linkable Format. The system maps the
 * parts that its headers name without a look at its size: where it is cut off, that ends the
 * process.
 */
final class ElfFile {
  private static final int MAGIC = 0x464c_457f;
  private static final int BITS_64 = 2;
  private static final int LITTLE_ENDIAN = 1;
  private static final int HEADER = 64;
  private static final int PROGRAM_HEADER = 56;

  private final Path path;
  private final RandomAccessFile file;

  private ElfFile(Path path, RandomAccessFile file) {
    this.path = path;
    this.file = file;
  }

  /**
   * Looks whether a file has all that its headers name.
   *
   * @throws IOException if it has not, is something else, or cannot be read
   */
  static void requireWhole(Path path) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      new ElfFile(path, file).requireWhole();
    }
  }

  private void requireWhole() throws IOException {
    ByteBuffer header = bytes(0, (int) Math.min(HEADER, file.length()));
    if (header.limit() < 6
        || header.getInt(0) != MAGIC
        || header.get(4) != BITS_64
        || header.get(5) != LITTLE_ENDIAN) {
      throw foreign();
    }
    requireEnd(HEADER);
    long programHeaders = header.getLong(32);
    int programHeaderCount = unsignedShort(header, 56);
    if (unsignedShort(header, 54) != PROGRAM_HEADER) {
      throw foreign();
    }
    long sectionHeaderSize = unsignedShort(header, 58);
    requireEnd(end(header.getLong(40), sectionHeaderSize * unsignedShort(header, 60)));
    int size = PROGRAM_HEADER * programHeaderCount;
    requireEnd(end(programHeaders, size));
    ByteBuffer table = bytes(programHeaders, size);
    for (int at = 0; at < size; at += PROGRAM_HEADER) {
      requireEnd(end(table.getLong(at + 8), table.getLong(at + 32)));
    }
  }

  private ByteBuffer bytes(long offset, int size) throws IOException {
    byte[] bytes = new byte[size];
    file.seek(offset);
    file.readFully(bytes);
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static int unsignedShort(ByteBuffer bytes, int at) {
    return Short.toUnsignedInt(bytes.getShort(at));
  }

  /** Where a part of the file ends. */
  private long end(long offset, long size) throws IOException {
    if (offset < 0 || size < 0 || offset > Long.MAX_VALUE - size) {
      throw foreign();
    }
    return offset + size;
  }

  private void requireEnd(long needed) throws IOException {
    if (file.length() < needed) {
      throw new IOException(
          "%s is cut off: it has %d bytes, and needs %d".formatted(path, file.length(), needed));
    }
  }

  private IOException foreign() {
    return new IOException(path + " is no library of this system");
  }
}

package yona.library.archive;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import yona.library.stream.Stream;

/**
 * Writes zip (APPNOTE 6.3.10) without going back: sizes and checksum of a file stand behind its
 * content, in 64 bits where they may not fit into 32. Held in memory until the end is what the
 * directory has of each entry.
 */
final class ZipWriter extends ArchiveOutput {
  /** How large the directory may be. */
  private static final int MOST_DIRECTORY = 1 << 28;

  private static final int SECOND_VERSION = 20;
  private static final int VERSION_64 = 45;

  /** A content of this size may take 4 GiB, where compression makes it larger. */
  private static final long LARGE = ZipFields.IN_64 - (1 << 24);

  private final Deflater deflater;
  private final byte[] buffer = new byte[ArchiveInput.PIECE];
  private final CRC32 checksum = new CRC32();
  private final ByteArrayOutputStream directory = new ByteArrayOutputStream();
  private long entries;

  // The entry that is written.
  private byte[] name = {};
  private byte[] times = {};
  private long start;
  private boolean in64;
  private long packed;
  private long size;

  ZipWriter(int level, Stream entries, String where) {
    super(entries, where);
    this.deflater = new Deflater(level, true);
  }

  @Override
  void begin(Entry entry) {
    if (entry.kind() == EntryKind.DEVICE
        || entry.kind() == EntryKind.OTHER
        || entry.kind() == EntryKind.HARD_LINK) {
      throw broken(entry, "is a :" + entry.kind().symbol().name() + ", which is not written");
    }
    name = bytes(entry.kind() == EntryKind.FOLDER ? entry.name() + "/" : entry.name());
    if (name.length > ZipFields.IN_64_SHORT) {
      throw broken(entry, "has a name of more than 65535 bytes");
    }
    if (directory.size() > MOST_DIRECTORY) {
      throw broken(entry, "makes the directory larger than " + MOST_DIRECTORY + " bytes");
    }
    start = position();
    times = times(entry.modified());
    checksum.reset();
    packed = 0;
    boolean deflated = entry.kind() == EntryKind.FILE;
    byte[] stored = bytes(entry.target());
    in64 = deflated && (entry.size() == Entry.UNKNOWN || entry.size() >= LARGE);
    if (!deflated) {
      checksum.update(stored);
      packed = stored.length;
    }
    size = packed;
    // Those of a content come behind it.
    long told = in64 ? ZipFields.IN_64 : packed;
    ZipFields.RecordBuilder header = new ZipFields.RecordBuilder().u32(ZipFields.LOCAL);
    head(header, entry, checksum.getValue(), told, told)
        .u16(name.length)
        .u16(times.length + (in64 ? 20 : 0))
        .bytes(name);
    if (in64) {
      // The sizes behind the content are in 64 bits too then.
      header.u16(ZipFields.SIZES_64).u16(16).u64(0).u64(0);
    }
    put(header.bytes(times).bytes(stored).build());
    deflater.reset();
  }

  /** What the header before the content and the directory have in common. */
  private ZipFields.RecordBuilder head(
      ZipFields.RecordBuilder record, Entry entry, long crc, long packedTold, long sizeTold) {
    boolean deflated = entry.kind() == EntryKind.FILE;
    return record
        .u16(in64 ? VERSION_64 : SECOND_VERSION)
        .u16((deflated ? ZipFields.SIZES_BEHIND : 0) | (isAscii(name) ? 0 : ZipFields.UTF_8))
        .u16(deflated ? ZipFields.DEFLATED : ZipFields.STORED)
        .u32(ZipHeader.dosTime(entry.modified()))
        .u32(crc)
        .u32(packedTold)
        .u32(sizeTold);
  }

  private static boolean isAscii(byte[] text) {
    for (byte b : text) {
      if (b < 0) {
        return false;
      }
    }
    return true;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * The seconds since 1970, where these are 32 bits; the time of zip itself has even ones alone.
   */
  private static byte[] times(long modified) {
    long seconds = Math.floorDiv(modified, 1000);
    return seconds == (int) seconds
        ? new ZipFields.RecordBuilder()
            .u16(ZipFields.TIMES)
            .u16(5)
            .bytes(new byte[] {1})
            .u32(seconds)
            .build()
        : new byte[0];
  }

  @Override
  void write(byte[] piece) {
    checksum.update(piece);
    size += piece.length;
    deflater.setInput(piece);
    while (!deflater.needsInput()) {
      deflate();
    }
  }

  private void deflate() {
    int length = deflater.deflate(buffer);
    packed += length;
    put(buffer, length);
  }

  @Override
  void end(Entry entry) {
    if (entry.kind() == EntryKind.FILE) {
      deflater.finish();
      while (!deflater.finished()) {
        deflate();
      }
      ZipFields.RecordBuilder behind =
          new ZipFields.RecordBuilder().u32(ZipFields.DESCRIPTOR).u32(checksum.getValue());
      put((in64 ? behind.u64(packed).u64(size) : behind.u32(packed).u32(size)).build());
    }
    ZipFields.RecordBuilder large = new ZipFields.RecordBuilder();
    if (size >= ZipFields.IN_64) {
      large.u64(size);
    }
    if (packed >= ZipFields.IN_64) {
      large.u64(packed);
    }
    if (start >= ZipFields.IN_64) {
      large.u64(start);
    }
    byte[] in64Bits = large.build();
    ZipFields.RecordBuilder extra = new ZipFields.RecordBuilder();
    if (in64Bits.length > 0) {
      extra.u16(ZipFields.SIZES_64).u16(in64Bits.length).bytes(in64Bits);
    }
    byte[] fields = extra.bytes(times).build();
    ZipFields.RecordBuilder record =
        new ZipFields.RecordBuilder()
            .u32(ZipFields.CENTRAL)
            .u16(ZipFields.MADE_BY_UNIX << 8 | VERSION_64);
    directory.writeBytes(
        head(
                record,
                entry,
                checksum.getValue(),
                Math.min(packed, ZipFields.IN_64),
                Math.min(size, ZipFields.IN_64))
            .u16(name.length)
            .u16(fields.length)
            .u16(0)
            .u16(0)
            .u16(0)
            .u32(attributes(entry))
            .u32(Math.min(start, ZipFields.IN_64))
            .bytes(name)
            .bytes(fields)
            .build());
    entries++;
  }

  private static long attributes(Entry entry) {
    int type =
        switch (entry.kind()) {
          case FOLDER -> 4;
          case LINK -> 10;
          case FIFO -> 1;
          default -> 8;
        };
    return ((long) type << 12 | entry.mode()) << 16 | (type == 4 ? 0x10 : 0);
  }

  @Override
  void finish() {
    long at = position();
    long length = directory.size();
    put(directory.toByteArray());
    if (entries >= ZipFields.IN_64_SHORT || at >= ZipFields.IN_64) {
      long end = position();
      put(
          new ZipFields.RecordBuilder()
              .u32(ZipFields.END_64)
              .u64(ZipFields.END_64_SIZE - 12)
              .u16(ZipFields.MADE_BY_UNIX << 8 | VERSION_64)
              .u16(VERSION_64)
              .u32(0)
              .u32(0)
              .u64(entries)
              .u64(entries)
              .u64(length)
              .u64(at)
              .u32(ZipFields.LOCATOR_64)
              .u32(0)
              .u64(end)
              .u32(1)
              .build());
    }
    long count = Math.min(entries, ZipFields.IN_64_SHORT);
    put(
        new ZipFields.RecordBuilder()
            .u32(ZipFields.END)
            .u16(0)
            .u16(0)
            .u16(count)
            .u16(count)
            .u32(length)
            .u32(Math.min(at, ZipFields.IN_64))
            .u16(0)
            .build());
  }

  @Override
  protected void close() {
    deflater.end();
    super.close();
  }
}

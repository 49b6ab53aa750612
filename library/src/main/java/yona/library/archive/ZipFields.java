package yona.library.archive;

import java.io.ByteArrayOutputStream;

/** Numbers of zip, whose lowest byte comes first, and the marks of its records. */
final class ZipFields {
  static final int LOCAL = 0x04034b50;
  static final int CENTRAL = 0x02014b50;
  static final int END = 0x06054b50;
  static final int END_64 = 0x06064b50;
  static final int LOCATOR_64 = 0x07064b50;
  static final int DESCRIPTOR = 0x08074b50;
  static final int SIGNATURE = 0x05054b50;

  /** Stands before what was meant for several files and went into one. */
  static final int ONE_SPAN = 0x30304b50;

  // The sizes of records, without names and what else has a length of its own.
  static final int LOCAL_SIZE = 30;
  static final int CENTRAL_SIZE = 46;
  static final int END_SIZE = 22;
  static final int END_64_SIZE = 56;
  static final int LOCATOR_64_SIZE = 20;

  static final int STORED = 0;
  static final int DEFLATED = 8;

  // Flags of an entry.
  static final int ENCRYPTED = 1;
  static final int SIZES_BEHIND = 8;
  static final int PATCH = 0x20;
  static final int HIDDEN = 0x2000;
  static final int UTF_8 = 0x800;

  /** Says of 32 bits that the number is in another place, in 64. */
  static final long IN_64 = 0xffff_ffffL;

  static final int IN_64_SHORT = 0xffff;

  // Extra fields.
  static final int SIZES_64 = 0x0001;
  static final int NTFS = 0x000a;
  static final int TIMES = 0x5455;
  static final int OLD_UNIX = 0x5855;
  static final int UNICODE_NAME = 0x7075;

  static final int MADE_BY_UNIX = 3;

  private ZipFields() {}

  static int u16(byte[] bytes, int at) {
    return (bytes[at] & 0xff) | (bytes[at + 1] & 0xff) << 8;
  }

  static int i32(byte[] bytes, int at) {
    return u16(bytes, at) | u16(bytes, at + 2) << 16;
  }

  static long u32(byte[] bytes, int at) {
    return i32(bytes, at) & 0xffff_ffffL;
  }

  static long i64(byte[] bytes, int at) {
    return u32(bytes, at) | (long) i32(bytes, at + 4) << 32;
  }

  /** A record that is made. */
  static final class RecordBuilder {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    RecordBuilder u16(long value) {
      bytes.write((int) value);
      bytes.write((int) (value >>> 8));
      return this;
    }

    RecordBuilder u32(long value) {
      return u16(value).u16(value >>> 16);
    }

    RecordBuilder u64(long value) {
      return u32(value).u32(value >>> 32);
    }

    RecordBuilder bytes(byte[] more) {
      bytes.writeBytes(more);
      return this;
    }

    byte[] build() {
      return bytes.toByteArray();
    }
  }
}

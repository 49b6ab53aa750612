package yona.library.archive;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;

/** What a header of zip tells of an entry: the one before its content, or that in the directory. */
final class ZipHeader {
  /** From 1601 to 1970. */
  private static final long SECONDS_OF_NTFS = 11_644_473_600L;

  private static final int MADE_BY_MACOS = 19;

  final int flags;
  final int method;
  final long crc;
  final byte[] rawName;
  final String name;

  /** Whether its numbers may be in 64 bits. */
  final boolean has64;

  private final int dosTime;
  private long packed;
  private long size;
  private long modified;

  /** Where the header before the content is; only in the directory. */
  private long offset;

  private byte @Nullable [] unicodeName;

  /** How the entry was made, and its attributes there; only in the directory. */
  private final int madeBy;

  private final long attributes;

  private ZipHeader(
      byte[] fixed, int at, byte[] rawName, byte[] extra, boolean central, Charset encoding)
      throws Broken {
    this.flags = ZipFields.u16(fixed, at);
    this.method = ZipFields.u16(fixed, at + 2);
    this.dosTime = ZipFields.i32(fixed, at + 4);
    this.crc = ZipFields.u32(fixed, at + 8);
    this.packed = ZipFields.u32(fixed, at + 12);
    this.size = ZipFields.u32(fixed, at + 16);
    this.madeBy = central ? ZipFields.u16(fixed, 4) >> 8 : 0;
    this.attributes = central ? ZipFields.u32(fixed, 38) : 0;
    this.offset = central ? ZipFields.u32(fixed, 42) : 0;
    this.rawName = rawName;
    this.modified = ofDos();
    this.has64 = readExtra(extra, central);
    boolean isUtf8 = (flags & ZipFields.UTF_8) != 0;
    this.name =
        EntryNames.decode(
            unicodeName == null || isUtf8 ? rawName : unicodeName,
            isUtf8 ? StandardCharsets.UTF_8 : encoding);
    if (name.isEmpty() || name.indexOf('\0') >= 0) {
      throw new Broken(name.isEmpty() ? "its name is empty" : "its name has a character U+0000");
    }
  }

  /** The header before a content, of its fixed part and what stands behind it. */
  static ZipHeader local(byte[] fixed, byte[] name, byte[] extra, Charset encoding) throws Broken {
    return new ZipHeader(fixed, 6, name, extra, false, encoding);
  }

  static ZipHeader central(byte[] fixed, byte[] name, byte[] extra, Charset encoding)
      throws Broken {
    return new ZipHeader(fixed, 8, name, extra, true, encoding);
  }

  private boolean readExtra(byte[] extra, boolean central) throws Broken {
    boolean in64 = false;
    int at = 0;
    // Less than the head of a field is padding.
    while (extra.length - at >= 4) {
      int id = ZipFields.u16(extra, at);
      int end = at + 4 + ZipFields.u16(extra, at + 2);
      if (end > extra.length) {
        throw new Broken("its extra fields are broken");
      }
      byte[] field = Arrays.copyOfRange(extra, at + 4, end);
      at = end;
      switch (id) {
        case ZipFields.SIZES_64 -> {
          in64 = true;
          readSizes(field, central);
        }
        case ZipFields.TIMES -> {
          if (field.length >= 5 && (field[0] & 1) != 0) {
            modified = ZipFields.i32(field, 1) * 1000L;
          }
        }
        case ZipFields.OLD_UNIX -> {
          if (field.length >= 8) {
            modified = ZipFields.i32(field, 4) * 1000L;
          }
        }
        case ZipFields.NTFS -> {
          if (field.length >= 16 && ZipFields.u16(field, 4) == 1) {
            modified = ZipFields.i64(field, 8) / 10_000 - SECONDS_OF_NTFS * 1000;
          }
        }
        case ZipFields.UNICODE_NAME -> readName(field);
        default -> {}
      }
    }
    return in64;
  }

  private void readSizes(byte[] field, boolean central) throws Broken {
    int at = 0;
    if (size == ZipFields.IN_64) {
      size = in64(field, at);
      at += 8;
    }
    if (packed == ZipFields.IN_64) {
      packed = in64(field, at);
      at += 8;
    }
    if (central && offset == ZipFields.IN_64) {
      offset = in64(field, at);
    }
  }

  private static long in64(byte[] field, int at) throws Broken {
    long value = field.length < at + 8 ? -1 : ZipFields.i64(field, at);
    if (value < 0) {
      throw new Broken("its sizes in 64 bits are broken");
    }
    return value;
  }

  /** The name in Unicode is that of the raw name which it has the checksum of. */
  private void readName(byte[] field) {
    CRC32 checksum = new CRC32();
    checksum.update(rawName);
    if (field.length > 5 && field[0] == 1 && ZipFields.u32(field, 1) == checksum.getValue()) {
      unicodeName = Arrays.copyOfRange(field, 5, field.length);
    }
  }

  /** Zip does not tell of which zone its times are; UTC is what is written here. */
  private long ofDos() {
    int date = dosTime >>> 16;
    LocalDateTime day =
        LocalDateTime.of(1980 + (date >> 9), 1, 1, 0, 0)
            .plusMonths(Math.max(0, ((date >> 5) & 15) - 1))
            .plusDays(Math.max(0, (date & 31) - 1));
    return day.toEpochSecond(ZoneOffset.UTC) * 1000
        + ((dosTime >> 11) & 31) * 3_600_000L
        + ((dosTime >> 5) & 63) * 60_000L
        + (dosTime & 31) * 2_000L;
  }

  /** The time that zip has for milliseconds since 1970. */
  static int dosTime(long modified) {
    long seconds =
        Math.clamp(
            Math.floorDiv(modified, 1000),
            Entry.USUAL_TIME / 1000,
            LocalDateTime.of(2107, 12, 31, 23, 59, 58).toEpochSecond(ZoneOffset.UTC));
    LocalDateTime time = LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC);
    return (time.getYear() - 1980) << 25
        | time.getMonthValue() << 21
        | time.getDayOfMonth() << 16
        | time.getHour() << 11
        | time.getMinute() << 5
        | time.getSecond() / 2;
  }

  boolean sizesBehind() {
    return (flags & ZipFields.SIZES_BEHIND) != 0;
  }

  /** How many bytes the content takes in the archive. */
  long packed() {
    return packed;
  }

  long size() {
    return size;
  }

  long offset() {
    return offset;
  }

  /** Refuses what cannot be read. */
  void check() throws Broken {
    if ((flags & (ZipFields.ENCRYPTED | ZipFields.HIDDEN)) != 0) {
      throw new Broken("it is encrypted");
    }
    if ((flags & ZipFields.PATCH) != 0) {
      throw new Broken("it is a patch of another file");
    }
    if (method != ZipFields.STORED && method != ZipFields.DEFLATED) {
      throw new Broken("its compression method " + method + methodName() + " is not known");
    }
  }

  private String methodName() {
    return switch (method) {
      case 1 -> " (shrink)";
      case 6 -> " (implode)";
      case 9 -> " (deflate64)";
      case 12 -> " (bzip2)";
      case 14 -> " (lzma)";
      case 93 -> " (zstd)";
      case 95 -> " (xz)";
      case 98 -> " (ppmd)";
      case 99 -> " (encrypted by AES)";
      default -> "";
    };
  }

  /** The entry without its content; that of a link is in its content. */
  Entry entry(long known) {
    int type =
        madeBy == ZipFields.MADE_BY_UNIX || madeBy == MADE_BY_MACOS ? (int) (attributes >> 28) : 0;
    boolean isFolder = name.endsWith("/") || type == 4 || (type == 0 && (attributes & 0x10) != 0);
    EntryKind kind =
        isFolder
            ? EntryKind.FOLDER
            : switch (type) {
              case 10 -> EntryKind.LINK;
              case 1 -> EntryKind.FIFO;
              case 2, 6 -> EntryKind.DEVICE;
              default -> EntryKind.FILE;
            };
    return new Entry(
        isFolder ? Entry.withoutSlash(name) : name,
        kind,
        kind == EntryKind.FILE ? known : 0,
        type == 0 ? Entry.usualMode(kind) : (int) (attributes >> 16) & 0777,
        modified,
        "",
        Seq.EMPTY);
  }
}

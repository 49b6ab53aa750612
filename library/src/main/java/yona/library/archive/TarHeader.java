package yona.library.archive;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A header of tar: a block of 512 bytes, as V7, ustar (POSIX.1-1988) and GNU have it. */
final class TarHeader {
  static final int BLOCK = 512;
  static final int NAME_LENGTH = 100;

  private static final int CHECKSUM = 148;
  private static final int CHECKSUM_LENGTH = 8;
  private static final int MAGIC = 257;
  private static final int PREFIX = 345;
  private static final int PREFIX_LENGTH = 155;

  /** The character that tells what it is. */
  final char type;

  /** The bytes of its name. */
  final byte[] name;

  /** The bytes of the name that a link leads to. */
  final byte[] target;

  /** The nine bits of its permissions. */
  final int mode;

  /** How many bytes stand behind it. */
  final long size;

  /** When it was modified, since 1970. */
  final long seconds;

  static boolean isZero(byte[] block) {
    for (byte b : block) {
      if (b != 0) {
        return false;
      }
    }
    return true;
  }

  TarHeader(byte[] block) throws Broken {
    checkSum(block);
    byte[] last = text(block, 0, NAME_LENGTH);
    boolean hasPrefix = has(block, "ustar\0") && block[PREFIX] != 0;
    this.type = (char) (block[156] & 0xff);
    this.name = hasPrefix ? joined(text(block, PREFIX, PREFIX_LENGTH), last) : last;
    this.target = text(block, 157, NAME_LENGTH);
    this.mode = (int) number(block, 100, 8, "mode") & 0777;
    this.size = number(block, 124, 12, "size");
    this.seconds = number(block, 136, 12, "time");
    if (size < 0) {
      throw new Broken("its size is negative");
    }
  }

  private static byte[] joined(byte[] prefix, byte[] name) {
    byte[] all = Arrays.copyOf(prefix, prefix.length + 1 + name.length);
    all[prefix.length] = '/';
    System.arraycopy(name, 0, all, prefix.length + 1, name.length);
    return all;
  }

  private static boolean has(byte[] block, String magic) {
    byte[] expected = magic.getBytes(StandardCharsets.ISO_8859_1);
    return Arrays.equals(block, MAGIC, MAGIC + expected.length, expected, 0, expected.length);
  }

  /** A text up to its first zero. */
  private static byte[] text(byte[] block, int at, int length) {
    int end = at;
    while (end < at + length && block[end] != 0) {
      end++;
    }
    return Arrays.copyOfRange(block, at, end);
  }

  /** The sum of the bytes, that of the checksum taken as spaces. */
  private static long sum(byte[] block, boolean signed) {
    long sum = 0;
    for (int i = 0; i < BLOCK; i++) {
      boolean isChecksum = i >= CHECKSUM && i < CHECKSUM + CHECKSUM_LENGTH;
      sum += isChecksum ? ' ' : signed ? block[i] : block[i] & 0xff;
    }
    return sum;
  }

  private static void checkSum(byte[] block) throws Broken {
    long told = number(block, CHECKSUM, CHECKSUM_LENGTH, "checksum");
    // Old writers took bytes for signed.
    if (told != sum(block, false) && told != sum(block, true)) {
      throw new Broken("the checksum of the header is wrong");
    }
  }

  static void writeChecksum(byte[] block) {
    TarWriter.octal(block, CHECKSUM, CHECKSUM_LENGTH - 1, sum(block, false));
    block[CHECKSUM + CHECKSUM_LENGTH - 1] = ' ';
  }

  /** A number in octal digits, or as GNU's tar writes large ones: in binary, with the first bit. */
  static long number(byte[] block, int at, int length, String what) throws Broken {
    if ((block[at] & 0x80) != 0) {
      return binary(block, at, length, what);
    }
    int i = at;
    int end = at + length;
    while (i < end && block[i] == ' ') {
      i++;
    }
    long value = 0;
    for (; i < end && block[i] != 0 && block[i] != ' '; i++) {
      if (block[i] < '0' || block[i] > '7') {
        throw new Broken("its " + what + " is no octal number");
      }
      value = value << 3 | (block[i] - '0');
    }
    return value;
  }

  private static long binary(byte[] block, int at, int length, String what) throws Broken {
    // The first bit marks it, the second is the sign.
    long value = (block[at] & 0x40) != 0 ? -1 : 0;
    for (int i = at; i < at + length; i++) {
      long above = value >> 55;
      if (above != 0 && above != -1) {
        throw new Broken("its " + what + " is beyond 64 bits");
      }
      int digit = i == at ? (block[i] & 0x3f) | (value < 0 ? 0xc0 : 0) : block[i] & 0xff;
      value = value << 8 | digit;
    }
    return value;
  }

  /** What the first bytes of something else tell that it is, or null. */
  static @Nullable String otherFormat(byte[] start) {
    if (starts(start, 0x1f, 0x8b)) {
      return "it is compressed by gzip: Encoding::gunzip_stream comes before";
    }
    if (starts(start, 'P', 'K', 3, 4)) {
      return "it is a zip: Archive::unzip reads that";
    }
    if (starts(start, 'B', 'Z', 'h')) {
      return "it is compressed by bzip2";
    }
    if (starts(start, 0xfd, '7', 'z', 'X', 'Z')) {
      return "it is compressed by xz";
    }
    return starts(start, 0x28, 0xb5, 0x2f, 0xfd) ? "it is compressed by zstd" : null;
  }

  private static boolean starts(byte[] start, int... bytes) {
    for (int i = 0; i < bytes.length; i++) {
      if ((start[i] & 0xff) != bytes[i]) {
        return false;
      }
    }
    return true;
  }
}

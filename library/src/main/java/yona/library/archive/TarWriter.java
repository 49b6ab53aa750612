package yona.library.archive;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import yona.library.stream.Stream;

/**
 * Writes tar as POSIX.1-2001 has it: a header of ustar for each entry, before it an extended one
 * (pax) where a name, a size or a time does not fit.
 */
final class TarWriter extends ArchiveOutput {
  private static final byte[] END = new byte[2 * TarHeader.BLOCK];

  /** The largest number of eleven octal digits. */
  private static final long MOST = 077_777_777_777L;

  private static final byte[] PADDING = new byte[TarHeader.BLOCK];

  TarWriter(Stream entries, String where) {
    super(entries, where);
  }

  @Override
  void begin(Entry entry) {
    if (entry.size() == Entry.UNKNOWN) {
      throw broken(
          entry,
          "has a Stream as its content and no :size, which tar has before the content (zip does"
              + " without)");
    }
    if (entry.kind() == EntryKind.DEVICE || entry.kind() == EntryKind.OTHER) {
      throw broken(entry, "is a :" + entry.kind().symbol().name() + ", which is only read");
    }
    byte[] name = bytes(entry.kind() == EntryKind.FOLDER ? entry.name() + "/" : entry.name());
    byte[] target = bytes(entry.target());
    long seconds = Math.floorDiv(entry.modified(), 1000);
    ByteArrayOutputStream pax = new ByteArrayOutputStream();
    if (isLong(name)) {
      record(pax, "path", name);
    }
    if (isLong(target)) {
      record(pax, "linkpath", target);
    }
    if (entry.size() > MOST) {
      record(pax, "size", bytes(Long.toString(entry.size())));
    }
    if (entry.modified() % 1000 != 0 || seconds < 0 || seconds > MOST) {
      record(
          pax,
          "mtime",
          bytes(BigDecimal.valueOf(entry.modified(), 3).stripTrailingZeros().toPlainString()));
    }
    long time = Math.clamp(seconds, 0, MOST);
    if (pax.size() > 0) {
      byte[] records = pax.toByteArray();
      put(header(bytes("PaxHeader"), 'x', 0644, records.length, time, new byte[0]));
      put(records);
      pad(records.length);
    }
    put(
        header(
            name,
            type(entry.kind()),
            entry.mode(),
            entry.size() > MOST ? 0 : entry.size(),
            time,
            target));
  }

  private static char type(EntryKind kind) {
    return switch (kind) {
      case HARD_LINK -> '1';
      case LINK -> '2';
      case FOLDER -> '5';
      case FIFO -> '6';
      default -> '0';
    };
  }

  @Override
  void write(byte[] piece) {
    put(piece);
  }

  @Override
  void end(Entry entry) {
    pad(entry.size());
  }

  @Override
  void finish() {
    put(END);
  }

  private void pad(long size) {
    put(PADDING, (int) Math.floorMod(-size, (long) TarHeader.BLOCK));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Whether a name is not in the header: it is too long for it, or not in ASCII. */
  private static boolean isLong(byte[] name) {
    if (name.length > TarHeader.NAME_LENGTH) {
      return true;
    }
    for (byte b : name) {
      if (b < 0) {
        return true;
      }
    }
    return false;
  }

  /** Adds {@code LENGTH KEY=VALUE}, where the length counts its own digits. */
  private static void record(ByteArrayOutputStream to, String key, byte[] value) {
    int rest = key.length() + value.length + 3;
    int length = rest + Integer.toString(rest).length();
    if (rest + Integer.toString(length).length() > length) {
      length++;
    }
    to.writeBytes(bytes(length + " " + key + "="));
    to.writeBytes(value);
    to.write('\n');
  }

  private static byte[] header(
      byte[] name, char type, int mode, long size, long time, byte[] target) {
    byte[] block = new byte[TarHeader.BLOCK];
    copy(name, block, 0);
    octal(block, 100, 8, mode);
    octal(block, 108, 8, 0);
    octal(block, 116, 8, 0);
    octal(block, 124, 12, size);
    octal(block, 136, 12, time);
    block[156] = (byte) type;
    copy(target, block, 157);
    copy(bytes("ustar\00000"), block, 257);
    octal(block, 329, 8, 0);
    octal(block, 337, 8, 0);
    TarHeader.writeChecksum(block);
    return block;
  }

  /**
   * Copies as much of a name as fits. The extended header has the whole of a name that is too long
   * or not in ASCII.
   */
  private static void copy(byte[] text, byte[] block, int at) {
    byte[] part = Arrays.copyOf(text, Math.min(text.length, TarHeader.NAME_LENGTH));
    for (int i = 0; i < part.length; i++) {
      block[at + i] = part[i] < 0 ? (byte) '_' : part[i];
    }
  }

  static void octal(byte[] block, int at, int length, long value) {
    long rest = value;
    for (int i = at + length - 2; i >= at; i--) {
      block[i] = (byte) ('0' + (rest & 7));
      rest >>>= 3;
    }
  }
}

package yona.library.archive;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.data.Checkpoint;
import yona.data.Seq;
import yona.io.file.OpenFile;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;
import yona.library.file.FileErrors;
import yona.library.stream.Stream;
import yona.library.stream.StreamSource;

/**
 * Reads the zip of a file by the directory at its end, of which a window is in memory. Each content
 * is read at its place, so any of them may be read while the entries are walked, in any order.
 */
final class ZipFileReader extends StreamSource {
  /** The longest comment behind the end of the directory. */
  private static final int MOST_COMMENT = 0xffff;

  private final OpenFile file;
  private final ReadOptions options;
  private final String where;

  /** How many bytes all contents have had. */
  private final AtomicLong size = new AtomicLong();

  private @Nullable ArchiveInput directory;

  /** Where the directory begins and ends, and how many bytes stand before the archive. */
  private long begin;

  private long end;
  private long before;

  /** How many entries are still to come, and how many bytes their contents may take. */
  private long entries;

  private long room;

  ZipFileReader(OpenFile file, ReadOptions options, String where) {
    this.file = file;
    this.options = options;
    this.where = where;
  }

  private String name() {
    return file.path().toString();
  }

  private YonaError broken(String problem) {
    return Failure.badarg(where, Failure.line(name() + ": " + problem));
  }

  private YonaError broken(String entry, long at, String problem) {
    return broken("the entry " + Entry.shown(entry) + " at byte " + at + ": " + problem);
  }

  private byte[] bytes(long at, int count) {
    return FileErrors.checked(name(), () -> file.readAt(at, count));
  }

  /** The bytes of a part of the file. */
  private ArchiveInput part(long from, long to) {
    long[] at = {from};
    return new ArchiveInput(
        () -> {
          Checkpoint.pass();
          byte[] bytes = bytes(at[0], (int) Math.min(ArchiveInput.PIECE, to - at[0]));
          at[0] += bytes.length;
          return bytes.length == 0 ? null : bytes;
        },
        from);
  }

  private static byte[] read(ArchiveInput from, int length) throws Broken {
    byte[] bytes = new byte[length];
    if (from.read(bytes, 0, length) < length) {
      throw new Broken("the directory ends within an entry");
    }
    return bytes;
  }

  // The directory.

  private ArchiveInput open() {
    long length = FileErrors.checked(name(), file::size);
    int tail = (int) Math.min(length, ZipFields.END_SIZE + MOST_COMMENT);
    byte[] last = bytes(length - tail, tail);
    int at = last.length - ZipFields.END_SIZE;
    while (at >= 0
        && (ZipFields.i32(last, at) != ZipFields.END
            || at + ZipFields.END_SIZE + ZipFields.u16(last, at + 20) != last.length)) {
      at--;
    }
    if (at < 0) {
      throw broken("this is no zip, or it was cut: there is no end of a directory");
    }
    byte[] record = Arrays.copyOfRange(last, at, at + ZipFields.END_SIZE);
    long endAt = length - tail + at;
    locate(record, endAt);
    room = begin - before;
    return part(begin, end);
  }

  private void locate(byte[] record, long endAt) {
    long disks = ZipFields.u16(record, 4) | ZipFields.u16(record, 6);
    long told = ZipFields.u32(record, 16);
    long length = ZipFields.u32(record, 12);
    entries = ZipFields.u16(record, 10);
    end = endAt;
    long locatorAt = endAt - ZipFields.LOCATOR_64_SIZE;
    byte[] locator = locatorAt < 0 ? new byte[4] : bytes(locatorAt, ZipFields.LOCATOR_64_SIZE);
    if (ZipFields.i32(locator, 0) == ZipFields.LOCATOR_64) {
      // It stands directly before its locator, also where something stands before the archive.
      long largeAt = locatorAt - ZipFields.END_64_SIZE;
      byte[] large = largeAt < 0 ? new byte[4] : bytes(largeAt, ZipFields.END_64_SIZE);
      if (ZipFields.i32(large, 0) != ZipFields.END_64) {
        throw broken("the end of the directory in 64 bits is broken");
      }
      disks = ZipFields.u32(large, 16) | ZipFields.u32(large, 20);
      entries = ZipFields.i64(large, 32);
      length = ZipFields.i64(large, 40);
      told = ZipFields.i64(large, 48);
      end = largeAt;
    }
    if (disks != 0 && disks != ZipFields.IN_64_SHORT) {
      throw broken("the archive spans several files");
    }
    begin = end - length;
    before = begin - told;
    if (length < 0
        || told < 0
        || begin < 0
        || before < 0
        || entries < 0
        || entries > length / ZipFields.CENTRAL_SIZE) {
      throw broken("the end of the directory is broken: it does not fit the file");
    }
    if (entries > options.maxEntries) {
      throw broken("there are more than " + options.maxEntries + " entries (:max_entries)");
    }
  }

  @Override
  protected @Nullable Object next() {
    Checkpoint.pass();
    ArchiveInput from = directory;
    if (from == null) {
      from = open();
      directory = from;
    }
    long at = from.position();
    if (entries == 0) {
      if (at != end && !isSignature(from)) {
        throw broken("the directory is broken at byte " + at);
      }
      return null;
    }
    try {
      entries--;
      byte[] fixed = read(from, ZipFields.CENTRAL_SIZE);
      if (ZipFields.i32(fixed, 0) != ZipFields.CENTRAL) {
        throw new Broken("there is no entry");
      }
      byte[] raw = read(from, ZipFields.u16(fixed, 28));
      byte[] extra = read(from, ZipFields.u16(fixed, 30));
      read(from, ZipFields.u16(fixed, 32));
      return entry(ZipHeader.central(fixed, raw, extra, options.ofZip()));
    } catch (Broken e) {
      throw broken("in the directory at byte " + at + ": " + e.problem());
    }
  }

  private static boolean isSignature(ArchiveInput from) {
    byte[] mark = new byte[4];
    return from.read(mark, 0, 4) == 4 && ZipFields.i32(mark, 0) == ZipFields.SIGNATURE;
  }

  private Object entry(ZipHeader header) {
    long at = before + header.offset();
    try {
      header.check();
    } catch (Broken e) {
      throw broken(header.name, at, e.problem());
    }
    room -= ZipFields.LOCAL_SIZE + header.rawName.length + header.packed();
    if (room < 0 || at > begin || header.packed() > begin - at) {
      throw broken(header.name, at, "its content lies in that of another or in the directory");
    }
    Entry entry = header.entry(header.size());
    if (entry.kind() == EntryKind.LINK) {
      return new Entry(
              entry.name(),
              entry.kind(),
              0,
              entry.mode(),
              entry.modified(),
              target(header, at),
              Seq.EMPTY)
          .with(Stream.of(List.of()))
          .toDict();
    }
    Object content =
        entry.kind() == EntryKind.FILE
            ? Stream.of(true, new Opening(this, header, at))
            : Stream.of(List.of());
    return entry.with(content).toDict();
  }

  /** Where a link leads, which is in its content. */
  private String target(ZipHeader header, long at) {
    if (header.size() > MOST_COMMENT) {
      throw broken(header.name, at, "it is a link to a name of more than 65535 bytes");
    }
    Pieces pieces = new Pieces(this, header, at, new AtomicLong());
    byte[] target = new byte[(int) header.size()];
    int length = 0;
    try {
      for (Seq piece = pieces.next(); piece != null; piece = pieces.next()) {
        byte[] bytes = piece.toByteArray();
        System.arraycopy(bytes, 0, target, length, bytes.length);
        length += bytes.length;
      }
    } finally {
      pieces.close();
    }
    return EntryNames.decode(target, options.ofZip());
  }

  @Override
  protected void close() {
    FileErrors.done(name(), file::close);
  }

  /** Begins the walk of a content, and tells how much of the archive it has taken. */
  private static final class Opening implements Supplier<StreamSource>, Packed {
    private final ZipFileReader zip;
    private final ZipHeader header;
    private final long at;
    private final AtomicLong packed = new AtomicLong();

    Opening(ZipFileReader zip, ZipHeader header, long at) {
      this.zip = zip;
      this.header = header;
      this.at = at;
    }

    @Override
    public StreamSource get() {
      return new Pieces(zip, header, at, packed);
    }

    @Override
    public long packed() {
      return packed.get();
    }
  }

  /** A content. */
  private static final class Pieces extends StreamSource {
    private final ZipFileReader zip;
    private final ZipHeader header;
    private final long at;
    private final AtomicLong packed;
    private @Nullable ZipContent content;

    Pieces(ZipFileReader zip, ZipHeader header, long at, AtomicLong packed) {
      this.zip = zip;
      this.header = header;
      this.at = at;
      this.packed = packed;
    }

    @Override
    protected @Nullable Seq next() {
      ZipContent from = content;
      if (from == null) {
        from = begun();
        content = from;
      }
      Seq piece = from.piece();
      packed.set(from.packed());
      if (piece != null && zip.size.addAndGet(piece.length()) > zip.options.maxSize) {
        throw zip.broken("there are more than " + zip.options.maxSize + " bytes (:max_size)");
      }
      return piece;
    }

    /** The header before the content has to be that of the directory. */
    private ZipContent begun() {
      if (!zip.file.isOpen()) {
        throw Failure.of(
            Failure.CLOSED,
            Failure.line(
                zip.where
                    + ": the content of "
                    + Entry.shown(header.name)
                    + " is gone: it is read while the entries are walked"));
      }
      byte[] fixed = zip.bytes(at, ZipFields.LOCAL_SIZE);
      if (fixed.length < ZipFields.LOCAL_SIZE || ZipFields.i32(fixed, 0) != ZipFields.LOCAL) {
        throw broken("there is no header of an entry");
      }
      long behind = at + ZipFields.LOCAL_SIZE;
      byte[] raw = zip.bytes(behind, ZipFields.u16(fixed, 26));
      if (!Arrays.equals(raw, header.rawName) || ZipFields.u16(fixed, 8) != header.method) {
        throw broken("its header is not that of the directory");
      }
      long start = behind + raw.length + ZipFields.u16(fixed, 28);
      if (header.packed() > zip.begin - start) {
        throw broken("its content lies in that of another or in the directory");
      }
      return new ZipContent(zip.part(start, start + header.packed()), header, true, this::broken);
    }

    private YonaError broken(String problem) {
      return zip.broken(header.name, at, problem);
    }

    @Override
    protected void close() {
      if (content != null) {
        content.end();
      }
    }
  }
}

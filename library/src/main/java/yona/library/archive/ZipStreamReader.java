package yona.library.archive;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.data.Checkpoint;
import yona.data.Seq;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;
import yona.library.stream.Stream;

/**
 * Reads zip from its beginning on, by the headers before the contents. The directory at its end is
 * walked, so that an archive that was cut is told from a whole one.
 */
final class ZipStreamReader extends EntrySource {
  private long start;
  private @Nullable ZipHeader header;
  private @Nullable ZipContent content;
  private long entries;

  ZipStreamReader(Stream archive, ReadOptions options, String where) {
    super(archive, options, where);
  }

  private YonaError broken(String problem) {
    String entry = header == null ? "the entry" : "the entry " + Entry.shown(header.name);
    return Failure.badarg(where, Failure.line(entry + " at byte " + start + ": " + problem));
  }

  private YonaError ofArchive(String problem) {
    return Failure.badarg(where, problem);
  }

  private YonaError ended() {
    return ofArchive("the archive ends at byte " + in.position() + ", before its directory does");
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    if (in.read(bytes, 0, length) < length) {
      throw ended();
    }
    return bytes;
  }

  /** The rest of a record whose mark was read, with four bytes for that. */
  private byte[] record(int size) {
    byte[] record = new byte[size];
    if (in.read(record, 4, size - 4) < size - 4) {
      throw ended();
    }
    return record;
  }

  private void pass(long length) {
    if (!in.skip(length)) {
      throw ended();
    }
  }

  @Override
  @Nullable Entry read() {
    close(content);
    header = null;
    start = in.position();
    int mark = mark();
    if (start == 0 && mark == ZipFields.ONE_SPAN) {
      start = in.position();
      mark = mark();
    }
    return switch (mark) {
      case ZipFields.LOCAL -> {
        try {
          yield entry();
        } catch (Broken e) {
          throw broken(e.problem());
        }
      }
      case ZipFields.CENTRAL, ZipFields.END, ZipFields.END_64 -> {
        readDirectory(mark);
        in.drain();
        yield null;
      }
      case ZipFields.DESCRIPTOR -> throw ofArchive("the archive spans several files");
      default ->
          throw ofArchive(
              start == 0
                  ? "this is no zip: it does not begin with the header of an entry"
                  : "at byte " + start + " there is neither an entry nor the directory");
    };
  }

  private int mark() {
    return ZipFields.i32(bytes(4), 0);
  }

  private Entry entry() throws Broken {
    byte[] fixed = record(ZipFields.LOCAL_SIZE);
    byte[] name = bytes(ZipFields.u16(fixed, 26));
    byte[] extra = bytes(ZipFields.u16(fixed, 28));
    ZipHeader read = ZipHeader.local(fixed, name, extra, options.ofZip());
    header = read;
    read.check();
    boolean sizesKnown = !read.sizesBehind();
    if (!sizesKnown && read.method == ZipFields.STORED) {
      throw new Broken(
          "its content is stored, and its size stands behind it: only Archive::unzip reads that");
    }
    content = new ZipContent(in, read, sizesKnown, this::broken);
    entries++;
    Entry entry = read.entry(sizesKnown ? read.size() : Entry.UNKNOWN);
    if (entry.kind() == EntryKind.FOLDER) {
      skip();
    }
    return entry;
  }

  @Override
  @Nullable Seq piece() {
    ZipContent from = content;
    if (from == null) {
      return null;
    }
    Seq piece = from.piece();
    if (piece == null) {
      content = null;
      from.end();
      readSizes(from);
    }
    return piece;
  }

  /** What stands behind the content if the header did not tell of it. */
  private void readSizes(ZipContent from) {
    ZipHeader of = Objects.requireNonNull(header);
    if (!of.sizesBehind()) {
      return;
    }
    long first = ZipFields.u32(bytes(4), 0);
    long crc = first == ZipFields.DESCRIPTOR ? ZipFields.u32(bytes(4), 0) : first;
    boolean in64 = of.has64 || from.size() >= ZipFields.IN_64 || from.packed() >= ZipFields.IN_64;
    byte[] sizes = bytes(in64 ? 16 : 8);
    long packed = in64 ? ZipFields.i64(sizes, 0) : ZipFields.u32(sizes, 0);
    long size = in64 ? ZipFields.i64(sizes, 8) : ZipFields.u32(sizes, 4);
    if (packed != from.packed() || size != from.size()) {
      throw broken(
          "its content has %d bytes, %d of the archive, and not the %d and %d that stand behind it"
              .formatted(from.size(), from.packed(), size, packed));
    }
    if (crc != from.checksum()) {
      throw broken("the checksum of its content is wrong");
    }
  }

  @Override
  void skip() {
    while (piece() != null) {
      Checkpoint.pass();
    }
  }

  @Override
  long packed() {
    return content == null ? 0 : content.packed();
  }

  private void readDirectory(int first) {
    long told = 0;
    int mark = first;
    while (mark == ZipFields.CENTRAL) {
      Checkpoint.pass();
      byte[] fixed = record(ZipFields.CENTRAL_SIZE);
      pass(ZipFields.u16(fixed, 28) + ZipFields.u16(fixed, 30) + ZipFields.u16(fixed, 32));
      told++;
      mark = mark();
    }
    if (mark == ZipFields.SIGNATURE) {
      pass(ZipFields.u16(bytes(2), 0));
      mark = mark();
    }
    if (mark == ZipFields.END_64) {
      pass(ZipFields.i64(bytes(8), 0));
      if (mark() != ZipFields.LOCATOR_64) {
        throw ofArchive("the end of the directory is broken, at byte " + in.position());
      }
      pass(ZipFields.LOCATOR_64_SIZE - 4);
      mark = mark();
    }
    if (mark != ZipFields.END) {
      throw ofArchive("the directory is broken, before byte " + in.position());
    }
    byte[] end = record(ZipFields.END_SIZE);
    pass(ZipFields.u16(end, 20));
    int inEnd = ZipFields.u16(end, 10);
    if (told != entries || (inEnd != ZipFields.IN_64_SHORT && inEnd != told)) {
      throw ofArchive(
          "there were %d entries, the directory has %d, and its end tells of %d"
              .formatted(entries, told, inEnd));
    }
  }

  private static void close(@Nullable ZipContent content) {
    if (content != null) {
      content.end();
    }
  }

  @Override
  protected void close() {
    close(content);
    super.close();
  }
}

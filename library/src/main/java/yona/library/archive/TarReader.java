package yona.library.archive;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import yona.data.Checkpoint;
import yona.data.Seq;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;
import yona.library.stream.Stream;

/**
 * Reads tar: V7, ustar and pax of POSIX, and what GNU's tar adds to them, long names and holes.
 * Every checksum is compared, and an archive that ends without the blocks of zeros is broken.
 */
final class TarReader extends EntrySource {
  /** How large all that stands before the content of an entry may be. */
  private static final long MOST_HEADERS = 1 << 20;

  private static final Seq ZEROS = Seq.bytes(new byte[ArchiveInput.PIECE]);

  /** What a global header says. */
  private PaxHeader global = new PaxHeader();

  /** How many bytes of the content, and behind it up to a whole block, are not read. */
  private long rest;

  private long padding;
  private long packed;

  /** Where the headers of the entry begin. */
  private long start;

  /** The name of the entry whose content comes next; null before it is known. */
  private @Nullable String name;

  private @Nullable SparseMap holes;

  TarReader(Stream archive, ReadOptions options, String where) {
    super(archive, options, where);
  }

  private YonaError broken(String problem) {
    String entry = name == null ? "the entry" : "the entry " + Entry.shown(name);
    return Failure.badarg(where, Failure.line(entry + " at byte " + start + ": " + problem));
  }

  private YonaError ended() {
    return name == null
        ? Failure.badarg(
            where,
            in.position() == 0
                ? "there are no bytes, and an archive without entries has 1024"
                : "the archive ends at byte "
                    + in.position()
                    + (in.position() == start
                        ? ", without the blocks of zeros that stand behind the last entry"
                        : ", within the headers of the entry at byte " + start))
        : broken("the archive ends within its content, at byte " + in.position());
  }

  private void block(byte[] block) {
    if (in.read(block, 0, block.length) < block.length) {
      throw ended();
    }
  }

  @Override
  @Nullable Entry read() {
    name = null;
    start = in.position();
    try {
      return readEntry();
    } catch (Broken e) {
      throw broken(e.problem());
    }
  }

  private @Nullable Entry readEntry() throws Broken {
    PaxHeader pax = global.copy();
    byte @Nullable [] longName = null;
    byte @Nullable [] longTarget = null;
    byte[] block = new byte[TarHeader.BLOCK];
    while (true) {
      Checkpoint.pass();
      long at = in.position();
      block(block);
      if (TarHeader.isZero(block)) {
        if (at != start) {
          throw new Broken("no entry stands behind its extended header");
        }
        in.drain();
        return null;
      }
      TarHeader header = header(block);
      switch (header.type) {
        case 'x', 'X' -> pax.take(meta(header));
        case 'g' -> {
          global.take(meta(header));
          pax = global.copy();
          start = in.position();
        }
        case 'L' -> longName = untilZero(meta(header));
        case 'K' -> longTarget = untilZero(meta(header));
        case 'V' -> {
          // A label of the whole.
          meta(header);
          start = in.position();
        }
        case 'M' -> throw new Broken("it began in another archive, of several volumes");
        default -> {
          return entry(
              header, block, pax, longName == null ? pax.name(header.name) : longName, longTarget);
        }
      }
    }
  }

  private TarHeader header(byte[] block) throws Broken {
    try {
      return new TarHeader(block);
    } catch (Broken e) {
      String other = in.position() == TarHeader.BLOCK ? TarHeader.otherFormat(block) : null;
      if (other != null) {
        throw Failure.badarg(where, "this is no tar: " + other);
      }
      throw e;
    }
  }

  /** What stands behind a header that tells of the next entry. */
  private byte[] meta(TarHeader header) throws Broken {
    if (header.size > MOST_HEADERS || in.position() - start + header.size > MOST_HEADERS) {
      throw new Broken("its headers are larger than " + MOST_HEADERS + " bytes");
    }
    byte[] data = new byte[(int) header.size];
    block(data);
    if (!in.skip(padding(header.size))) {
      throw ended();
    }
    return data;
  }

  private static byte[] untilZero(byte[] text) {
    int end = 0;
    while (end < text.length && text[end] != 0) {
      end++;
    }
    return Arrays.copyOf(text, end);
  }

  private static long padding(long size) {
    return Math.floorMod(-size, (long) TarHeader.BLOCK);
  }

  private Entry entry(
      TarHeader header, byte[] block, PaxHeader pax, byte[] nameBytes, byte @Nullable [] longTarget)
      throws Broken {
    if (nameBytes.length == 0) {
      throw new Broken("its name is empty");
    }
    String text = EntryNames.decode(nameBytes, options.ofTar());
    if (text.indexOf('\0') >= 0) {
      throw new Broken("its name has a character U+0000");
    }
    EntryKind kind = kind(header.type, text);
    name = kind == EntryKind.FOLDER ? Entry.withoutSlash(text) : text;
    boolean hasContent =
        switch (header.type) {
          case '1', '2', '3', '4', '5', '6' -> false;
          default -> true;
        };
    rest = hasContent ? pax.number("size", header.size) : 0;
    padding = padding(rest);
    packed = 0;
    long stored = rest;
    holes = header.type == 'S' ? SparseMap.old(block, stored, this::more) : null;
    if (holes == null && hasContent) {
      holes = pax.holes(stored, this::ofContent);
    }
    if (kind == EntryKind.FOLDER) {
      // GNU's tar may list what was in it.
      skip();
      holes = null;
    }
    byte @Nullable [] target = longTarget == null ? pax.bytes("linkpath") : longTarget;
    return new Entry(
        name,
        kind,
        holes != null ? holes.size() : kind == EntryKind.FOLDER ? 0 : stored,
        header.mode,
        pax.modified(header.seconds),
        kind.hasTarget()
            ? EntryNames.decode(target == null ? header.target : target, options.ofTar())
            : "",
        Seq.EMPTY);
  }

  private static EntryKind kind(char type, String name) {
    return switch (type) {
      // V7 has no other sign of a folder.
      case '\0', '0', '7', 'S' -> name.endsWith("/") ? EntryKind.FOLDER : EntryKind.FILE;
      case '1' -> EntryKind.HARD_LINK;
      case '2' -> EntryKind.LINK;
      case '3', '4' -> EntryKind.DEVICE;
      case '5', 'D' -> EntryKind.FOLDER;
      case '6' -> EntryKind.FIFO;
      default -> EntryKind.OTHER;
    };
  }

  /** A block that goes on with the header. */
  private byte[] more() throws Broken {
    if (in.position() - start > MOST_HEADERS) {
      throw new Broken("its headers are larger than " + MOST_HEADERS + " bytes");
    }
    byte[] block = new byte[TarHeader.BLOCK];
    block(block);
    return block;
  }

  /** A block of the content that goes on with the header. */
  private byte[] ofContent() throws Broken {
    if (rest < TarHeader.BLOCK) {
      throw new Broken("the map of its holes is broken");
    }
    rest -= TarHeader.BLOCK;
    return more();
  }

  @Override
  @Nullable Seq piece() {
    long run = holes == null ? rest : holes.run();
    if (run < 0) {
      int length = (int) Math.min(-run, ArchiveInput.PIECE);
      holes.pass(length);
      return length == ArchiveInput.PIECE ? ZEROS : Seq.bytes(new byte[length]);
    }
    if (run == 0) {
      return null;
    }
    Seq piece = in.piece(run);
    if (piece == null) {
      throw ended();
    }
    rest -= piece.length();
    packed += piece.length();
    if (holes != null) {
      holes.pass(piece.length());
    }
    return piece;
  }

  @Override
  void skip() {
    long behind = rest + padding;
    rest = 0;
    padding = 0;
    if (!in.skip(behind)) {
      throw ended();
    }
  }

  @Override
  long packed() {
    return packed;
  }
}

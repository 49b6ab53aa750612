package yona.library.archive;

import java.util.function.Function;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;
import yona.data.Checkpoint;
import yona.data.Seq;
import yona.language.runtime.YonaError;

/** The content of an entry of zip, decompressed and compared with what its header tells. */
final class ZipContent {
  private final ArchiveInput in;
  private final ZipHeader header;
  private final boolean sizesKnown;
  private final Function<String, YonaError> broken;
  private final @Nullable Inflater inflater;
  private final byte[] buffer = new byte[ArchiveInput.PIECE];
  private final CRC32 checksum = new CRC32();

  /** How many bytes it has taken, and given. */
  private long packed;

  private long size;
  private boolean ended;

  /**
   * A content.
   *
   * @param in stands before it
   * @param header its header
   * @param sizesKnown whether the header tells of sizes and checksum
   * @param broken makes an error
   */
  ZipContent(
      ArchiveInput in, ZipHeader header, boolean sizesKnown, Function<String, YonaError> broken) {
    this.in = in;
    this.header = header;
    this.sizesKnown = sizesKnown;
    this.broken = broken;
    this.inflater = header.method == ZipFields.DEFLATED ? new Inflater(true) : null;
  }

  long packed() {
    return packed;
  }

  long size() {
    return size;
  }

  long checksum() {
    return checksum.getValue();
  }

  /** The next piece; null at the end, where all is compared. May suspend. */
  @Nullable Seq piece() {
    if (ended) {
      return null;
    }
    Seq piece = inflater == null ? stored() : inflated(inflater);
    if (piece == null) {
      ended = true;
      compare();
      return null;
    }
    size += piece.length();
    if (sizesKnown && size > header.size()) {
      throw broken.apply("its content has more than the " + header.size() + " bytes of its size");
    }
    return piece;
  }

  private @Nullable Seq stored() {
    if (packed == header.packed()) {
      return null;
    }
    Seq piece = in.piece(header.packed() - packed);
    if (piece == null) {
      throw cut();
    }
    packed += piece.length();
    checksum.update(piece.toByteArray());
    return piece;
  }

  private YonaError cut() {
    return broken.apply("the archive ends within its content, at byte " + in.position());
  }

  private @Nullable Seq inflated(Inflater from) {
    try {
      while (true) {
        Checkpoint.pass();
        int length = from.inflate(buffer);
        if (length > 0) {
          checksum.update(buffer, 0, length);
          return Seq.bytes(buffer, 0, length);
        }
        if (from.finished()) {
          in.unread(from.getRemaining());
          packed -= from.getRemaining();
          return null;
        }
        if (from.needsDictionary()) {
          throw broken.apply("its compressed data is broken: it needs a dictionary");
        }
        feed(from);
      }
    } catch (DataFormatException e) {
      throw broken.apply("its compressed data is broken: " + e.getMessage());
    }
  }

  private void feed(Inflater to) {
    long most = sizesKnown ? header.packed() - packed : Long.MAX_VALUE;
    if (most == 0) {
      throw broken.apply("its compressed data goes on behind its end");
    }
    int length = in.feed(to, most);
    if (length == 0) {
      throw cut();
    }
    packed += length;
  }

  private void compare() {
    if (!sizesKnown) {
      return;
    }
    if (size != header.size() || packed != header.packed()) {
      throw broken.apply(
          "its content has %d bytes, %d of the archive, and not the %d and %d of its header"
              .formatted(size, packed, header.size(), header.packed()));
    }
    if (checksum.getValue() != header.crc) {
      throw broken.apply("the checksum of its content is wrong");
    }
  }

  void end() {
    if (inflater != null) {
      inflater.end();
    }
  }
}

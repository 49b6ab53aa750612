package yona.library.archive;

import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;
import yona.data.Checkpoint;
import yona.data.Seq;
import yona.language.runtime.Walk;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;
import yona.library.stream.Stream;
import yona.library.stream.StreamSource;

/** The bytes of an archive, in pieces, made of entries as they are asked for. */
abstract class ArchiveOutput extends StreamSource {
  final String where;
  private final Walk entries;
  private final ByteArrayOutputStream ready = new ByteArrayOutputStream();

  /** How many bytes were given before those that are ready. */
  private long given;

  private @Nullable Entry entry;
  private @Nullable Content content;
  private long written;
  private boolean ended;

  ArchiveOutput(Stream entries, String where) {
    this.entries = entries.walk();
    this.where = where;
  }

  /** Writes what stands before the content of an entry. */
  abstract void begin(Entry entry);

  /** Writes a piece of its content. */
  abstract void write(byte[] piece);

  /** Writes what stands behind the content. */
  abstract void end(Entry entry);

  /** Writes what stands behind all entries. */
  abstract void finish();

  /** Where the next byte stands. */
  final long position() {
    return given + ready.size();
  }

  final void put(byte[] bytes) {
    put(bytes, bytes.length);
  }

  final void put(byte[] bytes, int length) {
    ready.write(bytes, 0, length);
  }

  final YonaError broken(Entry at, String problem) {
    return Failure.badarg(
        where, Failure.line("the entry " + Entry.shown(at.name()) + " " + problem));
  }

  @Override
  protected final @Nullable Object next() {
    while (ready.size() < ArchiveInput.PIECE && !ended) {
      if (entry == null) {
        beginNext();
      } else {
        goOn(entry);
      }
    }
    byte[] piece = ready.toByteArray();
    ready.reset();
    given += piece.length;
    return piece.length == 0 ? null : Seq.bytes(piece);
  }

  private void beginNext() {
    Checkpoint.pass();
    @Nullable Object next = entries.pull();
    if (next == null) {
      ended = true;
      finish();
    } else {
      Entry begun = Entry.of(next, where);
      begin(begun);
      written = 0;
      content = Content.of(begun, where);
      entry = begun;
    }
  }

  private void goOn(Entry at) {
    byte @Nullable [] piece = content == null ? null : content.next();
    if (piece != null) {
      written += piece.length;
      if (at.size() != Entry.UNKNOWN && written > at.size()) {
        throw Entry.otherSize(at.name(), at.size(), written, where);
      }
      write(piece);
      return;
    }
    content = null;
    entry = null;
    if (at.size() != Entry.UNKNOWN && written < at.size()) {
      throw Entry.otherSize(at.name(), at.size(), written, where);
    }
    end(at);
  }

  @Override
  protected void close() {
    try {
      if (content != null) {
        content.close();
      }
    } finally {
      entries.close();
    }
  }
}

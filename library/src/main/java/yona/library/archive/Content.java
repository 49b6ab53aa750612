package yona.library.archive;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.language.runtime.Walk;
import yona.library.argument.Arguments;
import yona.library.stream.Stream;

/** The content that a program gives an entry, piece by piece. */
final class Content {
  private final String where;
  private final @Nullable Walk walk;
  private @Nullable Object whole;

  private Content(@Nullable Object whole, @Nullable Walk walk, String where) {
    this.whole = whole;
    this.walk = walk;
    this.where = where;
  }

  /** Begins; that of what is no file is not looked at. */
  static Content of(Entry entry, String where) {
    if (entry.kind() != EntryKind.FILE) {
      return new Content(null, null, where);
    }
    return entry.content() instanceof Stream stream
        ? new Content(null, stream.walk(), where)
        : new Content(entry.content(), null, where);
  }

  /** The next piece, or null at the end. May suspend. */
  byte @Nullable [] next() {
    @Nullable Object piece = walk == null ? whole : walk.pull();
    whole = null;
    return piece == null ? null : bytes(piece);
  }

  private byte[] bytes(Object piece) {
    return piece instanceof Seq seq && seq.isBytes()
        ? seq.toByteArray()
        : Arguments.data(Objects.requireNonNull(piece), where);
  }

  /** Ends the walk of a stream before its end. */
  void close() {
    if (walk != null) {
      walk.close();
    }
  }
}

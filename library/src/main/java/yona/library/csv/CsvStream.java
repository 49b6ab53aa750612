package yona.library.csv;

import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.language.runtime.Walk;
import yona.library.argument.Failure;
import yona.library.stream.Stream;
import yona.library.stream.StreamSource;

/** The rows of a text that comes in chunks, Strings or Bytes. */
final class CsvStream extends StreamSource {
  private final Walk chunks;
  private final CsvRows rows;

  /** The function that the program called, for errors. */
  private final String where;

  /** Begins the walk of the chunks. */
  CsvStream(Stream chunks, CsvReadOptions options, String where) {
    this.where = where;
    this.chunks = chunks.walk();
    this.rows = new CsvRows(this::bytes, options, where);
  }

  private byte @Nullable [] bytes() {
    @Nullable Object chunk = chunks.pull();
    if (chunk == null) {
      return null;
    }
    if (chunk instanceof Seq seq) {
      if (seq.isBytes()) {
        return seq.toByteArray();
      }
      if (seq.isText()) {
        return seq.toUtf8();
      }
    }
    throw Failure.type(where, "a Stream of Strings or Bytes", chunk);
  }

  @Override
  protected @Nullable Object next() {
    return rows.next();
  }

  @Override
  protected void close() {
    chunks.close();
  }
}

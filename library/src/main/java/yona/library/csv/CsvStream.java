package yona.library.csv;

import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.language.runtime.Walk;
import yona.library.argument.Failure;
import yona.library.stream.Stream;
import yona.library.stream.StreamSource;
import yona.library.text.TextEncoding;

/** The rows of a text that comes in chunks, Strings or Bytes. */
final class CsvStream extends StreamSource {
  private final Walk chunks;
  private final CsvRows rows;

  /** The function that the program called, for errors. */
  private final String where;

  /** Whether chunks are Bytes in another encoding than UTF-8. */
  private final boolean isEncoded;

  /** Begins the walk of the chunks. */
  CsvStream(Stream chunks, CsvReadOptions options, String where) {
    this.where = where;
    this.isEncoded = options.encoding != null;
    this.chunks = chunks.walk();
    this.rows = new CsvRows(options.utf8(this::bytes), options, where);
  }

  private byte @Nullable [] bytes() {
    @Nullable Object chunk = chunks.pull();
    if (chunk == null) {
      return null;
    }
    if (isEncoded) {
      return TextEncoding.bytes(chunk, where);
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

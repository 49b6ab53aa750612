package yona.library.csv;

import org.jspecify.annotations.Nullable;
import yona.language.runtime.Walk;
import yona.language.runtime.YonaError;
import yona.library.stream.Stream;
import yona.library.stream.StreamSource;

/** The text of rows that come one after the other, in Strings of many rows. */
final class CsvChunks extends StreamSource {
  /** Large enough that a write of each costs little. */
  private static final long CHARACTERS = 1 << 15;

  private final Walk rows;
  private final CsvWriter writer;
  private boolean begun;
  private boolean ended;

  /** The error of a row; the text of the rows before is given first. */
  private @Nullable YonaError raised;

  /** Begins the walk of the rows. */
  CsvChunks(Stream rows, CsvWriteOptions options, String where) {
    this.rows = rows.walk();
    this.writer = new CsvWriter(options, where);
  }

  @Override
  protected @Nullable Object next() {
    if (raised != null) {
      throw raised;
    }
    CsvOutput out = writer.output();
    if (!begun) {
      begun = true;
      writer.begin(out);
    }
    long whole = out.length();
    try {
      while (whole < CHARACTERS && !ended) {
        @Nullable Object row = rows.pull();
        if (row == null) {
          ended = true;
        } else {
          writer.write(row, out);
          whole = out.length();
        }
      }
    } catch (YonaError error) {
      if (whole == 0) {
        throw error;
      }
      raised = error;
    }
    return whole == 0 ? null : out.text().slice(0, whole);
  }

  @Override
  protected void close() {
    rows.close();
  }
}

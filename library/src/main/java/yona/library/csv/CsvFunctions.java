package yona.library.csv;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.stream.Stream;
import yona.library.stream.StreamFunctions;
import yona.library.text.TextEncoding;

/** The Java half of module CSV. */
public final class CsvFunctions {
  /** A whole text is read in pieces that stay in the caches of a processor. */
  private static final int PIECE = 1 << 16;

  private CsvFunctions() {}

  public static Object parse(Object text, String where) {
    return parsed(text, new CsvReadOptions(where), where);
  }

  public static Object parseWith(Object options, Object text, String where) {
    return parsed(text, CsvReadOptions.of(options, where), where);
  }

  private static Object parsed(Object value, CsvReadOptions options, String where) {
    Seq text = Arguments.seq(value, where);
    if (!text.isText() && !text.isBytes()) {
      throw Failure.type(where, "a String or Bytes", value);
    }
    if (options.encoding != null) {
      var _ = TextEncoding.requireBytes(text, where);
    }
    CsvRows rows = new CsvRows(options.utf8(pieces(text)), options, where);
    SeqBuilder all = Seq.builder();
    for (Object row = rows.next(); row != null; row = rows.next()) {
      all.add(row);
    }
    return all.build();
  }

  private static Supplier<byte @Nullable []> pieces(Seq text) {
    boolean isText = !text.isBytes();
    return new Supplier<>() {
      private long done;

      @Override
      public byte @Nullable [] get() {
        if (done == text.length()) {
          return null;
        }
        long to = Math.min(text.length(), done + PIECE);
        Seq piece = text.slice(done, to);
        done = to;
        return isText ? piece.toUtf8() : piece.toByteArray();
      }
    };
  }

  public static Object parseStream(Object stream, String where) {
    return rows(stream, new CsvReadOptions(where), where);
  }

  public static Object parseStreamWith(Object options, Object stream, String where) {
    return rows(stream, CsvReadOptions.of(options, where), where);
  }

  private static Object rows(Object stream, CsvReadOptions options, String where) {
    Stream chunks = StreamFunctions.stream(stream, where);
    return Stream.of(chunks.maySuspend(), () -> new CsvStream(chunks, options, where), chunks);
  }

  public static Object generate(Object rows, String where) {
    return text(rows, new CsvWriteOptions(where), where);
  }

  public static Object generateWith(Object options, Object rows, String where) {
    return text(rows, CsvWriteOptions.of(options, where), where);
  }

  private static Object text(Object value, CsvWriteOptions options, String where) {
    Seq rows = Arguments.seq(value, where);
    CsvWriter writer = new CsvWriter(options, where);
    CsvOutput out = writer.output();
    writer.begin(out);
    for (Object row : rows) {
      writer.write(row, out);
    }
    return out.text();
  }

  public static Object generateStream(Object stream, String where) {
    return chunks(stream, new CsvWriteOptions(where), where);
  }

  public static Object generateStreamWith(Object options, Object stream, String where) {
    return chunks(stream, CsvWriteOptions.of(options, where), where);
  }

  private static Object chunks(Object stream, CsvWriteOptions options, String where) {
    Stream rows = StreamFunctions.stream(stream, where);
    return Stream.of(rows.maySuspend(), () -> new CsvChunks(rows, options, where), rows);
  }
}

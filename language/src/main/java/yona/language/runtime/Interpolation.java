package yona.language.runtime;

import yona.data.Char;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Text;

/** The parts of an interpolated string. */
public final class Interpolation {
  private Interpolation() {}

  /** Adds the plain text of a value, padded on the left (width above 0) or on the right (below). */
  public static void add(SeqBuilder builder, Object value, Object width) {
    long columns =
        switch (width) {
          case Long n -> n;
          case Byte b -> b & 0xff;
          default -> throw YonaError.typeError("an Int as the width in a string", width);
        };
    Seq text = value instanceof Seq seq && seq.isText() ? seq : Seq.text(Text.plain(value));
    // A width of Long.MIN_VALUE has no positive twin; both are beyond any memory.
    long missing =
        Math.max(columns, columns == Long.MIN_VALUE ? Long.MAX_VALUE : -columns) - text.length();
    if (columns > 0) {
      pad(builder, missing);
    }
    builder.addAll(text);
    if (columns < 0) {
      pad(builder, missing);
    }
  }

  private static void pad(SeqBuilder builder, long count) {
    Char space = Char.of(' ');
    for (long i = 0; i < count; i++) {
      builder.add(space);
    }
  }
}

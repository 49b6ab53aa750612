package yona.library.text;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.data.Checkpoint;
import yona.data.Seq;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;

/** Writes texts, one behind the other, in an encoding. For one thread. */
public final class TextEncoder {
  private static final int CHARACTERS = 1 << 14;
  private static final int BYTES = 1 << 16;

  /**
   * How.
   *
   * @param encoding null for UTF-8
   * @param replaces whether a character that the encoding does not have becomes a question mark
   */
  public record Options(@Nullable TextEncoding encoding, boolean replaces) {
    /**
     * The options in a Dict.
     *
     * @param options with {@code :encoding} and {@code :invalid}
     * @param where the function's name, for errors
     */
    public static Options of(Object options, String where) {
      @Nullable TextEncoding[] encoding = {null};
      boolean[] replaces = {false};
      Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
      takers.put("encoding", (value, at) -> encoding[0] = TextEncoding.writable(value, at));
      takers.put("invalid", (value, at) -> replaces[0] = TextOptions.replaces(value, at));
      OptionDict.take(options, takers, where);
      return new Options(encoding[0], replaces[0]);
    }
  }

  private final @Nullable TextEncoding encoding;
  private final @Nullable CharsetEncoder encoder;
  private final String where;
  private final ByteBuffer bytes = ByteBuffer.allocate(BYTES);

  /** How many characters were written before. */
  private long done;

  /**
   * A writer of a text that begins.
   *
   * @param where the function's name, for errors
   */
  public TextEncoder(Options options, String where) {
    CodingErrorAction action =
        options.replaces ? CodingErrorAction.REPLACE : CodingErrorAction.REPORT;
    this.encoding = options.encoding;
    this.encoder =
        encoding == null
            ? null
            : encoding
                .charset()
                .newEncoder()
                .onMalformedInput(action)
                .onUnmappableCharacter(action);
    this.where = where;
  }

  /** The bytes of a whole text. */
  public static byte[] encode(Options options, Seq text, String where) {
    TextEncoder encoder = new TextEncoder(options, where);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    encoder.write(text, out);
    encoder.end(out);
    return out.toByteArray();
  }

  /** Writes a text behind those before. */
  public void write(Seq text, ByteArrayOutputStream out) {
    if (encoder == null) {
      out.writeBytes(text.toUtf8());
      return;
    }
    int asked = 0;
    for (long from = 0; from < text.length(); from += CHARACTERS) {
      long to = Math.min(text.length(), from + CHARACTERS);
      asked = Checkpoint.growing(out.size(), asked);
      write(encoder, text.slice(from, to).asString(), out);
      done += to - from;
    }
  }

  private void write(CharsetEncoder to, String text, ByteArrayOutputStream out) {
    CharBuffer units = CharBuffer.wrap(text);
    CoderResult result;
    do {
      result = to.encode(units, bytes, false);
      drain(out);
    } while (result.isOverflow());
    if (result.isError()) {
      throw missing(text, units.position());
    }
  }

  /** Writes what some encodings have behind a text. */
  public void end(ByteArrayOutputStream out) {
    if (encoder == null) {
      return;
    }
    var _ = encoder.encode(CharBuffer.allocate(0), bytes, true);
    CoderResult result;
    do {
      result = encoder.flush(bytes);
      drain(out);
    } while (result.isOverflow());
  }

  private void drain(ByteArrayOutputStream out) {
    out.write(bytes.array(), 0, bytes.position());
    bytes.clear();
  }

  private YonaError missing(String text, int index) {
    String character = Character.toString(text.codePointAt(index));
    long position = done + text.codePointCount(0, index);
    return Failure.badarg(
        where,
        TextEncoding.nameOf(encoding)
            + " has no character "
            + Failure.shown(Seq.text(character).head())
            + ", found at position "
            + position);
  }
}

package yona.library.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import yona.data.Seq;
import yona.data.Symbol;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;

/** A text of a format: a String, or Bytes in UTF-8. A byte order mark at its start is skipped. */
public final class SourceText {
  private static final char BYTE_ORDER_MARK = '\ufeff';

  private SourceText() {}

  /**
   * The characters of a text.
   *
   * @param text a String or Bytes
   * @param most how many bytes it may have
   * @param error the symbol of errors of the format
   * @param where the function's name, for errors
   * @throws YonaError {@code :typeerror} if it is neither; of the format if it is too large or no
   *     UTF-8
   */
  public static String of(Object text, long most, Symbol error, String where) {
    if (!(text instanceof Seq seq && (seq.isText() || seq.isBytes()))) {
      throw Failure.type(where, "a String or Bytes", text);
    }
    if (seq.length() > most) {
      throw tooLarge(most, error, where);
    }
    String all;
    if (seq.isText()) {
      all = seq.asString();
    } else {
      byte[] bytes = seq.toByteArray();
      try {
        all = Seq.utf8(bytes, 0, bytes.length).asString();
      } catch (CharacterCodingException e) {
        throw notUtf8(bytes, error, where);
      }
    }
    return all.length() > 0 && all.charAt(0) == BYTE_ORDER_MARK ? all.substring(1) : all;
  }

  private static YonaError tooLarge(long most, Symbol error, String where) {
    return Failure.of(error, where + ": the text is larger than the limit of " + most + " bytes");
  }

  private static YonaError notUtf8(byte[] bytes, Symbol error, String where) {
    int place = validLength(bytes, 0, bytes.length);
    TextPosition position = new TextPosition();
    position.pass(bytes, 0, place);
    return Failure.of(error, where + ": " + position + ": " + invalid(bytes[place]));
  }

  /** What is wrong with a byte that stands where no character can go on. */
  public static String invalid(byte found) {
    return "expected UTF-8, found the byte 0x" + Integer.toHexString(found & 0xff);
  }

  /** How many of some bytes are valid UTF-8, before the first that is not. */
  public static int validLength(byte[] bytes, int from, int to) {
    ByteBuffer in = ByteBuffer.wrap(bytes, from, to - from);
    var _ = StandardCharsets.UTF_8.newDecoder().decode(in, CharBuffer.allocate(to - from), true);
    return in.position() - from;
  }
}

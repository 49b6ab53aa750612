package yona.library.text;

import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Symbol;
import yona.library.argument.OptionDict;

/**
 * How bytes become a text.
 *
 * @param encoding null for UTF-8
 * @param replaces whether what is no text becomes U+FFFD, rather than an error
 */
public record TextOptions(@Nullable TextEncoding encoding, boolean replaces) {
  /** Of a text that is read without options. */
  public static final TextOptions USUAL = new TextOptions(null, false);

  /** A whole text is decoded in pieces that stay in the caches of a processor. */
  private static final int PIECE = 1 << 16;

  private static final Symbol REPLACE = Symbol.of("replace");
  private static final Symbol ERROR = Symbol.of("error");

  /**
   * The options in a Dict.
   *
   * @param options with {@code :encoding} and {@code :invalid}
   * @param where the function's name, for errors
   */
  public static TextOptions of(Object options, String where) {
    @Nullable TextEncoding[] encoding = {USUAL.encoding};
    boolean[] replaces = {USUAL.replaces};
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put("encoding", (value, at) -> encoding[0] = TextEncoding.of(value, at));
    takers.put("invalid", (value, at) -> replaces[0] = replaces(value, at));
    OptionDict.take(options, takers, where);
    return new TextOptions(encoding[0], replaces[0]);
  }

  /** What the option {@code :invalid} says. */
  static boolean replaces(Object value, String where) {
    return OptionDict.oneOf(value, REPLACE, ERROR, where);
  }

  /**
   * The text that some bytes are, without a byte order mark.
   *
   * @param bytes not changed
   * @param name what errors call the text
   */
  public Seq decode(byte[] bytes, String name) {
    try {
      if (encoding == null) {
        return text(bytes, ByteOrderMark.length(bytes, 0, bytes.length), bytes.length);
      }
      SeqBuilder text = Seq.builder();
      Supplier<byte @Nullable []> pieces = new Transcoder(encoding, pieces(bytes));
      for (byte[] utf8 = pieces.get(); utf8 != null; utf8 = pieces.get()) {
        text.addAll(text(utf8, 0, utf8.length));
      }
      return text.buildText();
    } catch (CharacterCodingException e) {
      throw TextEncoding.notText(name, encoding);
    }
  }

  private Seq text(byte[] utf8, int from, int to) throws CharacterCodingException {
    return replaces ? Seq.utf8Lossy(utf8, from, to) : Seq.utf8(utf8, from, to);
  }

  private static Supplier<byte @Nullable []> pieces(byte[] bytes) {
    return new Supplier<>() {
      private int done;

      @Override
      public byte @Nullable [] get() {
        if (done == bytes.length) {
          return null;
        }
        int to = (int) Math.min(bytes.length, (long) done + PIECE);
        byte[] piece = Arrays.copyOfRange(bytes, done, to);
        done = to;
        return piece;
      }
    };
  }
}

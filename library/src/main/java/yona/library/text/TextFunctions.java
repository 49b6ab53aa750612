package yona.library.text;

import java.nio.charset.CharacterCodingException;
import java.text.Normalizer;
import java.util.Locale;
import yona.data.Char;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Symbol;
import yona.data.Text;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.Opts;

/**
 * The Java half of module String: case, white space, padding, encodings. Positions and widths count
 * code points.
 */
public final class TextFunctions {
  private TextFunctions() {}

  public static Object upper(Object s, String where) {
    return Seq.text(Arguments.text(s, where).toUpperCase(Locale.ROOT));
  }

  public static Object lower(Object s, String where) {
    return Seq.text(Arguments.text(s, where).toLowerCase(Locale.ROOT));
  }

  public static Object capitalize(Object s, String where) {
    String text = Arguments.text(s, where);
    if (text.isEmpty()) {
      return Seq.EMPTY_TEXT;
    }
    int first = text.offsetByCodePoints(0, 1);
    return Seq.text(text.substring(0, first).toUpperCase(Locale.ROOT) + text.substring(first));
  }

  /** Whether a code point is white space as Unicode defines it (property White_Space). */
  static boolean isSpace(int c) {
    if (c < 0x80) {
      return c == ' ' || (c >= 9 && c <= 13);
    }
    return c == 0x85
        || c == 0xa0
        || c == 0x1680
        || (c >= 0x2000 && c <= 0x200a)
        || c == 0x2028
        || c == 0x2029
        || c == 0x202f
        || c == 0x205f
        || c == 0x3000;
  }

  /** A text without white space at its ends. All white space lies below the surrogates. */
  static String trimmed(String text, boolean left, boolean right) {
    int from = 0;
    int to = text.length();
    while (left && from < to && isSpace(text.charAt(from))) {
      from++;
    }
    while (right && from < to && isSpace(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(from, to);
  }

  public static Object trim(Object s, String where) {
    return Seq.text(trimmed(Arguments.text(s, where), true, true));
  }

  public static Object trimLeft(Object s, String where) {
    return Seq.text(trimmed(Arguments.text(s, where), true, false));
  }

  public static Object trimRight(Object s, String where) {
    return Seq.text(trimmed(Arguments.text(s, where), false, true));
  }

  /** {@code Seq::trim}: drops characters up to U+0020 only. */
  public static Object trimAscii(Object s, String where) {
    return Seq.text(Arguments.text(s, where).trim());
  }

  public static Object isBlank(Object s, String where) {
    return trimmed(Arguments.text(s, where), true, false).isEmpty();
  }

  public static Object repeat(Object n, Object s, String where) {
    long count = Arguments.count(n, where);
    Seq text = Arguments.string(s, where);
    Seq result = Seq.EMPTY_TEXT;
    for (Seq doubled = text; count > 0; count >>= 1) {
      if ((count & 1) == 1) {
        result = result.concat(doubled);
      }
      doubled = doubled.isEmpty() || count == 1 ? doubled : doubled.concat(doubled);
    }
    return result;
  }

  public static Object padLeft(Object width, Object fill, Object s, String where) {
    Seq text = Arguments.string(s, where);
    return fill(fill, missing(width, text, where), where).concat(text);
  }

  public static Object padRight(Object width, Object fill, Object s, String where) {
    Seq text = Arguments.string(s, where);
    return text.concat(fill(fill, missing(width, text, where), where));
  }

  public static Object center(Object width, Object fill, Object s, String where) {
    Seq text = Arguments.string(s, where);
    long missing = missing(width, text, where);
    return fill(fill, missing / 2, where)
        .concat(text)
        .concat(fill(fill, missing - missing / 2, where));
  }

  private static long missing(Object width, Seq text, String where) {
    long wanted = Arguments.integer(width, where);
    return wanted <= text.length() ? 0 : wanted - text.length();
  }

  private static Seq fill(Object fill, long count, String where) {
    Char c = Char.of(Arguments.codePoint(fill, where));
    SeqBuilder result = Seq.builder();
    for (long i = 0; i < count; i++) {
      result.add(c);
    }
    return result.build();
  }

  public static Object toBytes(Object s, String where) {
    return Seq.bytes(Arguments.string(s, where).toUtf8());
  }

  public static Object fromBytes(Object bytes, String where) {
    return decoded(Arguments.bytes(bytes, where), where);
  }

  public static Object fromBytesLossy(Object bytes, String where) {
    byte[] all = Arguments.bytes(bytes, where).toByteArray();
    return Seq.utf8Lossy(all, 0, all.length);
  }

  private static Seq decoded(Seq bytes, String where) {
    byte[] all = bytes.toByteArray();
    try {
      return Seq.utf8(all, 0, all.length);
    } catch (CharacterCodingException e) {
      throw Failure.badarg(where, "the bytes are not valid UTF-8");
    }
  }

  /** {@code Seq::encode}: Bytes are given back. */
  public static Object encode(Object data, String where) {
    Seq seq = Arguments.seq(data, where);
    return seq.isBytes() && !seq.isEmpty() ? seq : Seq.bytes(Arguments.string(seq, where).toUtf8());
  }

  /** {@code Seq::decode}: a String is given back. */
  public static Object decode(Object data, String where) {
    Seq seq = Arguments.seq(data, where);
    return seq.isText() ? seq.asText() : decoded(Arguments.bytes(seq, where), where);
  }

  public static Object normalize(Object form, Object s, String where) {
    Symbol name = Arguments.symbol(form, where);
    Normalizer.Form normal =
        switch (name.name()) {
          case "nfc" -> Normalizer.Form.NFC;
          case "nfd" -> Normalizer.Form.NFD;
          case "nfkc" -> Normalizer.Form.NFKC;
          case "nfkd" -> Normalizer.Form.NFKD;
          default ->
              throw Failure.badarg(
                  where, Text.source(name) + " is none of :nfc, :nfd, :nfkc and :nfkd");
        };
    return Seq.text(Normalizer.normalize(Arguments.text(s, where), normal));
  }

  public static Object compareIgnoreCase(Object a, Object b, String where) {
    int[] left = folded(Arguments.text(a, where));
    int[] right = folded(Arguments.text(b, where));
    return (long) Integer.signum(java.util.Arrays.compare(left, right));
  }

  /** The code points of a text in a case that all its spellings share. */
  private static int[] folded(String text) {
    return text.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT).codePoints().toArray();
  }

  public static Object formatFloat(Object digits, Object number, String where) {
    return Seq.text(NumberText.fixed(digits, number, where));
  }

  public static Object toInt(Object s, String where) {
    return Opts.ofNullable(NumberText.integer64(Arguments.string(s, where)));
  }

  public static Object toFloat(Object s, String where) {
    return Opts.ofNullable(NumberText.decimal(Arguments.text(s, where)));
  }

  public static Object toIntBase(Object base, Object s, String where) {
    int radix = base(base, where);
    return Opts.ofNullable(NumberText.integer64(Arguments.text(s, where), radix));
  }

  public static Object fromIntBase(Object base, Object n, String where) {
    int radix = base(base, where);
    return Seq.text(Long.toString(Arguments.integer(n, where), radix));
  }

  private static int base(Object base, String where) {
    long radix = Arguments.integer(base, where);
    if (radix < 2 || radix > 36) {
      throw Failure.badarg(where, "the base " + radix + " is outside of 2 to 36");
    }
    return (int) radix;
  }
}

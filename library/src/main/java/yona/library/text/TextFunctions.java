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

  public static Object upper(Object s) {
    return Seq.text(Arguments.text(s, "String::upper").toUpperCase(Locale.ROOT));
  }

  public static Object lower(Object s) {
    return Seq.text(Arguments.text(s, "String::lower").toLowerCase(Locale.ROOT));
  }

  public static Object capitalize(Object s) {
    String text = Arguments.text(s, "String::capitalize");
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

  public static Object trim(Object s) {
    return Seq.text(trimmed(Arguments.text(s, "String::trim"), true, true));
  }

  public static Object trimLeft(Object s) {
    return Seq.text(trimmed(Arguments.text(s, "String::trim_left"), true, false));
  }

  public static Object trimRight(Object s) {
    return Seq.text(trimmed(Arguments.text(s, "String::trim_right"), false, true));
  }

  /** {@code Seq::trim}: drops characters up to U+0020 only. */
  public static Object trimAscii(Object s) {
    return Seq.text(Arguments.text(s, "Seq::trim").trim());
  }

  public static Object isBlank(Object s) {
    return trimmed(Arguments.text(s, "String::is_blank"), true, false).isEmpty();
  }

  public static Object repeat(Object n, Object s) {
    long count = Arguments.count(n, "String::repeat");
    Seq text = Arguments.string(s, "String::repeat");
    Seq result = Seq.EMPTY_TEXT;
    for (Seq doubled = text; count > 0; count >>= 1) {
      if ((count & 1) == 1) {
        result = result.concat(doubled);
      }
      doubled = doubled.isEmpty() || count == 1 ? doubled : doubled.concat(doubled);
    }
    return result;
  }

  public static Object padLeft(Object width, Object fill, Object s) {
    Seq text = Arguments.string(s, "String::pad_left");
    return fill(fill, missing(width, text, "String::pad_left"), "String::pad_left").concat(text);
  }

  public static Object padRight(Object width, Object fill, Object s) {
    Seq text = Arguments.string(s, "String::pad_right");
    return text.concat(fill(fill, missing(width, text, "String::pad_right"), "String::pad_right"));
  }

  public static Object center(Object width, Object fill, Object s) {
    Seq text = Arguments.string(s, "String::center");
    long missing = missing(width, text, "String::center");
    return fill(fill, missing / 2, "String::center")
        .concat(text)
        .concat(fill(fill, missing - missing / 2, "String::center"));
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

  public static Object toBytes(Object s) {
    return Seq.bytes(Arguments.string(s, "String::to_bytes").toUtf8());
  }

  public static Object fromBytes(Object bytes) {
    return decoded(Arguments.bytes(bytes, "String::from_bytes"), "String::from_bytes");
  }

  public static Object fromBytesLossy(Object bytes) {
    byte[] all = Arguments.bytes(bytes, "String::from_bytes_lossy").toByteArray();
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
  public static Object encode(Object data) {
    Seq seq = Arguments.seq(data, "Seq::encode");
    return seq.isBytes() && !seq.isEmpty()
        ? seq
        : Seq.bytes(Arguments.string(seq, "Seq::encode").toUtf8());
  }

  /** {@code Seq::decode}: a String is given back. */
  public static Object decode(Object data) {
    Seq seq = Arguments.seq(data, "Seq::decode");
    return seq.isText()
        ? seq.asText()
        : decoded(Arguments.bytes(seq, "Seq::decode"), "Seq::decode");
  }

  public static Object normalize(Object form, Object s) {
    Symbol name = Arguments.symbol(form, "String::normalize");
    Normalizer.Form normal =
        switch (name.name()) {
          case "nfc" -> Normalizer.Form.NFC;
          case "nfd" -> Normalizer.Form.NFD;
          case "nfkc" -> Normalizer.Form.NFKC;
          case "nfkd" -> Normalizer.Form.NFKD;
          default ->
              throw Failure.badarg(
                  "String::normalize",
                  Text.source(name) + " is none of :nfc, :nfd, :nfkc and :nfkd");
        };
    return Seq.text(Normalizer.normalize(Arguments.text(s, "String::normalize"), normal));
  }

  public static Object compareIgnoreCase(Object a, Object b) {
    int[] left = folded(Arguments.text(a, "String::compare_ignore_case"));
    int[] right = folded(Arguments.text(b, "String::compare_ignore_case"));
    return (long) Integer.signum(java.util.Arrays.compare(left, right));
  }

  /** The code points of a text in a case that all its spellings share. */
  private static int[] folded(String text) {
    return text.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT).codePoints().toArray();
  }

  public static Object formatFloat(Object digits, Object number) {
    return Seq.text(NumberText.fixed(digits, number, "String::format_float"));
  }

  public static Object toInt(Object s) {
    return Opts.ofNullable(NumberText.integer64(Arguments.text(s, "String::to_int"), 10));
  }

  public static Object toFloat(Object s) {
    return Opts.ofNullable(NumberText.decimal(Arguments.text(s, "String::to_float")));
  }

  public static Object toIntBase(Object base, Object s) {
    int radix = base(base, "String::to_int_base");
    return Opts.ofNullable(NumberText.integer64(Arguments.text(s, "String::to_int_base"), radix));
  }

  public static Object fromIntBase(Object base, Object n) {
    int radix = base(base, "String::from_int_base");
    return Seq.text(Long.toString(Arguments.integer(n, "String::from_int_base"), radix));
  }

  private static int base(Object base, String where) {
    long radix = Arguments.integer(base, where);
    if (radix < 2 || radix > 36) {
      throw Failure.badarg(where, "the base " + radix + " is outside of 2 to 36");
    }
    return (int) radix;
  }
}

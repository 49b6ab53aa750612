package yona.library.encoding;

import java.nio.charset.CharacterCodingException;
import java.util.Base64;
import java.util.HexFormat;
import yona.data.Seq;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.html.HtmlOutput;
import yona.library.html.HtmlReferences;

/**
 * The Java half of module Encoding: bytes as text (RFC 4648, RFC 3986) and text in HTML. Decoders
 * take exactly what encoders give, and say where a text differs; positions count characters from 0.
 */
public final class TextEncodings {
  private static final String BASE64 =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  private static final String BASE64_URL = BASE64.substring(0, 62) + "-_";
  private static final HexFormat HEX = HexFormat.of();
  private static final HexFormat PERCENT = HexFormat.of().withUpperCase();

  private TextEncodings() {}

  public static Object base64Encode(Object data, String where) {
    byte[] bytes = Arguments.data(data, where);
    return latin(Base64.getEncoder().encode(bytes));
  }

  public static Object base64UrlEncode(Object data, String where) {
    byte[] bytes = Arguments.data(data, where);
    return latin(Base64.getUrlEncoder().encode(bytes));
  }

  private static Seq latin(byte[] text) {
    return Seq.latin1(text, 0, text.length);
  }

  public static Object base64Decode(Object s, String where) {
    String text = Arguments.text(s, where);
    checkBase64(text, BASE64, where);
    if (text.length() % 4 != 0) {
      throw incomplete(text, where);
    }
    return Seq.bytes(Base64.getDecoder().decode(text));
  }

  public static Object base64UrlDecode(Object s, String where) {
    String text = Arguments.text(s, where);
    checkBase64(text, BASE64_URL, where);
    boolean padded = text.endsWith("=");
    if (padded ? text.length() % 4 != 0 : text.length() % 4 == 1) {
      throw incomplete(text, where);
    }
    return Seq.bytes(Base64.getUrlDecoder().decode(text));
  }

  private static RuntimeException incomplete(String text, String where) {
    return Failure.badarg(
        where, "the text ends within a group of four characters, at position " + text.length());
  }

  /**
   * Only letters of the alphabet, at most two signs {@code =} at the end, and in the last letter
   * before them no bits that no byte needs (RFC 4648, 3.5).
   */
  private static void checkBase64(String text, String alphabet, String where) {
    int end = text.length();
    while (end > 0 && text.length() - end < 2 && text.charAt(end - 1) == '=') {
      end--;
    }
    for (int i = 0; i < end; i++) {
      if (alphabet.indexOf(text.charAt(i)) < 0) {
        throw unexpected(text, i, "a letter of Base64", where);
      }
    }
    int unused = end % 4 == 2 ? 0b1111 : end % 4 == 3 ? 0b11 : 0;
    int padding = end % 4 < 2 ? 0 : 4 - end % 4;
    if (text.length() - end > padding) {
      throw unexpected(text, end + padding, "the end", where);
    }
    if (unused != 0 && (alphabet.indexOf(text.charAt(end - 1)) & unused) != 0) {
      throw unexpected(text, end - 1, "a letter whose last bits are zero", where);
    }
  }

  private static RuntimeException unexpected(
      String text, int index, String expected, String where) {
    return Failure.badarg(
        where,
        "expected "
            + expected
            + " at position "
            + text.codePointCount(0, index)
            + ", found "
            + Failure.shown(Seq.text(Character.toString(text.codePointAt(index)))));
  }

  public static Object hexEncode(Object data, String where) {
    return Seq.text(HEX.formatHex(Arguments.data(data, where)));
  }

  public static Object hexDecode(Object s, String where) {
    String text = Arguments.text(s, where);
    for (int i = 0; i < text.length(); i++) {
      if (!HexFormat.isHexDigit(text.charAt(i))) {
        throw unexpected(text, i, "a hexadecimal digit", where);
      }
    }
    if (text.length() % 2 != 0) {
      throw Failure.badarg(where, "the text ends within a byte, at position " + text.length());
    }
    return Seq.bytes(HEX.parseHex(text));
  }

  /** Whether RFC 3986 calls the character unreserved: it stands for itself. */
  private static boolean isUnreserved(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '_'
        || c == '.'
        || c == '~';
  }

  public static Object urlEncode(Object s, String where) {
    byte[] bytes = Arguments.string(s, where).toUtf8();
    StringBuilder result = new StringBuilder(bytes.length);
    for (byte b : bytes) {
      if (isUnreserved(b)) {
        result.append((char) b);
      } else {
        PERCENT.toHexDigits(result.append('%'), b);
      }
    }
    return Seq.text(result);
  }

  public static Object urlDecode(Object s, String where) {
    Seq given = Arguments.string(s, where);
    byte[] text = given.toUtf8();
    byte[] bytes = new byte[text.length];
    int length = 0;
    for (int i = 0; i < text.length; i++) {
      if (text[i] != '%') {
        bytes[length++] = text[i];
        continue;
      }
      if (i + 2 >= text.length
          || !HexFormat.isHexDigit(text[i + 1])
          || !HexFormat.isHexDigit(text[i + 2])) {
        throw Failure.badarg(
            where, "expected two hexadecimal digits behind the % at position " + position(text, i));
      }
      bytes[length++] =
          (byte) (HexFormat.fromHexDigit(text[i + 1]) << 4 | HexFormat.fromHexDigit(text[i + 2]));
      i += 2;
    }
    try {
      return Seq.utf8(bytes, 0, length);
    } catch (CharacterCodingException e) {
      throw Failure.badarg(where, "the decoded bytes are not valid UTF-8");
    }
  }

  /** How many characters stand before an index of valid UTF-8. */
  private static long position(byte[] utf8, int index) {
    long characters = 0;
    for (int i = 0; i < index; i++) {
      characters += (utf8[i] & 0xc0) == 0x80 ? 0 : 1;
    }
    return characters;
  }

  public static Object htmlEscape(Object s, String where) {
    HtmlOutput result = new HtmlOutput(where);
    result.escape(Arguments.string(s, where));
    return result.text();
  }

  public static Object htmlUnescape(Object s, String where) {
    return Seq.text(HtmlReferences.resolved(Arguments.text(s, where)));
  }

  public static Object urlResolve(Object base, Object reference, String where) {
    UriReference absolute = address(base, where);
    UriReference relative = address(reference, where);
    if (absolute.scheme() == null) {
      throw Failure.badarg(
          where, "expected a base with a scheme, such as http://, found " + Failure.shown(base));
    }
    return Seq.text(relative.resolved(absolute).text());
  }

  private static UriReference address(Object value, String where) {
    String text = Arguments.text(value, where);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c) || Character.isISOControl(c) || Character.isSpaceChar(c)) {
        throw unexpected(text, i, "a character of an address", where);
      }
    }
    return UriReference.of(text);
  }
}

package yona.library.number;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import yona.data.Char;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Text;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.text.NumberText;

/** The Java half of the builtins that convert values. */
public final class Conversions {
  private Conversions() {}

  public static Object str(Object value) {
    return value instanceof Seq seq && seq.isText() ? seq.asText() : Seq.text(Text.plain(value));
  }

  public static Object inspect(Object value) {
    return Seq.text(Text.source(value));
  }

  public static Object toInt(Object value, String where) {
    return switch (value) {
      case Long n -> n;
      case Byte b -> (long) (b & 0xff);
      case Char c -> (long) c.codePoint();
      case Double d -> MathFunctions.toInt(d, where);
      case BigInteger b -> int64(b);
      case Seq s when s.isText() -> parsedInt(s);
      default -> throw Failure.type(where, "a number, a Char or a String", value);
    };
  }

  private static long int64(BigInteger number) {
    if (number.bitLength() > 63) {
      throw Failure.of(
          Failure.OVERFLOW, "int: " + Failure.shown(number) + " does not fit in 64 bits");
    }
    return number.longValue();
  }

  private static long parsedInt(Seq text) {
    @Nullable Long small = NumberText.integer64(text);
    return small != null ? small : int64(parsed(text.asString(), "int", "an Int"));
  }

  private static BigInteger parsed(String text, String where, String what) {
    @Nullable BigInteger number = NumberText.integer(text, 10);
    if (number == null) {
      throw unparsable(where, text, what);
    }
    return number;
  }

  private static RuntimeException unparsable(String where, String text, String what) {
    return Failure.badarg(where, Failure.shown(Seq.text(text)) + " is not the text of " + what);
  }

  public static Object toBig(Object value, String where) {
    return switch (value) {
      case BigInteger b -> b;
      case Long n -> BigInteger.valueOf(n);
      case Byte b -> BigInteger.valueOf(b & 0xff);
      case Double d when d.isNaN() || d.isInfinite() ->
          throw Failure.badarg(where, d + " is no integer");
      case Double d -> new BigDecimal(d).toBigInteger();
      case Seq s when s.isText() -> parsed(s.asString(), where, "a Big");
      default -> throw Failure.type(where, "a number or a String", value);
    };
  }

  public static Object toFloat(Object value, String where) {
    if (value instanceof Seq seq && seq.isText()) {
      String text = seq.asString();
      @Nullable Double number = NumberText.decimal(text);
      if (number == null) {
        throw unparsable(where, text, "a number");
      }
      return number;
    }
    if (value instanceof Seq || value instanceof Char) {
      throw Failure.type(where, "a number or a String", value);
    }
    return Arguments.decimal(value, where);
  }

  public static Object toByte(Object value, String where) {
    if (value instanceof Byte) {
      return value;
    }
    BigInteger number =
        switch (value) {
          case Long n -> BigInteger.valueOf(n);
          case BigInteger b -> b;
          case Char c -> BigInteger.valueOf(c.codePoint());
          case Double d when !d.isNaN() && !d.isInfinite() -> new BigDecimal(d).toBigInteger();
          case Double d -> BigInteger.valueOf(-1);
          default -> throw Failure.type(where, "a number or a Char", value);
        };
    if (number.signum() < 0 || number.bitLength() > 8) {
      throw Failure.badarg(where, Failure.shown(value) + " is outside of 0 to 255");
    }
    return number.byteValue();
  }

  public static Object toChar(Object value, String where) {
    long code =
        switch (value) {
          case Long n -> n;
          case Byte b -> b & 0xff;
          default -> throw Failure.type(where, "an Int", value);
        };
    if (code < 0 || code > Character.MAX_CODE_POINT || (code >= 0xd800 && code <= 0xdfff)) {
      throw Failure.badarg(where, code + " is no code point of a character");
    }
    return Char.of((int) code);
  }

  public static Object ord(Object c, String where) {
    int code = Arguments.codePoint(c, where);
    if (code > 0x7f) {
      throw Failure.badarg(where, Failure.shown(c) + " is beyond U+007F");
    }
    return (byte) code;
  }

  public static Object symbol(Object name, String where) {
    String text = Arguments.text(name, where);
    if (!isName(text)) {
      throw Failure.badarg(where, Failure.shown(name) + " is not the text of a Symbol");
    }
    return Symbol.of(text);
  }

  /** Whether a text can stand after the colon of a symbol (language.md 2.4). */
  public static boolean isName(String text) {
    int start = 0;
    while (start < text.length() && text.charAt(start) == '_') {
      start++;
    }
    if (start == text.length() || (start == 0 && isDigit(text.charAt(0)))) {
      return false;
    }
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!(isDigit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}

package yona.library.text;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;

/**
 * Which bytes stand for which characters, where that is not UTF-8: null everywhere means UTF-8,
 * which is read without all this.
 *
 * @param charset of the JDK
 */
public record TextEncoding(Charset charset) {
  private static final String KNOWN =
      "\"UTF-8\", \"UTF-16\", \"ISO-8859-1\" to \"ISO-8859-16\", \"windows-1250\" to"
          + " \"windows-1258\", and others by their names of IANA";

  /**
   * The encoding that a program names.
   *
   * @param name the value of the option
   * @param where the function's name, for errors
   * @return null for UTF-8
   */
  public static @Nullable TextEncoding of(Object name, String where) {
    if (!(name instanceof Seq seq && seq.isKnownText())) {
      throw Failure.type(where, "a String such as \"windows-1252\"", name);
    }
    Charset charset = charset(seq, where);
    return charset.equals(StandardCharsets.UTF_8) ? null : new TextEncoding(charset);
  }

  private static Charset charset(Seq name, String where) {
    String text = name.asString();
    try {
      // As Python calls them.
      boolean isPythons = text.toLowerCase(Locale.ROOT).matches("latin[-_]\\d{1,2}");
      return Charset.forName(isPythons ? "latin" + text.substring(6) : text);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      throw Failure.badarg(
          where, "there is no encoding " + Failure.shown(name) + "; there are " + KNOWN);
    }
  }

  /** An encoding that texts can be written in; some can only be read. */
  static @Nullable TextEncoding writable(Object name, String where) {
    TextEncoding encoding = of(name, where);
    if (encoding != null && !encoding.charset.canEncode()) {
      throw Failure.badarg(where, "nothing can be written in the encoding " + encoding.name());
    }
    return encoding;
  }

  /** The bytes of a text that is given with an encoding. */
  public static byte[] bytes(Object text, String where) {
    return requireBytes(text, where).toByteArray();
  }

  /** Bytes, of a text that is given with an encoding; {@code :typeerror} for anything else. */
  public static Seq requireBytes(Object text, String where) {
    if (text instanceof Seq seq && seq.isBytes()) {
      return seq;
    }
    throw Failure.type(where, "Bytes, as :encoding says what they are", text);
  }

  /** Its name, for messages. */
  public String name() {
    return charset.name();
  }

  /** The name of an encoding, or of UTF-8. */
  public static String nameOf(@Nullable TextEncoding encoding) {
    return encoding == null ? "UTF-8" : encoding.name();
  }

  /**
   * The error of a text that is none.
   *
   * @param name of the text
   * @param encoding its own
   */
  public static YonaError notText(String name, @Nullable TextEncoding encoding) {
    return Failure.of(
        Failure.BADARG, Failure.line(name + ": the text is not valid " + nameOf(encoding)));
  }
}

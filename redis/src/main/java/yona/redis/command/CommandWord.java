package yona.redis.command;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import yona.redis.resp.BulkString;

/** A word of a command: its name, an option, a key or a value, in any of the forms it is given. */
final class CommandWord {
  private CommandWord() {}

  /**
   * A word as text, each byte a character: for words that are ASCII if they are what is looked for.
   */
  static String text(Object word) {
    return switch (word) {
      case String text -> text;
      case byte[] bytes -> latin1(bytes);
      case BulkString string -> latin1(string.bytes());
      default -> word.toString();
    };
  }

  private static String latin1(byte[] bytes) {
    return new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
  }

  /** Whether a word is that one, in any case. */
  static boolean matches(Object word, @Nullable String that) {
    return that != null && that.equalsIgnoreCase(text(word));
  }

  static String upper(Object word) {
    return text(word).toUpperCase(Locale.ROOT);
  }
}

package yona.redis.command;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import yona.redis.resp.BulkString;

/**
 * Which words of a command are secret. The table says so of the commands that it knows; what it
 * does not know, or was put together wrongly ({@code "AUTH secret"} as one word), is judged by its
 * words.
 */
final class Secrets {

  /** What comes before secrets, in any command; what the table has beside these is tested. */
  private static final Set<String> BEFORE =
      Set.of(
          "AUTH",
          "AUTH2",
          "AUTH-PASS",
          "SENTINEL-PASS",
          "PASSWORD",
          "REQUIREPASS",
          "MASTERAUTH",
          "PRIMARYAUTH",
          "TLS-KEY-FILE-PASS",
          "TLS-CLIENT-KEY-FILE-PASS",
          "SETUSER");

  /** The same within a longer word. */
  private static final Pattern WITHIN =
      Pattern.compile("(?i)(?<![a-z])(?:" + String.join("|", BEFORE) + ")(?![a-z])");

  private static final Pattern SPACE = Pattern.compile("\\s");

  /** Where a script's or a function's number of keys is. */
  private static final int NUMBER_OF_KEYS = 2;

  /** So much of a word is looked at. Much less of it is ever shown. */
  private static final int LOOKED_AT = 64 << 10;

  private Secrets() {}

  /**
   * The first word that no log may show, and none behind it.
   *
   * @return its index; {@link Integer#MAX_VALUE} if there is none
   */
  static int from(@Nullable CommandSpec spec, Object[] words) {
    CommandSpec.Secret secret = spec == null ? null : spec.secret();
    if (secret != null && secret.index() > 0) {
      return secret.index();
    }
    int found = secret == null && spec != null ? Integer.MAX_VALUE : behind(secret, words);
    if (spec != null && spec.group().equals("scripting")) {
      return Math.min(found, ofScript(words));
    }
    return found;
  }

  private static int behind(CommandSpec.@Nullable Secret secret, Object[] words) {
    Set<String> before = secret == null ? BEFORE : secret.words();
    // What begins like a command for secrets, but is none, is one that is misspelt.
    if (secret == null && upper(words[0]).contains("AUTH")) {
      return isWithSecret(words[0]) ? 0 : 1;
    }
    for (int i = 0; i < words.length; i++) {
      if (isWithSecret(words[i])) {
        return i;
      }
      if (before.contains(upper(words[i]))) {
        return i + 1;
      }
    }
    return Integer.MAX_VALUE;
  }

  /** Whether a word is several in truth, one of them before a secret. */
  private static boolean isWithSecret(Object word) {
    String text = beginning(word);
    return SPACE.matcher(text).find() && WITHIN.matcher(text).find();
  }

  /** What a script is given may be anything; and what it is may have a secret in it. */
  private static int ofScript(Object[] words) {
    int end = isCall(words) ? Math.min(words.length, behindKeys(words)) : words.length;
    for (int i = 1; i < end; i++) {
      if (WITHIN.matcher(beginning(words[i])).find()) {
        return i;
      }
    }
    return end < words.length ? end : Integer.MAX_VALUE;
  }

  private static boolean isCall(Object[] words) {
    String name = upper(words[0]);
    return name.startsWith("EVAL") || name.startsWith("FCALL");
  }

  private static int behindKeys(Object[] words) {
    if (words.length <= NUMBER_OF_KEYS) {
      return Integer.MAX_VALUE;
    }
    try {
      long keys = Long.parseLong(beginning(words[NUMBER_OF_KEYS]));
      long end = NUMBER_OF_KEYS + 1 + Math.max(0, keys);
      return end < words.length ? (int) end : Integer.MAX_VALUE;
    } catch (NumberFormatException _) {
      // The server will refuse it.
      return NUMBER_OF_KEYS;
    }
  }

  private static String upper(Object word) {
    return beginning(word).toUpperCase(Locale.ROOT);
  }

  private static String beginning(Object word) {
    return switch (word) {
      case String text -> text.substring(0, Math.min(text.length(), LOOKED_AT));
      case byte[] bytes -> latin1(ByteBuffer.wrap(bytes));
      case BulkString string -> latin1(string.buffer());
      default -> word.toString();
    };
  }

  private static String latin1(ByteBuffer bytes) {
    byte[] some = new byte[Math.min(bytes.remaining(), LOOKED_AT)];
    bytes.get(some);
    return new String(some, StandardCharsets.ISO_8859_1);
  }
}

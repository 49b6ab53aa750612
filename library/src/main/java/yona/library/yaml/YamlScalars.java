package yona.library.yaml;

import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.Unit;

/** What plain scalars mean in the core schema (YAML 1.2.2, section 10.3.2). */
final class YamlScalars {
  /** The most characters that a number may have: the time for one grows faster than its text. */
  static final int DIGITS = 10_000;

  private static final Pattern INT = Pattern.compile("([-+]?[0-9]+)|0o([0-7]+)|0x([0-9a-fA-F]+)");
  private static final Pattern FLOAT =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");

  /** Words that readers of YAML 1.1 take for Booleans. */
  private static final Pattern OLD_WORD =
      Pattern.compile("y|Y|n|N|yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF|=|<<");

  private YamlScalars() {}

  /** The value of a plain scalar. */
  static Object value(String text) {
    Object found = isNull(text) ? Unit.UNIT : truth(text);
    found = found == null ? integer(text) : found;
    found = found == null ? decimal(text) : found;
    return found == null ? Seq.text(text) : found;
  }

  /** Whether a text is a number with more characters than one may have. */
  static boolean isTooLong(String text) {
    return text.length() > DIGITS && (INT.matcher(text).matches() || FLOAT.matcher(text).matches());
  }

  /** Whether a text has to stand in quotes in order to be one, for readers of YAML 1.1 too. */
  static boolean needsQuotes(String text) {
    return !(value(text) instanceof Seq)
        || OLD_WORD.matcher(text).matches()
        || Character.isDigit(text.charAt(0));
  }

  static boolean isNull(String text) {
    return switch (text) {
      case "", "~", "null", "Null", "NULL" -> true;
      default -> false;
    };
  }

  static @Nullable Boolean truth(String text) {
    return switch (text) {
      case "true", "True", "TRUE" -> true;
      case "false", "False", "FALSE" -> false;
      default -> null;
    };
  }

  static @Nullable Object integer(String text) {
    Matcher matcher = INT.matcher(text);
    if (text.length() > DIGITS || !matcher.matches()) {
      return null;
    }
    BigInteger number =
        matcher.group(1) != null
            ? new BigInteger(matcher.group(1))
            : matcher.group(2) != null
                ? new BigInteger(matcher.group(2), 8)
                : new BigInteger(matcher.group(3), 16);
    return number.bitLength() <= 63 ? (Object) number.longValue() : number;
  }

  static @Nullable Double decimal(String text) {
    return switch (text) {
      case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF" -> Double.POSITIVE_INFINITY;
      case "-.inf", "-.Inf", "-.INF" -> Double.NEGATIVE_INFINITY;
      case ".nan", ".NaN", ".NAN" -> Double.NaN;
      default ->
          text.length() <= DIGITS && FLOAT.matcher(text).matches() ? Double.valueOf(text) : null;
    };
  }
}

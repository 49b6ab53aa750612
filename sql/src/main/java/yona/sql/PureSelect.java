package yona.sql;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Recognises statements of PostgreSQL that only read, and so may be executed twice. It is strict: a
 * text that it refuses may be such a statement all the same.
 */
final class PureSelect {

  private static final int LONGEST = 10_000;

  /** A word, a quoted name, a text without backslashes, a number, a cast, or one character. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s++|[A-Za-z_][A-Za-z_0-9]*+|\"[^\"]*+\"|'[^'\\\\]*+'|[0-9]++(?:\\.[0-9]++)?+|::"
              + "|[-+*/%<>=!~|&^#.,()\\[\\]?]");

  private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z_0-9]*+");

  /** Words of statements that change or lock something. */
  private static final Set<String> CHANGING =
      Set.of("into", "for", "insert", "update", "delete", "merge", "create", "drop", "lock");

  /** Words before a parenthesis: keywords, types, and functions that only compute. */
  private static final Set<String> CALLED =
      Set.of(
          """
          all and any array_length as between by case char coalesce concat count cross date_part \
          date_trunc dense_rank distinct else except exists extract filter floor from greatest \
          having ilike in intersect join json_array_length jsonb_array_length lag lead least left \
          length like limit lower ltrim max min not now nullif numeric offset on or order over \
          position rank replace right round row_number rtrim select split_part some \
          string_agg substr substring sum then to_char trim union upper using values varchar \
          when where with within abs avg btrim ceil ceiling\
          """
              .split(" "));

  private PureSelect() {}

  /**
   * The text with its parameters as PostgreSQL's protocol numbers them, each with the type that
   * PostgreSQL's JDBC driver gives it.
   *
   * @return the text; null if it is not surely a statement that only reads, or a parameter has
   *     another type
   */
  static @Nullable String numbered(String text, List<? extends @Nullable Object> parameters) {
    if (text.length() > LONGEST) {
      return null;
    }
    StringBuilder numbered = new StringBuilder(text.length() + 8 * parameters.size());
    Matcher tokens = TOKEN.matcher(text);
    String before = "";
    String word = "";
    boolean first = true;
    int parameter = 0;
    int at = 0;
    for (; tokens.find() && tokens.start() == at; at = tokens.end()) {
      String token = tokens.group();
      if (token.isBlank()) {
        numbered.append(token);
        before = token;
        continue;
      }
      String lower = token.toLowerCase(Locale.ROOT);
      if (first && !lower.equals("select")) {
        return null;
      }
      first = false;
      if (CHANGING.contains(lower) || isSpecial(before, token)) {
        return null;
      }
      if (token.equals("(") && !word.isEmpty() && !CALLED.contains(word)) {
        return null;
      }
      if (token.equals("?")) {
        String type = parameter == parameters.size() ? null : type(parameters.get(parameter));
        if (type == null) {
          return null;
        }
        parameter++;
        numbered.append('$').append(parameter).append(type);
      } else {
        numbered.append(token);
      }
      // A name of a schema before it makes a function of a keyword.
      boolean named = token.startsWith("\"") || (before.equals(".") && isWord(token));
      word = named ? "a name" : isWord(token) ? lower : "";
      before = token;
    }
    return at == text.length() && !first && parameter == parameters.size()
        ? numbered.toString()
        : null;
  }

  private static boolean isWord(String token) {
    return WORD.matcher(token).matches();
  }

  /** Whether two tokens are one to PostgreSQL: a comment, a text with escapes, an operator. */
  private static boolean isSpecial(String before, String token) {
    return switch (token.charAt(0)) {
      case '-' -> before.equals("-");
      case '*' -> before.equals("/");
      case '?' -> before.equals("?");
      case '\'', '"' -> isWord(before) || before.equals("&");
      default -> false;
    };
  }

  /** The cast for a parameter: the type that the driver declares; null if it is another one. */
  private static @Nullable String type(@Nullable Object parameter) {
    return switch (parameter) {
      case null -> "";
      case Long _, Integer _, Short _, Byte _ -> "::int8";
      case String _ -> "::varchar";
      case Double _, Float _ -> "::float8";
      case Boolean _ -> "::bool";
      case BigDecimal _, BigInteger _ -> "::numeric";
      case UUID _ -> "::uuid";
      case byte[] _ -> "::bytea";
      case LocalDate _ -> "::date";
      case LocalDateTime _ -> "::timestamp";
      case OffsetDateTime _ -> "::timestamptz";
      default -> null;
    };
  }
}

package yona.http.fields;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The value of a header field that has parameters, like {@code form-data; name="a"} (RFC 9110,
 * section 5.6.6). Immutable.
 *
 * @param value what stands before the parameters, in lower case
 * @param parameters by their names in lower case
 */
public record ParameterizedValue(String value, Map<String, String> parameters) {

  /** More parameters than any field has. */
  private static final int MOST = 32;

  /**
   * Reads one.
   *
   * @param text the field's value
   * @return null if it is malformed, or names a parameter twice
   */
  public static @Nullable ParameterizedValue parsed(String text) {
    int semicolon = text.indexOf(';');
    String value = semicolon < 0 ? text : text.substring(0, semicolon);
    Map<String, String> parameters = new LinkedHashMap<>();
    for (int at = semicolon; at >= 0 && at < text.length(); ) {
      int equals = text.indexOf('=', at);
      if (equals < 0) {
        return text.substring(at + 1).isBlank() ? of(value, parameters) : null;
      }
      String name = text.substring(at + 1, equals).strip().toLowerCase(Locale.ROOT);
      StringBuilder read = new StringBuilder();
      int end = read(text, equals + 1, read);
      boolean isNew = parameters.put(name, read.toString()) == null;
      if (end < 0 || !isNew || name.isEmpty() || parameters.size() > MOST) {
        return null;
      }
      at = end;
    }
    return of(value, parameters);
  }

  private static ParameterizedValue of(String value, Map<String, String> parameters) {
    return new ParameterizedValue(value.strip().toLowerCase(Locale.ROOT), Map.copyOf(parameters));
  }

  /** Reads a token or a quoted text; gives the place of the semicolon or end, -1 if malformed. */
  private static int read(String text, int from, StringBuilder to) {
    int at = from;
    while (at < text.length() && isSpace(text.charAt(at))) {
      at++;
    }
    if (at < text.length() && text.charAt(at) == '"') {
      at++;
      while (at < text.length() && text.charAt(at) != '"') {
        // Browsers escape nothing, and paths have backslashes: only what has to be is unescaped.
        boolean isEscape =
            text.charAt(at) == '\\'
                && at + 1 < text.length()
                && (text.charAt(at + 1) == '"' || text.charAt(at + 1) == '\\');
        at += isEscape ? 1 : 0;
        to.append(text.charAt(at++));
      }
      if (at == text.length()) {
        return -1;
      }
      at++;
      while (at < text.length() && isSpace(text.charAt(at))) {
        at++;
      }
      return at == text.length() || text.charAt(at) == ';' ? at : -1;
    }
    int end = text.indexOf(';', at);
    int stop = end < 0 ? text.length() : end;
    to.append(text.substring(at, stop).strip());
    return stop;
  }

  private static boolean isSpace(char each) {
    return each == ' ' || each == '\t';
  }
}

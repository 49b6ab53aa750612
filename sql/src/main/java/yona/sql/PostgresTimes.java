package yona.sql;

import java.time.LocalTime;
import java.time.OffsetTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/**
 * Times of PostgreSQL as its server writes them down. Its driver takes 24:00 for another time or
 * fails at it, and gives the elements of arrays without fractions of seconds and offsets.
 */
final class PostgresTimes {

  static final String WITH_ZONE = "timetz";

  /** The names of the types. */
  static final Set<String> NAMES = Set.of("time", WITH_ZONE);

  private PostgresTimes() {}

  /**
   * A time.
   *
   * @param text such as {@code 05:06:07.5} or {@code 05:06:07.5+01}, or null
   * @return a LocalTime or an OffsetTime; the text, shortened, for 24:00, which Java does not have
   */
  static @Nullable Object of(@Nullable String text, String type) {
    if (text == null) {
      return null;
    }
    boolean last = text.startsWith("24:");
    if (!type.equals(WITH_ZONE)) {
      return last ? "24:00" : LocalTime.parse(text);
    }
    int sign = Math.max(text.indexOf('+'), text.indexOf('-'));
    String offset = text.substring(sign);
    String zone = offset.contains(":") ? offset : offset + ":00";
    return last ? "24:00" + zone : OffsetTime.parse(text.substring(0, sign) + zone);
  }

  /**
   * An array of times.
   *
   * @param text such as <code>{{05:06:07,NULL},{24:00:00,06:00:00}}</code>, perhaps with the bounds
   *     and {@code =} before it; times need no quotes
   */
  static List<@Nullable Object> array(String text, String type) {
    Deque<List<@Nullable Object>> open = new ArrayDeque<>();
    List<@Nullable Object> closed = List.of();
    StringTokenizer tokens =
        new StringTokenizer(text.substring(text.indexOf('{')), "{},", /* returnDelims= */ true);
    while (tokens.hasMoreTokens()) {
      String token = tokens.nextToken();
      switch (token) {
        case "," -> {}
        case "{" -> open.push(new ArrayList<>());
        case "}" -> {
          closed = Collections.unmodifiableList(open.pop());
          if (!open.isEmpty()) {
            open.getFirst().add(closed);
          }
        }
        case "NULL" -> open.getFirst().add(null);
        default -> open.getFirst().add(of(token, type));
      }
    }
    return closed;
  }
}

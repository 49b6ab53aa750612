package yona.sql;

import static java.time.temporal.ChronoField.YEAR_OF_ERA;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.SignStyle;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Times as PostgreSQL's server writes them down, where its driver does not do that for us. */
final class PostgresTimes {

  private static final String WITH_ZONE = "timetz";

  private static final DateTimeFormatter DATE = formatter("-MM-dd G");
  private static final DateTimeFormatter TIMESTAMP = formatter("-MM-dd HH:mm:ss.SSSSSSSSS G");
  private static final DateTimeFormatter TIMESTAMP_WITH_ZONE =
      formatter("-MM-dd HH:mm:ss.SSSSSSSSSxxxxx G");

  /** As ISO 8601 has the years before the first one and those of more than four digits. */
  private static final Pattern OTHER_YEAR =
      Pattern.compile("(?:[+-]\\d{4,9}|0000)-\\d\\d-\\d\\d(?:T.*)?");

  private PostgresTimes() {}

  private static DateTimeFormatter formatter(String behindTheYear) {
    return new DateTimeFormatterBuilder()
        .appendValue(YEAR_OF_ERA, 4, 10, SignStyle.NOT_NEGATIVE)
        .appendPattern(behindTheYear)
        .toFormatter(Locale.ENGLISH);
  }

  /**
   * Reads a time of a day. The driver takes 24:00 for another time or fails at it.
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

  /** Whether the server reads a text another way than ISO 8601 has it, should it be a date. */
  static boolean hasOtherYear(String text) {
    return OTHER_YEAR.matcher(text).matches();
  }

  /** Writes a text, which may be a date or a timestamp as ISO 8601 has it, for a type. */
  static String written(String text, String type) {
    if (!hasOtherYear(text)) {
      return text;
    }
    try {
      return switch (type) {
        case "date" -> written(LocalDate.parse(text));
        case "timestamp", "timestamp without time zone" -> written(LocalDateTime.parse(text));
        case "timestamptz", "timestamp with time zone" -> written(OffsetDateTime.parse(text));
        default -> text;
      };
    } catch (DateTimeException _) {
      // The server says what is wrong with it.
      return text;
    }
  }

  /** Writes a value; the ends of the types stand for infinity, as in the driver. */
  static String written(Object value) {
    return switch (value) {
      case LocalDate date when date.equals(LocalDate.MAX) -> "infinity";
      case LocalDate date when date.equals(LocalDate.MIN) -> "-infinity";
      case LocalDate date -> DATE.format(date);
      case LocalDateTime time when time.equals(LocalDateTime.MAX) -> "infinity";
      case LocalDateTime time when time.equals(LocalDateTime.MIN) -> "-infinity";
      case LocalDateTime time -> TIMESTAMP.format(time);
      case OffsetDateTime time when time.equals(OffsetDateTime.MAX) -> "infinity";
      case OffsetDateTime time when time.equals(OffsetDateTime.MIN) -> "-infinity";
      case OffsetDateTime time -> TIMESTAMP_WITH_ZONE.format(time);
      case Instant time -> TIMESTAMP_WITH_ZONE.format(time.atOffset(ZoneOffset.UTC));
      case ZonedDateTime time -> TIMESTAMP_WITH_ZONE.format(time);
      default -> value.toString();
    };
  }
}

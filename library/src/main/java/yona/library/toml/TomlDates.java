package yona.library.toml;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;

/** Dates and times of TOML, of which the Strings are those of ISO 8601, with seconds. */
final class TomlDates {
  private TomlDates() {}

  static String text(Object date) {
    DateTimeFormatter format =
        switch (date) {
          case OffsetDateTime _ -> DateTimeFormatter.ISO_OFFSET_DATE_TIME;
          case LocalDateTime _ -> DateTimeFormatter.ISO_LOCAL_DATE_TIME;
          case LocalDate _ -> DateTimeFormatter.ISO_LOCAL_DATE;
          case LocalTime _ -> DateTimeFormatter.ISO_LOCAL_TIME;
          default -> throw new IllegalStateException("no value of TOML: " + date.getClass());
        };
    return format.format((TemporalAccessor) date);
  }
}

package yona.library.time;

import java.text.ParsePosition;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.library.argument.Failure;

/**
 * Times as text: by a pattern of java.time, or as ISO 8601. Names of months and days are English,
 * weeks those of ISO 8601.
 */
public final class TimeText {
  /** English, with the weeks of a region that has those of ISO 8601. */
  private static final Locale LOCALE = Locale.forLanguageTag("en-u-rg-dezzzz");

  private static final int LONGEST_PATTERN = 1_000;

  private static final DateTimeFormatter TO_ISO =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

  private static final DateTimeFormatter FROM_ISO =
      new DateTimeFormatterBuilder()
          .parseCaseInsensitive()
          .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
          .parseLenient()
          .appendOffsetId()
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  /** The last pattern used, as a rule the next one too. */
  private static volatile @Nullable TimeText last;

  private final String pattern;
  private final DateTimeFormatter formatter;

  private TimeText(String pattern, DateTimeFormatter formatter) {
    this.pattern = pattern;
    this.formatter = formatter;
  }

  /** The pattern; {@code :badarg} with the position of what is wrong with it. */
  static TimeText of(String pattern, String where) {
    TimeText known = last;
    if (known != null && known.pattern.equals(pattern)) {
      return known;
    }
    if (pattern.length() > LONGEST_PATTERN) {
      throw Failure.badarg(where, "the pattern is longer than " + LONGEST_PATTERN + " characters");
    }
    try {
      TimeText made = new TimeText(pattern, DateTimeFormatter.ofPattern(pattern, LOCALE));
      last = made;
      return made;
    } catch (IllegalArgumentException e) {
      throw wrong(pattern, TimePattern.firstFault(pattern), e.getMessage(), where);
    } catch (ClassCastException e) {
      // What the JDK 25 throws for "pMu".
      throw wrong(
          pattern, pattern.indexOf('p'), "a padded number stands right before another", where);
    }
  }

  private static RuntimeException wrong(
      String pattern, int index, @Nullable String problem, String where) {
    return Failure.badarg(
        where,
        "at position "
            + pattern.codePointCount(0, index)
            + " of the pattern "
            + Failure.shown(Seq.text(pattern))
            + ": "
            + problem);
  }

  public static String iso(long millis) {
    return TO_ISO.format(Instant.ofEpochMilli(millis));
  }

  /**
   * The time of a text of ISO 8601 with an offset, in milliseconds.
   *
   * @throws DateTimeParseException if it is no such text
   * @throws ArithmeticException if the time is too far away
   */
  public static long millis(String text) {
    return FROM_ISO.parse(text, OffsetDateTime::from).toInstant().toEpochMilli();
  }

  static Object ofIso(String text, String where) {
    try {
      return millis(text);
    } catch (DateTimeParseException e) {
      throw unparsable(e, text, "a time as \"2021-03-04T05:06:07Z\"", where);
    } catch (ArithmeticException e) {
      throw tooFar(text, where);
    }
  }

  String format(ZonedDateTime time, String where) {
    try {
      return formatter.format(time);
    } catch (DateTimeException e) {
      throw Failure.badarg(where, String.valueOf(e.getMessage()));
    }
  }

  /**
   * The time that a text says, in milliseconds. What it says of its own zone comes before the zone
   * given; a time that is skipped there moves forward.
   */
  Object parse(String text, ZoneId zone, String where) {
    try {
      TemporalAccessor parsed = formatter.parse(text);
      checkDay(text, parsed);
      if (parsed.isSupported(ChronoField.INSTANT_SECONDS)) {
        return Instant.from(parsed).toEpochMilli();
      }
      @Nullable ZoneId own = parsed.query(TemporalQueries.zone());
      return local(parsed).atZone(own == null ? zone : own).toInstant().toEpochMilli();
    } catch (DateTimeParseException e) {
      throw unparsable(e, text, "a time as " + Failure.shown(Seq.text(pattern)), where);
    } catch (DateTimeException e) {
      throw Failure.badarg(where, Failure.shown(Seq.text(text)) + " is no time: " + e.getMessage());
    } catch (ArithmeticException e) {
      throw tooFar(text, where);
    }
  }

  /** The JDK takes a day that the month has not for its last one. */
  private void checkDay(String text, TemporalAccessor parsed) {
    TemporalAccessor fields = formatter.parseUnresolved(text, new ParsePosition(0));
    @Nullable LocalDate date = parsed.query(TemporalQueries.localDate());
    if (date != null && fields.isSupported(ChronoField.DAY_OF_MONTH)) {
      long day = fields.getLong(ChronoField.DAY_OF_MONTH);
      // 24:00 is midnight of the next day.
      boolean ended =
          fields.isSupported(ChronoField.HOUR_OF_DAY)
              && fields.getLong(ChronoField.HOUR_OF_DAY) == 24;
      LocalDate meant = ended ? date.minusDays(1) : date;
      if (day != meant.getDayOfMonth()) {
        throw new DateTimeException(
            "there is no day " + day + " in " + meant.getYear() + "-" + meant.getMonthValue());
      }
    }
  }

  private static LocalDateTime local(TemporalAccessor parsed) {
    @Nullable LocalDate date = parsed.query(TemporalQueries.localDate());
    if (date == null) {
      if (!parsed.isSupported(ChronoField.YEAR)) {
        throw new DateTimeException("it has no year");
      }
      date =
          LocalDate.of(parsed.get(ChronoField.YEAR), field(parsed, ChronoField.MONTH_OF_YEAR), 1);
    }
    @Nullable LocalTime time = parsed.query(TemporalQueries.localTime());
    Period beyond = parsed.query(DateTimeFormatter.parsedExcessDays());
    return date.atTime(time == null ? LocalTime.MIDNIGHT : time).plus(beyond);
  }

  private static int field(TemporalAccessor parsed, ChronoField field) {
    return parsed.isSupported(field) ? parsed.get(field) : (int) field.range().getMinimum();
  }

  private static RuntimeException unparsable(
      DateTimeParseException e, String text, String expected, String where) {
    int index = Math.min(e.getErrorIndex(), text.length());
    Throwable cause = e.getCause();
    return Failure.badarg(
        where,
        "expected "
            + expected
            + ", found "
            + Failure.shown(Seq.text(text))
            + (cause == null
                ? ", which differs at position " + text.codePointCount(0, index)
                : ": " + cause.getMessage()));
  }

  private static RuntimeException tooFar(String text, String where) {
    return Failure.badarg(
        where, "the time " + Failure.shown(Seq.text(text)) + " is too far away for an Int");
  }
}

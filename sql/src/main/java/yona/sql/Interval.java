package yona.sql;

import java.time.Duration;
import java.time.Period;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A length of time as databases have it: months, days and seconds, which are not converted into
 * each other, since a month has no fixed number of days.
 *
 * @param months how many months, years included
 * @param days how many days
 * @param time hours and what is less
 */
public record Interval(int months, int days, Duration time) {

  /** PostgreSQL's {@code infinity}, as its server writes it down. */
  public static final Interval INFINITE =
      new Interval(Integer.MAX_VALUE, Integer.MAX_VALUE, Duration.ofSeconds(Long.MAX_VALUE));

  /** PostgreSQL's {@code -infinity}. */
  public static final Interval NEGATIVE_INFINITE =
      new Interval(Integer.MIN_VALUE, Integer.MIN_VALUE, Duration.ofSeconds(Long.MIN_VALUE));

  private static final Pattern ISO =
      Pattern.compile("P(?:(-?\\d{1,9})M)?(?:(-?\\d{1,9})D)?(?:(T.{1,40}))?");

  /**
   * An interval of a time alone.
   *
   * @param time hours and what is less
   * @return the interval
   */
  public static Interval of(Duration time) {
    return new Interval(0, 0, time);
  }

  /**
   * An interval of days, months and years alone.
   *
   * @param period the period
   * @return the interval
   * @throws ArithmeticException if the months do not fit in an int
   */
  @SuppressWarnings("JavaPeriodGetDays") // the months are beside them
  public static Interval of(Period period) {
    return new Interval(Math.toIntExact(period.toTotalMonths()), period.getDays(), Duration.ZERO);
  }

  /**
   * Reads what {@link #toString} gives.
   *
   * @param text such as {@code P14M3DT2H}
   * @return the interval
   * @throws IllegalArgumentException if it is none
   */
  public static Interval parse(String text) {
    if (text.equals("infinity") || text.equals("-infinity")) {
      return text.equals("infinity") ? INFINITE : NEGATIVE_INFINITE;
    }
    Matcher matcher = ISO.matcher(text);
    try {
      if (matcher.matches() && text.length() > 1) {
        return new Interval(
            matcher.group(1) == null ? 0 : Integer.parseInt(matcher.group(1)),
            matcher.group(2) == null ? 0 : Integer.parseInt(matcher.group(2)),
            matcher.group(3) == null ? Duration.ZERO : Duration.parse("P" + matcher.group(3)));
      }
    } catch (DateTimeParseException _) {
      // Told below.
    }
    throw new IllegalArgumentException("expected an interval such as P14M3DT2H, found " + text);
  }

  /**
   * The interval in the form of ISO 8601.
   *
   * @return such as {@code P14M3DT2H}
   */
  @Override
  public String toString() {
    if (equals(INFINITE) || equals(NEGATIVE_INFINITE)) {
      return months > 0 ? "infinity" : "-infinity";
    }
    StringBuilder text = new StringBuilder("P");
    if (months != 0) {
      text.append(months).append('M');
    }
    if (days != 0) {
      text.append(days).append('D');
    }
    if (!time.isZero() || text.length() == 1) {
      text.append(time.toString(), 1, time.toString().length());
    }
    return text.toString();
  }
}

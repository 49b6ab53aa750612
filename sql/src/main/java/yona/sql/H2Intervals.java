package yona.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Period;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Gives intervals to H2, whose own are either of months or of days and time. */
final class H2Intervals {

  private H2Intervals() {}

  static void bind(PreparedStatement statement, int at, Interval interval) throws SQLException {
    statement.setObject(
        at, isZero(interval) ? value(interval, type(statement, at)) : value(interval, ""));
  }

  /**
   * Gives a text, which H2 reads as an interval in another form than that in which we give them. It
   * does not know what is wanted in each place: not inside of a cast.
   */
  static void bindText(PreparedStatement statement, int at, String text) throws SQLException {
    statement.setObject(at, text.startsWith("P") ? value(text, type(statement, at)) : text);
  }

  private static String type(PreparedStatement statement, int at) throws SQLException {
    return statement.getParameterMetaData().getParameterTypeName(at);
  }

  /**
   * A text, or the interval of a type that it is.
   *
   * @return the text if it is another interval, or none, as H2 then says
   */
  static Object value(String text, String type) {
    Interval interval = isInterval(type) ? parsed(text) : null;
    return interval != null && (isZero(interval) || interval.months() != 0 == isOfMonths(type))
        ? value(interval, type)
        : text;
  }

  private static @Nullable Interval parsed(String text) {
    try {
      return Interval.parse(text);
    } catch (IllegalArgumentException none) {
      return null;
    }
  }

  /**
   * An interval as the driver takes it.
   *
   * @param type tells an interval of no time which of both it is
   */
  static Object value(Interval interval, String type) {
    if (isZero(interval) ? !isOfMonths(type) : interval.months() == 0) {
      return interval.time().plusDays(interval.days());
    }
    if (interval.days() == 0 && interval.time().isZero()) {
      return Period.ofMonths(interval.months()).normalized();
    }
    throw new IllegalArgumentException(
        "H2's intervals have either months or days and time, not " + interval);
  }

  private static boolean isZero(Interval interval) {
    return interval.months() == 0 && interval.days() == 0 && interval.time().isZero();
  }

  private static boolean isInterval(String type) {
    return type.toLowerCase(Locale.ROOT).startsWith("interval");
  }

  private static boolean isOfMonths(String type) {
    String lower = type.toLowerCase(Locale.ROOT);
    return lower.contains("year") || lower.contains("month");
  }
}

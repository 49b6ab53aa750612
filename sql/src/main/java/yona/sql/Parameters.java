package yona.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Gives parameters to drivers, in the form that each database wants. */
final class Parameters {

  /** More digits than any database takes; PostgreSQL takes 131,072 before the point. */
  private static final int MOST_DIGITS = 150_000;

  /** The digits of a number that may be one of a card or an account, or a PIN. */
  private static final int SECRET_DIGITS = 4;

  private Parameters() {}

  static void bind(
      PreparedStatement statement, List<? extends @Nullable Object> values, Dialect dialect)
      throws SQLException {
    if (dialect == Dialect.SQLITE) {
      // Its driver takes those of a kept statement that are not set for null.
      int expected = statement.getParameterMetaData().getParameterCount();
      if (expected != values.size()) {
        throw ParameterCount.wrong(expected, values.size(), "");
      }
    }
    boolean anyDescribed = false;
    for (int i = 0; i < values.size(); i++) {
      if (isDescribed(values.get(i), dialect)) {
        anyDescribed = true;
      } else {
        bind(statement, i + 1, values.get(i), dialect);
      }
    }
    // To describe the statement, the server needs the types of all other parameters.
    for (int i = 0; anyDescribed && i < values.size(); i++) {
      if (isDescribed(values.get(i), dialect)) {
        bind(statement, i + 1, values.get(i), dialect);
      }
    }
  }

  /** Whether the server is asked which type it expects for a value. */
  private static boolean isDescribed(@Nullable Object value, Dialect dialect) {
    return dialect == Dialect.POSTGRESQL
        && value instanceof UntypedText text
        && PostgresTimes.hasOtherYear(text.text());
  }

  /**
   * Stands for a value of which nothing is told. A question mark would be taken for a parameter.
   */
  static final String WITHHELD = "<withheld>";

  /** A message in which texts that are parameters do not stand in quotes any more. */
  static String hidden(String message, List<? extends @Nullable Object> parameters) {
    String shown = message;
    for (Object parameter : parameters) {
      String text =
          switch (parameter) {
            case String plain -> plain;
            case UntypedText untyped -> untyped.text();
            case null, default -> "";
          };
      if (!text.isEmpty()) {
        for (String quoted : new String[] {text, text.replace("'", "''")}) {
          shown =
              shown.replace("'" + quoted + "'", WITHHELD).replace("\"" + quoted + "\"", WITHHELD);
        }
      }
    }
    return withoutNumbers(shown, parameters);
  }

  /** A message in which numbers that are parameters do not stand; short ones are no secrets. */
  private static String withoutNumbers(
      String message, List<? extends @Nullable Object> parameters) {
    String shown = message;
    for (Object parameter : parameters) {
      if (parameter instanceof Number number && number.toString().length() >= SECRET_DIGITS) {
        shown =
            shown.replaceAll(
                "\"?(?<![\\w.])" + Pattern.quote(number.toString()) + "(?![\\w.])\"?", WITHHELD);
      }
    }
    return shown;
  }

  /**
   * A message of PostgreSQL about data that are not as they are to be. What stands in quotes there,
   * and not in the statement, comes from a copy, or was made of parameters. Such data may have
   * quotes of their own.
   */
  static String withoutData(String message, String statement) {
    int first = message.indexOf('"');
    int last = message.lastIndexOf('"');
    if (first == last || statement.contains(message.substring(first + 1, last))) {
      return message;
    }
    return message.substring(0, first) + WITHHELD + message.substring(last + 1);
  }

  private static void bind(
      PreparedStatement statement, int at, @Nullable Object value, Dialect dialect)
      throws SQLException {
    switch (value) {
      case null -> statement.setNull(at, Types.NULL);
      case String text -> statement.setString(at, text);
      case Long number -> statement.setLong(at, number);
      case Integer number -> statement.setLong(at, number);
      case Short number -> statement.setLong(at, number);
      case Byte number -> statement.setLong(at, number);
      case Double number -> statement.setDouble(at, number);
      case Float number -> statement.setDouble(at, number);
      case Boolean truth -> statement.setBoolean(at, truth);
      case byte[] bytes -> statement.setBytes(at, bytes);
      case BigInteger number -> bindExact(statement, at, new BigDecimal(number), dialect);
      case BigDecimal number -> bindExact(statement, at, number, dialect);
      case UntypedText text -> bindUntyped(statement, at, text.text(), dialect);
      case Enum<?> constant -> bindUntyped(statement, at, constant.name(), dialect);
      case UUID uuid when dialect == Dialect.POSTGRESQL || dialect == Dialect.H2 ->
          statement.setObject(at, uuid);
      case UUID uuid -> statement.setString(at, uuid.toString());
      case Json json when dialect == Dialect.H2 ->
          // As text it would become a JSON string.
          statement.setBytes(at, json.text().getBytes(UTF_8));
      case Json json -> bindUntyped(statement, at, json.text(), dialect);
      case Duration time -> bindInterval(statement, at, Interval.of(time), dialect);
      case Period period -> bindInterval(statement, at, Interval.of(period), dialect);
      case Interval interval -> bindInterval(statement, at, interval, dialect);
      case SqlArray array -> ArrayParameters.bind(statement, at, array, dialect);
      case Instant time -> bindTime(statement, at, time.atOffset(ZoneOffset.UTC), dialect);
      case ZonedDateTime time ->
          bindTime(statement, at, time.toInstant().atOffset(ZoneOffset.UTC), dialect);
      case OffsetDateTime time -> bindTime(statement, at, utc(time, at), dialect);
      case LocalDate date -> bindTime(statement, at, date, dialect);
      case LocalTime time -> bindTime(statement, at, time, dialect);
      case LocalDateTime time -> bindTime(statement, at, time, dialect);
      default ->
          throw new IllegalArgumentException(
              "parameter " + at + " has a type that no database takes: " + value.getClass());
    }
  }

  private static OffsetDateTime utc(OffsetDateTime time, int at) throws SQLException {
    try {
      return Values.utc(time);
    } catch (DateTimeException beyond) {
      throw new SQLException("parameter " + at + " is a time out of range", "22008", beyond);
    }
  }

  private static void bindExact(
      PreparedStatement statement, int at, BigDecimal number, Dialect dialect) throws SQLException {
    // Drivers write the digits out, so a short text could fill the memory.
    if (number.precision() > MOST_DIGITS || Math.abs((long) number.scale()) > MOST_DIGITS) {
      throw new SQLException(
          "parameter " + at + " is a number of more than " + MOST_DIGITS + " digits", "22003");
    }
    if (dialect == Dialect.SQLITE) {
      // Its numbers are of 64 bits; where the column is of text all digits stay.
      statement.setString(at, number.toPlainString());
    } else {
      statement.setBigDecimal(at, number);
    }
  }

  /** A text whose type the server finds out. */
  private static void bindUntyped(PreparedStatement statement, int at, String text, Dialect dialect)
      throws SQLException {
    if (dialect == Dialect.POSTGRESQL) {
      // To ask for the type takes a round trip.
      String written =
          PostgresTimes.hasOtherYear(text)
              ? PostgresTimes.written(
                  text, statement.getParameterMetaData().getParameterTypeName(at))
              : text;
      statement.setObject(at, written, Types.OTHER);
    } else if (dialect == Dialect.H2) {
      H2Intervals.bindText(statement, at, text);
    } else {
      statement.setString(at, text);
    }
  }

  private static void bindTime(PreparedStatement statement, int at, Object time, Dialect dialect)
      throws SQLException {
    if (dialect == Dialect.SQLITE) {
      statement.setString(at, time.toString());
    } else {
      statement.setObject(at, time);
    }
  }

  private static void bindInterval(
      PreparedStatement statement, int at, Interval interval, Dialect dialect) throws SQLException {
    switch (dialect) {
      case H2 -> H2Intervals.bind(statement, at, interval);
      case MYSQL -> statement.setString(at, timeOfMysql(interval));
      default -> bindUntyped(statement, at, interval.toString(), dialect);
    }
  }

  /** A length of time as MySQL writes it: {@code -30:00:00.5}. */
  private static String timeOfMysql(Interval interval) {
    if (interval.months() != 0) {
      throw new IllegalArgumentException(
          "MySQL's times have no months, as there are in " + interval);
    }
    Duration time = interval.time().plusDays(interval.days());
    Duration positive = time.abs();
    String text =
        "%s%02d:%02d:%02d.%09d"
            .formatted(
                time.isNegative() ? "-" : "",
                positive.toHours(),
                positive.toMinutesPart(),
                positive.toSecondsPart(),
                positive.toNanosPart());
    return text.replaceFirst("\\.?0+$", "");
  }
}

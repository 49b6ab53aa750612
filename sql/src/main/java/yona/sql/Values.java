package yona.sql;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Array;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PGInterval;

/** Reads rows from drivers, whose types differ, as the values that {@link SqlClient} lists. */
final class Values {

  private ResultSet results;
  private final Dialect dialect;
  private final Row.Columns columns;
  private final int[] types;
  private final String[] typeNames;

  /** The types below the domains of arrays' elements; null before the first array. */
  private @Nullable PostgresDomains domains;

  /** Looks at the columns of a result. */
  Values(ResultSet results, Dialect dialect, String statement) throws SQLException {
    this.results = results;
    this.dialect = dialect;
    ResultSetMetaData about = results.getMetaData();
    int count = about.getColumnCount();
    List<String> names = new ArrayList<>(count);
    types = new int[count];
    typeNames = new String[count];
    for (int i = 0; i < count; i++) {
      names.add(about.getColumnLabel(i + 1));
      types[i] = about.getColumnType(i + 1);
      String name = about.getColumnTypeName(i + 1);
      typeNames[i] = name == null ? "" : name.toLowerCase(Locale.ROOT);
    }
    columns = new Row.Columns(names, statement);
  }

  /** The columns of a statement that is executed again, for its new result. */
  Values with(ResultSet again) {
    results = again;
    return this;
  }

  Row.Columns columns() {
    return columns;
  }

  /** The names of the columns' types, as the driver has them. */
  List<String> typeNames() {
    return List.of(typeNames);
  }

  /** The row that the result stands at. */
  Row row() throws SQLException {
    @Nullable Object[] values = new @Nullable Object[types.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = dialect == Dialect.SQLITE ? sqlite(i) : value(i);
    }
    return new Row(columns, values);
  }

  private @Nullable Object value(int place) throws SQLException {
    int at = place + 1;
    String name = typeNames[place];
    return switch (types[place]) {
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT ->
          integer(results.getObject(at));
      case Types.DATE -> results.getObject(at, LocalDate.class);
      case Types.TIME ->
          switch (dialect) {
            case POSTGRESQL -> PostgresTimes.of(results.getString(at), name);
            case MYSQL -> mysqlTime(results.getObject(at, Duration.class));
            default -> results.getObject(at, LocalTime.class);
          };
      case Types.TIMESTAMP ->
          name.equals("timestamptz")
              ? ofNullable(results.getObject(at, OffsetDateTime.class))
              : results.getObject(at, LocalDateTime.class);
      case Types.TIMESTAMP_WITH_TIMEZONE -> ofNullable(results.getObject(at, OffsetDateTime.class));
      case Types.TIME_WITH_TIMEZONE -> results.getObject(at, OffsetTime.class);
      case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.CLOB, Types.NVARCHAR, Types.NCHAR ->
          dialect == Dialect.MYSQL && name.equals("json")
              ? json(results.getString(at))
              : results.getString(at);
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB ->
          name.equals("uuid") ? results.getObject(at, UUID.class) : results.getBytes(at);
      case Types.ARRAY -> list(array(at));
      default -> other(at, name);
    };
  }

  private @Nullable Array array(int at) throws SQLException {
    Array array = results.getArray(at);
    if (dialect != Dialect.POSTGRESQL) {
      return array;
    }
    PostgresDomains known = domains;
    if (known == null) {
      known = new PostgresDomains();
      domains = known;
    }
    return known.below(array, results);
  }

  private @Nullable Object other(int at, String name) throws SQLException {
    if (name.equals("json") || name.equals("jsonb")) {
      return json(results.getString(at));
    }
    if (name.startsWith("interval") && dialect == Dialect.H2) {
      return name.contains("year") || name.contains("month")
          ? ofNullable(results.getObject(at, Period.class))
          : ofNullable(results.getObject(at, Duration.class));
    }
    if (name.equals("decfloat")) {
      return decfloat(results.getString(at));
    }
    if (name.equals("money") && dialect == Dialect.POSTGRESQL) {
      // As the server's settings write it; the driver does not read it from 1,000 on.
      return results.getString(at);
    }
    Object value = results.getObject(at);
    return value == null ? null : plain(value, results, at);
  }

  /** A number of H2, whose driver has none for NaN and infinity. */
  private static @Nullable Object decfloat(@Nullable String number) {
    return switch (number) {
      case null -> null;
      case "NaN", "Infinity", "-Infinity" -> Double.valueOf(number);
      default -> new BigDecimal(number);
    };
  }

  /** A time of a day, or else a length of time: MySQL has one type for both. */
  private static @Nullable Object mysqlTime(@Nullable Duration time) {
    return time == null || time.isNegative() || time.compareTo(Duration.ofDays(1)) >= 0
        ? ofNullable(time)
        : LocalTime.ofNanoOfDay(time.toNanos());
  }

  private static @Nullable OffsetDateTime ofNullable(@Nullable OffsetDateTime time) {
    return time == null ? null : utc(time);
  }

  private static @Nullable Interval ofNullable(@Nullable Period period) {
    return period == null ? null : Interval.of(period);
  }

  private static @Nullable Interval ofNullable(@Nullable Duration time) {
    return time == null ? null : Interval.of(time);
  }

  /** A value of a type that JDBC has no name for. */
  private @Nullable Object plain(Object value, ResultSet results, int at) throws SQLException {
    return switch (value) {
      case Boolean _, BigDecimal _, Double _, UUID _, String _, byte[] _ -> value;
      case Float number -> number.doubleValue();
      case PGInterval interval -> interval(interval, results.getString(at));
      case Number number -> integer(number);
      case Array array -> list(array);
      default -> results.getString(at);
    };
  }

  private static @Nullable Object integer(@Nullable Object value) {
    return switch (value) {
      case BigInteger big -> big;
      case Boolean truth -> truth;
      case Number number -> number.longValue();
      case null, default -> value;
    };
  }

  private static @Nullable Json json(@Nullable String text) {
    return text == null ? null : new Json(text);
  }

  /** The same time in UTC; the ends of the type, which stand for infinity, as they are. */
  static OffsetDateTime utc(OffsetDateTime time) {
    return time.equals(OffsetDateTime.MAX) || time.equals(OffsetDateTime.MIN)
        ? time
        : time.withOffsetSameInstant(ZoneOffset.UTC);
  }

  /** The driver takes an infinite interval for one of no time. */
  private static Interval interval(PGInterval interval, String text) {
    if (text.endsWith("infinity")) {
      return Interval.parse(text);
    }
    Duration time =
        Duration.ofHours(interval.getHours())
            .plusMinutes(interval.getMinutes())
            .plusSeconds(interval.getWholeSeconds())
            .plusNanos(interval.getMicroSeconds() * 1000L);
    return new Interval(
        Math.addExact(Math.multiplyExact(interval.getYears(), 12), interval.getMonths()),
        interval.getDays(),
        time);
  }

  /** An array, whose elements are read as a column is. */
  private @Nullable List<@Nullable Object> list(@Nullable Array array) throws SQLException {
    if (array == null) {
      return null;
    }
    if (dialect == Dialect.OTHER) {
      // Few drivers make a result of it.
      return list(array.getArray());
    }
    List<@Nullable Object> elements = new ArrayList<>();
    try (ResultSet found = array.getResultSet();
        Statement _ = found.getStatement()) {
      Values element = new Values(found, dialect, "");
      while (found.next()) {
        elements.add(element.value(1));
      }
    }
    return Collections.unmodifiableList(elements);
  }

  private List<@Nullable Object> list(Object array) throws SQLException {
    int length = java.lang.reflect.Array.getLength(array);
    List<@Nullable Object> elements = new ArrayList<>(length);
    for (int i = 0; i < length; i++) {
      elements.add(element(java.lang.reflect.Array.get(array, i)));
    }
    return Collections.unmodifiableList(elements);
  }

  private @Nullable Object element(@Nullable Object value) throws SQLException {
    return switch (value) {
      case null -> null;
      case BigDecimal _, Double _, Boolean _, UUID _, byte[] _ -> value;
      case Float number -> number.doubleValue();
      case Number number -> integer(number);
      case Date date -> date.toLocalDate();
      case Time time -> time.toLocalTime();
      case Timestamp time -> time.toLocalDateTime();
      case OffsetDateTime time -> utc(time);
      case LocalDate _, LocalTime _, LocalDateTime _, OffsetTime _ -> value;
      case Array array -> list(array);
      default -> value.getClass().isArray() ? list(value) : value.toString();
    };
  }

  /** SQLite's values have types and its columns only declarations, which we go by. */
  private @Nullable Object sqlite(int place) throws SQLException {
    Object value = results.getObject(place + 1);
    String declared = typeNames[place];
    try {
      return switch (value) {
        case null -> null;
        case Integer number when declared.startsWith("bool") -> number != 0;
        case Number number when isExact(declared) ->
            number instanceof Double real
                ? (Object) BigDecimal.valueOf(real)
                : BigDecimal.valueOf(number.longValue());
        case Integer number -> number.longValue();
        case Float number -> number.doubleValue();
        case String text when declared.equals("date") -> LocalDate.parse(text);
        case String text when declared.equals("time") -> LocalTime.parse(text);
        case String text when declared.equals("timestamptz") -> OffsetDateTime.parse(text);
        case String text when declared.equals("timestamp") || declared.equals("datetime") ->
            LocalDateTime.parse(text.replace(' ', 'T'));
        case String text when declared.equals("uuid") -> UUID.fromString(text);
        case String text when declared.equals("json") -> new Json(text);
        case String text when declared.equals("interval") -> Interval.parse(text);
        default -> value;
      };
    } catch (DateTimeException | IllegalArgumentException _) {
      // A column takes whatever it is given.
      return value;
    }
  }

  private static boolean isExact(String declared) {
    return declared.startsWith("decimal") || declared.startsWith("numeric");
  }
}

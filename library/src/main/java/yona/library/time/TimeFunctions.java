package yona.library.time;

import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Text;
import yona.data.Tuple;
import yona.language.runtime.Applied;
import yona.language.runtime.Function;
import yona.library.argument.Arguments;
import yona.library.argument.Control;
import yona.library.argument.Failure;
import yona.library.argument.Spans;

/** The Java half of modules Time and Stopwatch: clocks, calendar fields, arithmetic. */
public final class TimeFunctions {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private static final Symbol YEAR = Symbol.of("year");
  private static final Symbol WEEKDAY = Symbol.of("weekday");
  private static final Symbol YEARDAY = Symbol.of("yearday");

  /** The fields that a time is made of. */
  private static final Map<Symbol, ChronoField> FIELDS =
      Map.of(
          YEAR,
          ChronoField.YEAR,
          Symbol.of("month"),
          ChronoField.MONTH_OF_YEAR,
          Symbol.of("day"),
          ChronoField.DAY_OF_MONTH,
          Symbol.of("hour"),
          ChronoField.HOUR_OF_DAY,
          Symbol.of("minute"),
          ChronoField.MINUTE_OF_HOUR,
          Symbol.of("second"),
          ChronoField.SECOND_OF_MINUTE,
          Symbol.of("milli"),
          ChronoField.MILLI_OF_SECOND);

  private TimeFunctions() {}

  public static Object unix() {
    return Math.floorDiv(System.currentTimeMillis(), 1000L);
  }

  public static Object now() {
    return System.currentTimeMillis();
  }

  public static Object nowNanos() {
    Instant now = Instant.now();
    return now.getEpochSecond() * NANOS_PER_SECOND + now.getNano();
  }

  public static Object monotonic() {
    return System.nanoTime();
  }

  public static Object measure(@Applied Object f, String where) {
    return measured(f, where);
  }

  public static Object stopwatch(@Applied Object f, String where) {
    return measured(f, where);
  }

  private static Object measured(Object f, String where) {
    Function body = Control.thunk(f, where);
    long start = System.nanoTime();
    Object result = body.apply();
    return Tuple.of(System.nanoTime() - start, result);
  }

  public static Object millis(Object span, String where) {
    return length(NANOS_PER_MILLI, span, where);
  }

  public static Object nanos(Object span, String where) {
    return length(1, span, where);
  }

  private static Object length(long unit, Object span, String where) {
    BigInteger length = Spans.in(unit, span, where);
    if (length.bitLength() > 63) {
      throw Failure.overflow(where);
    }
    return length.longValue();
  }

  public static Object add(Object span, Object millis, String where) {
    BigInteger sum =
        Spans.in(NANOS_PER_MILLI, span, where)
            .add(BigInteger.valueOf(Arguments.integer(millis, where)));
    if (sum.bitLength() > 63) {
      throw Failure.overflow(where);
    }
    return sum.longValue();
  }

  public static Object addMonths(Object zone, Object n, Object millis, String where) {
    ZoneId id = zone(zone, where);
    long months = Arguments.integer(n, where);
    ZonedDateTime start = Instant.ofEpochMilli(Arguments.integer(millis, where)).atZone(id);
    try {
      return start.plusMonths(months).toInstant().toEpochMilli();
    } catch (DateTimeException | ArithmeticException e) {
      throw Failure.overflow(where);
    }
  }

  /** The time zone of this name. */
  static ZoneId zone(Object zone, String where) {
    String name = Arguments.text(zone, where);
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      throw Failure.badarg(
          where,
          "there is no time zone "
              + Failure.shown(zone)
              + "; zones are called \"UTC\", \"+02:00\", \"Europe/Prague\"");
    }
  }

  public static Object fields(Object zone, Object millis, String where) {
    ZonedDateTime time =
        Instant.ofEpochMilli(Arguments.integer(millis, where)).atZone(zone(zone, where));
    Dict.Builder result = Dict.builder();
    FIELDS.forEach((name, field) -> result.put(name, time.getLong(field)));
    result.put(WEEKDAY, time.getLong(ChronoField.DAY_OF_WEEK));
    result.put(YEARDAY, time.getLong(ChronoField.DAY_OF_YEAR));
    return result.build();
  }

  public static Object fromFields(Object zone, Object fields, String where) {
    ZoneId id = zone(zone, where);
    Dict given = Arguments.dict(fields, where);
    LocalDateTime time = LocalDateTime.of(LocalDate.of(0, 1, 1), LocalTime.MIDNIGHT);
    for (Tuple entry : given) {
      Symbol name = Arguments.symbol(entry.get(0), where);
      if (name.equals(WEEKDAY) || name.equals(YEARDAY)) {
        continue;
      }
      @Nullable ChronoField field = FIELDS.get(name);
      if (field == null) {
        throw Failure.badarg(
            where,
            Text.source(name)
                + " is no field of a time; there are :year, :month, :day, :hour, :minute, :second"
                + " and :milli");
      }
      long value = Arguments.integer(entry.get(1), where);
      if (!field.range().isValidValue(value)) {
        throw Failure.badarg(
            where, Text.source(name) + " is " + value + ", which is outside of " + field.range());
      }
      // The day comes last, when it is known how many the month has.
      time = field == ChronoField.DAY_OF_MONTH ? time : time.with(field, value);
    }
    Object day = given.get(Symbol.of("day"));
    try {
      time = day == null ? time : time.withDayOfMonth((int) (long) (Long) day);
      return time.atZone(id).toInstant().toEpochMilli();
    } catch (DateTimeException e) {
      throw Failure.badarg(
          where, "there is no day " + day + " in " + time.getYear() + "-" + time.getMonthValue());
    } catch (ArithmeticException e) {
      throw Failure.badarg(where, "the year " + time.getYear() + " is too far away");
    }
  }

  public static Object iso(Object millis, String where) {
    return Seq.text(TimeText.iso(Arguments.integer(millis, where)));
  }

  public static Object fromIso(Object s, String where) {
    return TimeText.ofIso(Arguments.text(s, where), where);
  }

  public static Object format(Object pattern, Object zone, Object millis, String where) {
    TimeText text = TimeText.of(Arguments.text(pattern, where), where);
    ZoneId id = zone(zone, where);
    Instant instant = Instant.ofEpochMilli(Arguments.integer(millis, where));
    return Seq.text(text.format(instant.atZone(id), where));
  }

  public static Object parse(Object pattern, Object zone, Object s, String where) {
    TimeText text = TimeText.of(Arguments.text(pattern, where), where);
    ZoneId id = zone(zone, where);
    return text.parse(Arguments.text(s, where), id, where);
  }
}

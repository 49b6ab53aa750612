package yona.library.sql;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Record;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.data.Unit;
import yona.library.argument.Failure;
import yona.library.json.JsonFunctions;
import yona.sql.Interval;
import yona.sql.Json;
import yona.sql.Row;

/** Rows as values of the language. One for each result, whose rows share their columns. */
final class RowValues {

  /** The form in which rows are wanted. */
  @FunctionalInterface
  interface Form {
    Object of(Row row);
  }

  private final String where;

  /** The columns that the names and places below are of. */
  private @Nullable List<String> columns;

  private Symbol[] names = {};
  private int[] places = {};

  RowValues(String where) {
    this.where = where;
  }

  /** All rows, each in a form. */
  static Seq all(List<Row> rows, Form form) {
    SeqBuilder all = Seq.builder();
    for (Row row : rows) {
      all.add(form.of(row));
    }
    return all.build();
  }

  /** A Dict by Symbols. */
  @SuppressWarnings("ReferenceEquality") // the rows of a result share one list
  Dict dict(Row row) {
    if (columns != row.columns()) {
      columns = row.columns();
      names = columns.stream().map(Symbol::of).toArray(Symbol[]::new);
    }
    Dict.Builder dict = Dict.builder();
    for (int i = 0; i < names.length; i++) {
      dict.put(names[i], value(row.get(i)));
    }
    return dict.build();
  }

  /**
   * A tuple in the order of the columns; of one column the value, as {@code (v)} is v, and {@code
   * ()} of none.
   */
  Object tuple(Row row) {
    Object[] values = values(row);
    return switch (values.length) {
      case 0 -> Unit.UNIT;
      case 1 -> values[0];
      default -> Tuple.of(values);
    };
  }

  /** A record like another one, with the columns in the fields of their names. */
  @SuppressWarnings("ReferenceEquality") // the rows of a result share one list
  Record record(Record like, Row row) {
    if (columns != row.columns()) {
      columns = row.columns();
      places = columns.stream().mapToInt(name -> place(like, name)).toArray();
    }
    return like.with(places, values(row));
  }

  private int place(Record like, String column) {
    int index = like.type().indexOf(column);
    if (index < 0) {
      throw Failure.badarg(
          where,
          "the record "
              + like.type().name().name()
              + " has no field "
              + column
              + ", but these: "
              + String.join(", ", like.type().fields()));
    }
    return index + 1;
  }

  private Object[] values(Row row) {
    Object[] values = new Object[row.columns().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(row.get(i));
    }
    return values;
  }

  private Object value(@Nullable Object value) {
    return switch (value) {
      case null -> Unit.UNIT;
      case Long _, Boolean _, Double _ -> value;
      case String text -> Seq.text(text);
      case BigInteger number -> integer(number);
      case BigDecimal number -> exact(number);
      case byte[] bytes -> Seq.bytes(bytes);
      case LocalDate date -> date(date);
      case LocalTime time -> Seq.text(DateTimeFormatter.ISO_LOCAL_TIME.format(time));
      case OffsetTime time -> Seq.text(DateTimeFormatter.ISO_OFFSET_TIME.format(time));
      case LocalDateTime time -> timestamp(time);
      case OffsetDateTime time -> instant(time);
      case Interval interval -> Seq.text(interval.toString());
      case UUID uuid -> Seq.text(uuid.toString());
      case Json json -> JsonFunctions.parse(Seq.text(json.text()), where);
      case List<?> elements -> {
        SeqBuilder seq = Seq.builder();
        elements.forEach(element -> seq.add(value(element)));
        yield seq.build();
      }
      default -> Seq.text(value.toString());
    };
  }

  /** An Int where it fits. */
  private static Object integer(BigInteger number) {
    if (number.bitLength() < Long.SIZE) {
      return number.longValue();
    }
    return number;
  }

  /** An Int or Big of what has no digits behind the point, else its digits: no Float is exact. */
  private static Object exact(BigDecimal number) {
    return number.scale() <= 0
        ? integer(number.toBigIntegerExact())
        : Seq.text(number.toPlainString());
  }

  // PostgreSQL's driver gives the ends of these types for infinity.

  private static Seq date(LocalDate date) {
    return date.equals(LocalDate.MAX) || date.equals(LocalDate.MIN)
        ? infinity(date.equals(LocalDate.MAX))
        : Seq.text(date.toString());
  }

  private static Seq timestamp(LocalDateTime time) {
    return time.equals(LocalDateTime.MAX) || time.equals(LocalDateTime.MIN)
        ? infinity(time.equals(LocalDateTime.MAX))
        : Seq.text(DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(time));
  }

  private static Seq instant(OffsetDateTime time) {
    return time.equals(OffsetDateTime.MAX) || time.equals(OffsetDateTime.MIN)
        ? infinity(time.equals(OffsetDateTime.MAX))
        : Seq.text(DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time));
  }

  private static Seq infinity(boolean positive) {
    return Seq.text(positive ? "infinity" : "-infinity");
  }
}

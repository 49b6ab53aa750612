package yona.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.reflect.Array;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Gives arrays to the drivers of PostgreSQL and H2. */
final class ArrayParameters {

  /** PostgreSQL's arrays have no more dimensions. */
  private static final int MOST_DIMENSIONS = 6;

  private ArrayParameters() {}

  static void bind(PreparedStatement statement, int at, SqlArray array, Dialect dialect)
      throws SQLException {
    String type = array.elementType().toLowerCase(Locale.ROOT);
    Object[] elements =
        switch (dialect) {
          case POSTGRESQL -> texts(array.elements(), type, dimensions(array.elements(), at), at);
          case H2 -> valuesOfH2(array.elements(), type);
          default ->
              throw new IllegalArgumentException(
                  "parameter " + at + " is an array, which this database does not have");
        };
    statement.setArray(
        at,
        statement
            .getConnection()
            .createArrayOf(dialect == Dialect.H2 ? array.elementType() : type, elements));
  }

  /** The lengths of an array and of those within it, of which the first ones stand for all. */
  private static int[] dimensions(List<?> elements, int at) {
    IntStream.Builder lengths = IntStream.builder();
    Object first = elements;
    for (int depth = 0; first instanceof List<?> list; depth++) {
      if (depth == MOST_DIMENSIONS) {
        throw new IllegalArgumentException(
            "parameter " + at + " is an array of more than " + MOST_DIMENSIONS + " dimensions");
      }
      lengths.add(list.size());
      first = list.isEmpty() ? null : list.getFirst();
    }
    return lengths.build().toArray();
  }

  /** An array of texts, or of arrays of them, all of one length as PostgreSQL has them. */
  private static Object[] texts(List<?> elements, String type, int[] lengths, int at) {
    // Only the outer array: the lengths of the inner ones are not checked yet.
    Class<?> component = String.class;
    for (int i = 1; i < lengths.length; i++) {
      component = component.arrayType();
    }
    Object[] texts = (Object[]) Array.newInstance(component, lengths[0]);
    int[] inner = Arrays.copyOfRange(lengths, 1, lengths.length);
    for (int i = 0; i < texts.length; i++) {
      Object element = elements.get(i);
      boolean fits =
          inner.length == 0
              ? !(element instanceof List<?>)
              : element instanceof List<?> list && list.size() == inner[0];
      if (!fits) {
        throw new IllegalArgumentException(
            "parameter " + at + " is an array of arrays that are not all of one length");
      }
      texts[i] =
          element instanceof List<?> list ? texts(list, type, inner, at) : text(element, type, at);
    }
    return texts;
  }

  private static @Nullable String text(@Nullable Object element, String type, int at) {
    return switch (element) {
      case null -> null;
      case byte[] bytes -> "\\x" + HexFormat.of().formatHex(bytes);
      case UntypedText text -> PostgresTimes.written(text.text(), type);
      case Enum<?> constant -> constant.name();
      case Json json -> json.text();
      case String _,
          Number _,
          Boolean _,
          UUID _,
          Interval _,
          Duration _,
          Period _,
          LocalDate _,
          LocalTime _,
          LocalDateTime _,
          OffsetTime _,
          OffsetDateTime _,
          Instant _,
          ZonedDateTime _ ->
          PostgresTimes.written(element);
      default ->
          throw new IllegalArgumentException(
              "parameter "
                  + at
                  + " has an element of a type that no database takes: "
                  + element.getClass());
    };
  }

  private static Object[] valuesOfH2(List<?> elements, String type) {
    return elements.stream().map(each -> valueOfH2(each, type)).toArray();
  }

  private static @Nullable Object valueOfH2(@Nullable Object element, String type) {
    return switch (element) {
      case List<?> list -> valuesOfH2(list, type);
      case Enum<?> constant -> constant.name();
      case UntypedText text -> H2Intervals.value(text.text(), type);
      case Json json -> json.text().getBytes(UTF_8);
      case Instant time -> time.atOffset(ZoneOffset.UTC);
      case ZonedDateTime time -> time.toOffsetDateTime();
      case Interval interval -> H2Intervals.value(interval, type);
      case Duration time -> H2Intervals.value(Interval.of(time), type);
      case Period period -> H2Intervals.value(Interval.of(period), type);
      case null, default -> element;
    };
  }
}

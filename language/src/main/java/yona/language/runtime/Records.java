package yona.language.runtime;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.data.Record;
import yona.data.RecordType;
import yona.data.Symbol;
import yona.data.Tuple;

/** Field access and update of records whose type is found at run time (language.md 6.13). */
public final class Records {
  private Records() {}

  /** A record type from its name and its fields. */
  public static RecordType type(String name, String... fields) {
    return new RecordType(Symbol.of(name), List.of(fields));
  }

  /**
   * {@code value.field}, where a record of one type is expected.
   *
   * @param expected one of the known types
   * @param place where that type's records have the field in their tuple
   * @param known the record types known at that place
   * @throws YonaError as the other form
   */
  @SuppressWarnings("ReferenceEquality") // an equal type is found among the known ones
  public static Object get(
      Object value, RecordType expected, int place, String field, RecordType[] known) {
    return value instanceof Record record && record.type() == expected
        ? record.field(place)
        : get(value, field, known);
  }

  /**
   * {@code value.field}.
   *
   * @param known the record types known at that place
   * @throws YonaError {@code :typeerror}, {@code :invalidrecord}, {@code :norecord} or {@code
   *     :norecordfield}
   */
  public static Object get(Object value, String field, RecordType[] known) {
    if (value instanceof Record record && among(record.type(), known)) {
      int index = record.type().indexOf(field);
      if (index >= 0) {
        return record.get(index + 1);
      }
    }
    if (!(value instanceof Tuple tuple)) {
      throw notRecord(value, "." + field);
    }
    return tuple.get(1 + index(type(tuple, known), field));
  }

  /**
   * {@code value(field = e, ...)}, where a record of one type is expected.
   *
   * @param expected one of the known types
   * @param places where that type's records have the fields in their tuple
   * @throws YonaError as {@link #get}
   */
  @SuppressWarnings("ReferenceEquality") // an equal type is found among the known ones
  public static Object update(
      Object value,
      String[] fields,
      Object[] values,
      RecordType expected,
      int[] places,
      RecordType[] known) {
    return value instanceof Record record && record.type() == expected
        ? record.with(places, values)
        : update(value, fields, values, known);
  }

  /**
   * {@code value(field = e, ...)} with one to three fields, where a record of one type is expected.
   *
   * @param first the value of the first field
   * @param second the value of the second field; null if there is none
   * @param third the value of the third field; null if there is none
   * @param expected one of the known types
   * @param places where that type's records have the fields, as {@link Record#with(int, Object,
   *     Object, Object)} takes them
   * @throws YonaError as {@link #get}
   */
  @SuppressWarnings("ReferenceEquality") // an equal type is found among the known ones
  public static Object update(
      Object value,
      Object first,
      @Nullable Object second,
      @Nullable Object third,
      RecordType expected,
      int places,
      String[] fields,
      RecordType[] known) {
    if (value instanceof Record record && record.type() == expected) {
      return record.with(places, first, second, third);
    }
    Object[] values =
        second == null
            ? new Object[] {first}
            : third == null ? new Object[] {first, second} : new Object[] {first, second, third};
    return update(value, fields, values, known);
  }

  /** {@code value(field = e, ...)}; errors as {@link #get}. */
  public static Object update(Object value, String[] fields, Object[] values, RecordType[] known) {
    if (!(value instanceof Tuple tuple)) {
      throw notRecord(value, "(" + fields[0] + " = ...)");
    }
    RecordType type = type(tuple, known);
    Object[] all = new Object[tuple.length() - 1];
    for (int i = 0; i < all.length; i++) {
      all[i] = tuple.get(i + 1);
    }
    for (int i = 0; i < fields.length; i++) {
      all[index(type, fields[i])] = values[i];
    }
    return type.record(all);
  }

  private static boolean among(RecordType type, RecordType[] known) {
    for (RecordType each : known) {
      if (each.equals(type)) {
        return true;
      }
    }
    return false;
  }

  private static YonaError notRecord(Object value, String use) {
    return YonaError.typeError("a record before " + use, value);
  }

  private static RecordType type(Tuple tuple, RecordType[] known) {
    if (!(tuple.get(0) instanceof Symbol symbol)) {
      throw YonaError.of(
          "invalidrecord",
          "expected a record, which starts with the symbol of its type, found "
              + Shown.value(tuple));
    }
    RecordType named = null;
    for (RecordType type : known) {
      if (type.name().equals(symbol)) {
        if (type.fields().size() == tuple.length() - 1) {
          return type;
        }
        named = type;
      }
    }
    if (named != null) {
      throw YonaError.of(
          "invalidrecord",
          "expected "
              + Shown.count(named.fields().size(), "field")
              + " in a record "
              + symbol.name()
              + ", found "
              + (tuple.length() - 1)
              + ": "
              + Shown.value(tuple));
    }
    List<String> names = new ArrayList<>();
    for (RecordType type : known) {
      names.add(type.name().name());
    }
    String suggestion = Shown.similar(symbol.name(), names);
    throw YonaError.of(
        "norecord",
        "the record type "
            + symbol.name()
            + " is not known here"
            + (suggestion == null ? "" : "; did you mean " + suggestion + "?"));
  }

  private static int index(RecordType type, String field) {
    int index = type.indexOf(field);
    if (index >= 0) {
      return index;
    }
    String suggestion = Shown.similar(field, type.fields());
    throw YonaError.of(
        "norecordfield",
        "the record type "
            + type.name().name()
            + " has no field "
            + field
            + (suggestion == null
                ? "; its fields are " + String.join(", ", type.fields())
                : "; did you mean " + suggestion + "?"));
  }
}

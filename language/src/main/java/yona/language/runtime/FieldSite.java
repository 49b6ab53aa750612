package yona.language.runtime;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.data.Record;
import yona.data.RecordType;
import yona.data.Symbol;
import yona.data.Tuple;

/**
 * A place in a program that reads a field of a record, or gives fields other values (language.md
 * 6.13). A record brings its type along, so no type has to be known here; where its type has the
 * fields is remembered for the next record that comes by. A plain tuple is read as a record of the
 * known type that its symbol names.
 *
 * <p>Safe for use by many threads: what a race loses is looked for again.
 */
public final class FieldSite {
  /** A place that meets more types than these looks for the fields of the others each time. */
  private static final int MOST = 4;

  private final String[] fields;
  private final RecordType[] known;

  private @Nullable Met met;

  /** A type that came by, with those before it. Immutable, so that threads may share it. */
  private static final class Met {
    final RecordType type;

    /** Where records of the type have the fields in their tuple. */
    final int[] places;

    /** The place of the first of them. */
    final int first;

    final @Nullable Met earlier;
    final int count;

    Met(RecordType type, int[] places, @Nullable Met earlier) {
      this.type = type;
      this.places = places;
      this.first = places[0];
      this.earlier = earlier;
      this.count = earlier == null ? 1 : earlier.count + 1;
    }
  }

  private FieldSite(String[] fields, RecordType[] known) {
    this.fields = fields;
    this.known = known;
  }

  /**
   * A place of a program.
   *
   * @param fields the fields that it is about, at least one
   * @param known the record types that are known there, by whose symbols plain tuples go
   */
  public static FieldSite of(String[] fields, RecordType[] known) {
    return new FieldSite(fields, known);
  }

  /**
   * {@code value.field}, where a record of one type is expected.
   *
   * @param place where that type's records have the field in their tuple
   * @throws YonaError as the other form
   */
  @SuppressWarnings("ReferenceEquality") // types are interned
  public static Object get(Object value, RecordType expected, int place, FieldSite site) {
    return value instanceof Record record && record.type() == expected
        ? record.field(place)
        : get(value, site);
  }

  /**
   * {@code value.field}.
   *
   * @throws YonaError {@code :norecordfield} if the record has no such field, {@code :typeerror}
   *     for what is no tuple, {@code :invalidrecord} and {@code :norecord} for a tuple that is no
   *     record of a type known here
   */
  @SuppressWarnings("ReferenceEquality") // types are interned
  public static Object get(Object value, FieldSite site) {
    if (value instanceof Record record) {
      Met last = site.met;
      return record.field(
          last != null && last.type == record.type()
              ? last.first
              : site.places(record.type()).first);
    }
    if (value instanceof Tuple tuple) {
      return tuple.get(site.places(site.typeOf(tuple)).first);
    }
    throw YonaError.typeError("a record before ." + site.fields[0], value);
  }

  /**
   * {@code value(field = e, ...)} with one to three fields, where a record of one type is expected.
   *
   * @param first the value of the first field
   * @param second the value of the second field; null if there is none
   * @param third the value of the third field; null if there is none
   * @param places where that type's records have the fields, as {@link Record#with(int, Object,
   *     Object, Object)} takes them
   * @throws YonaError as {@link #get(Object, FieldSite)}
   */
  @SuppressWarnings("ReferenceEquality") // types are interned
  public static Object update(
      Object value,
      Object first,
      @Nullable Object second,
      @Nullable Object third,
      RecordType expected,
      int places,
      FieldSite site) {
    if (value instanceof Record record && record.type() == expected) {
      return record.with(places, first, second, third);
    }
    Object[] values =
        second == null
            ? new Object[] {first}
            : third == null ? new Object[] {first, second} : new Object[] {first, second, third};
    return update(value, values, site);
  }

  /**
   * {@code value(field = e, ...)}: a record of the same type.
   *
   * @param values those of the fields
   * @throws YonaError as {@link #get(Object, FieldSite)}
   */
  @SuppressWarnings("ReferenceEquality") // types are interned
  public static Object update(Object value, Object[] values, FieldSite site) {
    if (value instanceof Record record) {
      Met last = site.met;
      return record.with(
          last != null && last.type == record.type()
              ? last.places
              : site.places(record.type()).places,
          values);
    }
    if (!(value instanceof Tuple tuple)) {
      throw YonaError.typeError("a record before (" + site.fields[0] + " = ...)", value);
    }
    RecordType type = site.typeOf(tuple);
    int[] places = site.places(type).places;
    Object[] all = new Object[tuple.length() - 1];
    for (int i = 0; i < all.length; i++) {
      all[i] = tuple.get(i + 1);
    }
    for (int i = 0; i < places.length; i++) {
      all[places[i] - 1] = values[i];
    }
    return type.record(all);
  }

  /** Where records of a type have the fields. */
  @SuppressWarnings("ReferenceEquality") // types are interned
  private Met places(RecordType type) {
    Met last = met;
    for (Met each = last; each != null; each = each.earlier) {
      if (each.type == type) {
        return each;
      }
    }
    int[] places = new int[fields.length];
    for (int i = 0; i < places.length; i++) {
      places[i] = 1 + index(type, fields[i]);
    }
    Met found = new Met(type, places, last);
    if (found.count <= MOST) {
      met = found;
    }
    return found;
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
            + (type.fields().isEmpty()
                ? ", nor any other"
                : "; it has " + String.join(", ", type.fields()))
            + (suggestion == null ? "" : "; did you mean " + suggestion + "?"));
  }

  /** The known type of a plain tuple. */
  private RecordType typeOf(Tuple tuple) {
    if (!(tuple.get(0) instanceof Symbol symbol)) {
      throw YonaError.of(
          "invalidrecord",
          "expected a record, which starts with the symbol of its type, found "
              + Shown.value(tuple));
    }
    RecordType type = Records.typeOf(tuple, known);
    if (type != null) {
      return type;
    }
    List<String> names = new ArrayList<>();
    for (RecordType each : known) {
      if (each.name().equals(symbol)) {
        throw YonaError.of(
            "invalidrecord",
            "expected "
                + Shown.count(each.fields().size(), "field")
                + " in a record "
                + symbol.name()
                + ", found "
                + (tuple.length() - 1)
                + ": "
                + Shown.value(tuple));
      }
      names.add(each.name().name());
    }
    String suggestion = Shown.similar(symbol.name(), names);
    throw YonaError.of(
        "norecord",
        "the record type "
            + symbol.name()
            + " is not known here"
            + (suggestion == null ? "" : "; did you mean " + suggestion + "?"));
  }
}

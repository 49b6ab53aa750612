package yona.tool.reference;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import yona.data.Record;
import yona.data.RecordType;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.data.Unit;
import yona.language.syntax.Tree;

/** Records and their fields (records.md). */
final class Records {
  private Records() {}

  /** A new record; fields that are not given are {@code ()}. */
  static Record record(RecordType type, List<Tree.Field> fields, Object[] values) {
    Object[] all = Collections.nCopies(type.fields().size(), Unit.UNIT).toArray();
    set(type, all, fields, values);
    return type.record(all);
  }

  /**
   * The value of a field.
   *
   * @param known the types that are known there, by their names
   */
  static Object field(Object value, String field, Map<String, RecordType> known) {
    RecordType type = type(value, known);
    return ((Tuple) value).get(1 + place(type, field));
  }

  /** A copy with other values in some fields. */
  static Record update(
      Object value, List<Tree.Field> fields, Object[] values, Map<String, RecordType> known) {
    RecordType type = type(value, known);
    Tuple tuple = (Tuple) value;
    Object[] all = new Object[type.fields().size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = tuple.get(1 + i);
    }
    set(type, all, fields, values);
    return type.record(all);
  }

  /** Whether a value is of the type to a pattern: a plain tuple may be. */
  static boolean isOf(RecordType type, Object value) {
    return value instanceof Record record
        ? record.type().equals(type)
        : value instanceof Tuple tuple
            && tuple.get(0).equals(type.name())
            && tuple.length() == 1 + type.fields().size();
  }

  private static void set(RecordType type, Object[] all, List<Tree.Field> fields, Object[] values) {
    for (int i = 0; i < values.length; i++) {
      all[place(type, fields.get(i).name().text())] = values[i];
    }
  }

  private static int place(RecordType type, String field) {
    int place = type.indexOf(field);
    if (place < 0) {
      throw Raised.of("norecordfield");
    }
    return place;
  }

  private static RecordType type(Object value, Map<String, RecordType> known) {
    if (value instanceof Record record) {
      return record.type();
    }
    if (!(value instanceof Tuple tuple)) {
      throw Raised.of("typeerror");
    }
    if (!(tuple.get(0) instanceof Symbol symbol)) {
      throw Raised.of("invalidrecord");
    }
    RecordType type = known.get(symbol.name());
    if (type == null) {
      throw Raised.of("norecord");
    }
    if (tuple.length() != 1 + type.fields().size()) {
      throw Raised.of("invalidrecord");
    }
    return type;
  }
}

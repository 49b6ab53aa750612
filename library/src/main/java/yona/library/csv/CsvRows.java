package yona.library.csv;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.data.Checkpoint;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Unit;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;
import yona.library.number.Conversions;
import yona.library.text.TextFault;

/** The rows of a text as values: Seqs of fields, or Dicts where the columns have names. */
final class CsvRows {
  private final CsvRecords records;
  private final CsvReadOptions options;
  private final String where;

  private @Nullable CsvColumns columns;
  private boolean begun;

  /** How many fields a row has; 0 before it is known. */
  private int width;

  /** Of each column its type; those behind the end are Strings. */
  private CsvType[] types = new CsvType[0];

  /** The fields of the row that is read. */
  private Object[] values = new Object[0];

  /**
   * The rows of some chunks.
   *
   * @param chunks gives the next bytes, which may be empty; null at the end
   */
  CsvRows(Supplier<byte @Nullable []> chunks, CsvReadOptions options, String where) {
    this.records = new CsvRecords(chunks, options, where);
    this.options = options;
    this.where = where;
  }

  /** The next row; null at the end. */
  @Nullable Object next() {
    Checkpoint.pass();
    if (!begun) {
      begun = true;
      if (!start()) {
        return null;
      }
    }
    if (!records.next()) {
      return null;
    }
    return options.keepsBad ? outcome() : row();
  }

  /** The row as a result, or what is wrong with it. */
  private Object outcome() {
    try {
      return TextFault.ok(row());
    } catch (YonaError error) {
      TextFault fault = records.fault();
      if (fault == null) {
        throw error;
      }
      return fault.outcome(records.text());
    }
  }

  private Object row() {
    int count = records.count();
    if (count != width) {
      checkCount(count);
    }
    if (values.length < count) {
      values = new Object[count];
    }
    for (int i = 0; i < count; i++) {
      values[i] = value(i);
    }
    CsvColumns named = columns;
    return named == null ? Seq.of(values, 0, count) : named.row(values, count);
  }

  private Object value(int index) {
    if (index >= types.length || types[index] == CsvType.STRING) {
      return records.text(index);
    }
    CsvColumns named = columns;
    Object value = records.value(index, types[index], named == null ? null : named.name(index));
    return value == null ? Unit.UNIT : value;
  }

  /** Finds out what the columns are; false if there is no row that names them. */
  private boolean start() {
    Object[] names = options.names;
    if (options.header) {
      if (!records.next()) {
        return false;
      }
      names = header();
    }
    if (names != null) {
      columns = new CsvColumns(names);
      width = names.length;
    }
    types = types(names);
    return true;
  }

  private Object[] header() {
    Object[] names = new Object[records.count()];
    Map<Object, Integer> places = new HashMap<>();
    for (int i = 0; i < names.length; i++) {
      Seq name = records.text(i);
      names[i] =
          options.symbols && Conversions.isName(name.asString())
              ? Symbol.of(name.asString())
              : name;
      Integer before = places.put(names[i], i + 1);
      if (before != null) {
        throw records.faultAt(
            i,
            "expected a name that no other column has, found "
                + Failure.shown(name)
                + ", which is the name of column "
                + before);
      }
    }
    return names;
  }

  private CsvType[] types(Object @Nullable [] names) {
    Map<Object, CsvType> wanted = new HashMap<>(options.types);
    CsvType[] found = new CsvType[names == null ? highest(wanted) + 1 : names.length];
    for (int i = 0; i < found.length; i++) {
      Object key = names == null ? (Object) (long) i : names[i];
      CsvType type = wanted.remove(key);
      found[i] = type == null ? CsvType.STRING : type;
    }
    for (Object column : wanted.keySet()) {
      throw Failure.badarg(
          where,
          "the option :types has "
              + Failure.shown(column)
              + (names == null
                  ? ", which is the number of no column"
                  : ", and no column has that name"));
    }
    return found;
  }

  private int highest(Map<Object, CsvType> wanted) {
    long highest = -1;
    for (Object column : wanted.keySet()) {
      if (column instanceof Long number && number < options.maxColumns) {
        highest = Math.max(highest, number);
      }
    }
    return (int) highest;
  }

  private void checkCount(int count) {
    CsvColumns named = columns;
    if (width == 0) {
      width = count;
    } else if (!options.ragged || (named != null && count > width)) {
      throw wrongCount(count, named != null ? ", one for each name," : " as in the first row,");
    }
  }

  private YonaError wrongCount(int count, String why) {
    String message = "expected " + CsvFormat.fields(width) + why + " found " + count;
    return count > width ? records.faultAt(width, message) : records.faultAtEnd(message);
  }
}

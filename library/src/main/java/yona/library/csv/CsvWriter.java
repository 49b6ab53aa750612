package yona.library.csv;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.data.Char;
import yona.data.Checkpoint;
import yona.data.Dict;
import yona.data.Record;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Text;
import yona.data.TotalOrder;
import yona.data.Tuple;
import yona.data.Unit;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;

/** Writes rows one after the other. */
final class CsvWriter {
  private final CsvWriteOptions options;
  private final String where;

  private Object @Nullable [] names;

  /** How many fields a row has; 0 before it is known. */
  private long width;

  /** The number of the row that is written, from 1. */
  private long row;

  CsvWriter(CsvWriteOptions options, String where) {
    this.options = options;
    this.where = where;
  }

  /** An empty output for rows of this writer. */
  CsvOutput output() {
    return new CsvOutput(options, where);
  }

  /** Writes what stands before the first row. */
  void begin(CsvOutput out) {
    if (options.names != null) {
      header(options.names, out);
    }
  }

  /** Writes a row. */
  void write(Object value, CsvOutput out) {
    Checkpoint.pass();
    row++;
    switch (value) {
      case Dict dict -> fields(fields(dict, out), out);
      case Seq seq when !seq.isKnownText() -> fields(seq.iterator(), out);
      case Tuple tuple when !(tuple instanceof Record) ->
          fields(List.of(tuple.toArray()).iterator(), out);
      default -> throw Failure.type(where, "a Seq, tuple or Dict of fields as a row", value);
    }
  }

  private void header(Object[] columns, CsvOutput out) {
    names = columns;
    fields(List.of(columns).iterator(), out);
  }

  private Iterator<Object> fields(Dict dict, CsvOutput out) {
    if (names == null) {
      if (!options.header) {
        throw Failure.badarg(
            where, place() + "a Dict needs the option :header, found " + Failure.shown(dict));
      }
      Object[] keys = new Object[dict.size()];
      dict.copyInto(keys, new Object[keys.length]);
      if (!dict.isOrdered()) {
        Arrays.sort(keys, TotalOrder::compare);
      }
      header(keys, out);
    }
    Object[] columns = names;
    Object[] fields = new Object[columns.length];
    int found = 0;
    for (int i = 0; i < fields.length; i++) {
      Object field = dict.get(columns[i]);
      found += field == null ? 0 : 1;
      fields[i] = field == null ? Unit.UNIT : field;
    }
    if (found < dict.size()) {
      throw unknownColumn(dict, columns);
    }
    return List.of(fields).iterator();
  }

  private YonaError unknownColumn(Dict dict, Object[] columns) {
    Seq known = Seq.of(columns);
    for (Tuple entry : dict) {
      if (!List.of(columns).contains(entry.get(0))) {
        return Failure.badarg(
            where,
            place()
                + Failure.shown(entry.get(0))
                + " is the name of no column; there are "
                + Failure.shown(known));
      }
    }
    throw new AssertionError("a Dict with more keys than columns has one that is none");
  }

  private void fields(Iterator<Object> fields, CsvOutput out) {
    long count = 0;
    boolean empty = false;
    while (fields.hasNext()) {
      if (count > 0) {
        out.separator();
      }
      empty = field(fields.next(), count, out) && count == 0;
      count++;
    }
    if (count == 0) {
      throw Failure.badarg(where, place() + "the row has no fields");
    }
    if (width == 0) {
      width = count;
    } else if (count != width && !options.ragged) {
      throw Failure.badarg(
          where,
          place()
              + "expected "
              + CsvFormat.fields(width)
              + (names != null ? ", one for each column, found " : " as in the first row, found ")
              + count);
    }
    if (empty) {
      out.emptyRow();
    }
    out.endRow();
  }

  /** Writes a field; whether there is nothing in it. */
  private boolean field(Object value, long index, CsvOutput out) {
    switch (value) {
      case Long number -> out.field(number);
      case Double number -> out.field(number.doubleValue());
      case Seq text when text.isText() -> {
        out.field(text);
        return text.isEmpty() && !options.quoteAll;
      }
      case Unit _ -> {
        out.field(Seq.EMPTY_TEXT);
        return !options.quoteAll;
      }
      case Symbol symbol -> out.field(symbol.name(), true);
      case Char c -> out.field(c.toString(), true);
      case Byte _, BigInteger _, Boolean _ -> out.field(Text.plain(value), false);
      default ->
          throw Failure.of(
              Failure.NOMATCH,
              where
                  + ": "
                  + place()
                  + Failure.described(value)
                  + " is no field of CSV, at index "
                  + index);
    }
    return false;
  }

  private String place() {
    return row == 0 ? "" : "row " + row + ": ";
  }
}

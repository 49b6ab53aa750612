package yona.library.csv;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.Symbol;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;

/** How rows are written. */
final class CsvWriteOptions {
  private static final Symbol ALL = Symbol.of("all");
  private static final Symbol NEEDED = Symbol.of("needed");
  private static final Symbol CRLF = Symbol.of("crlf");
  private static final Symbol LF = Symbol.of("lf");
  private static final Symbol ESCAPE = Symbol.of("escape");
  private static final Symbol KEEP = Symbol.of("keep");

  private final String where;
  final CsvFormat format;

  /** Whether the keys of the first row are the names of the columns. */
  boolean header;

  /** The names that the program gives. */
  Object @Nullable [] names;

  boolean quoteAll;
  boolean crlf;
  boolean escapeFormulas;
  boolean ragged;

  CsvWriteOptions(String where) {
    this.where = where;
    this.format = new CsvFormat(where);
  }

  /** Those of a Dict. */
  static CsvWriteOptions of(Object options, String where) {
    CsvWriteOptions given = new CsvWriteOptions(where);
    given.take(options);
    return given;
  }

  private void take(Object options) {
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put("header", this::takeHeader);
    format.addTakers(takers);
    takers.put("quoting", (value, at) -> quoteAll = OptionDict.oneOf(value, ALL, NEEDED, at));
    takers.put("line_end", (value, at) -> crlf = OptionDict.oneOf(value, CRLF, LF, at));
    takers.put(
        "formulas", (value, at) -> escapeFormulas = OptionDict.oneOf(value, ESCAPE, KEEP, at));
    takers.put("ragged", (value, at) -> ragged = OptionDict.bool(value, at));
    OptionDict.take(options, takers, where);
    format.check();
    if (quoteAll && format.quote() == CsvFormat.NONE) {
      throw Failure.badarg(where, ":quoting is :all, and there is no :quote");
    }
  }

  private void takeHeader(Object value, String where) {
    if (value instanceof Boolean wanted) {
      header = wanted;
    } else if (value instanceof Seq seq && !seq.isKnownText()) {
      names = CsvColumns.names(seq, where);
    } else {
      throw Failure.type(where, "a Boolean or a Seq of names", value);
    }
  }
}

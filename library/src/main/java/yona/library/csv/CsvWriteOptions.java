package yona.library.csv;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
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
    Map<String, Consumer<Object>> takers = new LinkedHashMap<>();
    takers.put("header", this::takeHeader);
    format.addTakers(takers);
    takers.put(
        "quoting", value -> quoteAll = OptionDict.oneOf("quoting", value, ALL, NEEDED, where));
    takers.put("line_end", value -> crlf = OptionDict.oneOf("line_end", value, CRLF, LF, where));
    takers.put(
        "formulas",
        value -> escapeFormulas = OptionDict.oneOf("formulas", value, ESCAPE, KEEP, where));
    takers.put("ragged", value -> ragged = OptionDict.bool("ragged", value, where));
    OptionDict.take(options, takers, where);
    format.check();
    if (quoteAll && format.quote() == CsvFormat.NONE) {
      throw Failure.badarg(where, "the option :quoting is :all, and there is no :quote");
    }
  }

  private void takeHeader(Object value) {
    if (value instanceof Boolean wanted) {
      header = wanted;
    } else if (value instanceof Seq seq && !seq.isKnownText()) {
      names = CsvColumns.names(seq, where);
    } else {
      throw Failure.type(where, "a Boolean or a Seq of names for :header", value);
    }
  }
}

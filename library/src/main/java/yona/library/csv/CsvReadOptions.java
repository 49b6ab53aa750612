package yona.library.csv;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;
import yona.library.text.TextEncoding;
import yona.library.text.Transcoder;

/** How a text is read. */
final class CsvReadOptions {
  /** The longest array there is. */
  static final int MOST = Integer.MAX_VALUE - 8;

  private static final Symbol SYMBOL = Symbol.of("symbol");
  private static final Symbol STRING = Symbol.of("string");
  private static final Symbol KEEP = Symbol.of("keep");
  private static final Symbol SKIP = Symbol.of("skip");
  private static final Symbol REPLACE = Symbol.of("replace");
  private static final Symbol ERROR = Symbol.of("error");

  private final String where;
  final CsvFormat format;

  /** Whether the first row names the columns. */
  boolean header;

  /** The names that the program gives. */
  Object @Nullable [] names;

  /** Whether names of the first row that are names of the language become Symbols. */
  boolean symbols;

  /** What fields become that stay no Strings, by their column's name or number. */
  final Map<Object, CsvType> types = new HashMap<>();

  /** Whether a row that is wrong is an element, and not an error. */
  boolean keepsBad;

  boolean keepBlankLines;
  boolean trim;
  boolean ragged;

  /** What the bytes are that are read; null for UTF-8. */
  @Nullable TextEncoding encoding;

  /** Whether bytes that are no text become U+FFFD. */
  boolean lossy;

  int maxField = 16 << 20;
  int maxRecord = 64 << 20;
  int maxColumns = 1_000_000;

  /** Those without which a text is read as RFC 4180 has it. */
  CsvReadOptions(String where) {
    this.where = where;
    this.format = new CsvFormat(where);
  }

  /** Those of a Dict. */
  static CsvReadOptions of(Object options, String where) {
    CsvReadOptions given = new CsvReadOptions(where);
    given.take(options);
    return given;
  }

  private void take(Object options) {
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put("header", this::takeHeader);
    takers.put("keys", (value, at) -> symbols = OptionDict.oneOf(value, SYMBOL, STRING, at));
    takers.put("types", this::takeTypes);
    format.addTakers(takers);
    takers.put(
        "blank_lines", (value, at) -> keepBlankLines = OptionDict.oneOf(value, KEEP, SKIP, at));
    takers.put("trim", (value, at) -> trim = OptionDict.bool(value, at));
    takers.put("ragged", (value, at) -> ragged = OptionDict.bool(value, at));
    takers.put("invalid", (value, at) -> lossy = OptionDict.oneOf(value, REPLACE, ERROR, at));
    takers.put("bad", (value, at) -> keepsBad = OptionDict.oneOf(value, KEEP, ERROR, at));
    takers.put("encoding", (value, at) -> encoding = TextEncoding.of(value, at));
    takers.put("max_field", (value, at) -> maxField = limit(value, at));
    takers.put("max_record", (value, at) -> maxRecord = limit(value, at));
    takers.put("max_columns", (value, at) -> maxColumns = limit(value, at));
    OptionDict.take(options, takers, where);
    format.check();
  }

  /** The UTF-8 of some chunks. */
  Supplier<byte @Nullable []> utf8(Supplier<byte @Nullable []> chunks) {
    return encoding == null ? chunks : new Transcoder(encoding, chunks);
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

  private void takeTypes(Object value, String where) {
    if (!(value instanceof Dict dict)) {
      throw Failure.type(where, "a Dict of columns and types", value);
    }
    for (Tuple type : dict) {
      types.put(type.get(0), CsvType.of(type.get(1), where));
    }
  }

  private static int limit(Object value, String where) {
    return (int) Math.min(MOST, Arguments.positive(value, where));
  }
}

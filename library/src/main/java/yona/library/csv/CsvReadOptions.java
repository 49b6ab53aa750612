package yona.library.csv;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
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
    Map<String, Consumer<Object>> takers = new LinkedHashMap<>();
    takers.put("header", this::takeHeader);
    takers.put("keys", value -> symbols = OptionDict.oneOf("keys", value, SYMBOL, STRING, where));
    takers.put("types", this::takeTypes);
    format.addTakers(takers);
    takers.put(
        "blank_lines",
        value -> keepBlankLines = OptionDict.oneOf("blank_lines", value, KEEP, SKIP, where));
    takers.put("trim", value -> trim = OptionDict.bool("trim", value, where));
    takers.put("ragged", value -> ragged = OptionDict.bool("ragged", value, where));
    takers.put(
        "invalid", value -> lossy = OptionDict.oneOf("invalid", value, REPLACE, ERROR, where));
    takers.put("bad", value -> keepsBad = OptionDict.oneOf("bad", value, KEEP, ERROR, where));
    takers.put("encoding", value -> encoding = TextEncoding.of(value, where));
    takers.put("max_field", value -> maxField = limit(value));
    takers.put("max_record", value -> maxRecord = limit(value));
    takers.put("max_columns", value -> maxColumns = limit(value));
    OptionDict.take(options, takers, where);
    format.check();
  }

  /** The UTF-8 of some chunks. */
  Supplier<byte @Nullable []> utf8(Supplier<byte @Nullable []> chunks) {
    return encoding == null ? chunks : new Transcoder(encoding, chunks);
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

  private void takeTypes(Object value) {
    if (!(value instanceof Dict dict)) {
      throw Failure.type(where, "a Dict of columns and types for :types", value);
    }
    for (Tuple type : dict) {
      types.put(type.get(0), CsvType.of(type.get(1), where));
    }
  }

  private int limit(Object value) {
    return (int) Math.min(MOST, Arguments.positive(value, where));
  }
}

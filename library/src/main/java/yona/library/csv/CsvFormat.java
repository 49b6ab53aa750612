package yona.library.csv;

import java.util.Map;
import yona.data.Char;
import yona.data.Unit;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;

/**
 * The characters that have a meaning. They are ASCII, so that a byte tells them in UTF-8. Given by
 * options that reading and writing have in common.
 */
final class CsvFormat {
  /** No character, and no byte either. */
  static final int NONE = 256;

  private final String where;
  private int separator = ',';
  private int quote = '"';
  private int comment = NONE;

  CsvFormat(String where) {
    this.where = where;
  }

  /** Adds what takes the options. */
  void addTakers(Map<String, OptionDict.Taker> takers) {
    takers.put("separator", (value, at) -> separator = character(value, at));
    takers.put("quote", (value, at) -> quote = value instanceof Unit ? NONE : character(value, at));
    takers.put("comment", (value, at) -> comment = character(value, at));
  }

  private static int character(Object value, String where) {
    if (!(value instanceof Char c)) {
      throw Failure.type(where, "a Char", value);
    }
    int point = c.codePoint();
    if (point >= 0x80 || point == '\r' || point == '\n') {
      throw Failure.badarg(
          where, "expected a character of ASCII that ends no line, found " + Failure.shown(c));
    }
    return point;
  }

  /** Raises that two options have the same character. */
  void check() {
    if (separator == quote || separator == comment || (quote == comment && quote != NONE)) {
      throw Failure.badarg(where, ":separator, :quote and :comment are different characters");
    }
  }

  /** What stands between two fields. */
  int separator() {
    return separator;
  }

  /** What stands around a field, or {@link #NONE}. */
  int quote() {
    return quote;
  }

  /** What a line begins with that is no row, or {@link #NONE}. */
  int comment() {
    return comment;
  }

  /** Bytes of which one ends a field that is not in quotes. */
  boolean[] fieldEnds() {
    boolean[] ends = new boolean[256];
    ends[separator] = true;
    ends['\n'] = true;
    ends['\r'] = true;
    return ends;
  }

  /** Whether a character is white space that {@code :trim} removes. */
  boolean isBlank(int c) {
    return (c == ' ' || c == '\t') && c != separator;
  }

  /** How messages tell a number of fields. */
  static String fields(long count) {
    return count == 1 ? "1 field" : count + " fields";
  }
}

package yona.library.csv;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import yona.data.Symbol;
import yona.library.argument.Failure;
import yona.library.text.NumberText;
import yona.library.text.ShortDecimal;

/** What a field becomes. */
enum CsvType {
  STRING("a String"),
  INT("an Int"),
  FLOAT("a Float");

  /** What messages call it. */
  final String described;

  CsvType(String described) {
    this.described = described;
  }

  static CsvType of(Object value, String where) {
    for (CsvType type : values()) {
      if (value.equals(Symbol.of(type.name().toLowerCase(Locale.ROOT)))) {
        return type;
      }
    }
    throw Failure.badarg(
        where,
        "the types of columns are :string, :int and :float, found " + Failure.described(value));
  }

  /**
   * The number of a few plain digits, with a point in a Float.
   *
   * @return null if it is written in another way
   */
  @Nullable Object simple(byte[] bytes, int from, int to) {
    boolean negative = from < to && bytes[from] == '-';
    int first = negative ? from + 1 : from;
    if (to - first > ShortDecimal.DIGITS + 1 || first == to) {
      return null;
    }
    long number = 0;
    int point = -1;
    for (int i = first; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit >= 0 && digit <= 9) {
        number = 10 * number + digit;
      } else if (bytes[i] == '.' && this == FLOAT && point < 0 && i > first && i < to - 1) {
        point = i;
      } else {
        return null;
      }
    }
    if (to - first - (point < 0 ? 0 : 1) > ShortDecimal.DIGITS) {
      return null;
    }
    if (this == INT) {
      return negative ? -number : number;
    }
    double quotient = point < 0 ? number : ShortDecimal.of(number, to - 1 - point);
    return negative ? -quotient : quotient;
  }

  /** The number of a text, however it is written; null if the text is none. */
  @Nullable Object number(String text) {
    if (this == INT) {
      return NumberText.integer64(text, 10);
    }
    return NumberText.decimal(text);
  }
}

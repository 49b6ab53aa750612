package yona.library.csv;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.Symbol;
import yona.library.argument.Failure;
import yona.library.text.NumberText;
import yona.library.text.ShortDecimal;
import yona.library.time.TimeText;

/** What a field becomes. */
enum CsvType {
  STRING("a String"),
  INT("an Int"),
  FLOAT("a Float"),
  BOOLEAN("true or false"),
  DATE("a date such as 2021-03-04"),
  TIME("a time such as 05:06:07"),
  TIMESTAMP("a time with its offset, such as 2021-03-04T05:06:07Z");

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
        "expected :string, :int, :float, :boolean, :date, :time or :timestamp as a column's type,"
            + " found "
            + Failure.described(value));
  }

  /**
   * The number of a few plain digits, with a point in a Float.
   *
   * @return null if it is written in another way
   */
  @Nullable Object simple(byte[] bytes, int from, int to) {
    if (this != INT && this != FLOAT) {
      return null;
    }
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

  /** The value of a text, however it is written; null if the text is none. */
  @Nullable Object value(String text) {
    try {
      return switch (this) {
        case STRING -> Seq.text(text);
        case INT -> NumberText.integer64(text, 10);
        case FLOAT -> NumberText.decimal(text);
        case BOOLEAN -> truth(text);
        case DATE -> Seq.text(LocalDate.parse(text).toString());
        case TIME -> Seq.text(LocalTime.parse(text).format(DateTimeFormatter.ISO_LOCAL_TIME));
        case TIMESTAMP -> TimeText.millis(text);
      };
    } catch (DateTimeException | ArithmeticException _) {
      return null;
    }
  }

  /** Programs write these words in small letters, spreadsheets in capitals. */
  private static @Nullable Boolean truth(String text) {
    if (text.equalsIgnoreCase("true")) {
      return true;
    }
    return text.equalsIgnoreCase("false") ? false : null;
  }
}

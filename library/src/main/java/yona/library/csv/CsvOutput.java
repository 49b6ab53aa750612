package yona.library.csv;

import yona.data.Seq;
import yona.library.argument.Failure;
import yona.library.text.TextOutput;

/** The text of rows. */
final class CsvOutput extends TextOutput {
  private static final char BYTE_ORDER_MARK = '\ufeff';

  private final CsvWriteOptions options;
  private final CsvFormat format;
  private final String where;

  /** Whether a character of Latin-1 makes quotes necessary wherever it stands. */
  private final boolean[] special;

  /** Whether a number can be written as it is. */
  private final boolean plainNumbers;

  CsvOutput(CsvWriteOptions options, String where) {
    super(where);
    this.options = options;
    this.format = options.format;
    this.where = where;
    special = format.fieldEnds();
    if (format.quote() != CsvFormat.NONE) {
      special[format.quote()] = true;
    }
    plainNumbers =
        !options.quoteAll && "-.0123456789E".chars().noneMatch(c -> special[c] || isComment(c));
  }

  /** Puts an Int. */
  void field(long number) {
    if (plainNumbers) {
      put(number);
    } else {
      field(Long.toString(number), false);
    }
  }

  /** Puts a Float. */
  void field(double number) {
    String text = Double.toString(number);
    if (plainNumbers && Double.isFinite(number)) {
      put(text);
    } else {
      field(text, false);
    }
  }

  /** Puts a text, in quotes if it needs them. */
  void field(Seq text) {
    if (copies(text)) {
      int to = count + (int) text.length();
      if (isPlain(to)) {
        count = to;
        return;
      }
    }
    field(text.asString(), true);
  }

  /** Whether what was copied behind the end is a field as it is. */
  private boolean isPlain(int to) {
    if (options.quoteAll || count == to) {
      return !options.quoteAll;
    }
    boolean[] specials = special;
    byte[] all = buffer;
    for (int i = count; i < to; i++) {
      if (specials[all[i] & 0xff]) {
        return false;
      }
    }
    int first = all[count] & 0xff;
    return !needsQuotesAtEdge(first)
        && !needsQuotesAtEdge(all[to - 1] & 0xff)
        && !(options.escapeFormulas && beginsFormula(first));
  }

  /**
   * Puts a text, in quotes if it needs them.
   *
   * @param given whether the program gave it as a text, which a spreadsheet might calculate
   */
  void field(String text, boolean given) {
    String field =
        given && options.escapeFormulas && !text.isEmpty() && beginsFormula(text.charAt(0))
            ? "'" + text
            : text;
    if (options.quoteAll || needsQuotes(field)) {
      quoted(field);
    } else {
      put(field);
    }
  }

  private void quoted(String text) {
    char quote = (char) format.quote();
    if (quote == CsvFormat.NONE) {
      throw Failure.badarg(
          where,
          "the field " + Failure.shown(Seq.text(text)) + " needs quotes, and there is no :quote");
    }
    put(quote);
    int done = 0;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == quote) {
        put(text, done, i + 1);
        done = i;
      }
    }
    put(text, done, text.length());
    put(quote);
  }

  /** Puts the only field of a row, an empty one, which a blank line is not. */
  void emptyRow() {
    quoted("");
  }

  private boolean needsQuotes(String text) {
    if (text.isEmpty()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < special.length && special[c]) {
        return true;
      }
    }
    return needsQuotesAtEdge(text.charAt(0)) || needsQuotesAtEdge(text.charAt(text.length() - 1));
  }

  /** Whether a reader might take a character at the edge of a field for something else. */
  private boolean needsQuotesAtEdge(int c) {
    return format.quote() != CsvFormat.NONE
        && (c == BYTE_ORDER_MARK || format.isBlank(c) || isComment(c));
  }

  private boolean isComment(int c) {
    return c == format.comment();
  }

  /** Whether a spreadsheet calculates a text that begins so. */
  private static boolean beginsFormula(int c) {
    return switch (c) {
      case '=', '+', '-', '@', '\t', '\r' -> true;
      default -> false;
    };
  }

  void separator() {
    put((char) format.separator());
  }

  void endRow() {
    if (options.crlf) {
      put('\r', '\n');
    } else {
      put('\n');
    }
  }
}

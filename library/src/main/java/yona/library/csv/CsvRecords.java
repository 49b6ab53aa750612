package yona.library.csv;

import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.Symbol;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;
import yona.library.text.ByteOrderMark;
import yona.library.text.SourceText;
import yona.library.text.TextEncoding;
import yona.library.text.TextFault;
import yona.library.text.TextPosition;

/**
 * The records of a text in UTF-8 that comes in chunks, and where the fields of one begin and end.
 * Held are the chunk that was asked for last, and what came before it of a record that has not
 * ended. A field is copied once, out of the chunk. For one thread.
 *
 * <p>As in RFC 4180, but a line may end with LF or CR too, and a quote within a field that does not
 * begin with one is a character like any other.
 */
final class CsvRecords {
  private static final Symbol CSV_ERROR = Symbol.of("csv_error");

  private final Supplier<byte @Nullable []> chunks;
  private final CsvReadOptions options;
  private final String where;
  private final CsvFormat format;
  private final boolean[] fieldEnds;

  private byte[] bytes = new byte[0];

  /** The first byte of the record. */
  private int start;

  /** The byte that is looked at. */
  private int at;

  private int end;

  /** The line of {@link #start}. */
  private long line = 1;

  private boolean begun;

  /** Whether the chunk ended with a CR, whose LF may come. */
  private boolean behindReturn;

  /**
   * Of each field the first byte and the one behind the last, counted from {@link #start}; the
   * complement of the latter if quotes in it are doubled.
   */
  private int[] bounds = new int[32];

  private int count;

  /** The record's bytes without the end of its line. */
  private int length;

  /** The first byte of the field, counted from {@link #start}. */
  private int field;

  private boolean quotes;

  /** The last fault of the record; null if none was found yet. */
  private @Nullable TextFault fault;

  /**
   * The records of some chunks.
   *
   * @param chunks gives the next bytes, which may be empty; null at the end
   */
  CsvRecords(Supplier<byte @Nullable []> chunks, CsvReadOptions options, String where) {
    this.chunks = chunks;
    this.options = options;
    this.where = where;
    this.format = options.format;
    this.fieldEnds = format.fieldEnds();
  }

  /** Goes to the next record; false if there is none. */
  boolean next() {
    fault = null;
    do {
      if (!begin()) {
        return false;
      }
      record();
    } while (!options.keepBlankLines && isBlank());
    return true;
  }

  /** How many fields the record has: one or more. */
  int count() {
    return count;
  }

  /** The text of a field. */
  Seq text(int index) {
    int from = start + bounds[2 * index];
    int to = bounds[2 * index + 1];
    if (to >= 0) {
      return text(bytes, from, start + to, index);
    }
    byte[] plain = new byte[start + ~to - from];
    int size = 0;
    for (int i = from; i < start + ~to; i++) {
      plain[size++] = bytes[i];
      i += bytes[i] == format.quote() ? 1 : 0;
    }
    return text(plain, 0, size, index);
  }

  private Seq text(byte[] utf8, int from, int to, int index) {
    if (options.lossy) {
      return Seq.utf8Lossy(utf8, from, to);
    }
    try {
      return Seq.utf8(utf8, from, to);
    } catch (CharacterCodingException e) {
      throw notUtf8(index);
    }
  }

  private YonaError notUtf8(int index) {
    int from = bounds[2 * index];
    int to = bounds[2 * index + 1];
    int end = to < 0 ? ~to : to;
    int place = from + SourceText.validLength(bytes, start + from, start + end);
    TextEncoding encoding = options.encoding;
    return fault(
        place,
        encoding == null
            ? SourceText.invalid(bytes[start + place])
            : "expected " + encoding.name() + ", found bytes that stand for no character");
  }

  /**
   * What a field says as another type.
   *
   * @param name of its column; null without one
   * @return the value; null if the field is empty
   */
  @Nullable Object value(int index, CsvType type, @Nullable Object name) {
    int from = start + bounds[2 * index];
    int to = start + bounds[2 * index + 1];
    if (from == to) {
      return null;
    }
    Object simple = to < from ? null : type.simple(bytes, from, to);
    if (simple != null) {
      return simple;
    }
    Seq text = text(index);
    Object value = type.value(text.asString());
    if (value == null) {
      throw faultAt(
          index,
          "expected "
              + type.described
              + (name == null ? "" : " for " + Failure.shown(name))
              + ", found "
              + Failure.shown(text));
    }
    return value;
  }

  // Records

  /** Goes to the first byte of the next record. */
  private boolean begin() {
    if (!begun) {
      begun = true;
      passByteOrderMark();
    } else {
      line = quotes ? position(at - start).line() : line + 1;
      start = at;
    }
    while (isMore()) {
      byte c = bytes[at];
      boolean endsLine = behindReturn && c == '\n';
      behindReturn = false;
      if (endsLine) {
        at++;
        start = at;
      } else if (c == format.comment()) {
        passLine();
      } else {
        return true;
      }
    }
    return false;
  }

  private void passByteOrderMark() {
    while (end < 3 && fetch()) {
      // It has three bytes.
    }
    at = ByteOrderMark.length(bytes, 0, end);
    start = at;
  }

  private void passLine() {
    do {
      while (at < end && bytes[at] != '\n' && bytes[at] != '\r') {
        at++;
      }
      start = at;
    } while (at == end && isMore());
    endLine();
    start = at;
    line++;
  }

  private void endLine() {
    behindReturn = false;
    if (at == end) {
      return;
    }
    boolean isReturn = bytes[at++] == '\r';
    if (isReturn && at < end && bytes[at] == '\n') {
      at++;
    } else {
      behindReturn = isReturn && at == end;
    }
  }

  private boolean isBlank() {
    return count == 1 && !quotes && bounds[0] == bounds[1];
  }

  private void record() {
    count = 0;
    quotes = false;
    int separator = format.separator();
    while (true) {
      field();
      if (at == end || bytes[at] != separator) {
        length = at - start;
        if (length > options.maxRecord) {
          throw tooLongRecord();
        }
        endLine();
        return;
      }
      at++;
    }
  }

  /** Goes behind a field, to the separator, the end of the line or of the text. */
  private void field() {
    field = at - start;
    if (options.trim) {
      passBlanks();
    }
    if (isMore() && bytes[at] == format.quote()) {
      quotedField();
    } else {
      plainField();
    }
  }

  private void passBlanks() {
    do {
      while (at < end && format.isBlank(bytes[at])) {
        at++;
      }
      field = at - start;
    } while (at == end && isMore());
  }

  private void plainField() {
    int from = at - start;
    do {
      byte[] all = bytes;
      boolean[] ends = fieldEnds;
      int i = at;
      int to = end;
      while (i < to && !ends[all[i] & 0xff]) {
        i++;
      }
      at = i;
    } while (at == end && isMore());
    int to = at - start;
    checkLength(from, to);
    if (options.trim) {
      while (to > from && format.isBlank(bytes[start + to - 1])) {
        to--;
      }
    }
    add(from, to, false);
  }

  private void quotedField() {
    quotes = true;
    int open = at - start;
    int quote = format.quote();
    boolean doubled = false;
    at++;
    while (true) {
      do {
        while (at < end && bytes[at] != quote) {
          at++;
        }
      } while (at == end && isMore());
      if (at == end) {
        throw fault(open, "expected a closing quote, found the end of the text");
      }
      at++;
      if (!isMore() || bytes[at] != quote) {
        break;
      }
      doubled = true;
      at++;
    }
    checkLength(open + 1, at - 1 - start);
    add(open + 1, at - 1 - start, doubled);
    if (options.trim) {
      passBlanks();
    }
    if (isMore() && !fieldEnds[bytes[at] & 0xff]) {
      throw fault(
          at - start,
          "expected the separator or the end of the line behind a closing quote, found " + found());
    }
  }

  private void checkLength(int from, int to) {
    if (to - from > options.maxField) {
      throw tooLongField();
    }
  }

  private void add(int from, int to, boolean doubled) {
    if (count == options.maxColumns) {
      throw fault(field, "more fields than the limit of " + options.maxColumns + " (:max_columns)");
    }
    if (bounds.length < 2 * count + 2) {
      bounds = Arrays.copyOf(bounds, 2 * bounds.length);
    }
    bounds[2 * count] = from;
    bounds[2 * count + 1] = doubled ? ~to : to;
    count++;
  }

  // Bytes

  /** Whether there is a byte to be looked at. */
  private boolean isMore() {
    while (at == end) {
      if (!fetch()) {
        return false;
      }
    }
    return true;
  }

  /** Asks for more bytes; false at the end. */
  private boolean fetch() {
    int kept = end - start;
    if (kept - field > options.maxField + 2L) {
      // With its quotes.
      throw tooLongField();
    }
    if (kept > options.maxRecord) {
      throw tooLongRecord();
    }
    return append();
  }

  private boolean append() {
    byte[] more = chunks.get();
    if (more == null) {
      return false;
    }
    int kept = end - start;
    if (kept > CsvReadOptions.MOST - more.length) {
      throw tooLongRecord();
    }
    if (kept == 0) {
      bytes = more;
    } else if (start > 0) {
      byte[] all = new byte[kept + more.length];
      System.arraycopy(bytes, start, all, 0, kept);
      System.arraycopy(more, 0, all, kept, more.length);
      bytes = all;
    } else {
      if (bytes.length < kept + more.length) {
        long doubled = Math.min(CsvReadOptions.MOST, 2L * kept);
        bytes = Arrays.copyOf(bytes, Math.max(kept + more.length, (int) doubled));
      }
      System.arraycopy(more, 0, bytes, kept, more.length);
    }
    at -= start;
    start = 0;
    end = kept + more.length;
    return true;
  }

  // Errors

  /** The error of a field, at its first character. */
  YonaError faultAt(int index, String message) {
    return fault(bounds[2 * index], message);
  }

  /** The error of a record that ends too early. */
  YonaError faultAtEnd(String message) {
    return fault(length, message);
  }

  private YonaError tooLongField() {
    return fault(
        field, "a field longer than the limit of " + options.maxField + " bytes (:max_field)");
  }

  private YonaError tooLongRecord() {
    return fault(0, "a row longer than the limit of " + options.maxRecord + " bytes (:max_record)");
  }

  private YonaError fault(int place, String message) {
    TextPosition position = position(place);
    fault = new TextFault(position.line(), position.column(), message);
    return Failure.of(CSV_ERROR, where + ": " + fault);
  }

  /** The last fault of the record; null if none was found. */
  @Nullable TextFault fault() {
    return fault;
  }

  /** The text of the record. */
  Seq text() {
    return Seq.utf8Lossy(bytes, start, start + length);
  }

  private TextPosition position(int place) {
    TextPosition position = new TextPosition(line);
    position.pass(bytes, start, start + place);
    return position;
  }

  /** The character that is looked at. */
  private String found() {
    while (end - at < 4 && append()) {
      // It has up to four bytes.
    }
    return Failure.shown(Seq.utf8Lossy(bytes, at, Math.min(end, at + 4)).head());
  }
}

package yona.http.files;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The parts of a file that a request asks for (RFC 9110, section 14.1.2). */
final class ByteRanges {

  /** A request for more gets the whole, which is less work (RFC 9110, section 14.2). */
  private static final int MOST = 16;

  private static final String UNIT = "bytes=";

  /** Digits of a number that a long surely holds. */
  private static final int MOST_DIGITS = 18;

  /**
   * A part.
   *
   * @param first the first byte
   * @param last the last byte
   */
  record Range(long first, long last) {

    long length() {
      return last - first + 1;
    }

    /** The value of Content-Range. */
    String of(long size) {
      return "bytes " + first + "-" + last + "/" + size;
    }
  }

  private ByteRanges() {}

  /**
   * Reads the field Range.
   *
   * @param field its value
   * @param size of the file, in bytes
   * @return the parts that there are; none if the file has none of them; null for the whole file:
   *     the field is none of bytes, or asks for more work than the whole
   */
  static @Nullable List<Range> parsed(String field, long size) {
    if (!field.toLowerCase(Locale.ROOT).startsWith(UNIT)) {
      return null;
    }
    String[] items = field.substring(UNIT.length()).split(",", MOST + 1);
    if (items.length > MOST) {
      return null;
    }
    List<Range> ranges = new ArrayList<>();
    long total = 0;
    for (String item : items) {
      String text = item.strip();
      int dash = text.indexOf('-');
      long from = dash < 0 ? -1 : number(text.substring(0, dash));
      long to = dash < 0 ? -1 : number(text.substring(dash + 1));
      boolean isSuffix = dash == 0;
      boolean isOpen = dash == text.length() - 1;
      if (dash < 0 || (isSuffix ? to < 0 : from < 0 || (!isOpen && to < from))) {
        return null;
      }
      long first = isSuffix ? Math.max(0, size - to) : from;
      long last = isSuffix || isOpen ? size - 1 : Math.min(to, size - 1);
      if (first <= last) {
        Range range = new Range(first, last);
        if (ranges.stream().anyMatch(each -> overlap(each, range))) {
          return null;
        }
        ranges.add(range);
        total += range.length();
      }
    }
    return ranges.size() > 1 && total >= size ? null : List.copyOf(ranges);
  }

  private static boolean overlap(Range one, Range other) {
    return one.first <= other.last && other.first <= one.last;
  }

  /** A number; -1 if it is none. One that is too long is beyond every file. */
  private static long number(String digits) {
    if (digits.isEmpty() || !digits.chars().allMatch(each -> each >= '0' && each <= '9')) {
      return -1;
    }
    return digits.length() > MOST_DIGITS ? Long.MAX_VALUE : Long.parseLong(digits);
  }
}

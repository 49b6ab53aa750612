package yona.library.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import yona.language.runtime.Walk;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;
import yona.library.stream.Stream;
import yona.library.text.TextPosition;

/**
 * A place in a JSON text that comes in chunks, and the values that are read from there on.
 *
 * <p>Only the chunk that was asked for last is held, and what came before it of a value that has
 * not ended. Where a value ends is found by its brackets and quotes alone; then it is read like any
 * other text. A long one is looked at before its end, too: what is wrong with it is not waited for
 * until memory is full.
 */
final class JsonCursor {
  /** Stands for a byte at the end of the text. */
  static final int END = -1;

  /** The first of the lengths at which an unfinished value is looked at; each doubles the last. */
  private static final int FIRST_LOOK = 1 << 12;

  /** The longest array there is. */
  private static final int MOST = Integer.MAX_VALUE - 8;

  private final Walk chunks;

  /** Of each value. */
  private final JsonLimits limits;

  /** The function that the program called, for errors. */
  private final String where;

  private byte[] bytes = new byte[0];

  /** The first byte that is still needed: where a value begins that has not ended. */
  private int start;

  /** The byte that is looked at. */
  private int at;

  private int end;

  /** Of {@link #start}. */
  private final TextPosition position = new TextPosition();

  /** The length of an unfinished value at which it is looked at. */
  private int look;

  /** What may stand behind the value that is read. */
  private String behind = JsonFault.NOTHING;

  /** Begins the walk of the chunks, each a String or Bytes. */
  JsonCursor(Stream chunks, JsonLimits limits, String where) {
    this.limits = limits;
    this.where = where;
    this.chunks = chunks.walk();
  }

  /** Ends the walk of the chunks. */
  void close() {
    chunks.close();
  }

  // Bytes

  /** Asks for more bytes; false at the end. */
  private boolean fetch() {
    byte[] more = JsonText.chunk(chunks, where);
    if (more == null) {
      return false;
    }
    int kept = end - start;
    if (kept > MOST - more.length) {
      throw tooLarge(MOST);
    }
    if (kept == 0) {
      bytes = more;
    } else {
      if (start > 0) {
        byte[] all = new byte[kept + more.length];
        System.arraycopy(bytes, start, all, 0, kept);
        bytes = all;
      } else if (bytes.length < kept + more.length) {
        bytes = Arrays.copyOf(bytes, Math.max(kept + more.length, 2 * kept));
      }
      System.arraycopy(more, 0, bytes, kept, more.length);
    }
    at -= start;
    start = 0;
    end = kept + more.length;
    return true;
  }

  /** Whether there is a byte to be looked at. */
  private boolean isMore() {
    while (at == end) {
      if (!fetch()) {
        return false;
      }
    }
    return true;
  }

  /** What comes before the place that is looked at is needed no more. */
  private void pass() {
    position.pass(bytes, start, at);
    start = at;
  }

  /** Goes to the first byte of the text, behind a byte order mark; the byte, or {@link #END}. */
  int first() {
    while (end < 3 && fetch()) {
      // A byte order mark has three bytes.
    }
    start = JsonText.start(bytes, end);
    at = start;
    return space();
  }

  /** Goes to the next byte that is no white space; the byte, or {@link #END}. */
  int space() {
    do {
      while (at < end && isSpace(bytes[at])) {
        at++;
      }
      pass();
    } while (at == end && isMore());
    return at == end ? END : bytes[at] & 0xff;
  }

  /** Goes behind the byte here, which is a bracket, a comma or a colon. */
  void take() {
    at++;
  }

  private static boolean isSpace(byte c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }

  // Values

  /**
   * The value that begins here. Goes behind it.
   *
   * @param first the byte here
   * @param keys those of its objects
   * @param after what may stand behind it, for errors
   */
  Object value(int first, JsonKeys keys, String after) {
    end(first, after);
    Object value = JsonText.parse(bytes, start, at, this::fault, limits.depth(), keys, where);
    pass();
    return value;
  }

  /** Goes behind a value like {@link #value}, which is looked at and not made. */
  void skip(int first, String after) {
    end(first, after);
    YonaError fault = fault();
    if (fault != null) {
      throw fault;
    }
    pass();
  }

  /** Goes behind the value that begins here, as far as its brackets and quotes tell. */
  private void end(int first, String after) {
    behind = after;
    look = FIRST_LOOK;
    switch (first) {
      case '{', '[' -> brackets();
      case '"' -> string();
      default -> {
        scalar();
        if (at == start) {
          throw expected("a value");
        }
      }
    }
    if (at - start > limits.size()) {
      throw tooLarge((int) limits.size());
    }
  }

  /** Goes behind the bracket that closes the one here. */
  private void brackets() {
    long depth = 0;
    do {
      if (!isMoreOfValue()) {
        return;
      }
      switch (bytes[at]) {
        case '{', '[' -> depth++;
        case '}', ']' -> depth--;
        case '"' -> {
          string();
          continue;
        }
        default -> {}
      }
      at++;
    } while (depth > 0);
  }

  /** Goes behind the string that begins here. */
  private void string() {
    at++;
    while (isMoreOfValue()) {
      byte c = bytes[at++];
      if (c == '"') {
        return;
      }
      if (c == '\\' && isMoreOfValue()) {
        at++;
      }
    }
  }

  /** Goes behind the word or number that begins here; nowhere if none can. */
  private void scalar() {
    while (isMoreOfValue() && !endsScalar(bytes[at])) {
      at++;
    }
  }

  private static boolean endsScalar(byte c) {
    return switch (c) {
      case '[', ']', '{', '}', ',', ':', '"' -> true;
      default -> isSpace(c);
    };
  }

  /** Whether there is another byte of a value that has not ended. */
  private boolean isMoreOfValue() {
    if (at < end) {
      return true;
    }
    int length = at - start;
    if (length > limits.size()) {
      throw tooLarge((int) limits.size());
    }
    if (length >= look) {
      YonaError fault = already(length);
      if (fault != null) {
        throw fault;
      }
      look = 2 * length;
    }
    return isMore();
  }

  // Errors

  /** The fault in so many bytes of a value, which no bytes behind them can mend. */
  private @Nullable YonaError already(int length) {
    return JsonFault.findAlready(bytes, start, start + length, limits, where, position, behind);
  }

  /** What is wrong with the value that ends here; the byte behind it may tell. */
  private @Nullable YonaError fault() {
    YonaError fault = JsonFault.find(bytes, start, at, limits, where, position, behind);
    return fault == null || at == end
        ? fault
        : JsonFault.find(bytes, start, at + 1, limits, where, position, behind);
  }

  /** The value that begins here is longer than a limit; what is wrong before that comes first. */
  private YonaError tooLarge(int limit) {
    YonaError fault = already(Math.min(limit, end - start));
    return fault != null
        ? fault
        : error("a value larger than the limit of " + limit + " bytes (:max_size)");
  }

  /** Something is wrong here, where a value begins. */
  YonaError error(String what) {
    return Failure.of(JsonText.PARSER_ERROR, where + ": " + position + ": " + what);
  }

  /** Something else should stand here, where {@link #space} has led. */
  YonaError expected(String what) {
    while (at < end && JsonFault.isCut(bytes, at, end) && fetch()) {
      // What is found goes on in the next chunk.
    }
    return JsonFault.expected(what, bytes, at, end, where, position);
  }
}

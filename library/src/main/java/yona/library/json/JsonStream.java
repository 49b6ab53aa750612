package yona.library.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.language.runtime.Walk;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;
import yona.library.stream.Stream;
import yona.library.stream.StreamSource;
import yona.library.text.TextPosition;

/**
 * The values of a JSON text that comes in chunks: the elements of the array that the text begins
 * with, else the values that stand one behind the other.
 *
 * <p>Only the chunk that was asked for last is held, and what came before it of a value that has
 * not ended. Where a value ends is found by its brackets and quotes alone; then it is read like any
 * other text. A long one is looked at before its end, too: what is wrong with it is not waited for
 * until memory is full.
 */
final class JsonStream extends StreamSource {
  private static final JsonLimits LIMITS = JsonLimits.USUAL;
  private static final String SEPARATOR = "',' or ']'";
  private static final int END = -1;

  /** The first of the lengths at which an unfinished value is looked at; each doubles the last. */
  private static final int FIRST_LOOK = 1 << 12;

  /** What may come next. */
  private enum Next {
    START,
    VALUE,
    FIRST_ELEMENT,
    ELEMENT,
    SEPARATOR,
    NOTHING
  }

  private final Walk chunks;

  /** The function that the program called, for errors. */
  private final String where;

  private JsonKeys keys = new JsonKeys();
  private Next next = Next.START;

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

  /** Begins the walk of the chunks, each a String or Bytes. */
  JsonStream(Stream chunks, String where) {
    this.where = where;
    this.chunks = chunks.walk();
  }

  @Override
  protected void close() {
    chunks.close();
  }

  @Override
  protected @Nullable Object next() {
    while (true) {
      int c = next == Next.START ? first() : space();
      switch (next) {
        case START -> {
          next = c == '[' ? Next.FIRST_ELEMENT : Next.VALUE;
          at += c == '[' ? 1 : 0;
        }
        case VALUE -> {
          return c == END ? null : value(c);
        }
        case FIRST_ELEMENT, ELEMENT -> {
          if (c == ']' && next == Next.FIRST_ELEMENT) {
            at++;
            next = Next.NOTHING;
          } else if (c == END && next == Next.FIRST_ELEMENT) {
            throw expected("a value or ']'");
          } else {
            next = Next.SEPARATOR;
            return value(c);
          }
        }
        case SEPARATOR -> {
          if (c != ',' && c != ']') {
            throw expected(SEPARATOR);
          }
          at++;
          next = c == ',' ? Next.ELEMENT : Next.NOTHING;
        }
        case NOTHING -> {
          if (c != END) {
            throw expected("the end of the text, behind the array whose elements are the values");
          }
          return null;
        }
      }
    }
  }

  // The bytes

  /** Asks for more bytes; false at the end. */
  private boolean fetch() {
    @Nullable Object chunk = chunks.pull();
    if (chunk == null) {
      return false;
    }
    if (!(chunk instanceof Seq seq && (seq.isText() || seq.isBytes()))) {
      throw Failure.type(where, "a Stream of Strings or Bytes", chunk);
    }
    byte[] more = seq.isBytes() ? seq.toByteArray() : seq.toUtf8();
    int kept = end - start;
    if (kept > LIMITS.size() - more.length) {
      throw Failure.of(
          JsonText.PARSER_ERROR,
          where
              + ": "
              + position
              + ": a value larger than the limit of "
              + LIMITS.size()
              + " bytes");
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
  private int first() {
    while (end < 3 && fetch()) {
      // A byte order mark has three bytes.
    }
    start = JsonText.start(bytes, end);
    at = start;
    return space();
  }

  /** Goes to the next byte that is no white space; the byte, or {@link #END}. */
  private int space() {
    do {
      while (at < end && isSpace(bytes[at])) {
        at++;
      }
      pass();
    } while (at == end && isMore());
    return at == end ? END : bytes[at] & 0xff;
  }

  private static boolean isSpace(byte c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }

  // Values

  /** The value that begins here. */
  private Object value(int first) {
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
    if (keys.isFull()) {
      keys = new JsonKeys();
    }
    Object value = JsonText.parse(bytes, start, at, this::fault, LIMITS.depth(), keys, where);
    pass();
    return value;
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
    if (at - start >= look) {
      YonaError fault = JsonFault.findAlready(bytes, start, at, LIMITS, where, position, behind());
      if (fault != null) {
        throw fault;
      }
      look = 2 * (at - start);
    }
    return isMore();
  }

  // Errors

  /** What may stand behind a value. */
  private String behind() {
    return next == Next.SEPARATOR ? SEPARATOR : "white space or another value behind a value";
  }

  /** What is wrong with the value that ends here; the byte behind it may tell. */
  private @Nullable YonaError fault() {
    YonaError fault = JsonFault.find(bytes, start, at, LIMITS, where, position, behind());
    return fault == null || at == end
        ? fault
        : JsonFault.find(bytes, start, at + 1, LIMITS, where, position, behind());
  }

  /** Something else should stand here. */
  private YonaError expected(String what) {
    while (at < end && JsonFault.isCut(bytes, at, end) && fetch()) {
      // What is found goes on in the next chunk.
    }
    return JsonFault.expected(what, bytes, at, end, where, position);
  }
}

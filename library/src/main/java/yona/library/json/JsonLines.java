package yona.library.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.Tuple;
import yona.io.buffer.Newlines;
import yona.language.runtime.Walk;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;
import yona.library.stream.Stream;
import yona.library.stream.StreamSource;
import yona.library.text.TextFault;

/**
 * The values of JSON lines, a text that comes in chunks. No value holds a newline, so a line that
 * is wrong does not hide where the next one begins.
 */
final class JsonLines extends StreamSource {
  /** The longest array there is. */
  private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

  /** The longest line: half of an array, the rest of which a chunk has. */
  private static final long MOST = 1L << 30;

  private final Walk chunks;
  private final JsonOptions options;
  private final JsonLimits limits;
  private final String where;
  private JsonKeys keys;

  private byte[] bytes = {};
  private int end;

  /** Where the line stands in the bytes, without its newline. */
  private int from;

  private int to;

  /** Where the next line begins. */
  private int next;

  private long line;

  /** What is wrong with the line; null as long as nothing is known to be. */
  private @Nullable TextFault fault;

  /** Begins the walk of the chunks, each a String or Bytes. */
  JsonLines(Stream chunks, JsonOptions options, String where) {
    this.options = options;
    this.limits = new JsonLimits(options.limits().depth(), Math.min(MOST, options.limits().size()));
    this.keys = options.keys();
    this.where = where;
    this.chunks = chunks.walk();
  }

  @Override
  protected void close() {
    chunks.close();
  }

  @Override
  protected @Nullable Object next() {
    do {
      if (!findLine()) {
        return null;
      }
    } while (isBlank());
    Object element = options.keepsBad() ? outcome() : value();
    return options.numbersLines() ? Tuple.of(line, element) : element;
  }

  // Lines

  /** Goes to the next line; false at the end of the text. */
  private boolean findLine() {
    line++;
    from = next;
    int newline = Newlines.next(bytes, from, end);
    while (newline == end) {
      int looked = Math.min(end - from, longestKept());
      if (looked == longestKept()) {
        // The rest of a line that is too long is not kept.
        end = from + looked;
        if (!options.keepsBad()) {
          throw tooLarge();
        }
      }
      if (!fetch()) {
        if (end == from) {
          return false;
        }
        begin(end, end);
        return true;
      }
      newline = Newlines.next(bytes, from + looked, end);
    }
    begin(newline, newline + 1);
    return true;
  }

  /** As many bytes are too long for a line, even with a byte order mark before it and CR behind. */
  private int longestKept() {
    return (int) limits.size() + 5;
  }

  private void begin(int newline, int behind) {
    if (line == 1) {
      from = JsonText.start(bytes, newline);
    }
    to = Newlines.lineEnd(bytes, from, newline);
    next = behind;
    fault = null;
  }

  /** Asks for more bytes; false at the end. */
  private boolean fetch() {
    byte[] more = JsonText.chunk(chunks, where);
    if (more == null) {
      return false;
    }
    int kept = end - from;
    if (kept == 0) {
      bytes = more;
    } else {
      if (more.length > MOST_BYTES - kept) {
        throw tooLarge();
      }
      int length = kept + more.length;
      if (from > 0 || bytes.length < length) {
        byte[] all = new byte[(int) Math.max(length, Math.min(2L * kept, longestKept()))];
        System.arraycopy(bytes, from, all, 0, kept);
        bytes = all;
      }
      System.arraycopy(more, 0, bytes, kept, more.length);
    }
    from = 0;
    end = kept + more.length;
    return true;
  }

  private boolean isBlank() {
    for (int i = from; i < to; i++) {
      if (bytes[i] != ' ' && bytes[i] != '\t' && bytes[i] != '\r') {
        return false;
      }
    }
    return true;
  }

  // Values

  private Object value() {
    if (to - from > limits.size()) {
      throw tooLarge();
    }
    if (keys.isFull()) {
      keys = options.keys();
    }
    return JsonText.parse(bytes, from, to, this::fault, limits.depth(), keys, where);
  }

  /** The value as a result, or what is wrong. */
  private Object outcome() {
    try {
      return TextFault.ok(value());
    } catch (YonaError error) {
      if (fault == null) {
        throw error;
      }
      return fault.outcome(text());
    }
  }

  private Seq text() {
    int shown = (int) Math.min(to - from, limits.size());
    return Seq.utf8Lossy(Arrays.copyOfRange(bytes, from, from + shown), 0, shown);
  }

  private @Nullable YonaError fault() {
    JsonFault.@Nullable Place found =
        JsonFault.place(bytes, from, to, limits, JsonFault.END_OF_LINE);
    if (found == null) {
      return null;
    }
    long column = 1;
    for (int i = from; i < found.index(); i++) {
      // The second byte of a character is no column, nor are those behind it.
      column += (bytes[i] & 0xc0) == 0x80 ? 0 : 1;
    }
    return raised(new TextFault(line, column, found.message()));
  }

  private YonaError tooLarge() {
    return raised(
        new TextFault(
            line, 1, "a line larger than the limit of " + limits.size() + " bytes (:max_size)"));
  }

  private YonaError raised(TextFault found) {
    fault = found;
    return Failure.of(JsonText.PARSER_ERROR, where + ": " + found);
  }
}

package yona.library.stream;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import yona.io.buffer.Newlines;
import yona.language.runtime.Walk;
import yona.library.argument.Arguments;
import yona.library.text.LineOptions;
import yona.library.text.LineQueue;

/** The lines of a text that comes in chunks, Strings or Bytes. */
final class StreamLines extends StreamSource {
  private final Walk chunks;
  private final LineQueue lines;
  private final int longest;
  private final String where;

  /** What has come of a line that goes on in the next chunk; the array may be longer. */
  private byte[] begun = {};

  private int length;

  /** Begins the walk of the chunks. */
  StreamLines(Stream chunks, LineOptions options, String where) {
    this.chunks = chunks.walk();
    this.lines = new LineQueue(where, options);
    this.longest = options.longest();
    this.where = where;
  }

  @Override
  protected @Nullable Object next() {
    while (lines.isEmpty()) {
      @Nullable Object chunk = chunks.pull();
      if (chunk == null) {
        if (length == 0) {
          return null;
        }
        lines.add(begun, 0, length);
        length = 0;
      } else {
        take(Arguments.data(chunk, where));
      }
    }
    return lines.remove();
  }

  private void take(byte[] chunk) {
    int from = 0;
    if (length > 0) {
      int newline = Newlines.next(chunk, 0, chunk.length);
      keep(chunk, 0, newline);
      if (newline == chunk.length) {
        return;
      }
      lines.add(begun, 0, Newlines.lineEnd(begun, 0, length));
      length = 0;
      from = newline + 1;
    }
    from = Newlines.each(chunk, from, chunk.length, lines::add);
    keep(chunk, from, chunk.length);
  }

  private void keep(byte[] chunk, int from, int to) {
    int more = to - from;
    // A CR before the end of the line does not count.
    if (more > longest + 1 - length) {
      throw lines.tooLong();
    }
    if (length + more > begun.length) {
      begun =
          Arrays.copyOf(
              begun, Math.max(length + more, (int) Math.min(2L * begun.length, longest + 1)));
    }
    System.arraycopy(chunk, from, begun, length, more);
    length += more;
  }
}

package yona.library.system;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import yona.async.stm.STM;
import yona.data.Seq;
import yona.io.Cutter;
import yona.io.buffer.Newlines;
import yona.io.console.Console;
import yona.language.runtime.Invocation;
import yona.library.stream.ChunkedLines;
import yona.library.stream.StreamSource;
import yona.library.text.LineOptions;
import yona.library.text.LineQueue;

/**
 * Standard input as it is asked for: a read takes no more than what it gives, and the rest is there
 * for others.
 */
abstract class StandardInput extends StreamSource {
  private static final int LONGEST_CHUNK = 64 << 10;

  /** Reads on; null at the end, and in a program that has no input. */
  static byte @Nullable [] read(int limit, Cutter cutter) {
    STM.effect("reading");
    if (!Invocation.hasInput()) {
      return null;
    }
    try {
      return Console.in().readSome(limit, cutter);
    } catch (IOException e) {
      throw ConsoleFunctions.unreadable(e);
    }
  }

  /**
   * Lines of what is not UTF-8, which are read in chunks: what is read of the next ones is gone.
   */
  static StreamSource decoded(LineOptions options) {
    return new ChunkedLines(
        () -> read(LONGEST_CHUNK, Cutter.EVERYTHING), options, queue(options), () -> {});
  }

  private static LineQueue queue(LineOptions options) {
    return new LineQueue(ConsoleFunctions.INPUT, options, "stdin_lines_with");
  }

  /** Lines, one at a time. */
  static final class Lines extends StandardInput {
    private final LineQueue lines;

    /** How many bytes of the line have no end among them. */
    private int known;

    Lines(LineOptions options) {
      lines = queue(options);
    }

    @Override
    protected @Nullable Object next() {
      known = 0;
      byte @Nullable [] line = read(Integer.MAX_VALUE, this::cut);
      if (line == null) {
        return null;
      }
      int last = line.length - 1;
      lines.add(line, 0, line[last] == '\n' ? Newlines.lineEnd(line, 0, last) : line.length);
      return lines.remove();
    }

    /** A line with its end. One that is too long stays where it is. */
    private int cut(byte[] buffer, int from, int to, boolean last) {
      int newline = Newlines.next(buffer, from + known, to);
      // A CR may belong to the end of the line.
      int end = newline == to && last ? to : Newlines.lineEnd(buffer, from, newline);
      if (lines.isTooLong(buffer, from, end)) {
        throw lines.tooLong();
      }
      known = to - from;
      if (newline < to) {
        return newline + 1 - from;
      }
      return last ? known : 0;
    }
  }

  /** Bytes, as many at a time as are there. */
  static final class Chunks extends StandardInput {
    @Override
    protected @Nullable Object next() {
      byte @Nullable [] bytes = read(LONGEST_CHUNK, Cutter.EVERYTHING);
      return bytes == null ? null : Seq.bytes(bytes);
    }
  }
}

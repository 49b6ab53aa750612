package yona.library.text;

import java.util.Arrays;
import yona.io.buffer.Newlines;

/**
 * Takes the lines out of the UTF-8 of a text that comes in chunks, which may end anywhere. For one
 * thread.
 */
public final class LineSplitter {
  private final LineQueue lines;
  private final int longest;

  /** What has come of a line that goes on in the next chunk; the array may be longer. */
  private byte[] begun = {};

  private int length;

  /**
   * One that adds lines to a queue.
   *
   * @param lines the queue
   * @param longest how many bytes a line may have
   */
  public LineSplitter(LineQueue lines, int longest) {
    this.lines = lines;
    this.longest = longest;
  }

  /** Adds the lines that end in a chunk. */
  public void add(byte[] chunk) {
    int from = 0;
    if (length > 0) {
      int newline = Newlines.next(chunk, 0, chunk.length);
      if (!keep(chunk, 0, newline) || newline == chunk.length) {
        return;
      }
      lines.add(begun, 0, Newlines.lineEnd(begun, 0, length));
      length = 0;
      from = newline + 1;
    }
    from = Newlines.each(chunk, from, chunk.length, lines::add);
    var _ = keep(chunk, from, chunk.length);
  }

  /** Adds the line without an end that the text may end with. */
  public void end() {
    if (length > 0) {
      lines.add(begun, 0, length);
      length = 0;
    }
  }

  /** Keeps more of a line that has begun; false if it is too long. */
  private boolean keep(byte[] chunk, int from, int to) {
    int more = to - from;
    // A CR before the end of the line does not count, nor does a byte order mark.
    if (more > longest + 4L - length) {
      lines.addTooLong();
      return false;
    }
    if (length + more > begun.length) {
      int doubled = (int) Math.min(2L * begun.length, longest + 4L);
      begun = Arrays.copyOf(begun, Math.max(length + more, doubled));
    }
    System.arraycopy(chunk, from, begun, length, more);
    length += more;
    return true;
  }
}

package yona.library.stream;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.library.text.LineOptions;
import yona.library.text.LineQueue;
import yona.library.text.LineSplitter;
import yona.library.text.TextEncoding;
import yona.library.text.Transcoder;

/** The lines of a text that comes in chunks of bytes, in any encoding. */
public final class ChunkedLines extends StreamSource {
  private final Supplier<byte @Nullable []> chunks;
  private final LineQueue lines;
  private final LineSplitter splitter;
  private final Runnable end;
  private boolean ended;

  /**
   * The lines of some chunks.
   *
   * @param chunks gives one after the other, and null at the end; may suspend
   * @param options how they are read
   * @param lines a queue for that
   * @param end releases what the chunks come from
   */
  public ChunkedLines(
      Supplier<byte @Nullable []> chunks, LineOptions options, LineQueue lines, Runnable end) {
    @Nullable TextEncoding encoding = options.encoding();
    this.chunks = encoding == null ? chunks : new Transcoder(encoding, chunks);
    this.lines = lines;
    this.splitter = new LineSplitter(lines, options.longest());
    this.end = end;
  }

  @Override
  protected @Nullable Object next() {
    while (lines.isEmpty()) {
      if (ended) {
        return null;
      }
      byte @Nullable [] chunk = chunks.get();
      if (chunk == null) {
        ended = true;
        splitter.end();
      } else {
        splitter.add(chunk);
      }
    }
    return lines.remove();
  }

  @Override
  protected void close() {
    end.run();
  }
}

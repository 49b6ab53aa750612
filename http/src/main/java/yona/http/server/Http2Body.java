package yona.http.server;

import java.io.EOFException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import yona.async.Fiber;
import yona.http.Headers;
import yona.http.http2.StreamInput;

/** The body of a request of HTTP/2. For one reader at a time. */
final class Http2Body extends ReceivedBody {

  private final Http2Stream stream;
  private final StreamInput input;

  /** Whether the client sends the body only when it is told to. */
  private boolean awaited;

  Http2Body(
      Http2Stream stream,
      StreamInput input,
      boolean awaited,
      long limit,
      long length,
      ContentMemory memory) {
    super(limit, length, memory);
    this.stream = stream;
    this.input = input;
    this.awaited = awaited;
  }

  @Override
  protected byte @Nullable [] next() throws IOException {
    try {
      if (awaited) {
        awaited = false;
        stream.tellToContinue();
      }
      return input.next();
    } catch (IOException gone) {
      // It ended the stream, or its connection takes nothing any more.
      markGone();
      Fiber.current().checkCancelled();
      throw gone;
    }
  }

  @Override
  public Headers trailers() {
    return input.trailers();
  }

  /** Since when somebody waits for the client, by {@link System#nanoTime}; 0 if nobody does. */
  long waitingSince() {
    return input.waitingSince();
  }

  /** Nothing more will come. */
  void breakOff() {
    input.breakOff(new EOFException("the client ended the request in the middle of its body"));
  }
}

package yona.http.server;

import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.async.Fiber;
import yona.http.Headers;
import yona.http.Response;
import yona.io.connection.Connection;

/** Writes answers to a connection. For one fiber at a time. */
final class ResponseOutput {

  /** Content of so many bytes is written together with its head. */
  private static final int MOST_TOGETHER = 8 << 10;

  /** A client that takes so much within the time for it is not idle. */
  private static final int PIECE = 64 << 10;

  private final Connection connection;
  private final BodyWatch watch;

  /** Whether the connection took no more. */
  private boolean broken;

  /** The head of an answer whose content is being made, until there is some of it. */
  private @Nullable ResponseHead waiting;

  /** Whether content comes in chunks, and none of them is being written. */
  private boolean isBetweenChunks;

  /**
   * Writes to a connection.
   *
   * @param connection the connection
   * @param watch learns when the client is waited for
   */
  ResponseOutput(Connection connection, BodyWatch watch) {
    this.connection = connection;
    this.watch = watch;
  }

  /**
   * Writes an answer. Suspends while the client does not take it. The head goes with the first of
   * the content, so that the answer may still be another one where that fails.
   *
   * @param response the answer
   * @param date the date's line
   * @param isHead whether only the head is asked for
   * @param keep whether the connection goes on
   * @param version what the client speaks
   * @return whether the client knows where the answer ends, so that another one can follow
   * @throws Exception what makes the content may raise anything
   */
  boolean send(Response response, byte[] date, boolean isHead, boolean keep, HttpVersion version)
      throws Exception {
    int status = response.status();
    boolean hasContent = Response.hasContent(status);
    boolean isOpen = response.length() < 0 || response.trailers() != null;
    boolean isChunked = hasContent && isOpen && version.minorVersion() > 0;
    if (response.content() == null && !isChunked) {
      return sendWhole(response, date, isHead, keep, version);
    }
    waiting = null;
    isBetweenChunks = false;
    boolean goesOn = keep && (response.length() >= 0 || !hasContent || isChunked || isHead);
    ResponseHead head = new ResponseHead(status, response.headers(), date);
    if (isChunked) {
      head.chunked();
    } else if (hasContent && response.length() >= 0) {
      head.contentLength(response.length());
    }
    end(head, response, goesOn, version);
    if (isHead || !hasContent) {
      write(head);
    } else if (isChunked) {
      waiting = head;
      isBetweenChunks = true;
      writeChunks(response);
    } else {
      waiting = head;
      MeasuredOutput.write(response.content(), response.length(), this::writePiece);
      writeWaiting();
    }
    return goesOn;
  }

  /**
   * As {@link #send}, for an answer whose content is there.
   *
   * @param response the answer
   * @param date the date's line
   * @param isHead whether only the head is asked for
   * @param keep whether the connection goes on
   * @param version what the client speaks
   * @return whether it does
   * @throws IOException if the client is gone
   */
  boolean sendWhole(
      Response response, byte[] date, boolean isHead, boolean keep, HttpVersion version)
      throws IOException {
    waiting = null;
    isBetweenChunks = false;
    boolean hasContent = Response.hasContent(response.status());
    ResponseHead head = new ResponseHead(response.status(), response.headers(), date);
    if (hasContent) {
      head.contentLength(response.length());
    }
    end(head, response, keep, version);
    if (hasContent && !isHead) {
      writeWithContent(head, response.bytes());
    } else {
      write(head);
    }
    return keep;
  }

  private static void end(
      ResponseHead head, Response response, boolean goesOn, HttpVersion version) {
    if (response.status() == 205) {
      // Here the end of the head does not say that nothing follows (RFC 9110, section 15.3.6).
      head.contentLength(0);
    }
    if (!goesOn) {
      head.close();
    } else if (version.minorVersion() == 0) {
      head.keepAlive();
    }
    head.end();
  }

  /**
   * Ends content that comes in chunks before its maker does; whether the client knows the end then.
   * Suspends.
   */
  boolean endEarly() throws IOException {
    if (!isBetweenChunks) {
      return false;
    }
    writeWaiting();
    write(ResponseHead.behindChunks(Headers.NONE));
    return true;
  }

  /** Whether nothing of the answer has been written that {@link #send} could not end. */
  boolean hasWaiting() {
    return waiting != null;
  }

  private void writeWaiting() throws IOException {
    ResponseHead head = waiting;
    waiting = null;
    if (head != null) {
      write(head);
    }
  }

  private void writePiece(byte[] bytes) throws IOException {
    writeWaiting();
    write(ByteBuffer.wrap(bytes));
  }

  private void writeChunks(Response response) throws Exception {
    if (response.content() == null) {
      writeChunk(response.bytes());
    } else {
      MeasuredOutput.write(response.content(), response.length(), this::writeChunk);
    }
    Supplier<Headers> trailers = response.trailers();
    isBetweenChunks = false;
    writeWaiting();
    write(ResponseHead.behindChunks(trailers == null ? Headers.NONE : trailers.get()));
  }

  /** Whether the connection took no more: an error of an answer may be another one. */
  boolean isBroken() {
    return broken;
  }

  /** Tells the client that the connection speaks another protocol from now on. Suspends. */
  void sendSwitch(Response response, byte[] date) throws IOException {
    ResponseHead head = new ResponseHead(response.status(), response.headers(), date);
    head.end();
    write(head);
  }

  private void write(ResponseHead head) throws IOException {
    write(ByteBuffer.wrap(head.bytes(), 0, head.length()));
  }

  /** The time that the client has is that of a piece, however long the answer is. */
  private void write(ByteBuffer bytes) throws IOException {
    for (int end = bytes.limit(); bytes.position() < end; ) {
      bytes.limit(Math.min(end, bytes.position() + PIECE));
      watch.waits(true);
      try {
        connection.write(bytes);
      } catch (IOException gone) {
        broken = true;
        // The content's maker is cancelled then: another error of it would be taken for news.
        Fiber.current().checkCancelled();
        throw gone;
      } finally {
        watch.waits(false);
      }
    }
  }

  private void writeWithContent(ResponseHead head, byte[] content) throws IOException {
    if (content.length <= MOST_TOGETHER) {
      head.add(content);
      write(head);
    } else {
      write(head);
      write(ByteBuffer.wrap(content));
    }
  }

  private void writeChunk(byte[] bytes) throws IOException {
    isBetweenChunks = false;
    writeWaiting();
    if (bytes.length > 0) {
      writeWholeChunk(bytes);
    }
    isBetweenChunks = true;
  }

  /** An empty one would be the end. */
  private void writeWholeChunk(byte[] bytes) throws IOException {
    byte[] size = (Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII);
    if (bytes.length > MOST_TOGETHER) {
      write(ByteBuffer.wrap(size));
      write(ByteBuffer.wrap(bytes));
      write(ByteBuffer.wrap(new byte[] {'\r', '\n'}));
    } else {
      ByteBuffer chunk = ByteBuffer.allocate(size.length + bytes.length + 2);
      write(chunk.put(size).put(bytes).put((byte) '\r').put((byte) '\n').flip());
    }
  }
}

package yona.http.server;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import yona.http.Headers;

/**
 * Writes the heads of answers, and their content behind them if that is there; and what stands
 * behind content in chunks.
 */
final class ResponseHead {

  private static final byte[][] STATUS_LINES = new byte[600][];
  private static final byte[] LAST_CHUNK = ascii("0\r\n");
  private static final byte[] CONTENT_LENGTH = ascii("content-length: ");
  private static final byte[] CHUNKED = ascii("transfer-encoding: chunked\r\n");
  private static final byte[] CLOSE = ascii("connection: close\r\n");
  private static final byte[] UPGRADE = ascii("connection: upgrade\r\n");
  private static final byte[] KEEP_ALIVE = ascii("connection: keep-alive\r\n");

  static {
    for (int status = 100; status < 600; status++) {
      STATUS_LINES[status] =
          ascii(
              "HTTP/1.1 "
                  + status
                  + " "
                  + HttpResponseStatus.valueOf(status).reasonPhrase()
                  + "\r\n");
    }
  }

  private byte[] bytes = new byte[256];
  private int length;

  /**
   * Begins one.
   *
   * @param status the status
   * @param headers the fields of the answer
   * @param date the line that says when, if the answer does not
   */
  ResponseHead(int status, Headers headers, byte[] date) {
    add(STATUS_LINES[status]);
    headers.forEach(
        (name, value) -> {
          fieldOfMessage(name, value);
          if (name.equalsIgnoreCase("upgrade")) {
            // Of this connection only (RFC 9110, section 7.8).
            add(UPGRADE);
          }
        });
    if (!headers.contains("date")) {
      add(date);
    }
  }

  private ResponseHead() {}

  /**
   * The end of content in chunks.
   *
   * @param trailers the fields behind it
   */
  static ResponseHead behindChunks(Headers trailers) {
    ResponseHead end = new ResponseHead();
    end.add(LAST_CHUNK);
    trailers.forEach(end::fieldOfMessage);
    end.end();
    return end;
  }

  private void fieldOfMessage(String name, String value) {
    if (!isOfConnection(name)) {
      field(name, value);
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Fields that say how a message is sent: the server knows. */
  private static boolean isOfConnection(String name) {
    return switch (name.length()) {
      case 14 -> name.equalsIgnoreCase("content-length");
      case 17 -> name.equalsIgnoreCase("transfer-encoding");
      case 10 -> name.equalsIgnoreCase("connection") || name.equalsIgnoreCase("keep-alive");
      default -> false;
    };
  }

  @SuppressWarnings("deprecation") // a value is of Latin-1, as it was checked
  private void field(String name, String value) {
    room(name.length() + value.length() + 4);
    name.getBytes(0, name.length(), bytes, length);
    length += name.length();
    bytes[length++] = ':';
    bytes[length++] = ' ';
    value.getBytes(0, value.length(), bytes, length);
    length += value.length();
    bytes[length++] = '\r';
    bytes[length++] = '\n';
  }

  void contentLength(long count) {
    add(CONTENT_LENGTH);
    add(ascii(Long.toString(count)));
    end();
  }

  void chunked() {
    add(CHUNKED);
  }

  void close() {
    add(CLOSE);
  }

  void keepAlive() {
    add(KEEP_ALIVE);
  }

  /** The end of a line. */
  void end() {
    room(2);
    bytes[length++] = '\r';
    bytes[length++] = '\n';
  }

  void add(byte[] more) {
    room(more.length);
    System.arraycopy(more, 0, bytes, length, more.length);
    length += more.length;
  }

  private void room(int count) {
    if (length + count > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
    }
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }
}

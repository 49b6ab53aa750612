package yona.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a request. Immutable, and safe for use by any number of fibers, as long as what
 * writes its content is.
 */
public final class Response {

  /** Takes content as it is made. */
  public interface Output {

    /**
     * Sends bytes, the head before the first ones. Suspends while the client does not take them.
     *
     * @param bytes what comes next; an empty array sends the head at once
     * @throws IOException if the connection broke
     */
    void write(byte[] bytes) throws IOException;
  }

  /** Makes content while it is sent. */
  @FunctionalInterface
  public interface Content {

    /**
     * Writes all of it.
     *
     * @param output takes it
     * @throws Exception breaks the connection, so that the client does not take the part for the
     *     whole
     */
    void writeTo(Output output) throws Exception;
  }

  private static final byte[] NOTHING = {};

  private final int status;
  private final Headers headers;
  private final byte[] bytes;
  private final long length;
  private final @Nullable Content content;
  private final @Nullable Supplier<Headers> trailers;
  private final @Nullable Takeover takeover;

  private Response(
      int status, Headers headers, byte[] bytes, long length, @Nullable Content content) {
    if (status < 200 || status > 599) {
      throw new IllegalArgumentException("a status is between 200 and 599, not " + status);
    }
    this(status, headers, bytes, length, content, null, null);
  }

  private Response(
      int status,
      Headers headers,
      byte[] bytes,
      long length,
      @Nullable Content content,
      @Nullable Supplier<Headers> trailers,
      @Nullable Takeover takeover) {
    this.status = status;
    this.headers = Objects.requireNonNull(headers, "headers");
    this.bytes = bytes;
    this.length = length;
    this.content = content;
    this.trailers = trailers;
    this.takeover = takeover;
  }

  /**
   * An answer without content.
   *
   * @param status from 200 to 599
   * @return the answer
   */
  public static Response of(int status) {
    return new Response(status, Headers.NONE, NOTHING, 0, null);
  }

  /**
   * Whether answers with a status have content.
   *
   * @param status from 200 to 599
   * @return false for 204, 205 and 304 (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5)
   */
  public static boolean hasContent(int status) {
    return status != 204 && status != 205 && status != 304;
  }

  /**
   * An answer with bytes.
   *
   * @param status from 200 to 599
   * @param type the content type
   * @param bytes the content, not to be changed any more
   * @return the answer
   */
  public static Response bytes(int status, String type, byte[] bytes) {
    return new Response(status, Headers.of("content-type", type), bytes, bytes.length, null);
  }

  /**
   * An answer with plain text.
   *
   * @param status from 200 to 599
   * @param text the content, which is sent as UTF-8
   * @return the answer
   */
  public static Response text(int status, String text) {
    return bytes(status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * An answer whose content is made while it is sent.
   *
   * @param status from 200 to 599
   * @param type the content type
   * @param content makes the content
   * @return the answer
   */
  public static Response stream(int status, String type, Content content) {
    return new Response(
        status,
        Headers.of("content-type", type),
        NOTHING,
        -1,
        Objects.requireNonNull(content, "content"));
  }

  /**
   * An answer whose content is made while it is sent, and whose length is known before. If the
   * content turns out to be shorter or longer, the connection is broken, so that the client does
   * not take it for the whole.
   *
   * @param status from 200 to 599
   * @param type the content type
   * @param length how many bytes it has
   * @param content makes the content
   * @return the answer
   */
  public static Response stream(int status, String type, long length, Content content) {
    return stream(status, type, content).withContent(length, content);
  }

  /**
   * An answer after which the connection speaks another protocol (status 101; RFC 9110, section
   * 7.8). HTTP/2 has none: there the client gets status 501.
   *
   * @param protocol what it speaks from then on, like {@code websocket}
   * @param takeover speaks it
   * @return the answer
   */
  public static Response switching(String protocol, Takeover takeover) {
    return new Response(
        101,
        Headers.of("upgrade", protocol),
        NOTHING,
        0,
        null,
        null,
        Objects.requireNonNull(takeover, "takeover"));
  }

  /**
   * The same where a header field has one value.
   *
   * @param name its name
   * @param value its value
   * @return the answer
   * @throws IllegalArgumentException if one of them cannot stand in a header
   */
  public Response with(String name, String value) {
    return withHeaders(headers.with(name, value));
  }

  /**
   * The same with one more header field.
   *
   * @param name its name
   * @param value its value
   * @return the answer
   * @throws IllegalArgumentException if one of them cannot stand in a header
   */
  public Response adding(String name, String value) {
    return withHeaders(headers.adding(name, value));
  }

  /**
   * The same with other header fields.
   *
   * @param fields all of them
   * @return the answer
   */
  public Response withHeaders(Headers fields) {
    return new Response(status, fields, bytes, length, content, trailers, takeover);
  }

  /**
   * The same with fields behind its content, such as a checksum of what was made (RFC 9110, section
   * 6.5). Answers without content have none, nor have those to clients of HTTP/1.0. With HTTP/1.1
   * the client is not told the length of the content.
   *
   * @param fields gives them; is called when all of the content has been written, by the fiber that
   *     has written it. An exception breaks the connection, as one of the content does
   * @return the answer
   */
  public Response withTrailers(Supplier<Headers> fields) {
    return new Response(
        status,
        headers,
        bytes,
        length,
        content,
        Objects.requireNonNull(fields, "fields"),
        takeover);
  }

  /**
   * The same with other content, which is made while it is sent.
   *
   * @param made makes the content
   * @return the answer
   */
  public Response withContent(Content made) {
    return new Response(
        status, headers, NOTHING, -1, Objects.requireNonNull(made, "made"), trailers, takeover);
  }

  /**
   * The same with other content, which is made while it is sent, and whose length is known.
   *
   * @param count how many bytes it has
   * @param made makes the content
   * @return the answer
   */
  public Response withContent(long count, Content made) {
    if (count < 0) {
      throw new IllegalArgumentException("a length is not negative: " + count);
    }
    return new Response(
        status, headers, NOTHING, count, Objects.requireNonNull(made, "made"), trailers, takeover);
  }

  /**
   * The same with other content.
   *
   * @param all the content, not to be changed any more
   * @return the answer
   */
  public Response withBytes(byte[] all) {
    return new Response(status, headers, all, all.length, null, trailers, takeover);
  }

  /**
   * The same with a cookie for the browser to keep.
   *
   * @param cookie the cookie
   * @return the answer
   */
  public Response with(Cookie cookie) {
    return adding("set-cookie", cookie.text());
  }

  /**
   * The status.
   *
   * @return from 200 to 599, or 101 if the connection is taken over
   */
  public int status() {
    return status;
  }

  /**
   * The header fields, but for those of the connection, which the server adds.
   *
   * @return the fields
   */
  public Headers headers() {
    return headers;
  }

  /**
   * The content, if it is there.
   *
   * @return the bytes; none if the content is made while it is sent
   */
  public byte[] bytes() {
    return bytes;
  }

  /**
   * Whether this tells events for as long as the client listens.
   *
   * @return whether it is a {@code text/event-stream} that is made while it is sent
   */
  public boolean isEventStream() {
    return content != null && headers.isOfType("text/event-stream");
  }

  /**
   * The length of the content.
   *
   * @return how many bytes; -1 if that is known only when it has been made
   */
  public long length() {
    return length;
  }

  /**
   * The function that makes the content while it is sent.
   *
   * @return null if the content is there
   */
  public @Nullable Content content() {
    return content;
  }

  /**
   * The function that gives the fields behind the content.
   *
   * @return null if there are none
   */
  public @Nullable Supplier<Headers> trailers() {
    return trailers;
  }

  /**
   * The code that takes over the connection.
   *
   * @return null if it goes on with HTTP
   */
  public @Nullable Takeover takeover() {
    return takeover;
  }

  @Override
  public String toString() {
    return status + (content == null ? ", " + bytes.length + " bytes" : ", a stream");
  }
}

package yona.http;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * A request that cannot be answered as the client wishes, and the status that tells it so. Also an
 * error that a handler raised, with its answer, once a filter has added to that.
 */
public final class HttpException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  /** The status of a request whose client did not wait for the answer, as nginx has it. */
  public static final int CLIENT_GONE = 499;

  private final transient Response response;
  private final @Nullable String failureId;

  /**
   * Makes one.
   *
   * @param status a status from 400 to 599
   * @param message what is wrong, for the client to read
   * @throws IllegalArgumentException if it is another status
   */
  public HttpException(int status, String message) {
    this(status, message, Headers.NONE);
  }

  /**
   * Makes one with header fields, like those that tell a client how to do better.
   *
   * @param status a status from 400 to 599
   * @param message what is wrong, for the client to read
   * @param headers fields of the response
   * @throws IllegalArgumentException if it is another status
   */
  public HttpException(int status, String message, Headers headers) {
    this(message, told(status, message, headers));
  }

  /**
   * Makes one with a whole response.
   *
   * @param message what is wrong, for logs
   * @param response with a status from 400 to 599
   * @throws IllegalArgumentException if it has another status
   */
  public HttpException(String message, Response response) {
    this(message, response, null, null);
  }

  private HttpException(
      String message, Response response, @Nullable Throwable error, @Nullable String failureId) {
    if (response.status() < 400 || response.status() > 599) {
      throw new IllegalArgumentException(
          "an error has a status from 400 to 599, not " + response.status());
    }
    super(message, error);
    this.response = response;
    this.failureId = failureId;
  }

  /**
   * Makes one of an error that a handler raised. The client is told the id only; the server logs
   * the error with it.
   *
   * @param id to find the error in the log by
   * @param error what was raised; becomes the cause
   * @return an exception with status 500
   */
  public static HttpException failed(String id, Throwable error) {
    Response response = Response.text(500, "error " + id + "\n");
    return new HttpException("a handler failed, id " + id, response, error, id);
  }

  /**
   * The same with another answer, for what stands around the one that refuses and adds to the
   * answer: what stands further outside still sees a refusal, and may make a page of it.
   *
   * @param changed with a status from 400 to 599
   * @return an exception with the same message
   * @throws IllegalArgumentException if it has another status
   */
  public HttpException answering(Response changed) {
    return new HttpException(String.valueOf(getMessage()), changed, getCause(), failureId);
  }

  private static Response told(int status, String message, Headers headers) {
    Response[] response = {Response.text(status, message + "\n")};
    headers.forEach((name, value) -> response[0] = response[0].adding(name, value));
    return response[0];
  }

  /**
   * The status of the answer.
   *
   * @return from 400 to 599
   */
  public int status() {
    return response.status();
  }

  /**
   * The id by which the server's log tells of the error, which is the cause.
   *
   * @return the id; null if this is a refusal, of which nothing is logged
   */
  public @Nullable String failureId() {
    return failureId;
  }

  /**
   * The response that tells the client.
   *
   * @return the status, the header fields and the message as text
   */
  public Response response() {
    return response;
  }
}

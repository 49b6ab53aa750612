package yona.http;

import java.io.Serial;
import java.util.Objects;

/** A request that cannot be answered as the client wishes, and the status that tells it so. */
public final class HttpException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final int status;
  private final Headers headers;

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
    if (status < 400 || status > 599) {
      throw new IllegalArgumentException("an error has a status from 400 to 599, not " + status);
    }
    super(message);
    this.status = status;
    this.headers = Objects.requireNonNull(headers, "headers");
  }

  /**
   * The status of the answer.
   *
   * @return from 400 to 599
   */
  public int status() {
    return status;
  }

  /**
   * The response that tells the client.
   *
   * @return the status, the header fields and the message as text
   */
  public Response response() {
    Response[] response = {Response.text(status, getMessage() + "\n")};
    headers.forEach((name, value) -> response[0] = response[0].adding(name, value));
    return response[0];
  }
}

package yona.http;

import java.io.Serial;

/** A request that cannot be answered as the client wishes, and the status that tells it so. */
public final class HttpException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final transient Response response;

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
    if (response.status() < 400 || response.status() > 599) {
      throw new IllegalArgumentException(
          "an error has a status from 400 to 599, not " + response.status());
    }
    super(message);
    this.response = response;
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
    return new HttpException(String.valueOf(getMessage()), changed);
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
   * The response that tells the client.
   *
   * @return the status, the header fields and the message as text
   */
  public Response response() {
    return response;
  }
}

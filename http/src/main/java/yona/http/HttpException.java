package yona.http;

import java.io.Serial;

/** A request that cannot be answered as the client wishes, and the status that tells it so. */
public final class HttpException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final int status;

  /**
   * Makes one.
   *
   * @param status a status from 400 to 599
   * @param message what is wrong, for the client to read
   * @throws IllegalArgumentException if it is another status
   */
  public HttpException(int status, String message) {
    if (status < 400 || status > 599) {
      throw new IllegalArgumentException("an error has a status from 400 to 599, not " + status);
    }
    super(message);
    this.status = status;
  }

  /**
   * The status of the answer.
   *
   * @return from 400 to 599
   */
  public int status() {
    return status;
  }
}

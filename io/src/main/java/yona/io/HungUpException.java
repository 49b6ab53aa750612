package yona.io;

import java.io.IOException;

/**
 * Raised by an operation on a connection that a server has accepted, when the client is gone in the
 * middle: it has reset the connection, or does not read any more, or has sent less than was asked
 * for. That is the client's affair, and no fault of the server's.
 */
public final class HungUpException extends IOException {

  private static final long serialVersionUID = 1;

  /**
   * Makes the error.
   *
   * @param cause what the operation raised
   */
  public HungUpException(IOException cause) {
    super(cause.getMessage(), cause);
  }
}

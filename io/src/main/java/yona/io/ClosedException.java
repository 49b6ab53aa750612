package yona.io;

import java.io.IOException;

/** Raised by an operation on a file, connection or stream that has been closed. */
public final class ClosedException extends IOException {

  private static final long serialVersionUID = 1;

  /**
   * Makes the error.
   *
   * @param name what is closed
   */
  public ClosedException(String name) {
    super(name + ": closed");
  }
}

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
    this(name, "closed");
  }

  private ClosedException(String name, String state) {
    super(name + ": " + state);
  }

  /**
   * The error of a write after the other side was told that nothing more would come. Reading may go
   * on.
   *
   * @param name what cannot be written to any more
   * @return the error
   */
  public static ClosedException finished(String name) {
    return new ClosedException(name, "writing has been finished");
  }
}

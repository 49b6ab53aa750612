package yona.io;

import java.io.IOException;

/** Raised when a line is longer than its reader allows. */
public final class LineTooLongException extends IOException {

  private static final long serialVersionUID = 1;

  private static final int MEBIBYTE = 1 << 20;

  /**
   * Makes the error.
   *
   * @param name what is read
   * @param limit how long a line may be, in bytes
   */
  public LineTooLongException(String name, int limit) {
    super(
        name
            + ": a line is longer than "
            + (limit % MEBIBYTE == 0 ? limit / MEBIBYTE + " MiB" : limit + " bytes"));
  }
}

package yona.io;

import java.io.IOException;

/** Raised when a line, or what else is read up to some end, is longer than its reader allows. */
public final class TooLongException extends IOException {

  private static final long serialVersionUID = 1;

  private static final int MEBIBYTE = 1 << 20;

  /**
   * Makes the error.
   *
   * @param name from what is read
   * @param what is too long, like "a line"
   * @param limit how long it may be, in bytes
   */
  public TooLongException(String name, String what, int limit) {
    super(name + ": " + what + " is longer than " + size(limit));
  }

  private static String size(int limit) {
    return limit > 0 && limit % MEBIBYTE == 0 ? limit / MEBIBYTE + " MiB" : limit + " bytes";
  }
}

package yona.redis.resp;

import java.io.IOException;

/** What came is no RESP, or more than the limits allow: what follows it cannot be understood. */
public final class RespException extends IOException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes an exception.
   *
   * @param message where, what was expected, and what was found
   */
  public RespException(String message) {
    super(message);
  }

  /** An exception about what is at a byte of the stream. */
  static RespException at(long position, String expected, String found) {
    return new RespException("at byte " + position + ": expected " + expected + ", found " + found);
  }
}

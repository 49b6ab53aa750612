package yona.redis.command;

import java.io.IOException;
import yona.redis.resp.RespValue;

/** The server's reply is not of the kind that its command gives. The connection can go on. */
public final class UnexpectedReplyException extends IOException {

  private static final long serialVersionUID = 1L;

  /** How many characters of the reply are shown. */
  private static final int SHOWN = 200;

  /**
   * Makes an exception.
   *
   * @param expected what the command gives
   * @param found what came instead
   */
  public UnexpectedReplyException(String expected, RespValue found) {
    super("expected " + expected + ", found " + shown(found));
  }

  private static String shown(RespValue found) {
    String text = found.toString();
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
  }
}

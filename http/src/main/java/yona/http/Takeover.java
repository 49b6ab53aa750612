package yona.http;

/** Speaks another protocol than HTTP over a connection that has been switched to it. */
@FunctionalInterface
public interface Takeover {

  /**
   * Speaks with the client; the connection ends when this returns. Runs on a fiber, and is
   * cancelled when the server closes.
   *
   * @param connection the connection, to be used here only
   * @throws Exception ends the connection, and goes to the server's log unless it says that the
   *     client is gone
   */
  void run(SwitchedConnection connection) throws Exception;
}

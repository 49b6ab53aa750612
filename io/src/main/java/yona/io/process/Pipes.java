package yona.io.process;

import java.io.IOException;
import yona.io.medium.Pipe;

/** What both directions have in common. */
final class Pipes {

  private Pipes() {}

  /**
   * The error of an open pipe with its name and in the words of other messages. The JDK takes the
   * pipes of a process that has ended for closed.
   */
  static IOException explained(String name, IOException e) {
    String reason = String.valueOf(e.getMessage());
    return new IOException(
        name
            + ": "
            + (reason.equalsIgnoreCase("Stream closed")
                ? "broken pipe"
                : Character.toLowerCase(reason.charAt(0)) + reason.substring(1)),
        e);
  }

  /** Closes a pipe; what could not be written into it nobody wants. */
  static void close(Pipe pipe) {
    try {
      pipe.close();
    } catch (IOException _) {
      // It is closed all the same.
    }
  }
}

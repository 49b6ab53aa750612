package yona.haskell;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What Java throws, for people. */
final class Thrown {
  private Thrown() {}

  /** Its class, message and stack, and those of its causes. */
  static String describe(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString().stripTrailing();
  }
}

package yona.library.argument;

import java.io.IOException;
import yona.io.console.Console;
import yona.language.runtime.Invocation;

/** What Java halves tell besides their results. */
public final class StandardError {
  private StandardError() {}

  /**
   * Writes to the standard error of the run that the fiber belongs to, in a transaction too.
   *
   * @param text written whole
   * @throws IOException if it cannot be written
   */
  public static void write(byte[] text) throws IOException {
    Invocation.Output elsewhere = Invocation.output();
    if (elsewhere == null) {
      Console.printDiagnostic(text);
    } else {
      elsewhere.write(Invocation.Stream.ERROR, text);
    }
  }
}

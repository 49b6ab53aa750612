package yona.library.commandline;

import yona.data.Seq;
import yona.library.argument.Failure;

/** A command line that does not fit the declaration of its command; the message says why. */
final class Misuse extends Exception {
  private static final long serialVersionUID = 1;

  Misuse(String message) {
    super(message, null, false, false);
  }

  /** A word of the user's as messages show it. */
  static String shown(String word) {
    return Failure.shown(Seq.text(word));
  }
}

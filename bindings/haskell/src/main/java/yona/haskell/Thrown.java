package yona.haskell;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What Java throws, for people. */
final class Thrown {
  private Thrown() {}

  /** Its class, message and stack, and those of its causes. */
  static String describe(Throwable thrown) {
    try {
      StringWriter text = new StringWriter();
      thrown.printStackTrace(new PrintWriter(text));
      return text.toString().stripTrailing();
    } catch (Throwable broken) {
      return thrown.getClass().getName() + ": its message cannot be shown";
    }
  }

  /** Throws it as it is, whatever methods declare: what a caller says is to be thrown. */
  static RuntimeException unchecked(Throwable thrown) {
    throw Thrown.<RuntimeException>sneaked(thrown);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> E sneaked(Throwable thrown) throws E {
    throw (E) thrown;
  }
}

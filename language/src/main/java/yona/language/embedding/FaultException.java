package yona.language.embedding;

/**
 * A fault of Yona's own, and none of the script: no {@code catch} of that sees it. A report of it
 * needs the version of Yona, the script and the stack trace of the cause.
 */
public final class FaultException extends YonaException {
  private static final long serialVersionUID = 1;

  FaultException(Throwable cause) {
    super(
        "a fault of Yona, not of the script: "
            + cause
            + "; please report it with the script, the version of Yona and this stack trace",
        cause);
  }
}

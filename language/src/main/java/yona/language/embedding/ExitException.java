package yona.language.embedding;

/** A script has ended itself with {@code System::exit}, for which it was granted the right. */
public final class ExitException extends YonaException {
  private static final long serialVersionUID = 1;

  private final int status;

  ExitException(int status) {
    super("the script has ended itself with status " + status, null);
    this.status = status;
  }

  /** The status, 0 to 255. */
  public int status() {
    return status;
  }
}

package yona.async;

/**
 * Raised in a cancelled computation at the point where it waits, and again at each further wait.
 *
 * <p>A computation may catch it to clean up, but it cannot survive: as long as it stands inside the
 * cancelled scope, every operation that may wait raises it anew. It is not the exception of {@code
 * java.util.concurrent}, which says that somebody waits for a cancelled result; this one is seen by
 * the cancelled computation itself.
 */
public final class CancellationException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** Makes the exception with the stack of the point that would have waited. */
  public CancellationException() {
    super("cancelled");
  }
}

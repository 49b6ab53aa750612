package yona.async;

import java.nio.channels.ClosedByInterruptException;

/** Raising errors across fibers. */
final class Errors {

  private Errors() {}

  /**
   * Raises the error as it is. Where a body's exceptions have a type, the caller declares it; a
   * future's are only known when it runs.
   */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  static <X extends Throwable> RuntimeException sneak(Throwable error) throws X {
    throw (X) error;
  }

  /** Whether an error is how a cancelled computation ends, in our code or in foreign code. */
  static boolean isCancellation(Throwable error) {
    return error instanceof CancellationException
        || error instanceof InterruptedException
        || error instanceof ClosedByInterruptException;
  }
}

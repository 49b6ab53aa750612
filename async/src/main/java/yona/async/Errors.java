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

  /**
   * The same reporter; what it throws itself ends nothing, and is printed with what it was given.
   */
  static ErrorReporter guarded(ErrorReporter reporter) {
    return error -> {
      try {
        reporter.report(error);
      } catch (Throwable broken) {
        try {
          ErrorReporter.STANDARD_ERROR.report(error);
          ErrorReporter.STANDARD_ERROR.report(broken);
        } catch (Throwable _) {
          // No memory or stack to say it with.
        }
      }
    };
  }

  /** Whether an error is how a cancelled computation ends, in our code or in foreign code. */
  static boolean isCancellation(Throwable error) {
    return error instanceof CancellationException
        || error instanceof InterruptedException
        || error instanceof ClosedByInterruptException;
  }
}

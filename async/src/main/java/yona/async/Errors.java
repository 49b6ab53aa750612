package yona.async;

import java.io.PrintWriter;
import java.io.StringWriter;

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
        // On a cancelled fiber what a reporter does would be cancelled too.
        if (Fiber.current().isCancelled()) {
          Async.shielded(() -> reporter.report(error));
        } else {
          reporter.report(error);
        }
      } catch (Throwable broken) {
        print(error);
        print(broken);
      }
    };
  }

  /** See {@link ErrorReporter#STANDARD_ERROR}. */
  static void print(Throwable error) {
    try {
      System.err.print(text(error));
    } catch (Throwable _) {
      // No memory or stack to say it with.
    }
  }

  private static String text(Throwable error) {
    StringWriter text = new StringWriter();
    try {
      error.printStackTrace(new PrintWriter(text, true));
      return text.toString();
    } catch (Throwable broken) {
      StringBuilder bare = new StringBuilder(error.getClass().getName());
      bare.append(" (its text cannot be had: ").append(broken.getClass().getName()).append(")\n");
      for (StackTraceElement frame : error.getStackTrace()) {
        bare.append("\tat ").append(frame).append('\n');
      }
      return bare.toString();
    }
  }

  /** Whether an error is how a cancelled computation ends, in our code or in foreign code. */
  static boolean isCancellation(Throwable error) {
    return CancellationException.isCancellation(error);
  }
}

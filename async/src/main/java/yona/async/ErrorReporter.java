package yona.async;

/**
 * Takes the errors that nobody can be given: those that cleanup raises while another error is on
 * its way, later errors of siblings in a group, and errors of background fibers.
 *
 * <p>A reporter is called from whichever fiber met the error, from several at the same time; it
 * must be safe for that, must not wait and should not throw. (What it throws all the same is
 * printed on standard error, together with the error that it was given.)
 */
@FunctionalInterface
public interface ErrorReporter {

  /**
   * Prints the error with its stack on standard error, in one piece. Never throws: of an error that
   * cannot be printed, as its own methods throw, it prints the class and the stack.
   */
  ErrorReporter STANDARD_ERROR = Errors::print;

  /**
   * Reports an error that is dropped afterwards.
   *
   * @param error what was raised
   */
  void report(Throwable error);
}

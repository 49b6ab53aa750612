package yona.async.stm;

/**
 * Ends a run of a transaction's body that is going to be repeated. An error, so that bodies that
 * catch exceptions let it pass; those that catch it nevertheless change nothing. It is known by its
 * type to those who run the code of others, and have to let it pass where that catches everything.
 * Immutable.
 */
@SuppressWarnings("StaticAssignmentOfThrowable") // without stack and suppressed errors: two words
public final class Signal extends Error {

  private static final long serialVersionUID = 1;

  /** Another transaction has written what this one read. */
  static final Signal CONFLICT = new Signal("a transaction is repeated after a conflict");

  /** The body asked for it. */
  static final Signal RETRY = new Signal("a transaction waits for a change of what it read");

  private Signal(String message) {
    super(message, null, false, false);
  }
}

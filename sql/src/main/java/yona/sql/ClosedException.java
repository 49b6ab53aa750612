package yona.sql;

/** What was asked has been closed, or has ended: a database, a transaction, a stream, a copy. */
public final class ClosedException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  ClosedException(String message) {
    super(message);
  }
}

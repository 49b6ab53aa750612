package yona.sql;

/** A database, a transaction, a stream or a copy has been closed, or has ended. */
public final class ClosedException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  ClosedException(String message) {
    super(message);
  }
}

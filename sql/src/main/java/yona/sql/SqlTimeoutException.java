package yona.sql;

import org.jspecify.annotations.Nullable;

/** A limit of time was over: of waiting for a connection, or of a statement. */
public final class SqlTimeoutException extends SqlException {

  private static final long serialVersionUID = 1;

  SqlTimeoutException(String message, String state, @Nullable String statement) {
    super(message, state, 0, statement, null);
  }
}

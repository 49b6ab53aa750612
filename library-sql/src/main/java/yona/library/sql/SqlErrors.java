package yona.library.sql;

import org.jspecify.annotations.Nullable;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;
import yona.sql.ClosedException;
import yona.sql.SqlException;
import yona.sql.SqlTimeoutException;

/** Operations on a database, whose failures become errors of the language. */
final class SqlErrors {

  private static final String SQL = "sql";

  /** The standard's code of an error that has none of its own. */
  private static final String GENERAL = "HY000";

  /** The code of files of migrations that cannot be read. */
  private static final String UNREADABLE = "58030";

  private SqlErrors() {}

  /** An operation that gives something. */
  @FunctionalInterface
  interface Operation<T extends @Nullable Object> {
    T run();
  }

  /**
   * Runs an operation. A statement that the database refuses is {@code :sql} with the SQLSTATE and
   * its message; what took too long {@code :timeout}; files that cannot be read {@code :ioerror};
   * what has been closed or has ended {@code :closed}; what cannot be sent, or not here, {@code
   * :badarg}.
   *
   * @param where the function's name, for errors
   * @param operation the operation
   */
  static <T extends @Nullable Object> T checked(String where, Operation<T> operation) {
    try {
      return operation.run();
    } catch (SqlException refusal) {
      throw of(refusal);
    } catch (ClosedException closed) {
      throw Failure.of(Failure.CLOSED, line(where, closed));
    } catch (IllegalArgumentException | IllegalStateException wrong) {
      throw Failure.badarg(where, Failure.line(String.valueOf(wrong.getMessage())));
    }
  }

  /** The error of a refusal, which stays behind it: a transaction that is run again knows it. */
  static YonaError of(SqlException refusal) {
    if (refusal instanceof SqlTimeoutException) {
      return YonaError.of(Failure.TIMEOUT.name(), Failure.line(text(refusal)), refusal);
    }
    if (refusal.state().equals(UNREADABLE)) {
      return YonaError.of(Failure.IOERROR.name(), Failure.line(text(refusal)), refusal);
    }
    String state = refusal.state().isEmpty() ? GENERAL : refusal.state();
    return YonaError.of(SQL, Failure.line(state + ": " + text(refusal)), refusal);
  }

  /** The error of a database that cannot be reached. */
  static YonaError ofConnecting(String where, SqlException refusal) {
    return YonaError.of(
        Failure.IOERROR.name(), Failure.line(where + ": " + text(refusal)), refusal);
  }

  private static String text(SqlException refusal) {
    String statement = refusal.statement();
    return refusal.problem() + (statement == null ? "" : "; the statement: " + statement);
  }

  private static String line(String where, RuntimeException error) {
    return Failure.line(where + ": " + error.getMessage());
  }
}

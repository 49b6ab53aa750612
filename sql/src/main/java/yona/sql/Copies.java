package yona.sql;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLState;
import yona.async.Body;

/** {@code COPY ... FROM STDIN} of PostgreSQL. */
final class Copies {

  private Copies() {}

  static Session session(Database database) {
    database.pool().requirePostgres("COPY");
    return database.session();
  }

  static <X extends Throwable> long in(
      Database database, String text, Body<byte @Nullable [], X> pieces) throws X {
    Session session = session(database);
    try {
      CopyIn copy =
          begin(session, text, "COPY ... FROM STDIN", server -> server.getCopyAPI().copyIn(text));
      boolean complete = false;
      try {
        for (byte[] piece = pieces.run(); piece != null; piece = pieces.run()) {
          byte[] sent = piece;
          session.call(
              text,
              database.pool().options().statementLimit(),
              _ -> {
                copy.writeToCopy(sent, 0, sent.length);
                return true;
              });
        }
        long rows =
            session.call(text, database.pool().options().statementLimit(), _ -> copy.endCopy());
        complete = true;
        return rows;
      } finally {
        if (!complete) {
          // The server undoes a copy whose connection ends.
          session.abort();
        }
      }
    } finally {
      session.release();
    }
  }

  /** A call of the driver that begins a copy. */
  interface Beginning<T> {
    T begin(PGConnection server) throws SQLException;
  }

  /**
   * Begins a copy. The driver may leave replies unread if it did not get what it had asked for:
   * only after an error of the server can the connection be used again.
   *
   * @param expected the statement that this is for, for errors
   */
  static <T> T begin(Session session, String text, String expected, Beginning<T> beginning) {
    try {
      return session.call(
          text,
          session.pool.options().statementLimit(),
          connection -> beginning.begin(connection.unwrap(PGConnection.class)));
    } catch (SqlException error) {
      if (error.getCause() instanceof PSQLException cause
          && cause.getServerErrorMessage() != null) {
        throw error;
      }
      session.abort();
      throw error.state().equals(PSQLState.WRONG_OBJECT_TYPE.getState())
          ? new SqlException("expected " + expected, error.state(), 0, text, error)
          : error;
    }
  }
}

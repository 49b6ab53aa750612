package yona.sql;

import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
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
          session.call(
              text,
              database.pool().options().statementLimit(),
              connection -> connection.unwrap(PGConnection.class).getCopyAPI().copyIn(text));
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
}

package yona.sql;

import org.jspecify.annotations.Nullable;
import org.postgresql.copy.CopyOut;
import yona.async.Async;
import yona.async.sync.Mutex;
import yona.async.sync.Permit;

/**
 * The result of a {@code COPY ... TO STDOUT} of PostgreSQL, as it comes. It holds a connection
 * until it is closed, by the program or by its end.
 *
 * <p>Safe for use by any number of fibers and threads, of which each piece goes to one.
 */
public final class CopyOutput implements AutoCloseable {

  private final Session session;
  private final String text;
  private final CopyOut copy;
  private final Mutex reading = new Mutex();

  /** Guarded by the mutex, as what follows. */
  private boolean done;

  private boolean closed;

  private CopyOutput(Session session, String text, CopyOut copy) {
    this.session = session;
    this.text = text;
    this.copy = copy;
  }

  static CopyOutput open(Database database, String text) {
    Session session = Copies.session(database);
    try {
      CopyOut copy =
          Copies.begin(
              session, text, "COPY ... TO STDOUT", server -> server.getCopyAPI().copyOut(text));
      return new CopyOutput(session, text, copy);
    } catch (Throwable error) {
      session.release();
      throw error;
    }
  }

  /**
   * The next piece: a row, as a rule. Suspends.
   *
   * @return the bytes, or null after the last ones, when this is closed
   * @throws SqlException if the server fails; this is then closed
   * @throws ClosedException if the program has closed this
   */
  public byte @Nullable [] read() {
    try (Permit _ = reading.acquire()) {
      if (done) {
        return null;
      }
      if (closed) {
        throw new ClosedException("the copy is closed");
      }
      try {
        byte @Nullable [] piece =
            session.call(text, session.pool.options().statementLimit(), _ -> copy.readFromCopy());
        if (piece == null) {
          done = true;
          closed = true;
          session.release();
        }
        return piece;
      } catch (Throwable error) {
        cut();
        throw error;
      }
    }
  }

  /** The rest of the copy is not read: the connection is closed with it. */
  private void cut() {
    closed = true;
    session.abort();
    session.release();
  }

  /**
   * Closes this, which frees its connection. Suspends, and lets no cancellation cut that short.
   * Again it does nothing.
   */
  @Override
  public void close() {
    Async.shielded(
        () -> {
          try (Permit _ = reading.acquire()) {
            if (!closed) {
              cut();
            }
          }
        });
  }
}

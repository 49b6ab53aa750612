package yona.sql;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.SuspendingFunction;

/** Begins transactions on connections of a pool, and ends them: by a commit or a rollback. */
final class Transactions {

  private static final long FIRST_BACKOFF_MILLIS = 10;
  private static final long LONGEST_BACKOFF_MILLIS = 1000;

  /** How long a commit waits for a lock: less than it may take, as its outcome is known then. */
  private static final Duration PATIENCE = Session.CLEANUP.minusSeconds(1);

  private Transactions() {}

  /** Runs a body in a transaction, again if the database wants that. */
  static <T extends @Nullable Object, X extends Throwable> T run(
      ConnectionPool pool,
      TransactionOptions options,
      SuspendingFunction<? super Transaction, ? extends T, ? extends X> body)
      throws X {
    for (int retry = 0; ; retry++) {
      try {
        return Transactions.<T, X>once(pool, options, true, body);
      } catch (CommitUnknownException unknown) {
        throw unknown;
      } catch (SqlException error) {
        if (retry == options.retries() || !pool.uri().dialect().mayBeRepeated(error)) {
          throw error;
        }
      }
      long longest = Math.min(LONGEST_BACKOFF_MILLIS, FIRST_BACKOFF_MILLIS << Math.min(retry, 20));
      // Those who met each other do not meet again at the same time.
      long millis = ThreadLocalRandom.current().nextLong(longest / 2, longest + 1);
      Async.sleep(Duration.ofMillis(millis));
    }
  }

  /**
   * Runs a body in a transaction.
   *
   * @param keep whether what it did is committed if it succeeds
   */
  static <T extends @Nullable Object, X extends Throwable> T once(
      ConnectionPool pool,
      TransactionOptions options,
      boolean keep,
      SuspendingFunction<? super Transaction, ? extends T, ? extends X> body)
      throws X {
    Session session = pool.acquire();
    try {
      T result;
      try {
        begin(session, options);
        result = new Transaction(session).<T, X>run(body);
      } catch (Throwable error) {
        rollback(session);
        throw error;
      }
      if (keep) {
        commit(session);
      } else {
        rollback(session);
      }
      return result;
    } finally {
      session.release();
    }
  }

  static void begin(Session session, TransactionOptions options) {
    boolean sqlite = session.dialect() == Dialect.SQLITE;
    if (sqlite && options.readOnly()) {
      // A pragma that the next user would find set.
      session.taint();
    }
    session.statement(
        "begin",
        sqlite ? session.pool.options().statementLimit() : Session.CLEANUP,
        connection -> {
          if (options.isolation() != null && !sqlite) {
            connection.setTransactionIsolation(options.isolation().level);
          }
          if (options.readOnly() && !sqlite) {
            connection.setReadOnly(true);
          }
          session.begin(connection);
          if (options.readOnly() && sqlite) {
            try (Statement statement = connection.createStatement()) {
              statement.execute("pragma query_only = true");
            }
          }
          return true;
        });
  }

  /** Commits; no cancellation cuts that short, since then nobody knew what has become of it. */
  static void commit(Session session) {
    try {
      Async.shielded(
          () ->
              session.statement(
                  "commit",
                  Session.CLEANUP,
                  PATIENCE,
                  connection -> session.end(connection, Connection::commit)));
    } catch (SqlTimeoutException late) {
      session.abort();
      throw new CommitUnknownException("it was not answered within " + Session.CLEANUP, late);
    } catch (SqlException error) {
      if (session.isBroken()) {
        throw new CommitUnknownException(error.getMessage(), error);
      }
      rollback(session);
      throw error;
    }
  }

  /** Undoes the transaction. If that fails, the server undoes it when the connection is gone. */
  static void rollback(Session session) {
    if (session.isBroken() || (session.dialect() == Dialect.SQLITE && !session.isInTransaction())) {
      return;
    }
    try {
      Async.shielded(
          () ->
              session.call(
                  "rollback",
                  Session.CLEANUP,
                  connection -> session.end(connection, Connection::rollback)));
    } catch (SqlException _) {
      session.abort();
    }
  }
}

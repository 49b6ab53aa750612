package yona.sql;

import java.sql.Savepoint;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Body;
import yona.async.Fiber;
import yona.async.Scope;
import yona.async.SuspendingFunction;
import yona.async.stm.STM;
import yona.async.sync.Mutex;
import yona.async.sync.Permit;

/**
 * Statements of which all have an effect or none. It has a connection for itself, so statements of
 * several fibers go one after another, in the order in which they come. It ends with the body that
 * it was given to; used later it refuses.
 */
public final class Transaction implements SqlClient {

  private final Session session;
  private final int depth;
  private final Mutex order = new Mutex();
  private final RowStream.Place place =
      new RowStream.Place() {
        @Override
        public <T extends @Nullable Object> T inOrder(Body<? extends T, RuntimeException> call) {
          return Transaction.this.inOrder(call);
        }

        @Override
        public boolean isEnded() {
          return ended;
        }

        @Override
        public void streamClosed() {}
      };

  private volatile boolean ended;

  /** The one inside this that has its turn until it ends. */
  private volatile @Nullable Transaction nested;

  Transaction(Session session) {
    this(session, 0);
  }

  private Transaction(Session session, int depth) {
    this.session = session;
    this.depth = depth;
  }

  @Override
  public List<Row> query(Sql sql) {
    check(sql.text());
    return inOrder(() -> Statements.query(session, sql));
  }

  @Override
  public long execute(Sql sql) {
    check(sql.text());
    return inOrder(() -> Statements.execute(session, sql));
  }

  /** Executes a text in which a question mark stands for itself. */
  void executeScript(String text) {
    inOrder(() -> Statements.script(session, text));
  }

  @Override
  public List<Long> batch(String text, List<? extends List<? extends @Nullable Object>> rows) {
    check(text);
    return transaction(inside -> inside.inOrder(() -> Statements.batch(session, text, rows)));
  }

  @Override
  public void notify(String channel, String payload) {
    session.pool.requirePostgres("notifications");
    var _ = query(Sql.of("select pg_notify(?, ?) as told", channel, payload));
  }

  @Override
  public RowStream stream(Sql sql) {
    check(sql.text());
    return inOrder(() -> RowStream.open(session, sql, place));
  }

  /**
   * Runs a part of this that has an effect as a whole or not at all: a savepoint. Other statements
   * of this transaction wait until it has ended. Suspends.
   *
   * @param body what to run; uses the transaction that it is given, and not this one
   * @param <T> its result
   * @param <X> what it may raise
   * @return its result
   * @throws X as the body does; what it did in the database is then undone
   * @throws SqlException if the database refuses the savepoint
   */
  @Override
  public <T extends @Nullable Object, X extends Throwable> T transaction(
      SuspendingFunction<? super Transaction, ? extends T, ? extends X> body) throws X {
    checkUse();
    try (Permit _ = order.acquire()) {
      checkUse();
      Savepoint savepoint =
          session.call(
              "savepoint",
              Session.CLEANUP,
              connection -> connection.setSavepoint("yona_" + (depth + 1)));
      Transaction inside = new Transaction(session, depth + 1);
      nested = inside;
      try {
        T result = inside.<T, X>run(body);
        session.call(
            "release savepoint",
            Session.CLEANUP,
            connection -> {
              connection.releaseSavepoint(savepoint);
              return true;
            });
        return result;
      } catch (Throwable error) {
        inside.ended = true;
        undo(savepoint);
        throw error;
      } finally {
        nested = null;
      }
    }
  }

  private void undo(Savepoint savepoint) {
    if (session.isBroken()) {
      return;
    }
    try {
      Async.shielded(
          () ->
              session.call(
                  "rollback to savepoint",
                  Session.CLEANUP,
                  connection -> {
                    connection.rollback(savepoint);
                    return true;
                  }));
    } catch (SqlException _) {
      // The effects of this part must not be committed with the rest.
      session.abort();
    }
  }

  /** Runs a body in this, and ends what the body started. */
  <T extends @Nullable Object, X extends Throwable> T run(
      SuspendingFunction<? super Transaction, ? extends T, ? extends X> body) throws X {
    T result;
    try (Scope _ = Scope.open(this)) {
      result = body.apply(this);
    } finally {
      ended = true;
    }
    Fiber.current().checkCancelled();
    return result;
  }

  private <T extends @Nullable Object> T inOrder(Body<? extends T, RuntimeException> body) {
    checkUse();
    return order.<T, RuntimeException>withPermit(
        () -> {
          checkUse();
          return body.run();
        });
  }

  private void check(String text) {
    TransactionControl.refuseInside(text, session.dialect());
  }

  private void checkUse() {
    STM.effect("a statement of SQL");
    if (ended) {
      throw new ClosedException("the transaction has ended");
    }
    Transaction inside = nested;
    if (inside != null && isIn(inside)) {
      // It would wait for the nested one, which waits for the caller.
      throw new IllegalStateException(
          "a transaction inside this one is open: use the one that the body was given");
    }
  }

  @SuppressWarnings("ReferenceEquality") // it stands for itself
  private static boolean isIn(Transaction inside) {
    for (Scope scope = Scope.current(); scope != null; scope = scope.parent()) {
      if (scope.local() == inside) {
        return true;
      }
    }
    return false;
  }

  /**
   * The advice to a caller who waited in vain for a connection or a lock that a transaction around
   * the call may hold, which then cannot end: PostgreSQL and MySQL allow such a call, so only its
   * error tells of it.
   *
   * @param pool the database that was called
   * @param own the connection of the call, or null if it got none
   * @return what to put behind the message; empty if no transaction around it has another one
   */
  @SuppressWarnings("ReferenceEquality") // both stand for themselves
  static String advice(ConnectionPool pool, @Nullable Session own) {
    for (Scope scope = Scope.current(); scope != null; scope = scope.parent()) {
      if (scope.local() instanceof Transaction around
          && around.session.pool == pool
          && around.session != own) {
        return "; the call is inside a transaction of this database, which holds a connection of"
            + " its own until it ends: use the value of the transaction, not that of the database";
      }
    }
    return "";
  }

  /**
   * The transaction, for people.
   *
   * @return a text without secrets
   */
  @Override
  public String toString() {
    return "a transaction of " + session.pool.uri() + (ended ? ", ended" : "");
  }
}

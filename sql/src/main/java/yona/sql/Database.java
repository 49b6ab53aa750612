package yona.sql;

import java.sql.Driver;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.Body;
import yona.async.Cancellable;
import yona.async.CancellationException;
import yona.async.SuspendingFunction;
import yona.async.stm.STM;

/**
 * A database and a pool of connections to it. Each statement takes a connection for as long as it
 * runs, so independent ones run at the same time.
 *
 * <pre>{@code
 * try (Database database = Database.connect("postgresql://user:password@localhost/shop")) {
 *   List<Row> open = database.query("select id from orders where state = ?", "open");
 *   database.transaction(tx -> tx.execute("update orders set state = ?", "sent"));
 * }
 * }</pre>
 *
 * <p>A database belongs to no scope by itself; a scope to which it is linked closes it on its way
 * out. Safe for use by any number of fibers and threads. Passwords appear in no error and no text.
 */
public final class Database implements SqlClient, Cancellable, AutoCloseable {

  private final ConnectionPool pool;

  private Database(ConnectionPool pool) {
    this.pool = pool;
  }

  /**
   * Connects with {@link Options#DEFAULT}. Suspends until there is a connection.
   *
   * @param uri see {@link #connect(String, Options)}
   * @return the database, to be closed
   * @throws SqlException if the database cannot be reached, or refuses
   * @throws IllegalArgumentException if the URI is none
   * @throws CancellationException if the computation is cancelled; then no connection is left
   */
  public static Database connect(String uri) {
    return connect(uri, Options.DEFAULT);
  }

  /**
   * Connects. Suspends until there is a connection.
   *
   * @param uri {@code :embedded} for a new database of H2 in memory, which is gone when it is
   *     closed; {@code h2:path}; {@code sqlite:path}; {@code
   *     postgresql://user:password@host:port/database}, with the parameters {@code sslmode}, {@code
   *     application_name}, {@code currentSchema} and {@code options}; {@code mysql://...}; or any
   *     {@code jdbc:} URL whose driver is there
   * @param options how the database is used
   * @return the database, to be closed
   * @throws SqlException if the database cannot be reached, or refuses
   * @throws IllegalArgumentException if the URI is none
   * @throws CancellationException if the computation is cancelled; then no connection is left
   */
  public static Database connect(String uri, Options options) {
    return open(uri, options, null);
  }

  /**
   * Connects by a driver that the loader of this class does not know. Suspends until there is a
   * connection.
   *
   * @param uri a {@code jdbc:} URL, or another one as of {@link #connect(String, Options)}
   * @param options how the database is used
   * @param driver what connects
   * @return the database, to be closed
   * @throws SqlException if the database cannot be reached, or refuses
   * @throws IllegalArgumentException if the URI is none
   * @throws CancellationException if the computation is cancelled; then no connection is left
   */
  public static Database connect(String uri, Options options, Driver driver) {
    return open(uri, options, Objects.requireNonNull(driver, "driver"));
  }

  private static Database open(String uri, Options options, @Nullable Driver driver) {
    Objects.requireNonNull(uri, "uri");
    Objects.requireNonNull(options, "options");
    STM.effect("a connection to a database");
    return new Database(ConnectionPool.open(DatabaseUri.parse(uri, options), options, driver));
  }

  /** Takes a connection. */
  Session session() {
    STM.effect("a statement of SQL");
    return pool.acquire();
  }

  ConnectionPool pool() {
    return pool;
  }

  private void check(String text) {
    TransactionControl.refuseAlone(text, pool.uri().dialect());
  }

  @Override
  public List<Row> query(Sql sql) {
    STM.effect("a statement of SQL");
    check(sql.text());
    SharedReads reads = pool.sharedReads();
    List<Row> rows = reads == null ? null : reads.query(sql, pool.inUse());
    if (rows != null) {
      return rows;
    }
    Session session = pool.acquire();
    try {
      return Statements.query(session, sql, reads);
    } finally {
      session.release();
    }
  }

  @Override
  public long execute(Sql sql) {
    check(sql.text());
    SharedReads reads = pool.sharedReads();
    if (reads != null) {
      reads.noteSetting(sql.text());
    }
    Session session = session();
    try {
      return Statements.execute(session, sql);
    } finally {
      session.release();
    }
  }

  @Override
  public List<Long> batch(String text, List<? extends List<? extends @Nullable Object>> rows) {
    STM.effect("a statement of SQL");
    check(text);
    return Transactions.<List<Long>, RuntimeException>once(
        pool, TransactionOptions.DEFAULT, true, transaction -> transaction.batch(text, rows));
  }

  @Override
  public void notify(String channel, String payload) {
    pool.requirePostgres("notifications");
    var _ = query(Sql.of("select pg_notify(?, ?) as told", channel, payload));
  }

  @Override
  public RowStream stream(Sql sql) {
    check(sql.text());
    Session session = session();
    boolean inTransaction = session.dialect().streamsInTransactions();
    RowStream.Place place =
        new RowStream.Place() {
          @Override
          public <T extends @Nullable Object> T inOrder(Body<? extends T, RuntimeException> call) {
            return call.run();
          }

          @Override
          public boolean isEnded() {
            return false;
          }

          @Override
          public void streamClosed() {
            try {
              if (inTransaction && !session.isBroken()) {
                Transactions.commit(session);
              }
            } catch (SqlException _) {
              // It has read; and a connection out of order does not go back.
              session.taint();
            } finally {
              session.release();
            }
          }
        };
    try {
      if (inTransaction) {
        Transactions.begin(session, TransactionOptions.DEFAULT);
      }
      return RowStream.open(session, sql, place);
    } catch (Throwable error) {
      if (inTransaction) {
        Transactions.rollback(session);
      }
      session.release();
      throw error;
    }
  }

  /**
   * Runs a body in a transaction: committed if the body returns, rolled back if it raises an error
   * or is cancelled. Fibers that the body starts have ended before. Suspends.
   *
   * @param body what to run; gets the transaction
   * @param <T> its result
   * @param <X> what it may raise
   * @return its result
   * @throws X as the body does; nothing is committed then
   * @throws CommitUnknownException if the connection was lost at the commit
   * @throws SqlException if the database refuses; nothing is committed then
   */
  @Override
  public <T extends @Nullable Object, X extends Throwable> T transaction(
      SuspendingFunction<? super Transaction, ? extends T, ? extends X> body) throws X {
    return this.<T, X>transaction(TransactionOptions.DEFAULT, body);
  }

  /**
   * Like {@link #transaction(SuspendingFunction)}, with options. Suspends.
   *
   * @param options how it runs
   * @param body what to run, perhaps several times; gets the transaction
   * @param <T> its result
   * @param <X> what it may raise
   * @return its result
   * @throws X as the body does; nothing is committed then
   * @throws CommitUnknownException if the connection was lost at the commit
   * @throws SqlException if the database refuses; nothing is committed then
   */
  public <T extends @Nullable Object, X extends Throwable> T transaction(
      TransactionOptions options,
      SuspendingFunction<? super Transaction, ? extends T, ? extends X> body)
      throws X {
    Objects.requireNonNull(options, "options");
    Objects.requireNonNull(body, "body");
    STM.effect("a transaction of SQL");
    return Transactions.<T, X>run(pool, options, body);
  }

  /**
   * Runs a body in a transaction that is always rolled back: for tests, which then leave nothing
   * behind. Transactions of the body are savepoints. (MySQL and H2 commit at statements that change
   * the schema.) Suspends.
   *
   * @param body what to run; gets the transaction
   * @param <T> its result
   * @param <X> what it may raise
   * @return its result
   * @throws X as the body does
   * @throws SqlException if the database refuses
   */
  public <T extends @Nullable Object, X extends Throwable> T sandbox(
      SuspendingFunction<? super Transaction, ? extends T, ? extends X> body) throws X {
    Objects.requireNonNull(body, "body");
    STM.effect("a transaction of SQL");
    return Transactions.<T, X>once(pool, TransactionOptions.DEFAULT, false, body);
  }

  /**
   * Listens to channels of PostgreSQL, on a connection of its own. Suspends until it listens.
   *
   * @param channels the names of the channels, as they are: with their case
   * @return what is notified from now on; to be closed
   * @throws SqlException if the server cannot be reached, or refuses
   * @throws IllegalArgumentException if the database is no PostgreSQL, or a name is none
   */
  public Notifications listen(List<String> channels) {
    STM.effect("listening to a database");
    return Notifications.open(pool, List.copyOf(channels));
  }

  /**
   * Copies rows into a table of PostgreSQL: all or, if anything fails, none. Suspends.
   *
   * @param text such as {@code copy shop.orders from stdin (format csv)}
   * @param pieces gives the data piece by piece, cut anywhere, then null; may suspend
   * @param <X> what it may raise
   * @return how many rows were copied
   * @throws X as the pieces do
   * @throws SqlException if the server refuses
   * @throws IllegalArgumentException if the database is no PostgreSQL
   */
  public <X extends Throwable> long copyIn(String text, Body<byte @Nullable [], X> pieces)
      throws X {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(pieces, "pieces");
    return Copies.in(this, text, pieces);
  }

  /**
   * Copies rows out of PostgreSQL. Suspends until they begin to come.
   *
   * @param text such as {@code copy shop.orders to stdout (format csv)}
   * @return the data; to be closed, which frees the connection
   * @throws SqlException if the server refuses
   * @throws IllegalArgumentException if the database is no PostgreSQL
   */
  public CopyOutput copyOut(String text) {
    Objects.requireNonNull(text, "text");
    return CopyOutput.open(this, text);
  }

  /**
   * How many connections may be taken at once, now.
   *
   * @return the size of the pool without those in use
   */
  public int freeConnections() {
    return pool.free();
  }

  /**
   * Closes all connections; statements that run fail. Suspends, for 30 seconds at most, and lets no
   * cancellation cut that short. Again it does nothing.
   */
  @Override
  public void close() {
    STM.effect("closing a database");
    pool.close();
  }

  /** Closes it: what a scope does on its way out. */
  @Override
  public void cancel() {
    close();
  }

  /**
   * The database, without user and password.
   *
   * @return a text
   */
  @Override
  public String toString() {
    return "the database " + pool.uri();
  }
}

package yona.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Promise;
import yona.async.Result;
import yona.async.TimeWords;
import yona.async.TimeoutException;
import yona.async.sync.Permit;

/**
 * A connection that somebody has taken out of the pool, for one call of the driver at a time.
 *
 * <p>A call runs beside the fiber that waits for it, see {@link DriverThreads}. When the wait ends
 * early, by a cancellation or a limit of time, the statement is cancelled at the server, by yet
 * another thread. If that is not answered within {@link #ANSWER} the connection is aborted. In both
 * cases it does not go back to the pool, except one to SQLite: a late cancel request could meet the
 * next statement at a server, and H2 keeps it with the text of a statement that it did not meet.
 */
final class Session {

  /** How long a cancelled statement has for its end. */
  private static final Duration ANSWER = Duration.ofSeconds(1);

  /** How often it is cancelled in that time: a request that comes before the statement is lost. */
  private static final int REQUESTS = 5;

  /** How long the end of a transaction, and what puts a connection back in order, may take. */
  static final Duration CLEANUP = Duration.ofSeconds(10);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(50);

  /** A call of the driver. */
  interface Call<T extends @Nullable Object> {
    T run(Connection connection) throws SQLException;
  }

  /** A commit or a rollback. */
  interface Ending {
    void run(Connection connection) throws SQLException;
  }

  final ConnectionPool pool;
  private final Connection connection;
  private final Permit permit;

  /** Whether the call that runs is to end before it executes anything else. */
  private volatile boolean stopping;

  /** The statement that the driver executes and can cancel. */
  private volatile @Nullable Statement running;

  /** The parameters of the statement, which drivers and servers may tell in errors. */
  private volatile List<? extends @Nullable Object> bound = List.of();

  /** Whether the connection is of no use any more. */
  private volatile boolean broken;

  /** Whether it is not to be used by others. */
  private volatile boolean tainted;

  /** How often a statement was to end early. Changes between the calls of the driver. */
  private int stops;

  /** What is kept with a connection to SQLite; null for another one. */
  private final SqliteConnections.@Nullable Kept kept;

  /** Whether a transaction is open, of which most statements wait for no lock. */
  private volatile boolean inTransaction;

  Session(
      ConnectionPool pool,
      Connection connection,
      SqliteConnections.@Nullable Kept kept,
      Permit permit) {
    this.pool = pool;
    this.connection = connection;
    this.kept = kept;
    this.permit = permit;
  }

  Dialect dialect() {
    return pool.uri().dialect();
  }

  /** Whether the connection was lost or aborted. */
  boolean isBroken() {
    return broken;
  }

  /** Whether a transaction is open. */
  boolean isInTransaction() {
    return inTransaction;
  }

  /** A use of a prepared statement. */
  interface Use<T extends @Nullable Object> {
    T run(Prepared prepared) throws SQLException;
  }

  /**
   * Prepares a statement for one use, during which it is the one that is cancelled. By the driver's
   * thread.
   *
   * @param parameters its parameters, for errors
   */
  <T extends @Nullable Object> T prepared(
      String text, List<? extends @Nullable Object> parameters, Use<T> use) throws SQLException {
    Prepared prepared;
    if (kept == null) {
      prepared = new Prepared(prepare(text, parameters), text, null);
    } else {
      bound = parameters;
      prepared = kept.prepare(text);
      running = prepared.statement;
    }
    boolean succeeded = false;
    try {
      T result = use.run(prepared);
      succeeded = true;
      return result;
    } finally {
      running = null;
      prepared.end(succeeded);
    }
  }

  /**
   * Prepares a statement of the caller's, which is then the one that is cancelled. By the driver's
   * thread.
   *
   * @param parameters its parameters, for errors
   */
  PreparedStatement prepare(String text, List<? extends @Nullable Object> parameters)
      throws SQLException {
    bound = parameters;
    StatementSplitter.requireOne(text, dialect());
    // H2 gives the statement of an equal text again, with a request to end that has not met it.
    String fresh = dialect() == Dialect.H2 ? text + " ".repeat(stops) : text;
    PreparedStatement statement = connection.prepareStatement(fresh);
    running = statement;
    if (stopping) {
      statement.close();
      throw new SQLException("cancelled before it began", "57014");
    }
    return statement;
  }

  /** Sets the parameters of the statement, in order. By the driver's thread. */
  void bind(PreparedStatement statement, List<? extends @Nullable Object> parameters)
      throws SQLException {
    bound = parameters;
    Parameters.bind(statement, parameters, dialect());
  }

  /** Keeps the connection from the next user, who would find it out of order. */
  void taint() {
    tainted = true;
  }

  /** Names the statement that is cancelled from now on. By the driver's thread. */
  void executing(@Nullable Statement statement) {
    running = statement;
  }

  /**
   * Runs a call of the driver and waits for it.
   *
   * @param text the statement, for errors
   * @param limit how long it may take, or null
   */
  <T extends @Nullable Object> T call(
      @Nullable String text, @Nullable Duration limit, Call<T> call) {
    if (broken) {
      throw new SqlException(
          "the connection to " + pool.uri() + " is lost", "08003", 0, text, null);
    }
    SqliteConnections sqlite = pool.sqlite();
    if (kept != null && sqlite != null && text != null) {
      if (sqlite.isQuick(text, inTransaction)) {
        return inPlace(sqlite, kept, text, limit, call);
      }
      return beside(text, limit, timed(sqlite, text, call));
    }
    return beside(text, limit, call);
  }

  /**
   * Runs one statement as {@link #call} does. While another process has the file of SQLite locked
   * it is repeated, as it had no effect: the fiber waits in between and holds no thread, where the
   * driver would wait in C, out of reach of a cancellation and a limit.
   *
   * @param text the statement
   * @param limit how long it may take, the wait included, or null
   */
  <T extends @Nullable Object> T statement(String text, @Nullable Duration limit, Call<T> call) {
    return statement(text, limit, pool.options().acquireTimeout(), call);
  }

  /**
   * The same with another limit for the lock.
   *
   * @param patience how long it waits for the lock, when the error is that of the database
   */
  <T extends @Nullable Object> T statement(
      String text, @Nullable Duration limit, Duration patience, Call<T> call) {
    long begun = System.nanoTime();
    Duration left = limit;
    Duration pause = FIRST_PAUSE;
    for (boolean again = false; ; again = true) {
      SqlException refusal;
      try {
        return call(text, left, call);
      } catch (SqlTimeoutException late) {
        throw again ? late(limit, text) : late;
      } catch (SqlException error) {
        refusal = error;
      }
      Duration passed = Duration.ofNanos(System.nanoTime() - begun);
      if (!dialect().isRefusedForNow(refusal) || passed.compareTo(patience) >= 0) {
        throw refusal;
      }
      left = limit == null ? null : limit.minus(passed);
      if (left != null && !left.isPositive()) {
        throw late(limit, text);
      }
      Async.sleep(left != null && left.compareTo(pause) < 0 ? left : pause);
      pool.requireOpen();
      pause = pause.multipliedBy(2);
      if (pause.compareTo(LONGEST_PAUSE) > 0) {
        pause = LONGEST_PAUSE;
      }
    }
  }

  /** Begins a transaction. By the driver's thread. */
  void begin(Connection connection) throws SQLException {
    if (kept == null) {
      connection.setAutoCommit(false);
    } else {
      kept.begin(connection);
    }
    inTransaction = true;
  }

  /** Ends a transaction by a call of the driver. By the driver's thread. */
  boolean end(Connection connection, Ending ending) throws SQLException {
    if (kept == null) {
      ending.run(connection);
      connection.setAutoCommit(true);
    } else {
      kept.end(connection, ending);
    }
    inTransaction = false;
    return true;
  }

  private static <T extends @Nullable Object> Call<T> timed(
      SqliteConnections sqlite, String text, Call<T> call) {
    return connection -> {
      long begun = System.nanoTime();
      T result = call.run(connection);
      sqlite.took(text, System.nanoTime() - begun);
      return result;
    };
  }

  /** Runs a call on the thread of the caller, without another one that it would wait for. */
  private <T extends @Nullable Object> T inPlace(
      SqliteConnections sqlite,
      SqliteConnections.Kept kept,
      String text,
      @Nullable Duration limit,
      Call<T> call) {
    Call<T> timed = timed(sqlite, text, call);
    try {
      return kept.<T>inPlace(limit, () -> timed.run(connection));
    } catch (SQLException | SqlException error) {
      Fiber.current().checkCancelled();
      if (kept.isLate()) {
        throw late(limit, text);
      }
      throw failure(error, text);
    }
  }

  /** Runs a call on another thread, and waits for it. */
  private <T extends @Nullable Object> T beside(
      @Nullable String text, @Nullable Duration limit, Call<T> call) {
    stopping = false;
    Promise<T> promise = DriverThreads.start(dialect(), (Callable<T>) () -> call.run(connection));
    Result<T> result;
    try {
      result =
          limit == null
              ? promise.await()
              : Async.<Result<T>, RuntimeException>timeout(limit, promise::await);
    } catch (TimeoutException _) {
      stop(promise);
      throw late(limit, text);
    } catch (CancellationException cancelled) {
      stop(promise);
      throw cancelled;
    } catch (Throwable error) {
      // The wait was refused, or its thread is at its end; nobody would wait for the call.
      stop(promise);
      throw error;
    }
    return switch (result) {
      case Result.Success<T>(T value) -> value;
      case Result.Failure<T>(Throwable error) -> throw failure(error, text);
    };
  }

  static SqlTimeoutException tooLong(
      @Nullable Duration limit, String advice, @Nullable String text) {
    return new SqlTimeoutException(
        "the statement took longer than "
            + (limit == null ? "it may" : TimeWords.of(limit))
            + " and was cancelled"
            + advice,
        "57014",
        text);
  }

  private SqlTimeoutException late(@Nullable Duration limit, @Nullable String text) {
    return tooLong(limit, Transaction.advice(pool, this), text);
  }

  private RuntimeException failure(Throwable raised, @Nullable String text) {
    Throwable error =
        raised instanceof SQLException sql && text != null
            ? ParameterCount.explained(sql, text, bound, dialect())
            : raised;
    if (error instanceof SQLException sql && Dialect.isLost(sql.getSQLState())) {
      broken = true;
    }
    RuntimeException failure = pool.failure(error, text, bound);
    if (failure instanceof SqlException refusal && dialect().isLocked(refusal)) {
      String advice = Transaction.advice(pool, this);
      return new SqlException(
          refusal.problem() + advice,
          refusal.state(),
          refusal.vendorCode(),
          refusal.statement(),
          refusal.getCause());
    }
    return failure;
  }

  private void stop(Promise<?> promise) {
    Async.shielded(
        () -> {
          stopping = true;
          stops++;
          if (dialect() != Dialect.SQLITE) {
            tainted = true;
          }
          for (int request = 0; request < REQUESTS; request++) {
            Promise<?> requesting = cancelRunning();
            if (ends(promise, ANSWER.dividedBy(REQUESTS))) {
              // A later cancellation would meet the next statement.
              var _ = ends(requesting, ANSWER);
              return;
            }
          }
          abort();
        });
  }

  private static boolean ends(Promise<?> promise, Duration limit) {
    try {
      var _ = Async.<Result<?>, RuntimeException>timeout(limit, promise::await);
      return true;
    } catch (TimeoutException _) {
      return false;
    }
  }

  /** Asks the server to end what runs, as often as this is called. */
  private Promise<?> cancelRunning() {
    Statement statement = running;
    return DriverThreads.start(
        dialect(),
        () -> {
          if (statement != null && dialect() == Dialect.POSTGRESQL) {
            // The statement would ask once only, perhaps before the server has begun it.
            connection.unwrap(PGConnection.class).cancelQuery();
          } else if (statement != null) {
            statement.cancel();
          }
          return true;
        });
  }

  /** Cuts the connection; does not wait. */
  void abort() {
    broken = true;
    var _ =
        DriverThreads.start(
            dialect(),
            () -> {
              connection.unwrap(Connection.class).abort(Runnable::run);
              return true;
            });
  }

  /** Gives the connection back, or up if it is broken. Does not wait. Once. */
  void release() {
    if (kept != null && !broken && !tainted) {
      try (permit) {
        connection.close();
      } catch (SQLException _) {
        // The pool has it back all the same.
      }
      return;
    }
    DriverThreads.start(
            dialect(),
            () -> {
              if (broken || tainted) {
                pool.evict(connection);
              }
              connection.close();
              return true;
            })
        .onComplete(
            _ -> {
              permit.close();
              return true;
            });
  }
}

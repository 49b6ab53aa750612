package yona.sql;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Blocking;
import yona.async.Promise;
import yona.async.Result;
import yona.async.TimeWords;
import yona.async.TimeoutException;
import yona.async.sync.Permit;
import yona.async.sync.Semaphore;

/**
 * The connections of a database. Fibers wait here for one, in order and so that they can be
 * cancelled: HikariCP is asked only when it has one or may make one, and never interrupted.
 */
final class ConnectionPool {

  /** The message of the standard's class that looks for drivers. */
  private static final String NO_DRIVER = "No suitable driver";

  private static final Duration LOCK_PAUSE = Duration.ofMillis(10);

  private final DatabaseUri uri;
  private final Options options;
  private final Semaphore permits;
  private final HikariDataSource source;

  /** Who listens on connections beside the pool. */
  private final Set<Notifications> listening = ConcurrentHashMap.newKeySet();

  /** Where quick reads go, if they can share connections. */
  private final @Nullable SharedReads reads;

  /** The state of connections to SQLite; null for another database. */
  private final @Nullable SqliteConnections sqlite;

  private volatile boolean closed;

  private ConnectionPool(
      DatabaseUri uri, Options options, HikariDataSource source, @Nullable SharedReads reads) {
    this.uri = uri;
    this.options = options;
    this.permits = new Semaphore(options.poolSize());
    this.source = source;
    this.reads = reads;
    this.sqlite = uri.dialect() == Dialect.SQLITE ? new SqliteConnections(options) : null;
  }

  /**
   * Opens a pool and makes its first connection. Suspends. While another process makes SQLite's
   * file one with a log of writes, the driver is refused at once, and asked again.
   */
  static ConnectionPool open(DatabaseUri uri, Options options, @Nullable Driver driver) {
    long begun = System.nanoTime();
    for (; ; ) {
      try {
        return openOnce(uri, options, driver);
      } catch (SqlException error) {
        if (!uri.dialect().isRefusedForNow(error)
            || System.nanoTime() - begun >= options.acquireTimeout().toNanos()) {
          throw error;
        }
      }
      Async.sleep(LOCK_PAUSE);
    }
  }

  private static ConnectionPool openOnce(
      DatabaseUri uri, Options options, @Nullable Driver driver) {
    Promise<HikariDataSource> opening =
        DriverThreads.start(
            uri.dialect(),
            () -> {
              HikariDataSource opened = configured(uri, options, driver);
              // The first makes the pool, and shows that the database can be reached.
              opened.getConnection().close();
              opened.setMinimumIdle(0);
              return opened;
            });
    Result<HikariDataSource> result;
    try {
      result = opening.await();
    } catch (Throwable cancelled) {
      opening.onComplete(
          late -> {
            if (late instanceof Result.Success<HikariDataSource>(HikariDataSource source)) {
              close(uri, source);
            }
            return true;
          });
      throw cancelled;
    }
    return switch (result) {
      case Result.Success<HikariDataSource>(HikariDataSource source) ->
          new ConnectionPool(
              uri, options, source, driver == null ? SharedReads.of(uri, options) : null);
      case Result.Failure<HikariDataSource>(Throwable error) -> throw connectFailure(uri, error);
    };
  }

  /**
   * Has no pool before it is asked for a connection; a pool of a HikariConfig copies that by
   * reflection.
   */
  private static HikariDataSource configured(
      DatabaseUri uri, Options options, @Nullable Driver driver) {
    var source = new HikariDataSource();
    if (driver == null) {
      source.setJdbcUrl(uri.jdbcUrl());
      source.setDataSourceProperties(uri.properties());
    } else {
      source.setDataSource(new DriverSource(driver, uri));
    }
    source.setMaximumPoolSize(options.poolSize());
    // Else the first connection would be closed.
    source.setMinimumIdle(1);
    source.setConnectionTimeout(options.acquireTimeout().toMillis());
    source.setPoolName("yona-sql");
    source.setInitializationFailTimeout(1);
    source.setConnectionInitSql(uri.dialect().greeting());
    return source;
  }

  private static SqlException connectFailure(DatabaseUri uri, Throwable error) {
    // The innermost has the reason; around it the pool says that it has waited.
    SQLException reason = null;
    for (Throwable each = error; each != null; each = each.getCause()) {
      if (each instanceof SQLException sql && (reason == null || sql.getSQLState() != null)) {
        reason = sql;
      }
    }
    String message = reason == null ? error.getMessage() : uri.dialect().message(reason);
    if (NO_DRIVER.equals(message)) {
      message =
          "no driver for it is there: name the library that has one among the dependencies of the"
              + " project, in Yona by [dependencies] in yona.toml or by --with";
    }
    // Not with its cause: a driver may tell the URL, and with it the password.
    return new SqlException(
        "cannot connect to " + uri + ": " + uri.redact(message),
        reason == null || reason.getSQLState() == null ? "08001" : reason.getSQLState(),
        reason == null ? 0 : reason.getErrorCode(),
        null,
        null);
  }

  DatabaseUri uri() {
    return uri;
  }

  Options options() {
    return options;
  }

  /** Who listens, and is closed with the pool. */
  Set<Notifications> listening() {
    return listening;
  }

  /** Refuses everything when it is closed. */
  void requireOpen() {
    if (closed) {
      throw new ClosedException("the database " + uri + " is closed");
    }
  }

  /** Refuses what only PostgreSQL has. */
  void requirePostgres(String what) {
    if (uri.dialect() != Dialect.POSTGRESQL) {
      throw new IllegalArgumentException("only PostgreSQL has " + what + ", not " + uri);
    }
  }

  int free() {
    return permits.free();
  }

  int inUse() {
    return options.poolSize() - permits.free();
  }

  /** Where quick reads go; null if they go to the pool as all others. */
  @Nullable SharedReads sharedReads() {
    return reads;
  }

  /** Takes a connection. Suspends. */
  Session acquire() {
    requireOpen();
    Permit permit;
    try {
      permit = permits.acquire(options.acquireTimeout());
    } catch (TimeoutException _) {
      throw new SqlTimeoutException(
          "no connection to "
              + uri
              + " was free within "
              + TimeWords.of(options.acquireTimeout())
              + ": all "
              + options.poolSize()
              + " are in use"
              + Transaction.advice(this, null),
          "08001",
          null);
    }
    if (sqlite != null && source.getHikariPoolMXBean().getIdleConnections() > 0) {
      return takeIdle(sqlite, permit);
    }
    Promise<Connection> taking;
    try {
      taking = DriverThreads.start(uri.dialect(), source::getConnection);
    } catch (Throwable error) {
      permit.close();
      throw error;
    }
    Result<Connection> result;
    try {
      result = taking.await();
    } catch (Throwable cancelled) {
      taking.onComplete(
          late -> {
            if (late instanceof Result.Success<Connection>(Connection connection)) {
              new Session(this, connection, null, permit).release();
            } else {
              permit.close();
            }
            return true;
          });
      throw cancelled;
    }
    return switch (result) {
      case Result.Success<Connection>(Connection connection) -> session(sqlite, connection, permit);
      case Result.Failure<Connection>(Throwable error) -> {
        permit.close();
        requireOpen();
        throw connectFailure(uri, error);
      }
    };
  }

  /** Takes a connection that nobody uses, without another thread. */
  private Session takeIdle(SqliteConnections sqlite, Permit permit) {
    Connection connection;
    try {
      connection = Blocking.<Connection, SQLException>inPlace(source::getConnection);
    } catch (SQLException error) {
      permit.close();
      requireOpen();
      throw connectFailure(uri, error);
    } catch (Throwable cancelled) {
      permit.close();
      throw cancelled;
    }
    return session(sqlite, connection, permit);
  }

  private Session session(
      @Nullable SqliteConnections sqlite, Connection connection, Permit permit) {
    try {
      return new Session(this, connection, sqlite == null ? null : sqlite.of(connection), permit);
    } catch (SQLException error) {
      new Session(this, connection, null, permit).release();
      throw connectFailure(uri, error);
    }
  }

  @Nullable SqliteConnections sqlite() {
    return sqlite;
  }

  /** A connection outside of the pool, for as long as somebody likes. By a driver's thread. */
  Connection connect() throws SQLException {
    return DriverManager.getConnection(uri.jdbcUrl(), uri.properties());
  }

  void evict(Connection connection) {
    source.evictConnection(connection);
  }

  /**
   * The error that the program gets for that of the driver.
   *
   * @param text the statement
   * @param parameters its parameters, of which the message tells nothing
   */
  RuntimeException failure(
      Throwable error, @Nullable String text, List<? extends @Nullable Object> parameters) {
    return switch (error) {
      case SqlException own -> own;
      case SQLException sql -> {
        String message = uri.redact(uri.dialect().message(sql));
        String shown = Parameters.hidden(message, parameters);
        String state = uri.dialect().state(sql);
        if (uri.dialect() == Dialect.POSTGRESQL && state.startsWith("22") && text != null) {
          shown = Parameters.withoutData(shown, text);
        }
        // The cause would tell what the message does not.
        boolean hides = uri.secret() != null || uri.dialect() == Dialect.OTHER;
        boolean tellsAll = !hides && shown.equals(sql.getMessage());
        if (Dialect.wasThere(state)) {
          shown = "the connection to " + uri + " was lost: " + shown;
        }
        yield new SqlException(shown, state, sql.getErrorCode(), text, tellsAll ? sql : null);
      }
      case RuntimeException other -> other;
      case Error other -> throw other;
      default -> new IllegalStateException(error);
    };
  }

  /** Closes all connections, those in use too. Suspends, for a bounded time. */
  void close() {
    if (closed) {
      return;
    }
    closed = true;
    listening.forEach(Notifications::close);
    if (reads != null) {
      reads.close();
    }
    Promise<Boolean> closing = close(uri, source);
    Async.shielded(
        () -> {
          try {
            var _ =
                Async.<Result<Boolean>, RuntimeException>timeout(
                    Duration.ofSeconds(30), closing::await);
          } catch (TimeoutException _) {
            // The driver does not come back; its thread is a daemon.
          }
        });
  }

  private static Promise<Boolean> close(DatabaseUri uri, HikariDataSource source) {
    boolean embedded = uri.shown().equals(DatabaseUri.EMBEDDED);
    return DriverThreads.start(
        uri.dialect(),
        () -> {
          if (embedded) {
            // It would stay in memory without a connection.
            try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
              statement.execute("shutdown");
            } catch (SQLException _) {
              // It is down.
            }
          }
          source.close();
          return true;
        });
  }
}

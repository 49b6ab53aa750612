package yona.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteConnectionConfig;
import yona.async.Blocking;
import yona.async.Body;
import yona.async.Fiber;

/**
 * The connections to a database of SQLite. Its statements are calls of a library in C, so the quick
 * ones run in place, on the thread of the fiber: another thread would take twenty times as long.
 *
 * <p>A statement is quick if it was so before and waits for no lock: one in a transaction, or a
 * select. While it runs in place SQLite asks now and then whether it is to go on, so a cancellation
 * and a limit of time reach it. Safe for any number of threads.
 */
final class SqliteConnections {

  private static final int MOST_TEXTS = 1000;

  /** A statement is quick up to here; a fiber on another thread is awake after a tenth of it. */
  private static final long QUICK_NANOS = Duration.ofMillis(1).toNanos();

  /** After so many steps of its machine SQLite asks whether to go on: within a millisecond. */
  private static final int STEPS = 20_000;

  private static final Duration FOREVER = Duration.ofDays(10_000);

  private final int statements;

  /** How long statements take, by their text: a moving average. */
  private final Map<String, Long> nanos = new ConcurrentHashMap<>();

  private final Map<Connection, Kept> connections = new ConcurrentHashMap<>();

  SqliteConnections(Options options) {
    this.statements = options.cachedStatements();
  }

  /** What is kept with a connection; makes that for a new one. */
  Kept of(Connection pooled) throws SQLException {
    SQLiteConnection connection = pooled.unwrap(SQLiteConnection.class);
    Kept kept = connections.get(connection);
    if (kept == null) {
      connections.values().removeIf(Kept::isOver);
      kept = new Kept(connection);
      ProgressHandler.setHandler(connection, STEPS, kept);
      // Statements are repeated by their fibers; see Session.
      connection.setBusyTimeout(0);
      connections.put(connection, kept);
    }
    return kept;
  }

  /** Whether a statement is to run in place. */
  boolean isQuick(String text, boolean inTransaction) {
    Long usual = nanos.get(text);
    return usual != null
        && usual < QUICK_NANOS
        && (inTransaction || reads(text))
        && Blocking.isAllowedInPlace();
  }

  private static boolean reads(String text) {
    return text.regionMatches(true, 0, "select", 0, "select".length());
  }

  /** Notes how long a statement took. */
  void took(String text, long time) {
    Long usual = nanos.get(text);
    if (usual == null) {
      if (nanos.size() >= MOST_TEXTS) {
        // Texts that are made for each call would keep those out that come again.
        nanos.clear();
      }
      nanos.put(text, time);
    } else if (usual / 2 > time || time > usual + usual / 2) {
      // Close to the average it may stay as it is.
      nanos.put(text, usual + (time - usual) / 4);
    }
  }

  /** A connection, its prepared statements, and the fiber that is in it. */
  final class Kept extends ProgressHandler {

    private final SQLiteConnection connection;

    /** Those in no use, the one that was used longest ago first. */
    private final Map<String, Prepared> idle = new LinkedHashMap<>();

    private volatile @Nullable Fiber inPlace;
    private volatile long deadline;

    private Kept(SQLiteConnection connection) {
      this.connection = connection;
    }

    /** Runs a call of the driver on the thread of the caller. */
    <T extends @Nullable Object> T inPlace(
        @Nullable Duration limit, Body<? extends T, SQLException> call) throws SQLException {
      deadline = System.nanoTime() + (limit == null ? FOREVER : limit).toNanos();
      inPlace = Fiber.current();
      try {
        return Blocking.<T, SQLException>inPlace(call);
      } finally {
        inPlace = null;
      }
    }

    /** Whether the connection is closed. */
    private boolean isOver() {
      try {
        return connection.isClosed();
      } catch (SQLException _) {
        return true;
      }
    }

    /** Begins a transaction; the driver takes a refused one for begun. */
    void begin(Connection pooled) throws SQLException {
      try {
        pooled.setAutoCommit(false);
      } catch (SQLException refused) {
        connection.getConnectionConfig().setAutoCommit(true);
        throw refused;
      }
    }

    /**
     * Ends a transaction. The driver begins another one behind it: that must not want the lock, or
     * what is committed would be told as refused.
     */
    void end(Connection pooled, Session.Ending ending) throws SQLException {
      SQLiteConnectionConfig settings = connection.getConnectionConfig();
      SQLiteConfig.TransactionMode usual = settings.getTransactionMode();
      settings.setTransactionMode(SQLiteConfig.TransactionMode.DEFERRED);
      try {
        ending.run(pooled);
        pooled.setAutoCommit(true);
      } finally {
        settings.setTransactionMode(usual);
      }
    }

    /** Whether the time of the call that ran in place was over. */
    boolean isLate() {
      return System.nanoTime() - deadline >= 0;
    }

    /** Whether what runs is to end. */
    @Override
    protected int progress() {
      Fiber fiber = inPlace;
      return fiber != null && (fiber.isCancelled() || isLate()) ? 1 : 0;
    }

    /** Prepares a statement, or gives one that was kept. */
    Prepared prepare(String text) throws SQLException {
      Prepared kept = idle.remove(text);
      if (kept != null) {
        return kept;
      }
      StatementSplitter.requireOne(text, Dialect.SQLITE);
      PreparedStatement statement = connection.prepareStatement(text);
      return new Prepared(statement, text, isKept(text) ? this : null);
    }

    /** What may mean other columns after a change of the schema is prepared anew each time. */
    private boolean isKept(String text) {
      return statements > 0
          && text.replace(" ", "").toLowerCase(Locale.ROOT).replace("count(*)", "").indexOf('*')
              < 0;
    }

    void giveBack(Prepared prepared) throws SQLException {
      prepared.statement.clearParameters();
      Prepared same = idle.put(prepared.text, prepared);
      if (same != null) {
        same.statement.close();
      }
      if (idle.size() > statements) {
        Prepared eldest = idle.remove(idle.keySet().iterator().next());
        if (eldest != null) {
          eldest.statement.close();
        }
      }
    }
  }
}

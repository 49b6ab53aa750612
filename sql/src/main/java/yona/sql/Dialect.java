package yona.sql;

import java.io.IOException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What differs from one database to the next. */
enum Dialect {
  POSTGRESQL(true),
  MYSQL(true),
  H2(false),
  SQLITE(false),
  OTHER(false);

  private static final String NOT_NULL = "23502";
  private static final String FOREIGN_KEY = "23503";
  private static final String UNIQUE = "23505";
  private static final String CHECK = "23514";
  private static final String SERIALIZATION = "40001";
  private static final String LOCKED = "55P03";

  /** A connection that was there has failed. */
  private static final String FAILURE = "08006";

  /** States of the class of connections that say something else than that one was lost. */
  private static final Set<String> NOT_YET_LOST = Set.of("08001", "08004", "08P01");

  private static final Pattern UNKNOWN_COLUMN = Pattern.compile("table \\S+ has no column named ");

  /** The values of a key that is there already, and what is too long. */
  private static final Pattern VALUES_OF_H2 =
      Pattern.compile("(?s) VALUES \\(.*\\)(?=\"$)|(?<=\"): \"'.*");

  /** Whether the driver blocks in sockets only, so that it may do that on a virtual thread. */
  final boolean blocksInSockets;

  Dialect(boolean blocksInSockets) {
    this.blocksInSockets = blocksInSockets;
  }

  /** By the name behind {@code jdbc:}. */
  static Dialect of(String scheme) {
    return switch (scheme) {
      case "postgresql" -> POSTGRESQL;
      case "mysql" -> MYSQL;
      case "h2" -> H2;
      case "sqlite" -> SQLITE;
      default -> OTHER;
    };
  }

  /** What each new connection begins with; null for nothing. */
  @Nullable String greeting() {
    // A server that has lost us ends what it does, with its locks; those before 14 cannot.
    return this == POSTGRESQL
        ? "select set_config(name, '1s', false) from pg_settings"
            + " where name = 'client_connection_check_interval'"
        : null;
  }

  /** Whether rows arrive in portions only inside a transaction. */
  boolean streamsInTransactions() {
    return this == POSTGRESQL;
  }

  /**
   * Why a server cannot be reached or has gone, where the driver's message says only that it is so;
   * null elsewhere.
   */
  private @Nullable String reason(SQLException error) {
    Throwable innermost = error;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    String message = innermost.getMessage();
    if (innermost instanceof UnknownHostException && message != null) {
      return "no such host " + message.split(":", 2)[0];
    }
    if (this == POSTGRESQL
        && innermost instanceof IOException
        && FAILURE.equals(error.getSQLState())) {
      return message == null ? "the server has closed it" : message;
    }
    return null;
  }

  /** The message of a driver, without the statement and the values that H2 puts behind it. */
  String message(SQLException error) {
    String reason = reason(error);
    if (reason != null) {
      return reason;
    }
    String message = String.valueOf(error.getMessage());
    if (this == MYSQL && message.startsWith("Communications link failure")) {
      // The driver tells guesses in several lines; the reason is behind it.
      Throwable innermost = error.getCause();
      while (innermost != null && innermost.getCause() != null) {
        innermost = innermost.getCause();
      }
      return "the server cannot be reached"
          + (innermost == null ? "" : ": " + innermost.getMessage());
    }
    if (this != H2) {
      return message;
    }
    int statement = message.indexOf("; SQL statement:");
    return VALUES_OF_H2
        .matcher(statement < 0 ? message : message.substring(0, statement))
        .replaceFirst("");
  }

  /**
   * The standard's code of an error: where the driver has a coarser one or none, the one that
   * PostgreSQL has for the same. SQLite's driver has none at all.
   */
  String state(SQLException error) {
    int code = error.getErrorCode();
    @Nullable String exact =
        switch (this) {
          case SQLITE -> ofSqlite(String.valueOf(error.getMessage()));
          case MYSQL ->
              switch (code) {
                case 1048, 1364 -> NOT_NULL;
                case 1062 -> UNIQUE;
                case 1451, 1452 -> FOREIGN_KEY;
                // MariaDB has a code of its own.
                case 3819, 4025 -> CHECK;
                default -> null;
              };
          case H2 ->
              switch (code) {
                case 23503, 23506 -> FOREIGN_KEY;
                case 23513 -> CHECK;
                default -> null;
              };
          case POSTGRESQL, OTHER -> null;
        };
    if (exact != null) {
      return exact;
    }
    return error.getSQLState() == null ? "" : error.getSQLState();
  }

  /** The driver keeps the exact code in the message alone: {@code [SQLITE_CONSTRAINT_UNIQUE]}. */
  private static @Nullable String ofSqlite(String message) {
    String name = message.substring(0, message.indexOf(']') + 1);
    return switch (name) {
      case "[SQLITE_ERROR]" -> ofSqliteText(message.substring(message.indexOf('(') + 1));
      case "[SQLITE_BUSY_SNAPSHOT]" -> SERIALIZATION;
      case "[SQLITE_CONSTRAINT_CHECK]" -> CHECK;
      case "[SQLITE_CONSTRAINT_FOREIGNKEY]" -> FOREIGN_KEY;
      case "[SQLITE_CONSTRAINT_NOTNULL]" -> NOT_NULL;
      case "[SQLITE_CONSTRAINT_PRIMARYKEY]", "[SQLITE_CONSTRAINT_UNIQUE]" -> UNIQUE;
      default -> ofSqliteFamily(name);
    };
  }

  /** The first two words of a name tell the kind of error, those behind them its cause. */
  private static @Nullable String ofSqliteFamily(String name) {
    int second = name.indexOf('_');
    int end = name.indexOf('_', second + 1);
    return switch (name.substring(0, end < 0 ? Math.max(0, name.length() - 1) : end)) {
      case "[SQLITE_BUSY", "[SQLITE_LOCKED" -> LOCKED;
      case "[SQLITE_READONLY" -> "25006";
      case "[SQLITE_FULL" -> "53100";
      case "[SQLITE_CORRUPT", "[SQLITE_NOTADB" -> "XX001";
      default -> null;
    };
  }

  /** The SQLSTATE of a generic error of SQLite, which its message alone tells. */
  private static @Nullable String ofSqliteText(String text) {
    if (text.startsWith("no such table: ")) {
      return "42P01";
    }
    if (text.startsWith("no such column: ") || UNKNOWN_COLUMN.matcher(text).lookingAt()) {
      return "42703";
    }
    boolean syntax =
        text.startsWith("incomplete input")
            || text.startsWith("unrecognized token: ")
            || (text.startsWith("near ") && text.endsWith(": syntax error)"));
    return syntax ? "42601" : null;
  }

  /** Whether an error means that the same transaction may succeed when it is tried again. */
  boolean mayBeRepeated(SqlException error) {
    String state = error.state();
    return state.equals(SERIALIZATION)
        || state.equals("40P01")
        || (this == SQLITE && isBusy(error));
  }

  /** Whether an error means that somebody else has kept a lock for too long. */
  boolean isLocked(SqlException error) {
    return switch (this) {
      case SQLITE -> isBusy(error);
      case H2 -> error.vendorCode() == 50200;
      case MYSQL -> error.vendorCode() == 1205;
      case POSTGRESQL -> error.state().equals(LOCKED);
      case OTHER -> false;
    };
  }

  /** Whether an error means that the statement had no effect, as another process has the lock. */
  boolean isRefusedForNow(SqlException error) {
    // A transaction whose snapshot is older than another one's write can never write itself.
    return this == SQLITE && isBusy(error) && !error.state().equals(SERIALIZATION);
  }

  private static boolean isBusy(SqlException error) {
    return (error.vendorCode() & 0xff) == 5;
  }

  /** Whether an error means that a connection that was there is gone. */
  static boolean wasThere(String state) {
    return isLost(state) && !NOT_YET_LOST.contains(state);
  }

  /** Whether an error means that the connection is lost. */
  static boolean isLost(@Nullable String state) {
    return state != null
        && (state.startsWith("08") || state.startsWith("57P0") || state.equals("90067"));
  }
}

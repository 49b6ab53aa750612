package yona.sql;

import org.jspecify.annotations.Nullable;

/** What differs from one database to the next. */
enum Dialect {
  POSTGRESQL(true, true),
  MYSQL(true, true),
  H2(false, false),
  SQLITE(false, false),
  OTHER(true, false);

  /** Whether a server is asked, as far as we know. */
  final boolean remote;

  /** Whether the driver blocks in sockets only, so that it may do that on a virtual thread. */
  final boolean blocksInSockets;

  Dialect(boolean remote, boolean blocksInSockets) {
    this.remote = remote;
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

  /** Whether rows arrive in portions only inside a transaction. */
  boolean streamsInTransactions() {
    return this == POSTGRESQL;
  }

  /** How a driver is asked not to read a whole result at once. */
  int fetchSize(int rows) {
    return this == MYSQL ? Integer.MIN_VALUE : rows;
  }

  /** Whether an error means that the same transaction may succeed when it is tried again. */
  boolean mayBeRepeated(SqlException error) {
    String state = error.state();
    return state.equals("40001")
        || state.equals("40P01")
        || (this == SQLITE && (error.vendorCode() & 0xff) == 5);
  }

  /** Whether an error means that the connection is lost. */
  static boolean isLost(@Nullable String state) {
    return state != null
        && (state.startsWith("08") || state.startsWith("57P0") || state.equals("90067"));
  }
}

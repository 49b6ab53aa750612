package yona.sql;

import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/**
 * How a transaction runs.
 *
 * @param isolation what it sees of others; null for what the database does by itself. SQLite's
 *     transactions are always serializable
 * @param readOnly whether it only reads; the database refuses changes where it can
 * @param retries how often it is run again, from its beginning on a new connection, when the
 *     database has rolled it back because of others: after a serialization failure or a deadlock.
 *     Between them it waits, longer each time. Its effects beside the database are then repeated,
 *     too
 */
public record TransactionOptions(@Nullable Isolation isolation, boolean readOnly, int retries) {

  /** The levels of isolation of the standard. */
  public enum Isolation {
    /** Sees what others have not committed. */
    READ_UNCOMMITTED(Connection.TRANSACTION_READ_UNCOMMITTED),
    /** Each statement sees what was committed before it. */
    READ_COMMITTED(Connection.TRANSACTION_READ_COMMITTED),
    /** Rows that were read once do not change. */
    REPEATABLE_READ(Connection.TRANSACTION_REPEATABLE_READ),
    /** As if one transaction ran after the other. */
    SERIALIZABLE(Connection.TRANSACTION_SERIALIZABLE);

    final int level;

    Isolation(int level) {
      this.level = level;
    }
  }

  /** The database's own isolation, for reading and writing, without retries. */
  public static final TransactionOptions DEFAULT = new TransactionOptions(null, false, 0);

  /** Checks the number of retries. */
  public TransactionOptions {
    if (retries < 0 || retries > 100) {
      throw new IllegalArgumentException("expected retries from 0 to 100, found " + retries);
    }
  }

  /**
   * The same with another isolation.
   *
   * @param level what it sees of others
   * @return the options
   */
  public TransactionOptions withIsolation(Isolation level) {
    return new TransactionOptions(level, readOnly, retries);
  }

  /**
   * The same for reading only.
   *
   * @return the options
   */
  public TransactionOptions forReading() {
    return new TransactionOptions(isolation, true, retries);
  }

  /**
   * The same with retries.
   *
   * @param most how often it is run again
   * @return the options
   */
  public TransactionOptions withRetries(int most) {
    return new TransactionOptions(isolation, readOnly, most);
  }
}

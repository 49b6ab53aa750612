package yona.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A prepared statement for one use, after which it is closed, or kept for the next one. */
final class Prepared {

  final PreparedStatement statement;
  final String text;

  /** Who keeps it; null if nobody does. */
  private final SqliteConnections.@Nullable Kept keeper;

  /** The columns of its result, from the first use on. */
  @Nullable Values columns;

  Prepared(PreparedStatement statement, String text, SqliteConnections.@Nullable Kept keeper) {
    this.statement = statement;
    this.text = text;
    this.keeper = keeper;
  }

  /** Reads the values of a result. */
  Values values(ResultSet results, Dialect dialect) throws SQLException {
    Values known = columns;
    Values values = known == null ? new Values(results, dialect, text) : known.with(results);
    columns = values;
    return values;
  }

  /**
   * Ends its use.
   *
   * @param succeeded whether it has, so that it may be used again
   */
  void end(boolean succeeded) throws SQLException {
    if (keeper == null || !succeeded) {
      statement.close();
    } else {
      keeper.giveBack(this);
    }
  }
}

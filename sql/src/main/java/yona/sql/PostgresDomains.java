package yona.sql;

import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.BaseConnection;
import org.postgresql.jdbc.PgArray;

/**
 * Arrays of PostgreSQL with elements of a domain. The server tells the type below the domain for a
 * column of it, but not for an array, whose elements the driver then takes for texts.
 */
final class PostgresDomains {

  /** The array of the type below a domain, which may be of another one; 0 if there is none. */
  private static final String ARRAY_BELOW =
      "with recursive types (oid, below, its_array) as ("
          + "select oid, typbasetype, typarray from pg_catalog.pg_type where oid = ?"
          + " union all"
          + " select next.oid, next.typbasetype, next.typarray"
          + " from types join pg_catalog.pg_type as next on next.oid = types.below)"
          + " select its_array from types where below = 0";

  /** What the server has told, by the name of the domain. */
  private final Map<String, Integer> arraysBelow = new HashMap<>();

  /**
   * The same array with elements of the type below their domain, if they are of one.
   *
   * @param results where it comes from
   */
  @Nullable Array below(@Nullable Array array, ResultSet results) throws SQLException {
    if (array == null || array.getBaseType() != Types.DISTINCT) {
      return array;
    }
    BaseConnection connection = results.getStatement().getConnection().unwrap(BaseConnection.class);
    String domain = array.getBaseTypeName();
    Integer known = arraysBelow.get(domain);
    int type = known == null ? arrayBelow(connection, domain) : known;
    arraysBelow.put(domain, type);
    return type == 0 ? array : new PgArray(connection, type, array.toString());
  }

  private static int arrayBelow(BaseConnection connection, String domain) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(ARRAY_BELOW)) {
      statement.setLong(1, Integer.toUnsignedLong(connection.getTypeInfo().getPGType(domain)));
      try (ResultSet found = statement.executeQuery()) {
        return found.next() ? (int) found.getLong(1) : 0;
      }
    }
  }
}

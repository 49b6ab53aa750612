import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The rows of SQLite by JDBC alone, with statements that are prepared once. */
final class Sqlite {
  private static final String INSERT = "insert into sale values (?, ?, ?)";

  private Sqlite() {}

  static Twin.Row row(String name, int n, String file) throws SQLException {
    // As Yona opens it.
    var db = DriverManager.getConnection("jdbc:sqlite:" + file + "?journal_mode=WAL");
    return switch (name) {
      case "sqlite-inserts" -> new Twin.Row(() -> inserts(db, n));
      case "sqlite-batch" -> new Twin.Row(() -> batch(db, n));
      case "sqlite-reads" -> {
        batch(db, n);
        yield new Twin.Row(() -> reads(db, n));
      }
      default -> throw new IllegalArgumentException("no such row: " + name);
    };
  }

  private static void beginWithNewTable(Connection db) throws SQLException {
    try (var statement = db.createStatement()) {
      statement.execute("drop table if exists sale");
      statement.execute(
          "create table sale (id integer primary key, amount integer, what text)");
    }
    db.setAutoCommit(false);
  }

  private static long commit(Connection db) throws SQLException {
    db.commit();
    db.setAutoCommit(true);
    try (var statement = db.createStatement();
        var sums = statement.executeQuery("select sum(amount) from sale")) {
      return sums.getLong(1);
    }
  }

  private static long inserts(Connection db, int n) throws SQLException {
    beginWithNewTable(db);
    try (var insert = db.prepareStatement(INSERT)) {
      for (int i = n; i > 0; i--) {
        set(insert, i);
        insert.executeUpdate();
      }
    }
    return commit(db);
  }

  private static long batch(Connection db, int n) throws SQLException {
    beginWithNewTable(db);
    try (var insert = db.prepareStatement(INSERT)) {
      for (int i = 1; i <= n; i++) {
        set(insert, i);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    return commit(db);
  }

  private static void set(PreparedStatement insert, int i) throws SQLException {
    insert.setLong(1, i);
    insert.setLong(2, i * 7L);
    insert.setString(3, "sale " + i);
  }

  private static long reads(Connection db, int n) throws SQLException {
    long sum = 0;
    try (var select = db.prepareStatement("select amount, what from sale where id = ?")) {
      for (int i = n; i > 0; i--) {
        select.setLong(1, i);
        try (var found = select.executeQuery()) {
          found.next();
          sum += found.getLong(1) + found.getString(2).length();
        }
      }
    }
    return sum;
  }
}

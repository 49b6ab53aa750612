package yona.bench.sql;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.bench.async.Timed;
import yona.sql.Database;

/**
 * The rows of SQLite with Yona's library for SQL, in a fiber. Usage: {@code Sqlite ROW warm SIZE
 * WARM_MILLIS SAMPLE_MILLIS FILE}.
 */
public final class Sqlite {
  private static final String INSERT = "insert into sale values (?, ?, ?)";

  private Sqlite() {}

  /** Measures a row. */
  public static void main(String[] arguments) throws Exception {
    Async.<Boolean, Exception>blocking(() -> measure(arguments));
  }

  private static boolean measure(String[] arguments) throws Exception {
    try (var database = Database.connect("sqlite:" + Path.of(arguments[5]))) {
      if (arguments[0].equals("sqlite-reads")) {
        batch(database, Integer.parseInt(arguments[2]));
      }
      Timed.main(
          row ->
              switch (row) {
                case "sqlite-inserts" -> (size, _) -> inserts(database, size);
                case "sqlite-batch" -> (size, _) -> batch(database, size);
                case "sqlite-reads" -> (size, _) -> reads(database, size);
                default -> throw new IllegalArgumentException("no such row: " + row);
              },
          arguments);
    }
    return true;
  }

  private static void newTable(Database database) {
    database.execute("drop table if exists sale");
    database.execute("create table sale (id integer primary key, amount integer, what text)");
  }

  private static long sum(Database database) {
    return (long) database.queryOne("select sum(amount) from sale").orElseThrow().get(0);
  }

  private static long inserts(Database database, int size) throws Exception {
    newTable(database);
    database.transaction(
        transaction -> {
          for (int i = size; i > 0; i--) {
            transaction.execute(INSERT, (long) i, i * 7L, "sale " + i);
          }
          return true;
        });
    return sum(database);
  }

  private static long batch(Database database, int size) throws Exception {
    newTable(database);
    database.transaction(
        transaction -> {
          var rows = new ArrayList<List<@Nullable Object>>();
          for (int i = 1; i <= size; i++) {
            rows.add(Arrays.asList((long) i, i * 7L, "sale " + i));
          }
          return transaction.batch(INSERT, rows);
        });
    return sum(database);
  }

  private static long reads(Database database, int size) {
    long sum = 0;
    for (int i = size; i > 0; i--) {
      var row =
          database.queryOne("select amount, what from sale where id = ?", (long) i).orElseThrow();
      sum += (long) row.get(0) + ((String) row.get(1)).length();
    }
    return sum;
  }
}

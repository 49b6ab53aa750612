package yona.sql;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Executes a file of migrations. Where the database commits each change of the schema, a row with
 * the negative number of the file is in the table while it runs. It is written in the transaction
 * of the statements, so what is committed of it tells what is committed of them, wherever the
 * process ends.
 */
final class MigrationRun {

  private static final Pattern BEGUN = Pattern.compile("statement (\\d+) of \\d+ has begun");

  private final MigrationFolder.Script script;
  private final boolean isWhole;

  /** The statement that failed, from 1; 0 if none has. */
  private int failed;

  /**
   * A run.
   *
   * @param isWhole whether the database undoes changes of the schema with the transaction
   */
  MigrationRun(MigrationFolder.Script script, boolean isWhole) {
    this.script = script;
    this.isWhole = isWhole;
  }

  /** Executes the statements and notes that. Suspends. */
  void execute(SqlClient client) {
    try {
      client.<Boolean, RuntimeException>transaction(
          inside -> {
            statements(inside);
            return true;
          });
    } catch (MigrationException error) {
      if (isWhole || failed == 0) {
        throw error;
      }
      throw new MigrationException(error.problem() + "; " + rest(client, error), error);
    }
  }

  private void statements(Transaction transaction) {
    Migration migration = script.migration();
    List<StatementSplitter.Part> all = script.statements();
    for (int i = 0; i < all.size(); i++) {
      if (!isWhole) {
        note(transaction, i + 1, "statement " + (i + 1) + " of " + all.size() + " has begun");
      }
      try {
        transaction.executeScript(all.get(i).text());
      } catch (SqlTimeoutException late) {
        throw late;
      } catch (SqlException error) {
        failed = i + 1;
        throw new MigrationException(
            migration.file()
                + ", statement "
                + failed
                + " of "
                + all.size()
                + ", line "
                + all.get(i).line()
                + ": "
                + error.problem(),
            firstLine(all.get(i).text()),
            error);
      }
    }
    if (!isWhole) {
      forget(transaction);
    }
    insert(transaction, migration.version(), Instant.now().atOffset(ZoneOffset.UTC).toString());
  }

  private void note(SqlClient client, int statement, String progress) {
    if (statement == 1) {
      insert(client, -script.migration().version(), progress);
    } else {
      client.execute(
          "update yona_migrations set applied = ? where version = ?",
          progress,
          -script.migration().version());
    }
  }

  private void insert(SqlClient client, int version, String applied) {
    Migration migration = script.migration();
    client.execute(
        "insert into yona_migrations values (?, ?, ?, ?)",
        version,
        migration.name(),
        migration.checksum(),
        applied);
  }

  private void forget(SqlClient client) {
    client.execute("delete from yona_migrations where version = ?", -script.migration().version());
  }

  /** Finds out, and notes, how much of the file was committed before its statement failed. */
  private String rest(SqlClient client, MigrationException error) {
    int version = script.migration().version();
    String unknown = "how many statements of the file stay is not known";
    if (Dialect.isLost(error.state())) {
      return unknown;
    }
    try {
      List<Row> noted =
          client.query("select applied as a from yona_migrations where version = ?", -version);
      int begun = noted.isEmpty() ? 0 : begun(String.valueOf(noted.getFirst().get(0)));
      // The statement that failed had begun, and changed nothing.
      int stay = begun == failed ? failed - 1 : begun;
      if (stay == 0) {
        forget(client);
        return "nothing of the file stays";
      }
      String staying = stay + " of " + script.statements().size() + " statements stay";
      note(client, failed, staying);
      return "the database has committed what it had done: "
          + staying
          + ", the first ones. "
          + advice(version);
    } catch (SqlException _) {
      return unknown;
    }
  }

  private static int begun(String progress) {
    Matcher matcher = BEGUN.matcher(progress);
    return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
  }

  private static String firstLine(String statement) {
    int end = statement.indexOf('\n');
    return end < 0 ? statement : statement.substring(0, end).stripTrailing() + " ...";
  }

  private static String advice(int version) {
    return "Undo that, execute \"delete from yona_migrations where version = "
        + -version
        + "\", and migrate again";
  }

  /** Refuses to go on behind a file of which an earlier run has left a part. Suspends. */
  static void requireFinished(SqlClient client) {
    List<Row> unfinished =
        client.query(
            "select version as v, name as n, applied as a from yona_migrations where version < 0");
    if (!unfinished.isEmpty()) {
      Row row = unfinished.getFirst();
      int version = -Migrations.version(row);
      throw new MigrationException(
          new Migration(version, String.valueOf(row.get(1)), "").file()
              + " was begun and is not finished: "
              + row.get(2)
              + ". "
              + advice(version));
    }
  }
}

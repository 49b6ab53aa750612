package yona.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.core.DB;
import yona.async.SuspendingFunction;

/** Errors of SQLite have the SQLSTATEs that PostgreSQL has for the same. */
@Tag("processes")
class SqliteStatesTest {

  private static void on(Options options, SuspendingFunction<Database, ?, Exception> body)
      throws Exception {
    Running.program(
        () ->
            Products.SQLITE.with(
                options,
                database -> {
                  database.execute("create table t (n integer)");
                  return body.apply(database);
                }));
  }

  private static void assertState(SqlClient client, String text, String state) {
    assertThatThrownBy(() -> client.execute(text))
        .isInstanceOfSatisfying(
            SqlException.class, error -> assertThat(error.state()).isEqualTo(state));
  }

  @Test
  void whatIsWrongWithAStatement() throws Exception {
    on(
        Options.DEFAULT,
        database -> {
          assertState(database, "select * from missing", "42P01");
          assertState(database, "drop table missing", "42P01");
          assertState(database, "select m from t", "42703");
          assertState(database, "insert into t (m) values (1)", "42703");
          assertState(database, "selec n from t", "42601");
          assertState(database, "select n from", "42601");
          assertState(database, "select n from t where n = 'a", "42601");
          assertState(database, "select abs(1, 2) as a", "");
          return true;
        });
  }

  @Test
  void whatIsRefusedForNow() throws Exception {
    on(
        Options.DEFAULT.withAcquireTimeout(Duration.ofMillis(250)),
        database -> {
          TransactionOptions reading = TransactionOptions.DEFAULT.forReading();
          database.transaction(
              reading,
              tx -> {
                assertState(tx, "insert into t values (1)", "25006");
                assertState(database, "insert into t values (1)", "55P03");
                return true;
              });
          return true;
        });
  }

  @ParameterizedTest
  @CsvSource({
    "SQLITE_BUSY, 55P03",
    "SQLITE_BUSY_RECOVERY, 55P03",
    "SQLITE_BUSY_SNAPSHOT, 40001",
    "SQLITE_LOCKED, 55P03",
    "SQLITE_LOCKED_SHAREDCACHE, 55P03",
    "SQLITE_READONLY, 25006",
    "SQLITE_READONLY_DBMOVED, 25006",
    "SQLITE_FULL, 53100",
    "SQLITE_CORRUPT, XX001",
    "SQLITE_CORRUPT_INDEX, XX001",
    "SQLITE_NOTADB, XX001",
    "SQLITE_CONSTRAINT_UNIQUE, 23505",
    "SQLITE_MISUSE, ''",
  })
  void whatIsWrongWithTheFile(SQLiteErrorCode code, String state) {
    SQLiteException error = DB.newSQLException(code.code, "why: no such table: t");
    assertThat(Dialect.SQLITE.state(error)).isEqualTo(state);
  }

  @Test
  void anErrorWithoutAName() {
    assertThat(Dialect.SQLITE.state(new SQLException("", "HY000"))).isEqualTo("HY000");
    assertThat(Dialect.SQLITE.state(new SQLException("out of it"))).isEmpty();
  }

  @Test
  void aTransactionThatReadsAnOldStateIsRunAgain() {
    Dialect sqlite = Dialect.SQLITE;
    SQLException late = DB.newSQLException(SQLiteErrorCode.SQLITE_BUSY_SNAPSHOT.code, "late");
    SqlException error =
        new SqlException("late", sqlite.state(late), late.getErrorCode(), null, null);
    assertThat(sqlite.mayBeRepeated(error)).isTrue();
    assertThat(sqlite.isRefusedForNow(error)).isFalse();
  }
}

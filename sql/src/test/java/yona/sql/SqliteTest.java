package yona.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.SuspendingFunction;

/** Statements of SQLite that run in place, and prepared statements that are kept. */
@Tag("processes")
class SqliteTest {

  /** Counts to its parameter: quick at first, and then for as long as one likes. */
  private static final String COUNT =
      "select n from (with recursive r(n) as (select 1 union all select n + 1 from r where n < ?)"
          + " select max(n) as n from r) as counted";

  private static final long ENDLESS = 1_000_000_000_000L;

  private static void on(Options options, SuspendingFunction<Database, ?, Exception> body)
      throws Exception {
    Running.program(
        () ->
            Products.SQLITE.with(
                options,
                database -> {
                  database.execute("create table t (id integer primary key, name text)");
                  return body.apply(database);
                }));
  }

  private static void on(SuspendingFunction<Database, ?, Exception> body) throws Exception {
    on(Options.DEFAULT, body);
  }

  /** Lets a statement become one that runs in place. */
  private static void warm(SqlClient client) {
    for (int i = 0; i < 100; i++) {
      assertThat(count(client, 1 + i)).isEqualTo(1L + i);
    }
  }

  private static Object count(SqlClient client, long to) {
    Object last = client.queryOne(COUNT, to).orElseThrow().get(0);
    assertThat(last).isNotNull();
    return last;
  }

  @Test
  void aStatementThatRunsInPlaceCanBeCancelled() throws Exception {
    on(
        database -> {
          warm(database);
          Future<Object> endless = Async.future(() -> count(database, ENDLESS));
          // Others go on, whichever thread it has taken.
          List<Future<Object>> others = new ArrayList<>();
          for (int i = 1; i <= 8; i++) {
            long to = i;
            others.add(Async.future(() -> count(database, to)));
          }
          for (int i = 0; i < others.size(); i++) {
            assertThat(others.get(i).value()).isEqualTo(i + 1L);
          }
          endless.cancel();
          assertThatThrownBy(endless::value).isInstanceOf(CancellationException.class);
          assertThat(count(database, 3)).isEqualTo(3L);
          return true;
        });
  }

  @Test
  void aStatementThatRunsInPlaceHasALimitOfTime() throws Exception {
    on(
        Options.DEFAULT.withStatementLimit(Duration.ofMillis(300)),
        database -> {
          warm(database);
          assertThatThrownBy(() -> count(database, ENDLESS))
              .isInstanceOf(SqlTimeoutException.class)
              .hasMessageContaining("took longer than 300 ms");
          assertThat(count(database, 3)).isEqualTo(3L);
          return true;
        });
  }

  @Test
  void aTransactionThatIsCancelledInPlaceIsUndone() throws Exception {
    on(
        database -> {
          Future<Object> endless =
              Async.future(
                  () ->
                      database.transaction(
                          tx -> {
                            for (long i = 0; i < 100; i++) {
                              tx.execute("insert into t values (?, ?)", i, "name");
                            }
                            warm(tx);
                            return count(tx, ENDLESS);
                          }));
          while (database.freeConnections() == Options.DEFAULT.poolSize()) {
            Async.yield();
          }
          endless.cancel();
          assertThatThrownBy(endless::value).isInstanceOf(CancellationException.class);
          assertThat(database.query("select id from t")).isEmpty();
          return true;
        });
  }

  @Test
  void keptStatementsAreUsedAgainAfterErrorsAndChanges() throws Exception {
    on(
        Options.DEFAULT.withPoolSize(1).withCachedStatements(2),
        database -> {
          for (long i = 0; i < 20; i++) {
            long id = i;
            database.execute("insert into t values (?, ?)", id, "n" + id);
            assertThatThrownBy(() -> database.execute("insert into t values (?, ?)", id, "again"))
                .isInstanceOfSatisfying(
                    SqlException.class, error -> assertThat(error.state()).isEqualTo("23505"));
            assertThatThrownBy(() -> database.query("select name from t where id = ?"))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("the statement has 1 parameter, and was given 0");
            assertThat(database.query("select name from t where id = ?", id).get(0).get(0))
                .isEqualTo("n" + id);
          }
          assertThat(database.query("select * from t where id = 1").get(0).columns())
              .containsExactly("id", "name");
          database.execute("alter table t add column more integer");
          assertThat(database.query("select * from t where id = 1").get(0).columns())
              .containsExactly("id", "name", "more");
          database.execute("alter table t rename column name to label");
          assertThatThrownBy(() -> database.query("select name from t where id = ?", 1))
              .isInstanceOf(SqlException.class)
              .hasMessageContaining("no such column: name");
          return true;
        });
  }
}

package yona.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Body;
import yona.async.Future;
import yona.async.Promise;

/** A server that is killed and comes back: a program goes on with the database that it has. */
@Tag("processes")
class ServerRestartTest {

  private static final String READ = "select n from t";

  /** Has several connections at a time, which then lie idle. */
  private static void open(Database database, int connections) {
    AtomicInteger open = new AtomicInteger();
    Promise<Boolean> all = new Promise<>();
    List<Future<Boolean>> transactions = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      transactions.add(
          Async.future(
              () ->
                  database.transaction(
                      tx -> {
                        if (open.incrementAndGet() == connections) {
                          all.complete(true);
                        }
                        return all.value();
                      })));
    }
    assertThat(Future.awaitAll(transactions)).containsOnly(true);
  }

  private static void assertRefused(Body<?, RuntimeException> call, String state, String problem) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            SqlException.class,
            error -> {
              assertThat(error.state()).isEqualTo(state);
              assertThat(error.problem())
                  .startsWith("cannot connect to postgresql://127.0.0.1:")
                  .contains(problem);
            });
  }

  @Test
  void aServerThatIsKilledAndStartedAgainIsUsedAgain() throws Exception {
    // Of one connection, so that each statement after the first that fails needs a new one.
    Options one = Options.DEFAULT.withPoolSize(1).withAcquireTimeout(Duration.ofSeconds(1));
    Running.program(
        () -> {
          try (PostgresProcess server = PostgresProcess.create();
              Database database = Database.connect(server.uri(), one);
              Database resting = Database.connect(server.uri())) {
            database.execute("create table t (n integer)");
            database.execute("insert into t values (1)");
            open(resting, 3);
            Future<List<Row>> running =
                Async.future(() -> database.query("select pg_sleep(100000)"));
            while (database.freeConnections() > 0) {
              Async.yield();
            }
            server.kill();
            assertThatThrownBy(running::value)
                .isInstanceOfSatisfying(
                    SqlException.class,
                    // Its process may still tell that the server is gone.
                    error -> assertThat(error.state()).matches("08...|57P01"));
            assertRefused(() -> database.query(READ), "08001", "refused");
            assertRefused(() -> database.transaction(tx -> tx.query(READ)), "08001", "refused");
            server.startAsStandby();
            for (int i = 0; i < 2; i++) {
              assertRefused(() -> database.query(READ), "57P03", "the database system is");
            }
            assertRefused(
                () -> Database.connect(server.uri(), one), "57P03", "the database system is");
            server.promote();
            assertThat(database.query(READ)).hasSize(1);
            assertThat(database.execute("insert into t values (2)")).isEqualTo(1);
            // Its connections have died while nobody used them, so nobody notices.
            open(resting, 3);
            assertThat(resting.query(READ)).hasSize(2);
          }
        });
  }
}

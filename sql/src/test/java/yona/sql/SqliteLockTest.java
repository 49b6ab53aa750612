package yona.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Promise;
import yona.async.SuspendingFunction;

/** Statements that wait for the lock that somebody else has on the file of SQLite. */
@Tag("processes")
class SqliteLockTest {

  /** A limit that no test reaches. */
  private static final Options PATIENT =
      Options.DEFAULT.withAcquireTimeout(Duration.ofHours(1)).withPoolSize(3);

  private static final String INSERT = "insert into t values (?)";

  /** Another one on the same file. */
  private static void withOther(
      String uri, Options options, SuspendingFunction<Database, ?, Exception> body)
      throws Exception {
    try (Database other = Database.connect(uri, options)) {
      var _ = body.apply(other);
    }
  }

  private interface Body {
    void run(String uri, Database holder) throws Exception;
  }

  /** Runs a body with a database of a file that others may open too. */
  private static void shared(Body body) throws Exception {
    Running.program(
        () ->
            Products.SQLITE.at(
                uri -> {
                  withOther(
                      uri,
                      PATIENT,
                      holder -> {
                        holder.execute("create table t (n integer)");
                        body.run(uri, holder);
                        return true;
                      });
                  return true;
                }));
  }

  /** Runs a body while somebody else has written and not committed. */
  private static void locked(
      Options options, SuspendingFunction<Database, ?, Exception> body, int rows) throws Exception {
    shared(
        (uri, holder) -> {
          holder.transaction(
              tx -> {
                tx.execute(INSERT, 0);
                withOther(uri, options, body);
                return true;
              });
          assertThat(holder.query("select n from t")).hasSize(rows);
        });
  }

  @Test
  void aLimitOfTimeReachesIt() throws Exception {
    locked(
        PATIENT.withStatementLimit(Duration.ofMillis(200)),
        other -> {
          assertThatThrownBy(() -> other.execute(INSERT, 1))
              .isInstanceOf(SqlTimeoutException.class)
              .hasMessageContaining("took longer than 200 ms");
          assertThatThrownBy(() -> other.transaction(_ -> true))
              .isInstanceOf(SqlTimeoutException.class)
              .hasMessageContaining("took longer than 200 ms");
          assertThatThrownBy(() -> other.batch(INSERT, List.of(List.of(1))))
              .isInstanceOf(SqlTimeoutException.class);
          // It is in order, and so are its connections; reads wait for nobody.
          assertThat(other.freeConnections()).isEqualTo(3);
          assertThat(other.query("select n from t")).isEmpty();
          return true;
        },
        1);
  }

  /** Somebody takes the lock at the moment when a commit gives it back: that is no error of it. */
  @Test
  void whatIsCommittedIsToldSoThoughSomebodyTakesTheLock() throws Exception {
    int times = 500;
    shared(
        (uri, database) -> {
          Future<Boolean> writer =
              Async.future(
                  () -> {
                    for (int i = 0; i < times; i++) {
                      database.transaction(tx -> tx.execute(INSERT, 1));
                    }
                    return true;
                  });
          Async.<Boolean, Exception>blocking(() -> takeTheLockUntil(uri, writer));
          writer.value();
          assertThat(database.query("select n from t")).hasSize(times);
        });
  }

  /** Takes the lock and gives it back, by the driver alone. */
  private static boolean takeTheLockUntil(String uri, Future<?> end) throws SQLException {
    try (Connection other = DriverManager.getConnection("jdbc:" + uri + "?busy_timeout=0");
        Statement statement = other.createStatement()) {
      while (end.poll() == null) {
        try {
          statement.execute("begin immediate");
          statement.execute("rollback");
        } catch (SQLException busy) {
          assertThat(busy.getMessage()).contains("SQLITE_BUSY");
        }
        Async.yield();
      }
    }
    return true;
  }

  @Test
  void theDriverDoesNotWait() throws Exception {
    locked(
        PATIENT,
        other -> {
          assertThat(other.queryOne("pragma busy_timeout").orElseThrow().get(0)).isEqualTo(0L);
          return true;
        },
        1);
  }

  @Test
  void itEndsByACancellation() throws Exception {
    locked(
        PATIENT,
        other -> {
          Future<Long> insert = Async.future(() -> other.execute(INSERT, 1));
          Future<Boolean> transaction = Async.future(() -> other.transaction(_ -> true));
          while (other.freeConnections() > 1) {
            Async.yield();
          }
          // Others go on beside them.
          assertThat(other.query("select n from t")).isEmpty();
          insert.cancel();
          transaction.cancel();
          assertThatThrownBy(insert::value).isInstanceOf(CancellationException.class);
          assertThatThrownBy(transaction::value).isInstanceOf(CancellationException.class);
          while (other.freeConnections() < 3) {
            Async.yield();
          }
          return true;
        },
        1);
  }

  @Test
  void itEndsWhenItsDatabaseIsClosed() throws Exception {
    locked(
        PATIENT,
        other -> {
          Future<Boolean> insert =
              Async.future(
                  () -> {
                    assertThatThrownBy(() -> other.execute(INSERT, 1))
                        .isInstanceOfAny(ClosedException.class, SqlException.class);
                    return true;
                  });
          while (other.freeConnections() == 3) {
            Async.yield();
          }
          other.close();
          assertThat(insert.value()).isTrue();
          return true;
        },
        1);
  }

  @Test
  void itIsRefusedInTheEnd() throws Exception {
    locked(
        PATIENT.withAcquireTimeout(Duration.ofMillis(250)),
        other -> {
          assertThatThrownBy(() -> other.execute(INSERT, 1))
              .isInstanceOf(SqlException.class)
              .isNotInstanceOf(SqlTimeoutException.class)
              .hasMessageContaining("SQLITE_BUSY");
          assertThatThrownBy(() -> other.transaction(_ -> true))
              .hasMessageContaining("SQLITE_BUSY");
          assertThat(other.query("select n from t")).isEmpty();
          return true;
        },
        1);
  }

  @Test
  void itGoesOnWhenTheLockIsFree() throws Exception {
    shared((uri, holder) -> withOther(uri, PATIENT, other -> waits(holder, other)));
  }

  private static boolean waits(Database holder, Database other) {
    Promise<Boolean> goOn = new Promise<>();
    Promise<Boolean> hasWritten = new Promise<>();
    Future<Boolean> holding =
        Async.future(
            () ->
                holder.transaction(
                    tx -> {
                      tx.execute(INSERT, 0);
                      hasWritten.complete(true);
                      var _ = goOn.await();
                      return true;
                    }));
    var _ = hasWritten.await();
    Future<Long> insert = Async.future(() -> other.execute(INSERT, 1));
    Future<Long> last =
        Async.future(
            () ->
                other.transaction(
                    tx -> {
                      tx.execute(INSERT, 2);
                      return tx.execute(INSERT, 3);
                    }));
    while (other.freeConnections() > 1) {
      Async.yield();
    }
    goOn.complete(true);
    assertThat(holding.value()).isTrue();
    assertThat(insert.value()).isEqualTo(1L);
    assertThat(last.value()).isEqualTo(1L);
    assertThat(other.query("select n from t where n < 4")).hasSize(4);
    return true;
  }

  @Test
  void aTransactionThatWasToldOfIsCommittedOnce() throws Exception {
    int each = 40;
    Running.program(
        () ->
            Products.SQLITE.at(
                uri -> {
                  withOther(
                      uri,
                      PATIENT,
                      one -> {
                        one.execute("create table t (n integer)");
                        one.execute(INSERT, 0);
                        withOther(uri, PATIENT, two -> increases(List.of(one, two), each));
                        assertThat(one.queryOne("select n from t").orElseThrow().get(0))
                            .isEqualTo(4L * each);
                        return true;
                      });
                  return true;
                }));
  }

  /** Two fibers of each database increase, and some of their transactions are undone. */
  private static boolean increases(List<Database> databases, int each) {
    List<Future<Boolean>> fibers = new ArrayList<>();
    for (Database database : databases) {
      for (int i = 0; i < 2; i++) {
        fibers.add(
            Async.future(
                () -> {
                  for (int n = 0; n < each; n++) {
                    database.transaction(tx -> tx.execute("update t set n = n + 1"));
                    database.sandbox(tx -> tx.execute("update t set n = n + 1"));
                  }
                  return true;
                }));
      }
    }
    fibers.forEach(fiber -> assertThat(fiber.value()).isTrue());
    return true;
  }
}

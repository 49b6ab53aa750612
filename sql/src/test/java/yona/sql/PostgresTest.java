package yona.sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Promise;
import yona.async.SuspendingFunction;
import yona.sql.embedded.EmbeddedPostgres;

/** What only PostgreSQL has, and what happens when its server or a connection is lost. */
@Tag("processes")
class PostgresTest {

  private static void on(SuspendingFunction<Database, ?, Exception> body) throws Exception {
    Running.program(() -> Products.POSTGRESQL.with(Options.DEFAULT, body));
  }

  private static String password(EmbeddedPostgres server) {
    return server.uri().replaceAll(".*:([0-9a-f]{32})@.*", "$1");
  }

  private static void assertNoSecret(Throwable error, String secret) {
    for (Throwable each = error; each != null; each = each.getCause()) {
      assertThat(each.toString()).doesNotContain(secret);
    }
  }

  @Test
  void rowsAreCopiedInAndOut() throws Exception {
    on(
        database -> {
          database.execute("create table t (id integer, name text)");
          Iterator<String> pieces = List.of("1,a\n2,", "b\n", "3,\"c,d\"\n").iterator();
          long rows =
              database.copyIn(
                  "copy t from stdin (format csv)",
                  () -> pieces.hasNext() ? pieces.next().getBytes(UTF_8) : null);
          assertThat(rows).isEqualTo(3);
          StringBuilder text = new StringBuilder();
          try (CopyOutput output = database.copyOut("copy t to stdout (format csv)")) {
            for (byte[] piece = output.read(); piece != null; piece = output.read()) {
              text.append(new String(piece, UTF_8));
            }
            assertThat(output.read()).isNull();
          }
          assertThat(text).hasToString("1,a\n2,b\n3,\"c,d\"\n");
          return true;
        });
  }

  @Test
  void aCopyThatEndsEarlyCopiesNothingAndFreesItsConnection() throws Exception {
    Running.program(
        () ->
            Products.POSTGRESQL.with(
                Options.DEFAULT.withPoolSize(1),
                database -> {
                  database.execute("create table t (id integer)");
                  int[] count = {0};
                  assertThatThrownBy(
                          () ->
                              database.copyIn(
                                  "copy t from stdin",
                                  () -> {
                                    if (count[0]++ == 1) {
                                      throw new IllegalStateException("enough");
                                    }
                                    return "1\n".getBytes(UTF_8);
                                  }))
                      .hasMessage("enough");
                  assertThat(database.query("select * from t")).isEmpty();
                  assertThatThrownBy(() -> database.copyIn("copy nowhere from stdin", () -> null))
                      .isInstanceOf(SqlException.class);
                  CopyOutput output =
                      database.copyOut("copy (select generate_series(1, 1000000)) to stdout");
                  assertThat(output.read()).isNotNull();
                  output.close();
                  assertThatThrownBy(output::read).isInstanceOf(IllegalStateException.class);
                  assertThat(database.query("select 1 as one")).hasSize(1);
                  return true;
                }));
  }

  @Test
  void notificationsArriveAndALostConnectionIsAGap() throws Exception {
    on(
        database -> {
          try (Notifications notifications = database.listen(List.of("News \"x\"", "other"))) {
            database.query("select pg_notify(?, ?) as v", "News \"x\"", "it's");
            assertThat(notifications.next())
                .isInstanceOfSatisfying(
                    Notice.Notification.class,
                    notice -> {
                      assertThat(notice.channel()).isEqualTo("News \"x\"");
                      assertThat(notice.payload()).isEqualTo("it's");
                    });
            database.query(
                "select pg_terminate_backend(pid) as v from pg_stat_activity"
                    + " where query like 'listen%'");
            assertThat(notifications.next()).isEqualTo(new Notice.Gap());
            database.execute("notify other");
            assertThat(notifications.next()).isInstanceOf(Notice.Notification.class);
            Future<Boolean> waiting = Async.future(() -> notifications.next() == null);
            waiting.cancel();
            assertThatThrownBy(waiting::value).isInstanceOf(CancellationException.class);
            notifications.cancel();
            assertThat(notifications.next()).isNull();
          }
          return true;
        });
  }

  @Test
  void aListenerEndsWithItsDatabase() throws Exception {
    Running.program(
        () -> {
          Database database = Database.connect(Products.server().uri());
          Notifications notifications = database.listen(List.of("news"));
          database.transaction(
              tx -> {
                tx.notify("news", "hello");
                return true;
              });
          assertThat(notifications.next())
              .isInstanceOfSatisfying(
                  Notice.Notification.class,
                  notice -> assertThat(notice.payload()).isEqualTo("hello"));
          assertThat(notifications.received()).isEqualTo(1);
          database.close();
          assertThat(notifications.next()).isNull();
          assertThatThrownBy(() -> database.listen(List.of("news")))
              .isInstanceOf(ClosedException.class);
        });
  }

  @Test
  void moreNotificationsThanAreTakenAreAGap() throws Exception {
    on(
        database -> {
          try (Notifications notifications = database.listen(List.of("many"))) {
            database.query(
                "select count(pg_notify('many', n::text)) as v from generate_series(1, 5000) n");
            // Nothing is taken before there is no room.
            while (notifications.received() < 1024) {
              Async.yield();
            }
            int taken = 0;
            while (notifications.next() instanceof Notice.Notification) {
              taken++;
            }
            assertThat(taken).isEqualTo(1023);
          }
          return true;
        });
  }

  @Test
  void whoIsLostAtTheCommitIsToldThatNobodyKnows() throws Exception {
    on(
        database -> {
          database.execute("create table t (id integer)");
          assertThatThrownBy(
                  () ->
                      database.transaction(
                          tx -> {
                            tx.execute("insert into t values (1)");
                            Object pid =
                                tx.query("select pg_backend_pid() as pid").getFirst().get("pid");
                            database.query("select pg_terminate_backend(?::int) as v", pid);
                            return true;
                          }))
              .isInstanceOf(CommitUnknownException.class)
              .hasMessageContaining("nobody can know");
          assertThat(database.query("select * from t")).isEmpty();
          // What fails at the commit and is known has another error.
          database.execute("create table u (id integer unique deferrable initially deferred)");
          assertThatThrownBy(
                  () -> database.transaction(tx -> tx.execute("insert into u values (1), (1)")))
              .isInstanceOfSatisfying(
                  SqlException.class,
                  error -> {
                    assertThat(error).isNotInstanceOf(CommitUnknownException.class);
                    assertThat(error.state()).isEqualTo("23505");
                  });
          return true;
        });
  }

  @Test
  void aConnectionThatIsLostIsReplaced() throws Exception {
    on(
        database -> {
          for (int i = 0; i < 5; i++) {
            assertThatThrownBy(
                    () -> database.query("select pg_terminate_backend(pg_backend_pid())"))
                .isInstanceOf(SqlException.class);
            assertThat(database.query("select 1 as one")).hasSize(1);
          }
          return true;
        });
  }

  @Test
  void transactionsThatMeetAreRepeated() throws Exception {
    on(
        database -> {
          database.execute("create table t (n bigint)");
          database.execute("insert into t values (0)");
          TransactionOptions options =
              TransactionOptions.DEFAULT
                  .withIsolation(TransactionOptions.Isolation.SERIALIZABLE)
                  .withRetries(50);
          AtomicInteger tries = new AtomicInteger();
          Promise<Boolean> bothHaveRead = new Promise<>();
          List<Future<Long>> all = new ArrayList<>();
          for (int i = 0; i < 2; i++) {
            all.add(
                Async.future(
                    () ->
                        database.transaction(
                            options,
                            tx -> {
                              Object n = tx.query("select n from t").getFirst().get("n");
                              if (tries.incrementAndGet() == 2) {
                                bothHaveRead.complete(true);
                              }
                              bothHaveRead.value();
                              return tx.execute(
                                  "update t set n = ?", (Long) Objects.requireNonNull(n) + 1);
                            })));
          }
          Future.awaitAll(all);
          assertThat(database.query("select n from t").getFirst().get("n")).isEqualTo(2L);
          assertThat(tries.get()).isGreaterThan(2);
          return true;
        });
  }

  @Test
  void aTransactionGoesOnAfterANestedOneWasOverItsTime() throws Exception {
    on(
        database -> {
          database.execute("create table t (id integer)");
          database.transaction(
              tx -> {
                tx.execute("insert into t values (1)");
                assertThatThrownBy(
                        () ->
                            Async.timeout(
                                Duration.ofMillis(300),
                                () ->
                                    tx.transaction(
                                        inner -> {
                                          inner.execute("insert into t values (2)");
                                          return inner.query("select pg_sleep(100000)");
                                        })))
                    .isInstanceOf(yona.async.TimeoutException.class);
                return tx.execute("insert into t values (3)");
              });
          assertThat(database.query("select sum(id) as s from t").getFirst().get("s"))
              .isEqualTo(4L);
          return true;
        });
  }

  @Test
  void aServerThatIsKilledIsToldAndNoPasswordIs() throws Exception {
    Running.program(
        () -> {
          EmbeddedPostgres server = EmbeddedPostgres.start();
          String secret = password(server);
          Options options =
              Options.DEFAULT.withPoolSize(1).withAcquireTimeout(Duration.ofSeconds(1));
          try (Database database = Database.connect(server.uri(), options)) {
            assertThat(database.toString()).doesNotContain(secret).contains("127.0.0.1");
            String wrong = server.uri().replace(secret, "hunter2");
            assertThatThrownBy(() -> Database.connect(wrong, options))
                .isInstanceOfSatisfying(
                    SqlException.class,
                    error -> {
                      assertThat(error.state()).isEqualTo("28P01");
                      assertNoSecret(error, "hunter2");
                    });
            Future<List<Row>> running =
                Async.future(() -> database.query("select pg_sleep(100000)"));
            while (database.freeConnections() > 0) {
              Async.yield();
            }
            server.close();
            assertThatThrownBy(running::value)
                .isInstanceOfSatisfying(SqlException.class, error -> assertNoSecret(error, secret));
            assertThatThrownBy(() -> database.query("select 1"))
                .isInstanceOfSatisfying(SqlException.class, error -> assertNoSecret(error, secret));
          }
          assertThatThrownBy(() -> Database.connect(server.uri(), options))
              .isInstanceOfSatisfying(SqlException.class, error -> assertNoSecret(error, secret))
              .hasMessageContaining("cannot connect to postgresql://127.0.0.1");
        });
  }

  @Test
  void aServerThatDoesNotAnswerACancellationLosesTheConnection() throws Exception {
    Running.program(
        () ->
            Products.POSTGRESQL.with(
                // The next statement would get the connection if it went back.
                Options.DEFAULT.withPoolSize(1),
                database -> {
                  Promise<Long> process = new Promise<>();
                  Promise<Boolean> stopped = new Promise<>();
                  Future<List<Row>> hanging =
                      Async.future(
                          () ->
                              database.transaction(
                                  tx -> {
                                    Row row = tx.query("select pg_backend_pid() as p").getFirst();
                                    process.complete((Long) Objects.requireNonNull(row.get(0)));
                                    stopped.value();
                                    return tx.query("select 1 as one");
                                  }));
                  String pid = Long.toString(process.value());
                  signal("-STOP", pid);
                  try {
                    stopped.complete(true);
                    // It comes to wait for a server that stands still.
                    Async.yield();
                    hanging.cancel();
                    assertThatThrownBy(hanging::value).isInstanceOf(CancellationException.class);
                    assertThat(database.query("select 1 as one")).hasSize(1);
                  } finally {
                    signal("-CONT", pid);
                  }
                  return true;
                }));
  }

  private static void signal(String signal, String process) throws Exception {
    assertThat(new ProcessBuilder("kill", signal, process).start().waitFor()).isZero();
  }

  @Test
  void whoWantsEncryptionGetsNoConnectionWithoutIt() throws Exception {
    Running.program(
        () -> {
          String uri = Products.server().uri();
          Options options = Options.DEFAULT.withAcquireTimeout(Duration.ofSeconds(1));
          for (Options.Tls tls : List.of(Options.Tls.REQUIRE, Options.Tls.VERIFY)) {
            assertThatThrownBy(() -> Database.connect(uri, options.withTls(tls, null)))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("SSL");
          }
        });
  }
}

package yona.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import java.net.URLClassLoader;
import java.sql.Driver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Promise;
import yona.async.SuspendingFunction;

/** What programs do with a database, the same with each. */
@Tag("processes")
class DatabaseTest {

  private static void on(Products product, SuspendingFunction<Database, ?, Exception> body)
      throws Exception {
    on(product, Options.DEFAULT.withPoolSize(4), body);
  }

  private static void on(
      Products product, Options options, SuspendingFunction<Database, ?, Exception> body)
      throws Exception {
    Running.program(() -> product.with(options, body));
  }

  private static void fruits(SqlClient client, String... names) {
    client.execute("create table fruits (id integer primary key, name varchar(200) unique)");
    for (int i = 0; i < names.length; i++) {
      client.execute("insert into fruits values (?, ?)", i, names[i]);
    }
  }

  private static List<Object> names(SqlClient client) {
    List<Object> all = new ArrayList<>();
    client.query("select name from fruits order by id").forEach(row -> all.add(row.get(0)));
    return all;
  }

  @ParameterizedTest
  @EnumSource
  void rowsAreAskedForAndChanged(Products product) throws Exception {
    on(
        product,
        database -> {
          fruits(database, "apple", "pear");
          assertThat(database.execute("update fruits set name = upper(name)")).isEqualTo(2);
          Row row = database.queryOne("select * from fruits where id = ?", 1).orElseThrow();
          assertThat(row.values()).containsExactly(1L, "PEAR");
          assertThat(row.get(row.columns().get(1))).isEqualTo("PEAR");
          assertThat(database.queryOne("select id from fruits where id = ?", 7)).isEmpty();
          assertThatThrownBy(() -> database.queryOne("select id from fruits"))
              .isInstanceOf(SqlException.class)
              .hasMessageContaining("at most one row, found 2");
          return true;
        });
  }

  @Test
  void aDriverOfSomebodyElseConnects() throws Exception {
    Running.program(
        () -> {
          // By a loader of its own: the manager of drivers would not give it to us.
          URL[] jar = {
            Class.forName("org.h2.Driver").getProtectionDomain().getCodeSource().getLocation()
          };
          try (URLClassLoader loader =
              new URLClassLoader(jar, ClassLoader.getPlatformClassLoader())) {
            Driver driver =
                (Driver) loader.loadClass("org.h2.Driver").getDeclaredConstructor().newInstance();
            try (Database database = Database.connect("jdbc:h2:mem:own", Options.DEFAULT, driver)) {
              assertThat(database.query("select 1 as one")).hasSize(1);
            }
            assertThatThrownBy(
                    () ->
                        Database.connect(
                            "jdbc:other:a/hunter2@b",
                            Options.DEFAULT.withAcquireTimeout(Duration.ofMillis(250)),
                            driver))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("the driver does not know such a URL")
                .hasMessageNotContaining("hunter2");
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void partsOfStatementsAreComposedWithTheirParameters(Products product) throws Exception {
    on(
        product,
        database -> {
          fruits(database, "apple", "pear", "plum");
          Sql all = Sql.of("select id from fruits where ");
          Sql some =
              all.append(
                  Sql.join(
                      " and ", List.of(Sql.in("id", List.of(0, 2)), Sql.of("name like ?", "p%"))));
          assertThat(database.query(some.append(" order by id"))).hasSize(1);
          assertThat(database.query(all.append(Sql.in("id", List.of())))).isEmpty();
          return true;
        });
  }

  @ParameterizedTest
  @EnumSource
  void aViolatedConstraintHasOneCodeEverywhere(Products product) throws Exception {
    on(
        product,
        database -> {
          fruits(database, "apple");
          database.execute(
              "create table baskets (fruit integer not null references fruits (id),"
                  + " pieces integer check (pieces > 0))");
          assertState(database, "23505", "insert into fruits values (2, 'apple')");
          assertState(database, "23503", "insert into baskets values (7, 1)");
          assertState(database, "23502", "insert into baskets values (null, 1)");
          assertState(database, "23514", "insert into baskets values (0, 0)");
          return true;
        });
  }

  private static void assertState(Database database, String state, String statement) {
    assertThatThrownBy(() -> database.execute(statement))
        .isInstanceOfSatisfying(
            SqlException.class,
            error -> {
              assertThat(error.state()).isEqualTo(state);
              assertThat(error.getMessage()).startsWith(error.problem()).contains(statement);
            });
  }

  @ParameterizedTest
  @EnumSource
  void noErrorTellsAParameter(Products product) throws Exception {
    on(
        product,
        database -> {
          database.execute(
              "create table t (s varchar(20) primary key check (length(s) < 20), n integer)");
          String secret = "it's hunter2";
          String insert = "insert into t values (?, ?)";
          database.execute(insert, secret, 1);
          List<List<Object>> rows =
              List.of(
                  List.of(secret, 1),
                  List.of(secret + " and more of it", 1),
                  List.of("a", new UntypedText(secret)));
          for (List<Object> row : rows) {
            if (product == Products.SQLITE && row.get(1) instanceof UntypedText) {
              // Its columns take whatever they are given.
              continue;
            }
            assertThatThrownBy(() -> database.execute(insert, row.toArray()))
                .satisfies(DatabaseTest::tellsNothing);
            assertThatThrownBy(() -> database.batch(insert, List.of(List.of("b", 1), row)))
                .satisfies(DatabaseTest::tellsNothing);
          }
          return true;
        });
  }

  private static void tellsNothing(Throwable error) {
    for (Throwable each = error; each != null; each = each.getCause()) {
      assertThat(each.toString()).doesNotContain("hunter2");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTextWithoutATypeBecomesWhatIsWanted(Products product) throws Exception {
    on(
        product,
        database -> {
          database.execute("create table t (d date, n integer, s varchar(20))");
          database.execute(
              "insert into t values (?, ?, ?)",
              new UntypedText("2021-03-04"),
              new UntypedText("12"),
              new UntypedText("it's"));
          assertThat(database.query("select * from t where n = ?", 12).getFirst().values())
              .containsExactly(java.time.LocalDate.of(2021, 3, 4), 12L, "it's");
          return true;
        });
  }

  @ParameterizedTest
  @EnumSource
  void whatLooksLikeSqlStaysAValue(Products product) throws Exception {
    List<String> attempts =
        List.of(
            "'; drop table fruits; --",
            "\" or 1=1 --",
            "\\'; select 1",
            "$$ || $1 ?",
            "a\u00a0'' OR ''=''",
            "\ud83c\udf4e/* */",
            "%_");
    on(
        product,
        database -> {
          fruits(database, attempts.toArray(String[]::new));
          assertThat(names(database)).isEqualTo(attempts);
          for (String attempt : attempts) {
            assertThat(database.query("select id from fruits where name = ?", attempt)).hasSize(1);
          }
          return true;
        });
  }

  @ParameterizedTest
  @EnumSource
  void columnsOfOneNameWantAnAlias(Products product) throws Exception {
    on(
        product,
        database -> {
          assertThatThrownBy(() -> database.query("select 1 as a, 2 as a"))
              .isInstanceOf(SqlException.class)
              .hasMessageMatching("(?is).*are called a: .*alias.*");
          return true;
        });
  }

  @ParameterizedTest
  @EnumSource
  void anErrorHasTheStatementAndNotItsParameters(Products product) throws Exception {
    on(
        product,
        database -> {
          fruits(database, "secret-value");
          assertThatThrownBy(
                  () -> database.execute("insert into fruits values (?, ?)", 9, "secret-value"))
              .isInstanceOfSatisfying(
                  SqlException.class,
                  error -> {
                    assertThat(error.statement()).isEqualTo("insert into fruits values (?, ?)");
                    if (product != Products.SQLITE) {
                      assertThat(error.state()).isEqualTo("23505");
                    }
                    if (product == Products.POSTGRESQL) {
                      assertThat(error.getMessage()).doesNotContain("secret-value");
                    }
                  });
          assertThatThrownBy(() -> database.query("selekt 1"))
              .isInstanceOf(SqlException.class)
              .hasMessageContaining("selekt 1");
          while (database.freeConnections() < 4) {
            Async.yield();
          }
          return true;
        });
  }

  @ParameterizedTest
  @EnumSource
  void aBatchHasAnEffectAsAWhole(Products product) throws Exception {
    on(
        product,
        database -> {
          fruits(database);
          String insert = "insert into fruits values (?, ?)";
          assertThat(database.batch(insert, List.of(List.of(1, "a"), List.of(2, "b"))))
              .containsExactly(1L, 1L);
          assertThat(database.batch(insert, List.of())).isEmpty();
          assertThatThrownBy(
                  () -> database.batch(insert, List.of(List.of(3, "c"), List.of(3, "d"))))
              .isInstanceOf(SqlException.class);
          assertThat(names(database)).containsExactly("a", "b");
          return true;
        });
  }

  @ParameterizedTest
  @EnumSource
  void rowsComeAsTheyAreRead(Products product) throws Exception {
    on(
        product,
        Options.DEFAULT.withPoolSize(1).withMaxRows(100),
        database -> {
          fruits(database);
          List<List<Object>> rows = new ArrayList<>();
          LongStream.range(0, 1000).forEach(i -> rows.add(List.of(i, "n" + i)));
          database.batch("insert into fruits values (?, ?)", rows);
          Sql all = Sql.of("select id from fruits order by id");
          assertThatThrownBy(() -> database.query(all)).hasMessageContaining("use a stream");
          try (RowStream stream = database.stream(all)) {
            List<Object> ids = new ArrayList<>();
            stream.forEach(row -> ids.add(row.get(0)));
            assertThat(ids).isEqualTo(LongStream.range(0, 1000).boxed().toList());
            assertThat(stream.next()).isNull();
          }
          RowStream early = database.stream(all);
          assertThat(early.next().get(0)).isEqualTo(0L);
          early.close();
          early.close();
          assertThatThrownBy(early::next).isInstanceOf(IllegalStateException.class);
          // The only connection is free again.
          assertThat(database.query("select 1 as one")).hasSize(1);
          assertThatThrownBy(() -> database.stream(Sql.of("selekt")))
              .isInstanceOf(SqlException.class);
          assertThat(database.query("select 1 as one")).hasSize(1);
          return true;
        });
  }

  @ParameterizedTest
  @EnumSource
  void aStreamInATransactionLetsItsBodyDoOtherThings(Products product) throws Exception {
    on(
        product,
        database -> {
          // More rows than are read at a time.
          int count = RowStream.PORTION + 10;
          fruits(database, IntStream.range(0, count).mapToObj(i -> "n" + i).toArray(String[]::new));
          database.transaction(
              tx -> {
                try (RowStream stream = tx.stream(Sql.of("select id from fruits order by id"))) {
                  for (Row row : stream) {
                    tx.execute("update fruits set name = ? where id = ?", "x" + row, row.get(0));
                  }
                }
                return true;
              });
          assertThat(names(database))
              .hasSize(count)
              .allMatch(name -> name.toString().startsWith("x{"));
          return true;
        });
  }

  @ParameterizedTest
  @EnumSource
  void whoWaitsTooLongForAConnectionIsTold(Products product) throws Exception {
    on(
        product,
        Options.DEFAULT.withPoolSize(1).withAcquireTimeout(Duration.ofMillis(500)),
        database -> {
          database.transaction(
              tx -> {
                assertThatThrownBy(() -> database.query("select 1"))
                    .isInstanceOf(SqlTimeoutException.class)
                    .hasMessageContaining("all 1 are in use; the call is inside a transaction");
                return true;
              });
          assertThat(database.query("select 1 as one")).hasSize(1);
          return true;
        });
  }

  @ParameterizedTest
  @EnumSource
  void manyFibersShareFewConnections(Products product) throws Exception {
    on(
        product,
        database -> {
          fruits(database);
          List<Future<Long>> all = new ArrayList<>();
          for (int i = 0; i < 100; i++) {
            int id = i;
            all.add(
                Async.future(
                    () -> database.execute("insert into fruits values (?, ?)", id, "n" + id)));
          }
          assertThat(Future.awaitAll(all)).containsOnly(1L);
          assertThat(names(database)).hasSize(100);
          return true;
        });
  }

  @ParameterizedTest
  @EnumSource
  void aCancelledStatementFreesItsConnection(Products product) throws Exception {
    on(
        product,
        Options.DEFAULT.withPoolSize(1),
        database -> {
          for (int i = 0; i < 3; i++) {
            Future<List<Row>> endless = Async.future(() -> database.query(product.endless()));
            for (int step = 0; i > 0 && (step < i || database.freeConnections() > 0); step++) {
              Async.yield();
            }
            endless.cancel();
            assertThatThrownBy(endless::value).isInstanceOf(CancellationException.class);
            assertThat(database.query("select 1 as one")).hasSize(1);
          }
          return true;
        });
  }

  private static void cancelLater(Future<?> call, int steps) {
    for (int step = 0; step < steps; step++) {
      Async.yield();
    }
    call.cancel();
  }

  /** A request to end a statement may come when that has ended, or has not begun. */
  @ParameterizedTest
  @EnumSource
  void aCancellationMeetsNoOtherStatement(Products product) throws Exception {
    on(
        product,
        Options.DEFAULT.withPoolSize(1),
        database -> {
          fruits(database, "fig", "pear");
          for (int round = 0; round < 400; round++) {
            Future<Long> change =
                Async.future(
                    () -> {
                      var _ = database.query("select name from fruits where id = ?", 0);
                      return database.execute("update fruits set name = ? where id = ?", "kiwi", 0);
                    });
            cancelLater(change, round % 40 * 10);
            String name = "fig " + round;
            assertThat(database.execute("update fruits set name = ? where id = ?", name, 0))
                .isOne();
            assertThat(database.query("select name from fruits where id = ?", 0))
                .as("round %d", round)
                .singleElement()
                .satisfies(row -> assertThat(row.get(0)).isEqualTo(name));
          }
          return true;
        });
  }

  /** A request to end a statement may come when that has ended, and H2 keeps statements. */
  @Test
  void aCancellationMeetsNoOtherStatementOfItsTransaction() throws Exception {
    on(
        Products.H2,
        database -> {
          fruits(database, "fig");
          return database.transaction(
              transaction -> {
                for (int round = 0; round < 400; round++) {
                  Future<Long> change =
                      Async.future(
                          () -> transaction.execute("update fruits set id = ? where id = ?", 0, 0));
                  cancelLater(change, round % 40 * 10);
                  assertThat(transaction.execute("update fruits set id = ? where id = ?", 0, 0))
                      .as("round %d", round)
                      .isOne();
                }
                return true;
              });
        });
  }

  /** No statement stays open in the connection. */
  @Test
  void sqliteVacuumsBehindOtherStatements() throws Exception {
    on(
        Products.SQLITE,
        Options.DEFAULT.withPoolSize(1),
        database -> {
          fruits(database, "fig");
          assertThat(database.execute("select name from fruits where id = ?", 0)).isZero();
          var _ = database.execute("vacuum");
          return true;
        });
  }

  @ParameterizedTest
  @EnumSource
  void aStatementOverItsLimitIsCancelled(Products product) throws Exception {
    on(
        product,
        Options.DEFAULT.withPoolSize(1).withStatementLimit(Duration.ofSeconds(1)),
        database -> {
          assertThatThrownBy(() -> database.query(product.endless()))
              .isInstanceOfSatisfying(
                  SqlTimeoutException.class, error -> assertThat(error.state()).isEqualTo("57014"))
              .hasMessageContaining("longer than 1 s");
          assertThat(database.query("select 1 as one")).hasSize(1);
          return true;
        });
  }

  @ParameterizedTest
  @EnumSource
  void transactionsHaveAnEffectAsAWhole(Products product) throws Exception {
    on(
        product,
        database -> {
          fruits(database);
          assertThatThrownBy(
                  () ->
                      database.transaction(
                          tx -> {
                            tx.execute("insert into fruits values (1, 'a')");
                            throw new IllegalStateException("no");
                          }))
              .hasMessage("no");
          assertThat(names(database)).isEmpty();
          Transaction[] kept = new Transaction[1];
          database.transaction(
              tx -> {
                kept[0] = tx;
                tx.execute("insert into fruits values (1, 'a')");
                assertThatThrownBy(
                        () ->
                            tx.transaction(
                                inner -> {
                                  inner.execute("insert into fruits values (2, 'b')");
                                  assertThatThrownBy(() -> tx.query("select 1"))
                                      .hasMessageContaining("inside this one is open");
                                  throw new IllegalStateException("inner");
                                }))
                    .hasMessage("inner");
                tx.transaction(inner -> inner.execute("insert into fruits values (3, 'c')"));
                return true;
              });
          assertThat(names(database)).containsExactly("a", "c");
          assertThatThrownBy(() -> kept[0].query("select 1")).hasMessageContaining("has ended");
          return true;
        });
  }

  @ParameterizedTest
  @EnumSource
  void statementsOfATransactionGoOneAfterAnother(Products product) throws Exception {
    on(
        product,
        database -> {
          fruits(database);
          database.transaction(
              tx -> {
                List<Future<Long>> all = new ArrayList<>();
                for (int i = 0; i < 50; i++) {
                  int id = i;
                  all.add(
                      Async.future(
                          () -> tx.execute("insert into fruits values (?, ?)", id, "n" + id)));
                }
                Future.awaitAll(all);
                return true;
              });
          assertThat(names(database)).hasSize(50);
          return true;
        });
  }

  @ParameterizedTest
  @EnumSource
  void aTransactionCancelledAtAnyStepLeavesNothing(Products product) throws Exception {
    on(
        product,
        Options.DEFAULT.withPoolSize(2),
        database -> {
          fruits(database);
          for (int step = 0; step < 4; step++) {
            int cancelAt = step;
            Promise<Boolean> reached = new Promise<>();
            Future<Boolean> transaction =
                Async.future(
                    () ->
                        database.transaction(
                            tx -> {
                              for (int i = 0; i < 4; i++) {
                                if (i == cancelAt) {
                                  reached.complete(true);
                                  if (i % 2 == 1) {
                                    Async.never();
                                  }
                                  tx.query(product.endless());
                                }
                                tx.execute("insert into fruits values (?, ?)", i, "n" + i);
                              }
                              return true;
                            }));
            reached.value();
            transaction.cancel();
            assertThatThrownBy(transaction::value).isInstanceOf(CancellationException.class);
            assertThat(names(database)).isEmpty();
          }
          List<Row> one = database.transaction(tx -> tx.query("select 1 as one"));
          assertThat(one).hasSize(1);
          return true;
        });
  }

  @ParameterizedTest
  @EnumSource
  void aSandboxLeavesNothing(Products product) throws Exception {
    on(
        product,
        database -> {
          fruits(database, "a");
          long seen =
              database.<Long, RuntimeException>sandbox(
                  tx -> {
                    tx.execute("delete from fruits");
                    tx.transaction(in -> in.execute("insert into fruits values (5, 'z')"));
                    return (long) names(tx).size();
                  });
          assertThat(seen).isEqualTo(1);
          assertThat(names(database)).containsExactly("a");
          return true;
        });
  }

  @ParameterizedTest
  @EnumSource(names = "H2", mode = EnumSource.Mode.EXCLUDE)
  void aTransactionForReadingRefusesChanges(Products product) throws Exception {
    on(
        product,
        Options.DEFAULT.withPoolSize(1),
        database -> {
          fruits(database, "a");
          TransactionOptions reading = TransactionOptions.DEFAULT.forReading();
          assertThatThrownBy(
                  () -> database.transaction(reading, tx -> tx.execute("delete from fruits")))
              .isInstanceOf(SqlException.class);
          assertThat(database.execute("delete from fruits")).isEqualTo(1);
          return true;
        });
  }

  @ParameterizedTest
  @EnumSource
  void aClosedDatabaseRefuses(Products product) throws Exception {
    on(
        product,
        database -> {
          database.close();
          assertThatThrownBy(() -> database.query("select 1"))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("is closed");
          return true;
        });
  }
}

package yona.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.SuspendingFunction;
import yona.sql.TransactionOptions.Isolation;
import yona.testrun.network.FaultProxy;

/** What servers have of isolation, prepared statements, streams and cancellations. */
@Tag("processes")
class ServerSideTest {

  /** One connection, so that each statement meets what those before it have left. */
  private static final Options ONE = Options.DEFAULT.withPoolSize(1);

  private static void on(
      Products product, Options options, SuspendingFunction<Database, ?, Exception> body)
      throws Exception {
    Running.program(() -> product.with(options, body));
  }

  private static @Nullable Object one(SqlClient client, String text, Object... parameters) {
    return client.queryOne(text, parameters).orElseThrow().get(0);
  }

  // ---- isolation -------------------------------------------------------------------------------

  private static String isolation(Products product, SqlClient client) {
    Object level =
        one(
            client,
            switch (product) {
              case POSTGRESQL -> "show transaction_isolation";
              case MYSQL -> "select @@transaction_isolation as v";
              case H2 ->
                  "select isolation_level from information_schema.sessions"
                      + " where session_id = session_id()";
              // It would see what others have not committed, where they share a cache.
              case SQLITE -> "pragma read_uncommitted";
            });
    return String.valueOf(level).toUpperCase(Locale.ROOT).replace('-', ' ');
  }

  @ParameterizedTest
  @EnumSource
  void anIsolationIsThatOfItsTransactionAlone(Products product) throws Exception {
    on(
        product,
        ONE,
        database -> {
          String usual = isolation(product, database);
          for (Isolation level : Isolation.values()) {
            TransactionOptions options = TransactionOptions.DEFAULT.withIsolation(level);
            String expected = product == Products.SQLITE ? "0" : level.toString().replace('_', ' ');
            String inside = database.transaction(options, tx -> isolation(product, tx));
            assertThat(inside).isEqualTo(expected);
            assertThat(isolation(product, database)).isEqualTo(usual);
            assertThatThrownBy(
                    () ->
                        database.transaction(
                            options,
                            tx -> {
                              throw new IllegalStateException(isolation(product, tx));
                            }))
                .hasMessage(expected);
            String later = database.transaction(tx -> isolation(product, tx));
            assertThat(later).isEqualTo(usual);
          }
          return true;
        });
  }

  // ---- prepared statements ---------------------------------------------------------------------

  /** The driver of PostgreSQL prepares from the fifth time on. */
  private static final int RUNS = 8;

  private static void run(SqlClient client, int number) {
    for (long i = 0; i < RUNS; i++) {
      assertThat(one(client, "select ?::bigint + " + number, i)).isEqualTo(number + i);
    }
  }

  private static Object preparedOf(SqlClient client, int... numbers) {
    long all = 0;
    for (int number : numbers) {
      Object count =
          one(
              client,
              "select count(*) from pg_prepared_statements where statement = ?",
              "select $1::bigint + " + number);
      all += (Long) count;
    }
    return all;
  }

  @Test
  void postgresPreparesAStatementOnceForAConnection() throws Exception {
    on(
        Products.POSTGRESQL,
        ONE,
        database -> {
          for (int i = 0; i < 2; i++) {
            database.transaction(
                tx -> {
                  run(tx, 7);
                  assertThat(preparedOf(tx, 7)).isEqualTo(1L);
                  return true;
                });
            run(database, 7);
          }
          assertThat(preparedOf(database, 7)).isEqualTo(1L);
          return true;
        });
  }

  @Test
  void postgresKeepsAsManyPreparedStatementsAsAreWanted() throws Exception {
    for (int kept : new int[] {0, 2}) {
      on(
          Products.POSTGRESQL,
          ONE.withCachedStatements(kept),
          database -> {
            database.transaction(
                tx -> {
                  run(tx, 7);
                  run(tx, 8);
                  run(tx, 9);
                  // The question is kept, too, in the place of the eldest.
                  assertThat(preparedOf(tx, 9)).isEqualTo(Math.min(1L, kept));
                  assertThat(preparedOf(tx, 7, 8)).isEqualTo(0L);
                  return true;
                });
            return true;
          });
    }
  }

  @Test
  void mysqlPreparesAStatementOnceForAConnection() throws Exception {
    String counted =
        "select variable_value + 0 as v from information_schema.session_status"
            + " where variable_name = 'COM_STMT_PREPARE'";
    String longText = "select ? + 1 as v /* " + "long ".repeat(1000) + " */";
    for (int kept : new int[] {0, 1, 20}) {
      on(
          Products.MYSQL,
          ONE.withCachedStatements(kept),
          database -> {
            double before = ((Number) one(database, counted)).doubleValue();
            for (long i = 0; i < RUNS; i++) {
              one(database, "select ? as v", i);
              one(database, "select ? + 2 as v", i);
              one(database, longText, i);
            }
            double after = ((Number) one(database, counted)).doubleValue();
            assertThat(after - before).isEqualTo(kept < 3 ? 3 * RUNS + 1 : 3);
            return true;
          });
    }
  }

  // ---- streams ---------------------------------------------------------------------------------

  private static void take(RowStream stream, int rows) {
    for (long i = 1; i <= rows; i++) {
      assertThat(stream.next().get(0)).isEqualTo(i);
    }
  }

  /** They would never come if the driver or the server kept them all first. */
  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "SQLITE"})
  void rowsWithoutAnEndAreLeftAnywhere(Products product) throws Exception {
    Sql numbers =
        Sql.of(
            product == Products.POSTGRESQL
                ? "select generate_series(1, 1000000000000) as n"
                : "with recursive r(n) as (select 1 union all select n + 1 from r)"
                    + " select n from r");
    on(
        product,
        ONE,
        database -> {
          for (int rows : new int[] {0, 1, RowStream.PORTION, 5 * RowStream.PORTION + 1}) {
            try (RowStream stream = database.stream(numbers)) {
              take(stream, rows);
            }
            assertThat(one(database, "select 1 as one")).isEqualTo(1L);
            database.transaction(
                tx -> {
                  try (RowStream stream = tx.stream(numbers)) {
                    take(stream, rows);
                    assertThat(one(tx, "select 2 as two")).isEqualTo(2L);
                    assertThat(stream.next().get(0)).isEqualTo(rows + 1L);
                  }
                  assertThat(one(tx, "select 3 as three")).isEqualTo(3L);
                  return true;
                });
          }
          return true;
        });
  }

  /** Its server makes a table of the result first, so that has an end; the rows stay there. */
  @Test
  void mysqlKeepsTheRowsOfAStreamAtTheServer() throws Exception {
    int rows = 20_000;
    int width = 1000;
    Running.program(
        () ->
            Products.MYSQL.at(
                uri -> {
                  int port = URI.create(uri).getPort();
                  try (FaultProxy proxy = FaultProxy.to(port);
                      Database database =
                          Database.connect(
                              uri.replace(":" + port + "/", ":" + proxy.port() + "/"), ONE)) {
                    Sql wide = Sql.of("select repeat('x', ?) as s from seq_1_to_" + rows, width);
                    try (RowStream stream = database.stream(wide)) {
                      assertThat((String) stream.next().get(0)).hasSize(width);
                      assertThat(proxy.toClient().passed()).isLessThan((long) rows * width / 10);
                    }
                    assertThat(one(database, "select 1 as one")).isEqualTo(1L);
                    assertThat(proxy.toClient().passed()).isLessThan((long) rows * width / 10);
                  }
                  return true;
                }));
  }

  // ---- cancellations ---------------------------------------------------------------------------

  /** The processes of the server that execute a statement. */
  private static List<Row> executing(Products product, SqlClient observer, String statement) {
    return observer.query(
        product == Products.POSTGRESQL
            ? "select pid from pg_stat_activity where state = 'active' and query = ?"
            : "select id from information_schema.processlist where info = ?",
        statement);
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MYSQL"})
  void aCancelledStatementEndsAtTheServer(Products product) throws Exception {
    String kills =
        "select variable_value + 0 as v from information_schema.global_status"
            + " where variable_name = 'COM_KILL'";
    String endless = product.endless();
    Running.program(
        () ->
            product.at(
                uri -> {
                  try (Database observer = Database.connect(uri);
                      Database database = Database.connect(uri, ONE)) {
                    Object killed = product == Products.MYSQL ? one(observer, kills) : null;
                    Future<List<Row>> running =
                        Async.future(() -> database.transaction(tx -> tx.query(endless)));
                    List<Row> found = executing(product, observer, endless);
                    while (found.isEmpty()) {
                      Async.yield();
                      found = executing(product, observer, endless);
                    }
                    running.cancel();
                    assertThatThrownBy(running::value).isInstanceOf(CancellationException.class);
                    while (!executing(product, observer, endless).isEmpty()) {
                      Async.yield();
                    }
                    assertThat(one(database, "select 1 as one")).isEqualTo(1L);
                    // Not only when the connection was gone.
                    if (product == Products.POSTGRESQL) {
                      assertThat(lastWords(found.getFirst().get(0)))
                          .contains("canceling statement due to user request");
                    } else {
                      assertThat(one(observer, kills)).isNotEqualTo(killed);
                    }
                  }
                  return true;
                }));
  }

  /** The error that a process of PostgreSQL has logged, as soon as that is there. */
  private static String lastWords(@Nullable Object process) throws Exception {
    while (true) {
      for (String line : Products.server().log()) {
        if (line.contains("[" + process + "] ERROR") || line.contains("[" + process + "] FATAL")) {
          return line;
        }
      }
      Async.yield();
    }
  }
}

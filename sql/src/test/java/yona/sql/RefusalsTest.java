package yona.sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLState;
import yona.async.Async;
import yona.async.Future;
import yona.async.SuspendingFunction;

/** Errors say what is wrong in the same words on all databases, and what to do. */
@Tag("processes")
class RefusalsTest {

  private static void on(
      Products product, Options options, SuspendingFunction<Database, ?, Exception> body)
      throws Exception {
    Running.program(
        () ->
            product.with(
                options,
                database -> {
                  database.execute(
                      "create table fruits (id integer primary key, name varchar(200) unique)");
                  database.execute("insert into fruits values (0, 'apple')");
                  var _ = body.apply(database);
                  return true;
                }));
  }

  @ParameterizedTest
  @EnumSource
  void whoWaitsForTheTransactionAroundItIsToldOfIt(Products product) throws Exception {
    String advice = "use the value of the transaction, not that of the database";
    on(
        product,
        Options.DEFAULT
            .withAcquireTimeout(Duration.ofMillis(500))
            .withStatementLimit(Duration.ofSeconds(product == Products.SQLITE ? 60 : 3)),
        database -> {
          String change = "update fruits set name = 'pear'";
          database.sandbox(
              tx -> {
                var _ = tx.execute(change);
                assertThatThrownBy(() -> database.execute(change))
                    .isInstanceOf(SqlException.class)
                    .hasMessageContaining(advice);
                Future<Long> beside = Async.future(() -> database.execute(change));
                assertThatThrownBy(beside::value).hasMessageContaining(advice);
                // The next error is of the transaction itself.
                assertThatThrownBy(() -> tx.execute("update nothing set name = 'pear'"))
                    .message()
                    .doesNotContain(advice);
                return true;
              });
          return true;
        });
  }

  @ParameterizedTest
  @EnumSource
  void aWrongNumberOfParametersIsToldInTheSameWords(Products product) throws Exception {
    on(
        product,
        Options.DEFAULT,
        database -> {
          String text = "select id, '?' as mark from fruits where id = ? -- ?";
          assertWrong(database, text, "1 parameter, and was given 0");
          assertWrong(database, text, "1 parameter, and was given 3", 1, 2, 3);
          assertWrong(database, "select 1 as one", "0 parameters, and was given 1", "x");
          assertThatThrownBy(
                  () ->
                      database.batch(
                          "insert into fruits values (?, ?)", List.of(List.of(7, "a"), List.of(8))))
              .hasMessageContaining("the statement has 2 parameters, and was given 1 in row 2");
          assertThatThrownBy(
                  () -> {
                    try (RowStream rows = database.stream(Sql.of(text))) {
                      var _ = rows.next();
                    }
                  })
              .hasMessageContaining("the statement has 1 parameter, and was given 0");
          assertThat(database.query(text, 0)).hasSize(1);
          assertWrong(database, text, "1 parameter, and was given 0");
          return true;
        });
  }

  private static void assertWrong(
      Database database, String text, String told, Object... parameters) {
    assertThatThrownBy(() -> database.query(text, parameters))
        .isInstanceOfSatisfying(
            SqlException.class,
            error -> {
              assertThat(error.problem()).startsWith("the statement has " + told);
              assertThat(error.state()).isEqualTo("07001");
            });
  }

  @ParameterizedTest
  @EnumSource(names = {"H2", "POSTGRESQL", "MYSQL"})
  void parametersOfOtherInterfacesAreToldAsSuch(Products product) throws Exception {
    on(
        product,
        Options.DEFAULT,
        database -> {
          assertWrong(
              database,
              "select id from fruits where name = :name and id = 1",
              "0 parameters, and was given 1: a parameter is written ?, not :name",
              "apple");
          if (product == Products.POSTGRESQL) {
            String numbered = "select id from fruits where name = $1 and id::bigint = 1";
            String told = ": a parameter is written ?, not $1";
            assertWrong(database, numbered, "0 parameters, and was given 1" + told, "apple");
            assertWrong(database, numbered, "0 parameters, and was given 0" + told);
            assertWrong(
                database,
                "select '{}'::jsonb ? 'a' as has where 1 = ?",
                "2 parameters, and was given 1: an operator with a question mark",
                1);
            assertThat(database.query("select '{}'::jsonb ?? 'a' as has where 1 = ?", 1))
                .hasSize(1);
          }
          return true;
        });
  }

  @Test
  void aServerThatIsNotThereIsToldInOneLine() throws Exception {
    Running.program(
        () ->
            assertThatThrownBy(
                    () ->
                        Database.connect(
                            "mysql://me@127.0.0.1:1/shop",
                            Options.DEFAULT.withAcquireTimeout(Duration.ofMillis(250))))
                .hasMessageMatching(
                    "cannot connect to mysql://127\\.0\\.0\\.1:1/shop: the server cannot be"
                        + " reached: .*refused.* \\(SQLSTATE 08S01\\)"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "mysql"})
  void aHostThatThereIsNotIsTold(String scheme) throws Exception {
    String uri = scheme + "://nowhere.invalid/shop";
    Running.program(
        () ->
            assertThatThrownBy(() -> Database.connect(uri))
                .hasMessageMatching(
                    "cannot connect to " + uri + ": no such host nowhere\\.invalid \\(.*\\)"));
  }

  @Test
  void aLostConnectionIsToldWithItsDatabase() throws Exception {
    on(
        Products.POSTGRESQL,
        Options.DEFAULT,
        database -> {
          String lost = "the connection to " + database.toString().substring(13) + " was lost: ";
          assertThatThrownBy(
                  () ->
                      database.transaction(
                          tx -> {
                            var pid = tx.queryOne("select pg_backend_pid()").orElseThrow().get(0);
                            var _ = database.query("select pg_terminate_backend(?::int)", pid);
                            return tx.query("select 1 as one");
                          }))
              .isInstanceOf(SqlException.class)
              .hasMessageStartingWith(lost + "FATAL: terminating connection")
              .hasMessageEndingWith("; the statement: select 1 as one");
          assertThat(toldOf(new EOFException())).isEqualTo("the server has closed it");
          assertThat(toldOf(new SocketException("Connection reset"))).isEqualTo("Connection reset");
          return true;
        });
  }

  private static String toldOf(IOException cause) {
    return Dialect.POSTGRESQL.message(
        new PSQLException("An I/O error occurred.", PSQLState.CONNECTION_FAILURE, cause));
  }

  @Test
  void whoHasNoDriverIsToldHowToGetOne() throws Exception {
    Running.program(
        () ->
            assertThatThrownBy(() -> Database.connect("jdbc:oracle:thin:@localhost/shop"))
                .hasMessageStartingWith("cannot connect to jdbc:oracle: no driver for it is there:")
                .hasMessageContaining("among the dependencies of the project"));
  }

  @Test
  void copiedDataAreNotTold() throws Exception {
    on(
        Products.POSTGRESQL,
        Options.DEFAULT,
        database -> {
          database.execute("create table d (i int, t text)");
          for (String data : new String[] {"a,hunter2\n", "\"hunter\"\"2\",b\n", "hunter2 \"\n"}) {
            Iterator<byte[]> pieces = List.of(data.getBytes(UTF_8)).iterator();
            assertThatThrownBy(
                    () ->
                        database.copyIn(
                            "copy d from stdin (format csv)",
                            () -> pieces.hasNext() ? pieces.next() : null))
                .isInstanceOf(SqlException.class)
                .hasMessageNotContaining("hunter");
          }
          return true;
        });
  }

  @ParameterizedTest
  @EnumSource
  void aNumberIsWithheld(Products product) throws Exception {
    on(
        product,
        Options.DEFAULT,
        database -> {
          database.execute("create table p (n integer primary key)");
          database.execute("insert into p values (?)", 492912);
          assertThatThrownBy(() -> database.execute("insert into p values (?)", 492912))
              .isInstanceOf(SqlException.class)
              .hasMessageNotContaining("492912");
          return true;
        });
  }

  @Test
  void aValueThatIsWithheldIsNoMark() throws Exception {
    on(
        Products.POSTGRESQL,
        Options.DEFAULT,
        database -> {
          assertThatThrownBy(() -> database.query("select ?::integer", new UntypedText("hunter2")))
              .hasMessageContaining("invalid input syntax for type integer: <withheld> (");
          assertThatThrownBy(() -> database.query("select ('x' || ?)::int", "hunter2"))
              .hasMessageContaining("invalid input syntax for type integer: <withheld> (");
          assertThatThrownBy(() -> database.query("select to_date(?, 'YYYY')", "hunter2"))
              .hasMessageContaining("invalid value <withheld>")
              .hasMessageNotContaining("hunt");
          assertThatThrownBy(() -> database.query("select 'one'::int"))
              .hasMessageContaining("invalid input syntax for type integer: \"one\" (");
          return true;
        });
  }
}

package yona.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements that are refused before a database sees them. */
@Tag("processes")
class TransactionControlTest {

  private static final String REFUSAL =
      "a transaction begins and ends by transaction, not by a statement: ";

  @ParameterizedTest
  @EnumSource
  void statementsThatBeginOrEndATransactionAreRefused(Products product) throws Exception {
    Running.program(
        () ->
            product.with(
                Options.DEFAULT.withPoolSize(1),
                database -> {
                  database.execute("create table t (n integer)");
                  for (String text : List.of("begin", "commit", "rollback", "START Transaction")) {
                    assertRefused(database, text);
                    database.sandbox(
                        tx -> {
                          assertRefused(tx, text);
                          return true;
                        });
                  }
                  assertRefused(database, "savepoint s");
                  database.transaction(
                      tx -> {
                        tx.execute("savepoint s");
                        tx.execute("insert into t values (1)");
                        tx.execute("rollback to savepoint s");
                        tx.execute("insert into t values (2)");
                        return true;
                      });
                  assertThat(database.queryOne("select n from t").orElseThrow().get(0))
                      .isEqualTo(2L);
                  return true;
                }));
  }

  private static void assertRefused(SqlClient client, String text) {
    String message = REFUSAL + text.split(" ", 2)[0];
    assertThatThrownBy(() -> client.execute(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
    assertThatThrownBy(() -> client.query(text)).hasMessage(message);
    assertThatThrownBy(() -> client.batch(text, List.of(List.of()))).hasMessage(message);
    assertThatThrownBy(() -> client.stream(Sql.of(text)).close()).hasMessage(message);
  }

  @ParameterizedTest
  @EnumSource
  void anEmptyStatementIsToldAsSuch(Products product) throws Exception {
    Running.program(
        () ->
            product.with(
                Options.DEFAULT,
                database -> {
                  for (String text : List.of("", " \n", "-- c", "/* c */ ;", "/**/-- begin")) {
                    assertEmpty(database, text);
                    database.transaction(
                        tx -> {
                          assertEmpty(tx, text);
                          return true;
                        });
                  }
                  return true;
                }));
  }

  private static void assertEmpty(SqlClient client, String text) {
    Sql sql = Sql.of(text);
    for (Runnable each :
        List.<Runnable>of(
            () -> client.query(sql),
            () -> client.execute(sql),
            () -> client.batch(text, List.of(List.of())),
            () -> client.stream(sql).close())) {
      assertThatThrownBy(each::run)
          .isInstanceOfSatisfying(
              SqlException.class,
              error -> {
                assertThat(error.problem()).isEqualTo("the statement is empty");
                assertThat(error.state()).isEqualTo("42601");
              });
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "begin",
        "BEGIN;",
        "begin work",
        "begin transaction",
        " \t\n;begin",
        "-- why\n begin",
        "/* why */ /**/begin/**/",
        "start transaction read only",
        "start /* a */ transaction",
        "commit",
        "commit and chain",
        "commit work",
        "end",
        "end -- here",
        "End transaction",
        "end;",
        "rollback",
        "rollback work",
        "rollback transaction and chain",
        "abort",
        "abort work",
        "prepare transaction 'x'",
        "set autocommit = 0",
      })
  void theWholeTransaction(String text) {
    for (Dialect dialect : Dialect.values()) {
      assertThatThrownBy(() -> TransactionControl.refuseAlone(text, dialect))
          .message()
          .startsWith(REFUSAL);
      assertThatThrownBy(() -> TransactionControl.refuseInside(text, dialect))
          .message()
          .startsWith(REFUSAL);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "savepoint s",
        "release s",
        "release savepoint s",
        "rollback to s",
        "ROLLBACK TO SAVEPOINT s",
        "rollback work to s",
        "rollback transaction to savepoint s",
      })
  void aPartOfATransaction(String text) {
    for (Dialect dialect : Dialect.values()) {
      assertThatThrownBy(() -> TransactionControl.refuseAlone(text, dialect))
          .message()
          .startsWith(REFUSAL);
      assertThatCode(() -> TransactionControl.refuseInside(text, dialect))
          .doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/* begin",
        "select 1",
        "beginning",
        "begin_it()",
        "do $$ begin end $$",
        "start slave",
        "commit prepared 'x'",
        "create table begin (n integer)",
        "call commit()",
        "set schema 'end'",
        "prepare p as select 1",
        "'begin'",
        "with t as (select 1) select * from t",
      })
  void anythingElse(String text) {
    for (Dialect dialect : Dialect.values()) {
      assertThatCode(() -> TransactionControl.refuseAlone(text, dialect))
          .doesNotThrowAnyException();
    }
  }

  @Test
  void whatDiffersFromOneDatabaseToTheNext() {
    assertRefused("begin immediate", Dialect.SQLITE, true);
    assertRefused("begin isolation level serializable", Dialect.POSTGRESQL, true);
    assertRefused("begin not atomic select 1; end", Dialect.MYSQL, false);
    assertRefused("begin null; end;", Dialect.OTHER, false);
    assertRefused("# why\nbegin", Dialect.MYSQL, true);
    assertRefused("/*!50000 begin */", Dialect.MYSQL, true);
    assertRefused("/*M! commit */", Dialect.MYSQL, true);
    assertRefused("/* a /* b */ c */ begin", Dialect.POSTGRESQL, true);
    assertRefused("/* a /* b */ begin", Dialect.POSTGRESQL, false);
    assertRefused("/* a /* b */ begin", Dialect.SQLITE, true);
  }

  private static void assertRefused(String text, Dialect dialect, boolean refused) {
    var checked = assertThatCode(() -> TransactionControl.refuseAlone(text, dialect));
    if (refused) {
      checked.hasMessageStartingWith(REFUSAL);
    } else {
      checked.doesNotThrowAnyException();
    }
  }
}

package yona.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.stm.STM;
import yona.async.stm.TransactionException;
import yona.property.Property;

/** Statements are composed with their parameters, and limits are checked. */
class SqlTest {

  @Test
  void partsKeepTheirParametersInOrder() {
    Sql first = Sql.of("select * from t where a = ?", 1);
    Sql whole =
        first.append(" and ").append(Sql.in("b", Arrays.asList("x", null))).append(" or ?", 2);
    assertThat(whole.text()).isEqualTo("select * from t where a = ? and b in (?, ?) or ?");
    assertThat(whole.parameters()).containsExactly(1, "x", null, 2);
    assertThat(first).isEqualTo(Sql.of("select * from t where a = ?", 1));
    assertThat(Sql.in("b", List.of()).text()).isEqualTo("1 = 0");
    assertThat(Sql.join(", ", List.of()).text()).isEmpty();
  }

  @Test
  void parametersAreNotShown() {
    assertThat(Sql.of("select ?", "hunter2").toString()).isEqualTo("select ? [1 parameters]");
  }

  @Test
  void changesToAListDoNotReachTheStatement() {
    List<Object> values = new ArrayList<>(List.of(1));
    Sql sql = Sql.with("select ?", values);
    values.add(2);
    assertThat(sql.parameters()).containsExactly(1);
    assertThatThrownBy(() -> sql.parameters().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void parametersAreBounded() {
    List<Integer> many = Collections.nCopies(Sql.MOST_PARAMETERS, 1);
    assertThat(Sql.in("a", many).parameters()).hasSize(Sql.MOST_PARAMETERS);
    assertThatThrownBy(() -> Sql.in("a", many).append("?", 1))
        .hasMessageContaining("at most 65535 parameters");
  }

  @Test
  void thereAreAsManyQuestionMarksAsParameters() {
    Property.check(
        500,
        choices -> {
          Sql whole = Sql.of("");
          int expected = 0;
          for (int left = choices.below(8); left > 0; left--) {
            int count = choices.below(4);
            List<Integer> values = Collections.nCopies(count, 7);
            whole =
                choices.yes()
                    ? whole.append(Sql.in("a", values))
                    : Sql.join(",", List.of(whole, Sql.in("b", values)));
            expected += count;
          }
          assertThat(whole.parameters()).hasSize(expected);
          assertThat(whole.text().chars().filter(c -> c == '?').count()).isEqualTo(expected);
        });
  }

  @Test
  void limitsAreChecked() {
    Options options = Options.DEFAULT;
    assertThatThrownBy(() -> options.withPoolSize(0)).hasMessageContaining("expected poolSize");
    assertThatThrownBy(() -> options.withAcquireTimeout(Duration.ZERO))
        .hasMessageContaining("expected acquireTimeout");
    assertThatThrownBy(() -> options.withStatementLimit(Duration.ZERO))
        .hasMessageContaining("expected statementLimit positive");
    assertThatThrownBy(() -> options.withMaxRows(0)).hasMessageContaining("expected maxRows");
    assertThatThrownBy(() -> TransactionOptions.DEFAULT.withRetries(101))
        .hasMessageContaining("expected retries");
  }

  @Test
  void transactionsOfMemoryRefuseDatabases() throws Exception {
    Running.program(
        () -> {
          try (Database database = Database.connect(":embedded")) {
            assertThatThrownBy(() -> STM.atomically(() -> database.query("select 1")))
                .isInstanceOf(TransactionException.class);
            assertThatThrownBy(() -> STM.atomically(() -> database.stream(Sql.of("select 1"))))
                .isInstanceOf(TransactionException.class);
            assertThatThrownBy(() -> STM.atomically(() -> Database.connect(":embedded")))
                .isInstanceOf(TransactionException.class);
          }
        });
  }

  @Test
  void anEmbeddedDatabaseIsNobodyElses() throws Exception {
    Running.program(
        () -> {
          try (Database one = Database.connect(":embedded");
              Database other = Database.connect(":embedded")) {
            one.execute("create table t (id integer)");
            assertThatThrownBy(() -> other.query("select * from t"))
                .isInstanceOf(SqlException.class);
            assertThatThrownBy(() -> one.listen(List.of("a")))
                .hasMessageContaining("only PostgreSQL");
            assertThatThrownBy(() -> one.copyOut("copy t to stdout"))
                .hasMessageContaining("only PostgreSQL");
          }
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2:", "sqlite:"})
  void aFileKeepsWhatIsStored(String scheme, @TempDir Path folder) throws Exception {
    String uri = scheme + folder.resolve("it's a file");
    Running.program(
        () -> {
          try (Database database = Database.connect(uri)) {
            database.execute("create table t (id integer)");
            assertThat(database.execute("insert into t values (?)", 7)).isEqualTo(1);
          }
          try (Database database = Database.connect(uri)) {
            assertThat(database.query("select id from t").getFirst().asMap())
                .containsExactly(Map.entry("id", 7L));
          }
        });
  }
}

package yona.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A URI is taken apart so that no password is ever shown. */
class DatabaseUriTest {

  @Test
  void thePasswordStandsByItself() {
    DatabaseUri uri =
        DatabaseUri.parse(
            "postgresql://me:p%40ss+w@host:5433/shop?sslmode=disable", Options.DEFAULT);
    assertThat(uri.jdbcUrl()).isEqualTo("jdbc:postgresql://host:5433/shop");
    assertThat(uri.properties())
        .containsEntry("user", "me")
        .containsEntry("password", "p@ss+w")
        .containsEntry("sslmode", "disable");
    assertThat(uri.toString()).isEqualTo("postgresql://host:5433/shop");
    assertThat(uri.redact("bad p@ss+w!")).isEqualTo("bad ***!");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://host/db?user=a&password=hunter2",
        "jdbc:mysql://a:hunter2@host/db",
        "jdbc:mysql://a:b@host,a:hunter2@other/db",
        "jdbc:mysql://a:b@host/db?password=hunter2",
        "jdbc:mysql://a:hunter2?c@host/db",
        "jdbc:mysql://(host=host,user=a,password=hunter2)/db",
        "jdbc:oracle:thin:a/hunter2@host"
      })
  void aJdbcUrlIsShownWithoutWhatMayBeSecret(String url) {
    DatabaseUri uri = DatabaseUri.parse(url, Options.DEFAULT);
    assertThat(uri.jdbcUrl()).isEqualTo(url);
    assertThat(uri.toString()).doesNotContain("hunter2");
    assertThat(uri.redact("no driver for " + url)).doesNotContain("hunter2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://host/db?user=a&password=hunter2",
        "jdbc:h2:mem:a;USER=a;PASSWORD=hunter2",
        "jdbc:mysql://a:hunter2@host/db",
        "jdbc:mysql://a:b@host/db?password=hunter2"
      })
  void thePasswordOfAJdbcUrlIsFoundAlone(String url) {
    DatabaseUri uri = DatabaseUri.parse(url, Options.DEFAULT);
    assertThat(uri.redact("the password hunter2 is wrong")).isEqualTo("the password *** is wrong");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hunter2",
        "oracle:hunter2",
        "h2:",
        "h2:a\0hunter2",
        "h2:a;INIT=RUNSCRIPT FROM 'hunter2'",
        "sqlite:a?hunter2",
        "sqlite::memory:",
        "jdbc:hunter2",
        "jdbc:a/hunter2@host:1521",
        "a/hunter2@host:1521",
        "postgresql://a:hunter2@/db",
        "postgresql://a:hunter2@host",
        "postgresql://a:hunter 2@host/db",
        "postgresql://a:b@host/db#hunter2",
        "postgresql://a:b@host/db?socketFactory=hunter2"
      })
  void whatIsNoUriIsRefusedAndNotShown(String text) {
    assertThatThrownBy(() -> DatabaseUri.parse(text, Options.DEFAULT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("expected :embedded, ")
        .hasMessageNotContaining("hunter");
  }

  @Test
  void whoWantsSqliteInMemoryIsToldWhatToUse() {
    assertThatThrownBy(() -> DatabaseUri.parse("sqlite::memory:", Options.DEFAULT))
        .hasMessageEndingWith("(tests use a file in a temporary folder)");
  }

  @Test
  void anIntervalIsReadAsItIsWritten() {
    for (String text : new String[] {"PT0S", "P14M", "P-3D", "P1M2DT-3.5S", "PT2H"}) {
      assertThat(Interval.parse(text)).hasToString(text);
    }
    for (String text : new String[] {"", "P", "PT", "14M", "P99999999999M", "P1DT"}) {
      assertThatThrownBy(() -> Interval.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}

package yona.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which statements are known to read only, and how their parameters are numbered. */
class PureSelectTest {

  @Test
  void parametersAreNumberedWithTheirTypes() {
    assertThat(
            PureSelect.numbered(
                "select a, \"b?\" from t where c = ? and d in (?, ?) and e <> '?' and f is ?",
                java.util.Arrays.asList(1L, "x", true, null)))
        .isEqualTo(
            "select a, \"b?\" from t where c = $1::int8 and d in ($2::varchar, $3::bool)"
                + " and e <> '?' and f is $4");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 1",
        "SELECT count(*) FROM t",
        "select a::text from (select max(b) as a from u) v where exists (select 1 from w)",
        "select 'it''s', date '2020-02-03' from t order by a desc limit 10",
        "select j->>'a' from t where b between 1.5 and 2 and not (c)",
        "select coalesce(a, 'x') || lower ( b ) from s.t join u using (id)"
      })
  void theseReadOnly(String text) {
    assertThat(PureSelect.numbered(text, List.of())).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "insert into t values (1)",
        "with x as (delete from t returning a) select a from x",
        "select a from t for update",
        "select a into b from t",
        "select nextval('s')",
        "select pg_sleep (1)",
        "select s.count(a) from t",
        "select \"count\"(a) from t",
        "select 1; drop table t",
        "select 1 -- x",
        "select 1 /* x */",
        "select /* f(1) */ 1",
        "select $$x$$",
        "select $1",
        "select E'a\\'; f()'",
        "select E'a'",
        "select U&'a'",
        "select U&\"a\"",
        "select 'a\\' || f() || 'b'",
        "select \"a",
        "select 'a",
        "select a ?? 'b' from t",
        "select ?",
        "select é from t",
        "table t",
        "(select 1)"
      })
  void theseMayDoMore(String text) {
    assertThat(PureSelect.numbered(text, List.of())).isNull();
  }

  @Test
  void parametersOfOtherTypesAndNumbersAreRefused() {
    assertThat(PureSelect.numbered("select ?", List.of())).isNull();
    assertThat(PureSelect.numbered("select 1", List.of(1L))).isNull();
    assertThat(PureSelect.numbered("select ?", List.of(new Json("{}")))).isNull();
    assertThat(PureSelect.numbered("select '" + "x".repeat(10_000) + "'", List.of())).isNull();
  }
}

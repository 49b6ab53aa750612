package yona.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import yona.property.Property;

/** A script is cut where a statement ends, and nowhere else. */
class StatementSplitterTest {

  private static List<String> split(Dialect dialect, String script) {
    return StatementSplitter.split(script, dialect).stream()
        .map(StatementSplitter.Part::text)
        .toList();
  }

  @Test
  void statementsHaveTheirLines() {
    assertThat(StatementSplitter.split("-- a;\n\nselect 1;\r\n/* ;\n */ select\n2\n;;", Dialect.H2))
        .containsExactly(
            new StatementSplitter.Part("select 1", 3), new StatementSplitter.Part("select\n2", 5));
    assertThat(split(Dialect.H2, " ; -- nothing\n")).isEmpty();
  }

  @Test
  void dollarQuotesAndEscapesArePostgres() {
    assertThat(
            split(
                Dialect.POSTGRESQL,
                "do $a$ begin; $$ ; end $a$; select $1; select E'\\';' ; select '\\'; select"
                    + " a$b$;"))
        .containsExactly(
            "do $a$ begin; $$ ; end $a$",
            "select $1",
            "select E'\\';'",
            "select '\\'",
            "select a$b$");
    assertThat(split(Dialect.POSTGRESQL, "/* a /* ; */ ; */ select 1")).containsExactly("select 1");
  }

  @Test
  void triggersHaveStatementsInside() {
    String trigger =
        "create temp trigger t after insert on a begin"
            + " update a set b = case when c then 1 else 2 end; delete from d; end";
    assertThat(split(Dialect.SQLITE, trigger + "; select `a;b`, [c;d]; begin; commit"))
        .containsExactly(trigger, "select `a;b`, [c;d]", "begin", "commit");
    String procedure =
        "create procedure p() begin if a then select 1; end if; while b do select 2; end while;"
            + " end";
    assertThat(split(Dialect.MYSQL, procedure + "; select 'it\\'s;' # no;\n; select 1"))
        .containsExactly(procedure, "select 'it\\'s;' # no;", "select 1");
  }

  @Test
  void whatDoesNotEndIsToldWithItsLine() {
    for (String text : List.of("'a", "\"a", "/* a", "$$ a", "$b$ $$")) {
      assertThatThrownBy(() -> split(Dialect.POSTGRESQL, "select 1;\n" + text))
          .hasMessageContaining("begins in line 2 does not end");
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsJoinedIsCutAgain(Dialect dialect) {
    Property.check(
        2000,
        choices -> {
          List<String> statements = new ArrayList<>();
          StringBuilder script = new StringBuilder();
          for (int left = choices.below(6); left > 0; left--) {
            StringBuilder statement = new StringBuilder("select");
            for (int words = 1 + choices.below(5); words > 0; words--) {
              statement.append(
                  choices.oneOf(
                      " 1",
                      " 'a;''b'",
                      " \"c;\"",
                      " /* ;' */ d",
                      " -- ;'\n e",
                      "\n+",
                      " case end"));
            }
            statement.append(" x");
            statements.add(statement.toString());
            script.append(choices.oneOf("", "\n", " -- ;\n", "/* ; */")).append(statement);
            script.append(choices.oneOf(";", " ;", "\n;", ";;"));
          }
          choices.note(script.toString());
          assertThat(split(dialect, script.toString())).isEqualTo(statements);
        });
  }

  @ParameterizedTest
  @EnumSource
  void anyTextIsCutOrRefusedInWords(Dialect dialect) {
    Property.check(
        2000,
        choices -> {
          StringBuilder script = new StringBuilder();
          for (int left = choices.below(30); left > 0; left--) {
            script.append(
                choices.oneOf(
                    ";",
                    "'",
                    "\"",
                    "$$",
                    "$a$",
                    "/*",
                    "*/",
                    "--",
                    "\n",
                    "\\",
                    "E",
                    "`",
                    "[",
                    "]",
                    "create trigger ",
                    "begin ",
                    "end ",
                    "case ",
                    "if ",
                    "#",
                    "\ud83c",
                    "x",
                    " "));
          }
          choices.note(script.toString());
          try {
            int line = 1;
            for (StatementSplitter.Part part :
                StatementSplitter.split(script.toString(), dialect)) {
              assertThat(script).contains(part.text());
              assertThat(part.text()).isNotBlank();
              assertThat(part.line()).isGreaterThanOrEqualTo(line);
              line = part.line();
            }
          } catch (IllegalArgumentException refused) {
            assertThat(refused).hasMessageContaining("does not end");
          }
        });
  }

  @Test
  void marksAreFoundOutsideOfTextsNamesAndComments() {
    String text = "select '?', \"?\", ? /* ? */ from t where a = ? -- ?";
    for (Dialect dialect : Dialect.values()) {
      assertThat(StatementSplitter.marks(text, dialect))
          .isEqualTo(new StatementSplitter.Marks(2, null, false));
    }
    assertThat(marks("a ?? ? and b::text = $$ $1 ? :x $$ and c[1:2] = ?||'x'"))
        .isEqualTo(new StatementSplitter.Marks(2, null, false));
    assertThat(marks("a ?| ? and E'\\'?' = :who"))
        .isEqualTo(new StatementSplitter.Marks(2, ":who", true));
    assertThat(marks("a ? 'b' and c = $12")).isEqualTo(new StatementSplitter.Marks(1, "$12", true));
  }

  private static StatementSplitter.Marks marks(String text) {
    return StatementSplitter.marks(text, Dialect.POSTGRESQL);
  }
}

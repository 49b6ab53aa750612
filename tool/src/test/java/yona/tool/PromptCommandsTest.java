package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.tool.Conversation.answers;
import static yona.tool.Conversation.converse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.language.diagnostics.Source;
import yona.language.runtime.ProgramExit;

/** What the commands of a prompt answer, without the terminal around it. */
class PromptCommandsTest {
  @Test
  void typesAreKinds() {
    assertThat(
            answers(
                ":type 1 + 1",
                ":type \"a\"",
                ":type [1]",
                ":type \\x -> x",
                ":type File::read_text",
                ":type Seq::map",
                ":type sleep",
                ":type Seq"))
        .isEqualTo(
            """
            Int
            string
            Seq
            function of 1 parameter; a call never waits
            function of 1 parameter; a call may wait
            function of 2 parameters; a call may wait if a function that it is given may
            function of 1 parameter; a call may wait
            module Seq
            """);
  }

  @Test
  void timeTellsWhatAnEvaluationTook() {
    assertThat(answers(":time 1 + 1"))
        .matches("2\n\\d+\\.\\d{3} ms, 0 fibers started, \\d+\\.\\d kB allocated\n");
  }

  @Test
  void whatDoesNotCompileTookNothing() {
    assertThat(answers(":time [1, nothing]", ":trace [1, nothing]"))
        .contains("error Y3001")
        .doesNotContain(" ms, ", "started");
    assertThat(answers(":time 1 / 0")).contains("error: :badarith", " ms, 0 fibers started");
  }

  @Test
  void documentationIsThere() {
    assertThat(answers(":doc Seq::take"))
        .startsWith("Seq::take n seq\n\nThe first `n` elements")
        .contains("suspends: never");
    assertThat(answers(":doc Opt::then")).startsWith("Opt::then f opt\n\nApplies a function");
    assertThat(answers("import Seq as s", ":doc s::take", ":doc println", ":doc Seq"))
        .contains("Seq::take n seq", "println v\n", "module Seq");
    assertThat(answers("f = \\a b -> a", ":doc f", ":doc nothing", ":doc"))
        .isEqualTo(
            """
            f: function of 2 parameters; a call never waits
            yona: nothing is known of nothing
            yona: :doc needs a name, as in :doc Seq::map
            """);
  }

  @Test
  void commandsThatAreMisspeltAreGuessedAndSymbolsAreValues() {
    assertThat(answers(":hepl", ":foo", "it", ":ok == :ok"))
        .isEqualTo(
            """
            :hepl
            yona: there is no command :hepl; did you mean :help?
            :foo
            yona: there is no command :foo; :help lists them
            :foo
            true
            """);
    assertThat(answers(":foo bar", ":set +t", ":cd /tmp", ":tyep 1"))
        .isEqualTo(
            """
            yona: there is no command :foo; :help lists them
            yona: there is no command :set; :help lists them
            yona: there is no command :cd; :help lists them
            yona: there is no command :tyep; did you mean :type?
            """);
    assertThat(answers(":help")).contains(":quit", "Ctrl-C");
    assertThat(answers("a = 1", "import len from Seq", ":names"))
        .isEqualTo("a: Int\nlen: from Seq\n");
  }

  @Test
  void aNameIsDocumentedWhereverItIs() {
    assertThat(answers(":doc map"))
        .contains("Dict::map f dict\n    Makes a new entry", "Seq::map f seq\n    Applies")
        .doesNotContain("suspends");
    assertThat(answers(":doc sqrt")).startsWith("Math::sqrt ").contains("suspends: never");
    assertThat(answers(":doc Seq.take")).startsWith("Seq::take n seq\n\nThe first `n` elements");
    assertThat(answers(":doc Seq::tkae", ":doc Sqe"))
        .isEqualTo(
            """
            yona: nothing is known of Seq::tkae; did you mean Seq::take?
            yona: nothing is known of Sqe; did you mean Seq?
            """);
    assertThat(answers("map = 1", ":doc map")).isEqualTo("map: Int\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "quit",
        "quit()",
        "exit",
        "exit()",
        "exit;",
        "quit ( )",
        ":q",
        ":exit",
        ".exit",
        " exit "
      })
  void whatEndsOtherPromptsEndsThisOne(String input) {
    converse(
        false,
        (session, said) -> {
          assertThat(session.accept(input.getBytes(StandardCharsets.UTF_8))).isFalse();
          assertThat(said.toString()).isEmpty();
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "help          | :help",
        "help()        | :help",
        ".help         | :help",
        "?             | :help",
        ":h            | :help",
        ":?            | :help",
        "help(len)     | :doc len",
        "help Seq::len | :doc Seq::len",
        "?Seq::len     | :doc Seq::len",
        "help(Seq.len) | :doc Seq::len",
        ":i Seq::len   | :doc Seq::len",
        ":info Seq     | :doc Seq",
        ":browse Seq   | :doc Seq",
        ":t 1 + 1      | :type 1 + 1",
        ":t            | :type",
        ":l no.yona    | :load no.yona",
        ":r            | :reload",
        "dir()         | :names",
      })
  void commandsOfOtherPromptsAreUnderstood(String theirs, String ours) {
    assertThat(answers(theirs)).isEqualTo(answers(ours)).isNotEmpty();
    assertThat(PromptSession.isIncomplete(Source.of("", theirs))).isFalse();
  }

  @Test
  void theScreenIsClearedByAKey() {
    assertThat(answers("clear", ":clear", "cls"))
        .isEqualTo("yona: Ctrl-L clears the screen\n".repeat(3));
  }

  @Test
  void aNameThatIsBoundMeansWhatItIsBoundTo() {
    assertThat(
            answers(
                "help = 1; quit = \\_ -> 2; exit = \\n -> n; clear = 4",
                "help",
                "quit()",
                "exit 3",
                "clear",
                "import len as dir from Seq",
                "dir []"))
        .isEqualTo("1\n2\n3\n4\n0\n");
  }

  @Test
  void exitWithAStatusEndsWithIt() {
    for (String input : List.of("exit 3", "quit(3)", "exit( 3 );")) {
      assertThatThrownBy(() -> answers(input))
          .cause()
          .isInstanceOfSatisfying(
              ProgramExit.class, exit -> assertThat(exit.status()).isEqualTo(3));
    }
  }

  @Test
  void filesAreLoadedAndLoadedAgain(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("any.yona");
    Path program = Yona.write(folder.resolve("sum.yona"), "let a = 1\nin a + 1\n");
    Yona.write(file, module("1"));
    String said =
        converse(
            false,
            (session, _) -> {
              session.load(program.toString());
              session.load(file.toString());
              session.accept("shop\\Cart::total [5]".getBytes(StandardCharsets.UTF_8));
              Files.writeString(file, module("100"));
              session.accept(":reload".getBytes(StandardCharsets.UTF_8));
              session.accept("import total from shop\\Cart".getBytes(StandardCharsets.UTF_8));
              session.accept("total [5]".getBytes(StandardCharsets.UTF_8));
              session.accept(":doc shop\\Cart::total".getBytes(StandardCharsets.UTF_8));
              session.load(folder.toString());
              session.load(folder.resolve("none").toString());
            });
    assertThat(said)
        .startsWith(
            """
            2
            module shop\\Cart: total
            6
            module shop\\Cart: total
            105
            shop\\Cart::total prices

            What it costs.
            """)
        .contains("this is a folder", "no such file");
  }

  private static String module(String postage) {
    return "module shop\\Cart exports total as\n\n"
        + "## What it costs.\n"
        + "total prices = Seq::sum prices + "
        + postage
        + "\n\nend\n";
  }

  @Test
  void quitEnds() {
    converse(
        false,
        (session, _) -> {
          assertThat(session.accept("1".getBytes(StandardCharsets.UTF_8))).isTrue();
          assertThat(session.accept(":quit".getBytes(StandardCharsets.UTF_8))).isFalse();
        });
  }
}

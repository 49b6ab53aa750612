package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import yona.tool.Yona.Result;

/** A program with options, arguments and commands, as users and their shells meet it. */
@Tag("processes")
class CommandLineTest {
  private static final String PROGRAM =
      """
      CommandLine::run {
          :name = "logs",
          :about = "Looks into logs.",
          :version = "logs 1.0",
          :options = [
              {:name = "format", :short = 'f', :type = [:json, :csv], :help = "how it's shown"},
              {:name = "top", :short = 'n', :type = :int, :default = 10, :env = "LOGS_TOP"},
              {:name = "out", :type = :path},
              {:name = "color", :type = :flag, :help = "use: colours"},
              {:name = "secret", :hidden = true}
          ],
          :commands = [
              {:name = "add", :about = "Adds one.",
                  :options = [{:name = "force", :type = :flag}],
                  :arguments = [{:name = "file", :type = :path}, {:name = "kind", :type = ["a b", "c$d"]}],
                  :run = println},
              {:name = "list", :about = "Lists all.", :run = \\values -> println (Dict::lookup :top values)}
          ]
      }
      """;

  /** Prints what bash, which has no terminal here, would offer for a line of words. */
  private static final String BASH =
      """
      source "$1"
      shift
      compopt() { echo FILES; }
      COMP_WORDS=("$@")
      COMP_CWORD=$(($# - 1))
      _logs_completion
      printf '%s\\n' "${COMPREPLY[@]}"
      """;

  private static final String ZSH =
      """
      compadd() { shift; print -l -- ${(M)@:#${words[-1]##*=}*} }
      _files() { print FILES }
      _describe() { local n=${@[-1]}; compadd -- ${${(P)n}%%:*} }
      _message() { }
      compset() { }
      compdef() { }
      source $1
      shift
      words=("$@")
      CURRENT=$#words
      PREFIX=$words[-1]
      _logs
      """;

  private static final String FISH =
      """
      source $argv[1]
      for line in (complete -C (string join ' ' -- $argv[2..-1]))
          string split -f 1 \\t -- $line
      end
      true
      """;

  @TempDir private Path folder;

  private Yona logs(String... words) throws IOException {
    Files.writeString(folder.resolve("logs.yona"), PROGRAM);
    List<String> all = new ArrayList<>(List.of("run", "logs.yona"));
    all.addAll(List.of(words));
    return Yona.command(all.toArray(String[]::new)).in(folder);
  }

  @Test
  void helpIsWhatWasAskedFor() throws IOException {
    assertThat(logs("add", "--help").run().output())
        .isEqualTo(
            """
            usage: logs add [options] FILE a b|c$d

            Adds one.

            arguments:
              FILE
              a b|c$d

            options:
                  --force
              -f, --format json|csv  how it's shown
              -n, --top TOP          (environment: LOGS_TOP; default: 10)
                  --out OUT
                  --color            use: colours
              -h, --help             show this help
            """);
    assertThat(logs("help", "add").run().output()).isEqualTo(logs("add", "--help").run().output());
    assertThat(logs("--version").run().output()).isEqualTo("logs 1.0\n");
  }

  @Test
  void helpIsAsWideAsTheTerminalAndInItsColours() throws IOException {
    Yona narrow =
        logs("--help")
            .with("COLUMNS", "50")
            .with("TERM", "xterm")
            .with("YONA_JAVA_OPTIONS", "-Dyona.terminals=1");
    assertThat(narrow.run().output())
        .contains("\u001b[1musage:\u001b[22m logs [options] COMMAND\n")
        .contains("(environment: LOGS_TOP;\n")
        .doesNotContain("secret");
  }

  @Test
  void misuseIsToldOnStandardError() throws IOException {
    assertThat(logs("list", "--tpo=3").run())
        .isEqualTo(
            new Result(
                2,
                "",
                """
                logs list: unknown option --tpo; did you mean --top?
                usage: logs list [options]
                logs list --help tells more.
                """));
    assertThat(logs("list", "--top", "x").run().err())
        .isEqualTo(
            """
            logs list: expected an Int for --top, found "x"
            usage: logs list [options]
            logs list --help tells more.
            """);
    assertThat(logs().run().status()).isEqualTo(2);
  }

  @Test
  void theEnvironmentGivesWhatIsNotGiven() throws IOException {
    assertThat(logs("list").run().output()).isEqualTo("10\n");
    assertThat(logs("list").with("LOGS_TOP", "7").run().output()).isEqualTo("7\n");
    assertThat(logs("list", "-n5").with("LOGS_TOP", "7").run().output()).isEqualTo("5\n");
  }

  @ParameterizedTest
  @CsvSource({"bash", "zsh", "fish"})
  void shellsComplete(String shell) throws IOException {
    Path program = Path.of("/usr/bin", shell);
    assumeTrue(Files.isExecutable(program), () -> "the shell " + shell + " is not installed");
    Files.writeString(
        folder.resolve("completion"), logs("--generate-completion", shell).run().output());
    Files.writeString(
        folder.resolve("ask"),
        switch (shell) {
          case "bash" -> BASH;
          case "zsh" -> ZSH;
          default -> FISH;
        });
    assertThat(completed(program, "logs", "--fo")).containsExactly("--format");
    assertThat(completed(program, "logs", "--format", "")).containsExactly("csv", "json");
    assertThat(completed(program, "logs", "-f", "j")).containsExactly("json");
    assertThat(completed(program, "logs", "")).containsExactly("add", "help", "list");
    assertThat(completed(program, "logs", "help", "")).containsExactly("add", "list");
    assertThat(completed(program, "logs", "help", "add", "")).isEmpty();
    assertThat(completed(program, "logs", "--top", "")).isEmpty();
    assertThat(completed(program, "logs", "--top", "5", "a")).containsExactly("add");
    assertThat(completed(program, "logs", "add", "--fo")).containsExactly("--force", "--format");
    assertThat(completed(program, "logs", "list", "--"))
        .containsExactly(
            "--color", "--format", "--help", "--no-color", "--out", "--top", "--version");
    List<String> files = completed(program, "logs", "--out", "");
    assertThat(files).containsAnyOf("FILES", "completion").doesNotContain("add");
    // A value with a space is quoted by the shell itself, or by the script.
    assertThat(completed(program, "logs", "add", "a")).containsAnyOf("a b", "a\\ b");
  }

  private List<String> completed(Path shell, String... words) {
    List<String> command = new ArrayList<>(List.of(shell.toString()));
    if (shell.endsWith("zsh")) {
      command.add("-f");
    }
    if (shell.endsWith("fish")) {
      command.add("--no-config");
    }
    command.addAll(List.of("ask", "completion"));
    command.addAll(List.of(words));
    return Yona.process(command.toArray(String[]::new))
        .in(folder)
        .run()
        .output()
        .lines()
        .filter(line -> !line.isEmpty())
        .sorted()
        .toList();
  }
}

package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bars and questions of programs, as whoever sits at a terminal sees them. */
@Tag("processes")
class TerminalProgramsTest {
  private static final String CTRL_C = "\u0003";
  private static final String CTRL_D = "\u0004";
  private static final String UP = "\u001b[A";
  private static final String DOWN = "\u001bOB";
  private static final String END = "\u001b[F";

  /** What takes a bar away. */
  private static final String CLEAR = "\r\u001b[1A\u001b[J";

  @TempDir private Path folder;

  @BeforeAll
  static void needsScript() {
    Typing.assumeScript();
  }

  @BeforeEach
  void makeFifos() {
    Yona.fifos(List.of(folder.resolve("one"), folder.resolve("two"), folder.resolve("three")));
  }

  /** A program, and behind it what the terminal is told to do then. */
  private Typing run(String program) throws IOException {
    Files.writeString(folder.resolve("program.yona"), program);
    return new Typing(
        folder,
        "trap : INT; '"
            + Yona.ROOT.resolve("yona")
            + "' run program.yona; echo \"status $?\"; stty -a | tr -s ' ;' '\\n' | grep echo$");
  }

  private void open(String fifo) throws IOException {
    Files.writeString(folder.resolve(fifo), "go");
  }

  @Test
  void barsStayBelowWhatIsPrinted() throws Exception {
    String program =
        """
        with terminal\\Progress::bar {:total = 4, :label = "copy", :unit = "files"} as bar
            terminal\\Progress::advance bar 1
            File::read_text "one"
            println "above"
            print "half "
            terminal\\Progress::advance bar 1
            File::read_text "two"
            eprintln "a line"
            File::read_text "three"
            ()
        end
        """;
    try (Typing typing = run(program)) {
      typing.see("copy [" + "=".repeat(10) + ">").see("]  25%  1 of 4 files");
      open("one");
      typing.see(CLEAR + "above\r\n").see("]  50%  2 of 4 files");
      open("two");
      typing.see(CLEAR + "half a line\r\n").see("]  50%  2 of 4 files");
      open("three");
      typing.see(CLEAR).see("status 0");
      assertThat(typing.everything()).doesNotContain("half copy");
    }
  }

  @Test
  void manyBarsAreDrawnAndTheirNumberHasABound() throws Exception {
    String program =
        """
        with terminal\\Progress::bar {:label = "first"} as first
            with terminal\\Progress::bar {:total = 1, :label = "second"} as second
                File::read_text "one"
                Seq::each (\\n -> terminal\\Progress::bar {:label = "bar {n}"}) (Seq::range 0 12)
                File::read_text "two"
            end
        end
        """;
    try (Typing typing = run(program)) {
      typing.see("first | 0, 0:0").see("\r\nsecond [>").see("]   0%  0 of 1\r\n");
      // A spinner turns.
      typing.see("\r\u001b[2A\u001b[Jfirst / 0, 0:0");
      open("one");
      typing.see("bar 6 ").see("and 5 more\r\n");
      open("two");
      typing.see("status 0");
    }
  }

  @Test
  void anInterruptionLeavesNoBar() throws Exception {
    String program =
        """
        with terminal\\Progress::bar {:label = "for ever"} as bar
            never
        end
        """;
    try (Typing typing = run(program)) {
      typing.see("for ever | 0").press(CTRL_C).see("\u001b[J").see("status 130");
      assertThat(typing.everything()).doesNotContain("\u001b[?25l");
      typing.see("echo");
    }
  }

  @Test
  void passwordsAreNotShown() throws Exception {
    String program =
        """
        let secret = terminal\\Prompt::password {} "Password:"
        in println (Seq::reverse secret, terminal\\Prompt::ask {} "Name?")
        """;
    try (Typing typing = run(program)) {
      typing.see("Password: ").press("terces\r").see("\r\n").see("Name? ").press("Ada\r");
      typing.see("Ada\r\n").see("(\"secret\", \"Ada\")").see("status 0").see("\r\necho\r\n");
      assertThat(typing.everything()).doesNotContain("terces");
    }
  }

  @Test
  void anInterruptionAtAPasswordLeavesTheTerminalAsItWas() throws Exception {
    try (Typing typing = run("terminal\\Prompt::password {} \"Password:\"")) {
      typing.see("Password: ").press("half" + CTRL_C).see("status 130").see("\r\necho\r\n");
    }
  }

  @Test
  void keysChoose() throws Exception {
    String program =
        """
        let drink = \\options -> terminal\\Prompt::choose options "A drink?" ["tea", "coffee", "milk"]
        in do
            println (drink {})
            println (drink {:default = "milk"})
            println (drink {})
            println (try drink {} catch (symbol, message, _) -> (symbol, message) end)
        end
        """;
    try (Typing typing = run(program)) {
      typing.see("A drink?\r\n").see("> tea").see("  coffee\r\n  milk\r\n");
      typing.press(DOWN).see("> coffee").press(DOWN + DOWN).see("> tea").press(UP).see("> milk");
      typing.press("\r").see("A drink? milk\r\nmilk\r\n");
      typing.see("> milk").press("k").see("> coffee").press("\n").see("A drink? coffee\r\ncoffee");
      typing.see("> tea").press(END).see("> milk").press("2").see("> coffee").press("\r");
      typing.see("A drink? coffee\r\ncoffee\r\n");
      typing.see("> tea").press(CTRL_D);
      typing.see("(:eof, \"terminal\\\\Prompt::choose: standard input has ended\")");
      typing.see("status 0").see("\r\necho\r\n");
    }
  }

  @Test
  void wrongAnswersAreAskedForAgain() throws Exception {
    String program =
        """
        let port = \\text -> if text == "80" then raise :taken "80 is taken" else int text
        in do
            println (terminal\\Prompt::confirm {:default = true} "Sure?")
            println (terminal\\Prompt::ask {:default = "80", :check = port} "Port?")
            println (try terminal\\Prompt::ask {} "More?" catch (symbol, _, _) -> symbol end)
        end
        """;
    try (Typing typing = run(program)) {
      typing.see("Sure? [Y/n] ").press("perhaps\r");
      typing.see("expected yes or no, found \"perhaps\"\r\nSure? [Y/n] ").press("\r").see("true");
      typing.see("Port? [80] ").press("\r").see("80 is taken\r\nPort? [80] ").press("81\r");
      typing.see("81\r\n").see("More? ").press(CTRL_D).see("\r\neof\r\n").see("status 0");
    }
  }

  @Test
  void onlyTheFiberThatAsksWaitsAndOneQuestionIsAskedAtATime() throws Exception {
    String program =
        """
        with terminal\\Progress::bar {:label = "going on"} as bar
            println [
                async (\\-> terminal\\Prompt::ask {} "One?"),
                async (\\-> terminal\\Prompt::ask {} "Two?"),
                async (\\-> File::write_text "one" "written")
            ]
        end
        """;
    try (Typing typing = run(program)) {
      typing.see("One? ");
      assertThat(Files.readString(folder.resolve("one"))).isEqualTo("written");
      assertThat(typing.everything()).doesNotContain("Two?");
      typing.press("1\r").see("Two? ").press("2\r").see("[\"1\", \"2\", ()]").see("status 0");
    }
  }
}

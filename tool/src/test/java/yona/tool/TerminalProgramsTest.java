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

/** Bars of programs, as whoever sits at a terminal sees them. */
@Tag("processes")
class TerminalProgramsTest {
  private static final String CTRL_C = "\u0003";

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
      typing.see("first | 0, 0:00\r\nsecond [>").see("]   0%  0 of 1\r\n");
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
}

package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys are pressed on a pseudo-terminal, which util-linux's script command makes. */
@Tag("processes")
class PromptTerminalTest {
  private static final String UP = "\u001b[A";
  private static final String LEFT = "\u001b[D";
  private static final String CTRL_C = "\u0003";
  private static final String CTRL_D = "\u0004";
  private static final String TAB = "\t";

  @TempDir private Path folder;

  @BeforeAll
  static void needsScript() {
    Typing.assumeScript();
  }

  private Typing repl(String... environment) throws IOException {
    return new Typing(folder, "exec '" + Yona.ROOT.resolve("yona") + "' repl", environment);
  }

  @Test
  void inputsAreEditedAnsweredAndEndedByControlD() throws Exception {
    try (Typing typing = repl()) {
      typing.prompt().press("40 + 2\r").see("42\r\n").prompt();
      typing.press("30 + 2" + LEFT.repeat(5) + "9\r").see("392\r\n").prompt();
      typing.press("(1,\r").see("  ... ").press("5 + 5)\r").see("(1, 10)\r\n").prompt();
      typing.press(CTRL_D);
      assertThat(typing.end()).isZero();
    }
  }

  @Test
  void controlCGivesUpALineAndInterruptsAnEvaluationAndNothingElse() throws Exception {
    try (Typing typing = repl()) {
      typing.prompt().press("kept = 7\r").prompt();
      typing.press("half a li" + CTRL_C).prompt();
      typing.press("[1,\r").see("  ... ").press(CTRL_C).prompt();
      typing.press("do println (\"wait\" ++ \"ing\"); never end\r");
      typing.see("waiting\r\n").press(CTRL_C).see("yona: interrupted").prompt();
      typing.press("kept * 6\r").see("42\r\n").prompt();
      typing.press(":quit\r");
      assertThat(typing.end()).isZero();
    }
  }

  @Test
  void whatNeverWaitsIsInterrupted() throws Exception {
    try (Typing typing = repl()) {
      typing.prompt();
      typing.press("f = \\n -> if n < 0 then 0 else f (n + 0)\r").prompt();
      typing.press("do println (\"compu\" ++ \"ting\"); f 1 end\r").see("computing\r\n");
      typing.press(CTRL_C).see("interrupted").prompt();
      typing.press("40 + 2\r").see("42\r\n").prompt().press(CTRL_D);
      assertThat(typing.end()).isZero();
    }
  }

  @Test
  void whatCannotBeStoppedIsLeftBehind() throws Exception {
    try (Typing typing = repl()) {
      typing.prompt();
      typing
          .press("do println (\"compu\" ++ \"ting\"); " + Yona.ENDLESS + " end\r")
          .see("computing\r\n");
      typing.press(CTRL_C).see("still computing").press(CTRL_C).see("left behind").prompt();
      typing.press("40 + 2\r").see("42\r\n").prompt().press(CTRL_D);
      typing.see("a computation that cannot be stopped was ended");
      assertThat(typing.end()).isZero();
    }
  }

  @Test
  void tabCompletesWithDocumentation() throws Exception {
    try (Typing typing = repl()) {
      typing.prompt().press("Seq::take_l" + TAB).see("ast");
      typing.press(" 2 [1, 2, 3]\r").see("[2, 3]\r\n").prompt();
      typing.press("Seq::take" + TAB).see("The last `n` elements").press(CTRL_C).prompt();
      // The prompt was perhaps that of the line that is given up.
      typing.press("40 + 2\r").see("42\r\n").prompt().press(CTRL_D);
      assertThat(typing.end()).isZero();
    }
  }

  @Test
  void tabBehindAFunctionShowsItsParametersAndLeavesTheLine() throws Exception {
    try (Typing typing = repl()) {
      typing.prompt().press("Seq::take " + TAB).see("Seq::take n seq: The first");
      typing.press("2 [1, 2, 3]\r").see("[1, 2]\r\n").prompt();
      typing.press("java\\util\\Objects::toS" + TAB).see("tring");
      typing.press(" 5\r").see("\"5\"\r\n").prompt().press("quit()\r");
      assertThat(typing.end()).isZero();
    }
  }

  @Test
  void historyOutlivesTheSessionAndIsItsOwnersAlone() throws Exception {
    try (Typing typing = repl()) {
      typing.prompt().press("(40 +\r").see("  ... ").press("2)\r").see("42\r\n").prompt();
      typing.press(CTRL_D);
      assertThat(typing.end()).isZero();
    }
    Path file = folder.resolve("state/history");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    try (Typing typing = repl()) {
      typing.prompt().press(UP).see("2)").press("\r").see("42\r\n").prompt();
      typing.press(CTRL_D);
      assertThat(typing.end()).isZero();
    }
  }

  @Test
  void errorsOfTheBackgroundComeAboveTheLine() throws Exception {
    try (Typing typing = repl()) {
      typing.prompt();
      Path fifo = folder.resolve("fifo");
      Yona.fifos(List.of(fifo));
      typing.press("drop (\\-> do File::read_text \"fifo\"; raise :late \"now\" end)\r").prompt();
      typing.press("40 +").see("40 +");
      Files.writeString(fifo, "go");
      typing.see(":late: now").see("yona> 40 +");
      typing.press(" 2\r").see("42\r\n").prompt().press(CTRL_D);
      assertThat(typing.end()).isZero();
    }
  }

  @Test
  void programsReadTheTerminalToo() throws Exception {
    try (Typing typing = repl()) {
      typing.prompt().press("do println (\"na\" ++ \"me?\"); readln end\r").see("name?\r\n");
      typing.press("Ada\r").see("\"Ada\"\r\n").prompt().press(CTRL_D);
      assertThat(typing.end()).isZero();
    }
  }

  @Test
  void valuesHaveColoursUnlessTheyAreNotWanted() throws Exception {
    try (Typing typing = repl("NO_COLOR=")) {
      typing.prompt().press("[40 + 2]\r").see("[\u001b[34m42\u001b[0m]\r\n").prompt();
      typing.press(CTRL_D);
      assertThat(typing.end()).isZero();
    }
  }

  @Test
  void whatTheBackgroundPrintsComesAboveTheLine() throws Exception {
    try (Typing typing = repl()) {
      typing.prompt();
      Path fifo = folder.resolve("fifo");
      Yona.fifos(List.of(fifo));
      typing.press(
          "drop (\\-> do println (File::read_text \"fifo\"); eprint \"al\"; eprint \"so\" end)\r");
      typing.prompt().press("40 +").see("40 +");
      Files.writeString(fifo, "from behind");
      typing.see("from behind").see("so").see("yona> 40 +");
      typing.press(" 2\r").see("42\r\n").prompt().press(CTRL_D);
      assertThat(typing.end()).isZero();
    }
  }

  /** A line that is being edited survives a program that prints faster than a terminal shows. */
  @Test
  void aFloodAboveTheLineHasABound() throws Exception {
    try (Typing typing = repl()) {
      typing.prompt().press("flood = \\n -> do println n; sleep (:micros, 1); flood (n + 1) end\r");
      typing.prompt().press("drop (\\-> flood 0)\r").prompt();
      // Between two lines Ctrl-D would be the terminal's, and which of the prompts is the next is
      // not
      // to be seen.
      typing.press("6 * 7\r").see("42\r\n").press(":quit\r");
      assertThat(typing.end()).isZero();
    }
  }

  @Test
  void controlCShowsWhatATracedEvaluationWaitsFor() throws Exception {
    try (Typing typing = repl()) {
      // The second member starts when the first one waits.
      typing.prompt().press(":trace (sleep (:hours, 1), println (\"wait\" ++ \"ing\"))\r");
      typing.see("waiting\r\n").press(CTRL_C).see("Sleep#").see("yona: interrupted");
      typing.see("started\r\n").prompt().press("40 + 2\r").see("42\r\n").prompt().press(CTRL_D);
      assertThat(typing.end()).isZero();
    }
  }

  /** A terminal library may unpack native code there. */
  @Test
  void nothingStaysInTheFolderForTemporaryFiles() throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    try (Typing typing = repl("YONA_JAVA_OPTIONS=-Djava.io.tmpdir=" + temporary)) {
      typing.prompt().press("40 + 2\r").see("42\r\n");
      assertThat(temporary).isEmptyDirectory();
      typing.prompt().press(CTRL_D);
      assertThat(typing.end()).isZero();
    }
    assertThat(temporary).isEmptyDirectory();
  }

  private static String pasted(String text) {
    return "\u001b[200~" + text + "\u001b[201~";
  }

  @Test
  void aPasteIsOneInput() throws Exception {
    try (Typing typing = repl()) {
      typing.prompt();
      typing.press(pasted("a = 1\nb = 2\n\nprintln \"one\"\na + b") + "\r");
      typing.see("3\r\n").prompt().press("b * 21\r").see("42\r\n").prompt().press(CTRL_D);
      assertThat(typing.end()).isZero();
    }
  }

  @Test
  void largePastesAreEvaluatedOnce() throws Exception {
    StringBuilder lines = new StringBuilder("let\n");
    for (int i = 0; i < 10_000; i++) {
      lines.append("    n").append(i).append(" = ").append(i).append('\n');
    }
    lines.append("in do println (\"eval\" ++ \"uated\"); n9999 + 1 end");
    String text = "Seq::len \"" + "x".repeat(900_000) + "\"";
    try (Typing typing = repl()) {
      typing.prompt().press(pasted(lines.toString()) + "\r").see("evaluated\r\n10000\r\n");
      typing.prompt().press(pasted(text) + "\r").see("900000\r\n").prompt();
      typing.press(pasted("\"" + "x".repeat(1_000_001) + "\"") + "\r").see("at most 1000000 bytes");
      typing.prompt().press("40 + 2\r").see("42\r\n").prompt().press(CTRL_D);
      assertThat(typing.end()).isZero();
    }
    assertThat(Files.size(folder.resolve("state/history"))).isLessThan(1_000);
  }

  @Test
  void hostileInputAndValuesAreHarmless() throws Exception {
    String name = "\u001b]0;owned\u0007";
    Files.writeString(folder.resolve(name), "");
    try (Typing typing = repl()) {
      typing.prompt().press("\"\\u001b[31m\"\r").see("31m").see("\\u001b[31m").prompt();
      typing.press("Seq::head (File::list_dir \".\")\r").prompt();
      typing.press("File::open (Seq::head (File::glob \".\" \"*owned*\")) {:read}\r");
      typing.see("owned").prompt();
      typing.press(pasted("1 +\u0000\u0001\u009b31m 1") + "\r").see("error").prompt();
      typing.pressBytes(new byte[] {'"', (byte) 0xff, (byte) 0xc0, '"', '\r'}).prompt();
      typing.press("\"" + "y".repeat(5_000) + "\" == 1\r").see("false\r\n").prompt();
      typing.press("40 + 2\r").see("42\r\n").prompt().press(CTRL_D);
      assertThat(typing.end()).isZero();
      assertThat(typing.everything()).doesNotContain("\u001b]0;owned").doesNotContain("\u001b[31m");
    }
  }
}

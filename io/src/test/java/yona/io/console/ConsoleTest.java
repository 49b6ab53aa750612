package yona.io.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.io.ChildJvm;
import yona.io.Fifo;

/** The standard streams of processes of their own. */
class ConsoleTest {

  @TempDir Path folder;

  private Path out() {
    return folder.resolve("out");
  }

  private static ProcessBuilder process(String name) {
    return new ProcessBuilder(ChildJvm.command(ConsolePrograms.class, name))
        .redirectError(ProcessBuilder.Redirect.INHERIT);
  }

  @Test
  void textsOfManyFibersComeWhole() throws Exception {
    Process process = process("many").redirectOutput(out().toFile()).start();
    assertThat(process.waitFor()).isZero();
    assertThat(Files.readAllLines(out()))
        .hasSize(2_000)
        .allMatch(line -> line.equals(line.substring(0, 1).repeat(line.length())));
  }

  @Test
  void outputAndErrorComeInTheOrderOfTheCallsIfTheyLeadToTheSamePlace() throws Exception {
    Process process =
        process("both").redirectErrorStream(true).redirectOutput(out().toFile()).start();
    assertThat(process.waitFor()).isZero();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      expected.add("out " + i);
      expected.add("err " + i);
    }
    assertThat(Files.readAllLines(out())).isEqualTo(expected);
  }

  @Test
  void aPipeThatNobodyReadsStallsThoseWhoPrintAndNoOthers() throws Exception {
    Process process = process("stalled").start();
    // The process prints without end, and ends when another fiber of it has seen that it stalls.
    assertThat(process.waitFor()).isEqualTo(7);
  }

  @Test
  void aBrokenPipeIsAnError() throws Exception {
    Process process = process("broken").start();
    process.getInputStream().close();
    assertThat(process.waitFor()).isEqualTo(141);
  }

  @Test
  void standardInputIsReadByLinesAndATimeoutLosesNothing() throws Exception {
    Process process = process("input").start();
    var answers = process.inputReader();
    assertThat(answers.readLine()).isEqualTo("timed out");
    try (var input = process.outputWriter()) {
      input.write("first\nsecond\nlast");
    }
    assertThat(answers.readLine()).isEqualTo("got first");
    assertThat(answers.readLine()).isEqualTo("got second");
    assertThat(answers.readLine()).isEqualTo("got last");
    assertThat(answers.readLine()).isEqualTo("end");
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void aProcessEndsWhateverHangs() throws Exception {
    Path fifo = Fifo.make(folder, "fifo");
    ProcessBuilder builder = process("hanging");
    builder.command().add(fifo.toString());
    Process process = builder.start();
    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8)).isEqualTo("timeout\n");
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void inputFromAFileIsReadToTheEnd() throws IOException, InterruptedException {
    Path input = Files.writeString(folder.resolve("in"), "a\nb\n");
    Process process =
        process("lines").redirectInput(input.toFile()).redirectOutput(out().toFile()).start();
    assertThat(process.waitFor()).isZero();
    assertThat(Files.readAllLines(out())).containsExactly("got a", "got b");
  }
}

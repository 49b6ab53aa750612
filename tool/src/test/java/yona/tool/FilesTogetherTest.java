package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files are read at the same time and block nobody, proved without a clock: a FIFO's reader waits
 * for its writer, and the writers here come in an order in which programs that wait for one file
 * after the other never end.
 */
@Tag("processes")
class FilesTogetherTest {
  @TempDir Path folder;

  private static final Path EXAMPLES = Yona.ROOT.resolve("examples");

  @Test
  void zipFilesGivesTheDictionary() {
    assertThat(Yona.process("./yona", "run", "--dir", "examples", "zip_files.yona").run().output())
        .isEqualTo(
            """
            {"apple" = "red", "fig" = "purple", "nut" = "brown", "pear" = "green"}
            """);
  }

  @Test
  void theSecondFileMayBeWrittenFirst() throws IOException {
    Path keys = folder.resolve("keys.txt");
    Path values = folder.resolve("values.txt");
    Yona.fifos(List.of(keys, values));
    Yona.Running running = startZipFiles();
    // Opening waits for the reader: keys is opened only when values has been read.
    feed(values, "one\ntwo\n");
    feed(keys, "a\nb\n");
    assertThat(running.end().output()).isEqualTo("{\"a\" = \"one\", \"b\" = \"two\"}\n");
  }

  @Test
  void aMissingFileEndsTheWaitForAnother() {
    Yona.fifos(List.of(folder.resolve("values.txt")));
    assertThat(startZipFiles().end().output()).isEqualTo("{}\n");
  }

  @Test
  void bothFilesMayBeMissing() {
    Yona.Result result = startZipFiles().end();
    // Both opens fail; the error that comes second may be reported on standard error (D41).
    assertThat(result.status()).isZero();
    assertThat(result.out()).isEqualTo("{}\n");
    assertThat(result.err())
        .matches("(?s)|error in the background: :ioerror: (keys|values)\\.txt: no such file\n.*");
  }

  @Test
  void anOpenThatNobodyAnswersEndsByItsTimeout() {
    Yona.fifos(List.of(folder.resolve("fifo")));
    String program =
        "try timeout (:millis, 200) (File::read_text \"fifo\") catch (symbol, _, _) -> symbol end";
    assertThat(Yona.command("--dir", folder.toString(), "-e", program).run().output())
        .isEqualTo(":timeout\n");
  }

  @Test
  void anUncaughtTimeoutEndsTheProcess() {
    Yona.fifos(List.of(folder.resolve("fifo")));
    String program = "timeout (:millis, 200) (File::read_text \"fifo\")";
    assertThat(Yona.command("--dir", folder.toString(), "-e", program).run().failure())
        .startsWith("error: :timeout: ");
  }

  @Test
  void aThousandFifosWaitTogetherWhileAnotherFiberComputes() {
    List<Path> fifos = fifos("fifo", 1000);
    Yona.write(
        folder.resolve("program.yona"),
        """
        let
            fib     = \\n -> if n < 2 then n else fib (n - 1) + fib (n - 2)
            texts   = [File::read_text "fifo{i}" | i <- [0..1000]]
            numbers = do println "computed {fib 20}"; :computed end
        in
            (Seq::join "" texts |> Seq::len, numbers)
        """);
    Yona.Running running = Yona.command("run", "--dir", folder.toString(), "program.yona").start();
    // Nothing has been written yet: what computes is not kept by what waits.
    running.awaitOutput("computed 6765");
    for (Path fifo : fifos.reversed()) {
      feed(fifo, "x");
    }
    assertThat(running.end().output()).isEqualTo("computed 6765\n(1000, :computed)\n");
  }

  @Test
  void twoComprehensionsOverAThousandFifosEachWaitTogether() {
    List<Path> first = fifos("a", 1000);
    List<Path> second = fifos("b", 1000);
    Yona.write(
        folder.resolve("program.yona"),
        """
        let
            as_ = [File::read_text "a{i}" | i <- [0..1000]]
            bs  = [File::read_text "b{i}" | i <- [0..1000]]
        in
            (Seq::join "" as_ |> Seq::len, Seq::join "" bs |> Seq::len)
        """);
    Yona.Running running = Yona.command("run", "--dir", folder.toString(), "program.yona").start();
    for (Path fifo : second.reversed()) {
      feed(fifo, "bb");
    }
    for (Path fifo : first) {
      feed(fifo, "a");
    }
    assertThat(running.end().output()).isEqualTo("(1000, 2000)\n");
  }

  @Test
  void standardInputThatNobodyServesStallsOnlyItsReader() throws IOException {
    String program =
        """
        let
            line = readln
            sum  = do sleep (:millis, 1); println "computed {Seq::sum [1..1001]}"; :computed end
        in (line, sum)
        """;
    ProcessBuilder builder =
        new ProcessBuilder(Yona.ROOT.resolve("yona").toString(), "-e", program)
            .redirectErrorStream(true);
    builder.environment().put("YONA_BUILD", "no");
    Process process = builder.start();
    try (var out = process.inputReader(StandardCharsets.UTF_8);
        OutputStream in = process.getOutputStream()) {
      assertThat(out.readLine()).isEqualTo("computed 500500");
      in.write("at last\n".getBytes(StandardCharsets.UTF_8));
      in.flush();
      assertThat(out.readLine()).isEqualTo("(\"at last\", :computed)");
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void standardOutputThatNobodyReadsStallsOnlyItsWriters() throws IOException {
    Path witness = folder.resolve("witness");
    Yona.fifos(List.of(witness));
    String program =
        """
        let
            _loud  = do sleep (:millis, 1); [println (String::repeat 10000 "x") | _ <- [0..100]] end
            quiet  = do sleep (:millis, 1); File::write_text "witness" "still here"; :done end
        in quiet
        """;
    ProcessBuilder builder =
        new ProcessBuilder(Yona.ROOT.resolve("yona").toString(), "-e", program)
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("YONA_BUILD", "no");
    Process process = builder.start();
    try {
      // A pipe holds 64 KiB; the other fiber writes while the first is stalled.
      assertThat(Files.readString(witness)).isEqualTo("still here");
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(out).endsWith(":done\n").hasSize(100 * 10_001 + 6);
    } finally {
      process.destroyForcibly();
    }
  }

  private Yona.Running startZipFiles() {
    return Yona.command(
            "run", "--dir", folder.toString(), EXAMPLES.resolve("zip_files.yona").toString())
        .start();
  }

  private List<Path> fifos(String name, int count) {
    List<Path> paths =
        new ArrayList<>(IntStream.range(0, count).mapToObj(i -> folder.resolve(name + i)).toList());
    Yona.fifos(paths);
    return paths;
  }

  private static void feed(Path fifo, String text) {
    try {
      Files.writeString(fifo, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import yona.language.diagnostics.Source;

/**
 * Programs and files that are wrong, damaged or huge: a clear error, and nothing hangs. Large
 * programs that are right are those of {@code GeneratedProgramsTest}.
 */
@Tag("processes")
class BadInputTest {
  @TempDir Path folder;

  @Test
  void aMissingProgram() {
    assertThat(Yona.command("run", "no/such/program.yona").run().failure())
        .isEqualTo("yona: no/such/program.yona: no such file\n");
  }

  @Test
  void aFolderAsProgram() {
    assertThat(Yona.command("run", folder.toString()).run().failure())
        .isEqualTo("yona: " + folder + ": this is a folder, not a program\n");
  }

  @Test
  void aProgramWithoutPermission() throws IOException {
    Path program = Yona.write(folder.resolve("secret.yona"), "1\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("---------"));
    assumeFalse(Files.isReadable(program), "the user who runs this may read everything");
    assertThat(Yona.command("run", program.toString()).run().failure())
        .isEqualTo("yona: " + program + ": no permission to read it\n");
  }

  @Test
  void aFileWithoutPermissionIsAnIoError() throws IOException {
    Path file = Yona.write(folder.resolve("secret.txt"), "1\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
    assumeFalse(Files.isReadable(file), "the user who runs this may read everything");
    assertThat(reading("secret.txt").failure())
        .startsWith("error: :ioerror: ")
        .contains("secret.txt");
  }

  @Test
  void aMissingFileAndAFolderAreIoErrorsThatNameThem() {
    assertThat(reading("absent.txt").failure())
        .startsWith("error: :ioerror: ")
        .contains("absent.txt");
    assertThat(reading(".").failure()).startsWith("error: :ioerror: ");
  }

  @Test
  void aProgramThatIsNoUtf8() throws IOException {
    Path program = folder.resolve("latin.yona");
    Files.write(program, "\"caf\u00e9\"\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(Yona.command("run", "--dir", folder.toString(), "latin.yona").run().failure())
        .startsWith("error Y1001: ")
        .contains("latin.yona:1:5");
  }

  @Test
  void aFileThatIsNoUtf8() throws IOException {
    Files.write(folder.resolve("latin.txt"), "caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(reading("latin.txt").failure()).startsWith("error: :badarg: ").contains("latin.txt");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "Wrong.yona   | module Right exports f as f = 1 end         | Wrong::f  | :nomodule",
        "Missing.yona | module Missing exports g as f = 1 end       | Missing::f | g",
        "Arity.yona   | `module Arity exports f as\nf 1 = 1\nf 1 2 = 2\nend` | Arity::f 1 | f",
        "Cycle.yona   | import g from Cycle2 in module Cycle exports f as f = g end | Cycle::f  |"
            + " :cyclicimport",
      })
  void aModuleThatIsWrong(String file, String text, String program, String told) {
    Yona.write(folder.resolve(file), text + "\n");
    Yona.write(
        folder.resolve("Cycle2.yona"),
        "import f from Cycle in module Cycle2 exports g as g = f end\n");
    assertThat(Yona.command("--dir", folder.toString(), "-e", program).run().failure())
        .contains(told);
  }

  @Test
  void aMistakeInAModuleIsShownByRunAsByCheck() {
    Yona.write(folder.resolve("Shop.yona"), "module Shop exports f as\n    f x = x + (1\nend\n");
    Yona.write(folder.resolve("main.yona"), "println (Shop::f 1)\n");
    String shown =
        """
        error Y2003: Bracket not closed
          --> Shop.yona:2:15
           |
         2 |     f x = x + (1
           |               ^
          Expected a closing bracket for this `(`, found none.
        """;
    assertThat(Yona.command("check", "main.yona").in(folder).run().failure()).startsWith(shown);
    assertThat(Yona.command("run", "main.yona").in(folder).run().failure())
        .isEqualTo(
            "error: :syntax: Shop.yona:2:15: Expected a closing bracket for this `(`, found none\n"
                + shown
                + """
                note: the program came to it here.
                  --> main.yona:1:10
                   |
                 1 | println (Shop::f 1)
                   |          ^^^^^^^
                stack trace, innermost first:
                  $main  main.yona:1:10
                """);
    Yona.write(
        folder.resolve("shop_test.yona"),
        "[Test::test \"sells\" (\\-> Test::assert_equal 1 (Shop::f 1))]\n");
    assertThat(Yona.command("test").in(folder).run().out())
        .contains(shown.indent(4).stripTrailing())
        .contains("note: the program came to it here.\n      --> shop_test.yona:1:48\n");
  }

  @Test
  void aNameBeforeItsDefinition() {
    assertThat(Yona.evaluate("let a = b + 1; b = 2 in a").failure()).contains(":1:").contains("b");
  }

  @Test
  void aThousandErrorsAreNotAllShown() {
    String report = Yona.command("-").given("[\n" + "(1 +),\n".repeat(1000) + "0]").run().failure();
    assertThat(report.lines().count()).isLessThan(400);
    assertThat(report).endsWith("50 errors; `yona explain Y2001` tells more\n");
  }

  @Test
  void twoHundredThousandBracketsAreAnError() {
    for (String brackets :
        new String[] {"(".repeat(200_000), "[".repeat(200_000) + "]".repeat(200_000)}) {
      assertThat(Yona.command("-").given(brackets).run().failure()).startsWith("error Y2");
    }
  }

  @Test
  void aStringLiteralOfFiftyMegabytes() {
    byte[] program = new byte[50_000_000 + 11];
    Arrays.fill(program, (byte) 'y');
    byte[] start = "Seq::len \"".getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(start, 0, program, 0, start.length);
    program[program.length - 1] = '"';
    assertThat(Yona.command("-").given(program).run().output()).isEqualTo("50000000\n");
  }

  @Test
  void aProgramOfMoreThanAQuarterOfAGigabyteIsRefused() throws IOException {
    try (var sparse = new RandomAccessFile(folder.resolve("large.yona").toFile(), "rw")) {
      sparse.setLength(Source.MAXIMUM_BYTES + 1L);
    }
    assertThat(Yona.command("run", "--dir", folder.toString(), "large.yona").run().failure())
        .startsWith("error Y1002: ")
        .contains("large.yona:1:1");
    try (var sparse = new RandomAccessFile(folder.resolve("Large.yona").toFile(), "rw")) {
      sparse.setLength(1L << 33);
    }
    assertThat(Yona.command("--dir", folder.toString(), "-e", "Large::f").run().failure())
        .startsWith("error: :syntax: This source has 8589934592 bytes, and at most 268435456 ");
  }

  @Test
  void aHundredMegabytesOfLinesInHalfAGigabyte() throws IOException {
    Path lines = folder.resolve("lines.txt");
    byte[] line =
        "a line of forty-nine characters and its line end\n".getBytes(StandardCharsets.US_ASCII);
    int count = 100_000_000 / line.length;
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(lines), 1 << 16)) {
      for (int i = 0; i < count; i++) {
        out.write(line);
      }
    }
    Yona.write(
        folder.resolve("count.yona"),
        """
        let lines = with File::open "lines.txt" {:read} as f
            File::read_lines f
        end
        in (Seq::len lines, Seq::last lines |> Seq::len)
        """);
    assertThat(
            Yona.command("run", "--dir", folder.toString(), "count.yona")
                .with("YONA_JAVA_OPTIONS", "-Xmx512m")
                .run()
                .output())
        .isEqualTo("(%d, %d)\n".formatted(count, line.length - 1));
  }

  @Test
  void aLineOfAGigabyteIsRefused() throws IOException {
    Path file = folder.resolve("line.txt");
    try (var sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(1L << 30);
    }
    String program = "with File::open \"line.txt\" {:read} as f\n    File::read_line f\nend";
    assertThat(
            Yona.command("--dir", folder.toString(), "-e", program)
                .with("YONA_JAVA_OPTIONS", "-Xmx2g")
                .run()
                .failure())
        .startsWith("error: :badarg: ");
  }

  private Yona.Result reading(String file) {
    return Yona.command("--dir", folder.toString(), "-e", "File::read_text \"" + file + "\"").run();
  }

  /** Too little for the stack of a carrier; how much a JVM takes without depends on the machine. */
  @Test
  void tooLittleAddressSpaceIsNoInternalError() {
    Yona.Result result = Yona.process("sh", "-c", "ulimit -v 5000000; ./yona -e 1").run();
    assertThat(result.out() + result.err())
        .matches(text -> text.equals("1\n") || text.contains("ulimit -v"))
        .doesNotContain("internal error");
  }

  /** A device has no size that tells how much comes. */
  @Test
  void aProgramWithoutEndIsTooLarge() {
    assumeTrue(Files.isReadable(Path.of("/dev/zero")), "no /dev/zero here");
    assertThat(Yona.command("run", "/dev/zero").with("YONA_JAVA_OPTIONS", "-Xmx1g").run().failure())
        .contains("error Y1002");
  }

  @Test
  void utf16IsNamed() {
    assertThat(
            Yona.command("check", "-")
                .given("1 + 1".getBytes(StandardCharsets.UTF_16))
                .run()
                .failure())
        .contains("0xfe", "hint: This looks like UTF-16: save the file as UTF-8")
        .contains("1 error;");
  }
}

package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Programs that take their standard input as a stream, of lines or of bytes. */
@Tag("processes")
class StandardInputTest {
  private static Yona small(String program) {
    return Yona.command("-e", program).with("YONA_JAVA_OPTIONS", "-Xmx48m");
  }

  private static byte[] latin1(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void aMarkAndCarriageReturnsAreNoPartOfLines() {
    assertThat(
            Yona.command("-e", "Stream::to_seq System::stdin_lines")
                .given("\ufeffa\r\n\r\nb\rc\nd\r")
                .run()
                .output())
        .isEqualTo("[\"a\", \"\", \"b\\rc\", \"d\\r\"]\n");
  }

  @Test
  void aLineThatIsNoTextIsToldByItsNumber() {
    byte[] input = latin1("one\ncaf\u00e9\nthree\n");
    assertThat(
            Yona.command("-e", "Stream::each println System::stdin_lines")
                .given(input)
                .run()
                .failure())
        .startsWith(
            "error: :badarg: standard input: line 2 is not valid UTF-8; stdin_lines_with reads it");
    assertThat(
            Yona.command(
                    "-e", "Stream::each println (System::stdin_lines_with {:invalid = :replace})")
                .given(input)
                .run()
                .output())
        .isEqualTo("one\ncaf\ufffd\nthree\n");
  }

  @Test
  void aLineLongerThanTheLimitIsNotReadIntoMemory() {
    byte[] input = latin1("short\n" + "x".repeat(200 << 20));
    Yona.Result result =
        Yona.command("-e", "Stream::each (\\line -> println (Seq::len line)) System::stdin_lines")
            .with("YONA_JAVA_OPTIONS", "-Xmx128m")
            .given(input)
            .run();
    assertThat(result.out()).isEqualTo("5\n");
    assertThat(result.failure())
        .startsWith(
            "error: :badarg: standard input: line 2 is longer than 16 MiB,"
                + " the option :max_line of stdin_lines_with");
  }

  @Test
  void aFilterTakesMoreThanFitsIntoMemory() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      byte[] lines = latin1("a line of twenty byt\n".repeat(10_000));
      for (int i = 0; i < 1000; i++) {
        gzip.write(lines);
      }
    }
    String program =
        "System::stdin_chunks |> Encoding::gunzip_stream |> Stream::lines |> Stream::len";
    assertThat(small(program).given(bytes.toByteArray()).run().output()).isEqualTo("10000000\n");
  }

  @Test
  void aMarkIsNoPartOfWhatReadsText() {
    String program = "(readln, read, readln, System::stdin_text)";
    assertThat(Yona.command("-e", program).given("\ufeffa\nbc\nd\n").run().output())
        .isEqualTo("(\"a\", 'b', \"c\", \"d\\n\")\n");
    assertThat(Yona.command("-e", "System::stdin_text").given("\ufeffa").run().output())
        .isEqualTo("a\n");
    assertThat(Yona.command("-e", "readln").given("\ufeff").run().output()).isEqualTo(":eof\n");
  }

  @Test
  void whatIsNoTextIsTheSameErrorForAll() {
    for (String reader : new String[] {"read", "readln", "System::stdin_text"}) {
      assertThat(Yona.command("-e", reader).given(latin1("\u00e9\n")).run().failure())
          .startsWith("error: :badarg: standard input: the text is not valid UTF-8");
    }
    String program =
        "(try readln catch (s, m, _) -> (s, m) end, Seq::map Seq::len (Stream::to_seq"
            + " (System::stdin_lines_with {:max_line = 20_000_000})))";
    assertThat(
            Yona.command("-e", program)
                .given(latin1("x".repeat(17 << 20) + "\nend\n"))
                .run()
                .output())
        .isEqualTo(
            "((:badarg, \"standard input: the line is longer than 16 MiB;"
                + " System::stdin_lines_with reads it with the option :max_line\"), ["
                + (17 << 20)
                + ", 3])\n");
  }

  @Test
  void linesOfOtherEncodingsTakeNoMoreMemory() {
    byte[] input = latin1("na\u00efve\n".repeat(10_000_000));
    String program =
        "Stream::len (Stream::filter (\\line -> line == \"na\\u00efve\")"
            + " (System::stdin_lines_with {:encoding = \"latin1\"}))";
    assertThat(small(program).given(input).run().output()).isEqualTo("10000000\n");
  }

  @Test
  void bytesThatAreNoTextComeAsTheyAre() {
    byte[] input = new byte[300_000];
    for (int i = 0; i < input.length; i++) {
      input[i] = (byte) (i * 31 + (i >> 8));
    }
    long sum = 0;
    for (byte b : input) {
      sum += b & 0xff;
    }
    String program =
        "System::stdin_chunks |> Stream::fold (\\(n, sum) chunk -> (n + Seq::len chunk, "
            + "Seq::foldl (\\s b -> s + int b) sum chunk)) (0, 0)";
    assertThat(small(program).given(input).run().output()).isEqualTo("(300000, " + sum + ")\n");
  }
}

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

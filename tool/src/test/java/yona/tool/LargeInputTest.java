package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scripts meet inputs that are several times larger than the memory that they have. */
@Tag("processes")
class LargeInputTest {
  private static final String MEMORY = "-Xmx256m";

  @TempDir Path folder;

  @Test
  void aLineOfAGigabyteInAFileNamesTheLimit() throws IOException {
    gigabyteWithoutALineEnd("line.txt");
    assertThat(script("File::lines \"line.txt\" |> Stream::len").run().failure())
        .startsWith(
            "error: :badarg: line.txt: line 1 is longer than 16 MiB,"
                + " the option :max_line of lines_with\n");
  }

  @Test
  void aLineOfAGigabyteOnStandardInputNamesTheLimit() throws IOException {
    gigabyteWithoutALineEnd("line.txt");
    assertThat(filter("Stream::len System::stdin_lines", "line.txt").run().failure())
        .startsWith(
            "error: :badarg: standard input: line 1 is longer than 16 MiB,"
                + " the option :max_line of stdin_lines_with\n");
  }

  @Test
  void standardInputOfAGigabyteIsReadInChunks() throws IOException {
    gigabyteWithoutALineEnd("line.txt");
    String program = "System::stdin_chunks |> Stream::map Seq::len |> Stream::sum";
    assertThat(filter(program, "line.txt").run().output()).isEqualTo((1 << 30) + "\n");
  }

  @Test
  void jsonOfOneLineAndFiveHundredMegabytes() throws IOException {
    int items = 17_000_000;
    repeated("items.json", "[", "{\"id\": 12345, \"name\": \"tea\"},", items, "null]");
    assertThat(
            script("File::chunks 65536 \"items.json\" |> JSON::items |> Stream::len")
                .run()
                .output())
        .isEqualTo(items + 1 + "\n");
    assertThat(script("File::read_text \"items.json\" |> JSON::parse").run().failure())
        .startsWith("error: :outofmemory: there is not enough memory\n");
  }

  @Test
  void aQuoteOfCsvThatNeverEnds() throws IOException {
    repeated("quote.csv", "a,b\n1,\"", "text without an end\n", 15_000_000, "");
    assertThat(
            script("File::chunks 65536 \"quote.csv\" |> CSV::parse_stream |> Stream::len")
                .run()
                .failure())
        .startsWith(
            "error: :csv_error: CSV::parse_stream: line 2, column 3: a field longer than the limit"
                + " of 16777216 bytes (:max_field)\n");
  }

  private Yona script(String expression) {
    return Yona.command("--dir", folder.toString(), "-e", expression)
        .with("YONA_JAVA_OPTIONS", MEMORY);
  }

  private Yona filter(String expression, String input) {
    String file = folder.resolve(input).toString();
    return Yona.process("sh", "-c", "./yona -e \"$0\" < \"$1\"", expression, file)
        .with("YONA_JAVA_OPTIONS", MEMORY);
  }

  private void gigabyteWithoutALineEnd(String name) throws IOException {
    try (var sparse = new RandomAccessFile(folder.resolve(name).toFile(), "rw")) {
      sparse.setLength(1L << 30);
    }
  }

  private void repeated(String name, String start, String part, int count, String end)
      throws IOException {
    byte[] block = part.repeat(1000).getBytes(StandardCharsets.US_ASCII);
    try (OutputStream out =
        new BufferedOutputStream(Files.newOutputStream(folder.resolve(name)), 1 << 16)) {
      out.write(start.getBytes(StandardCharsets.US_ASCII));
      for (int i = 0; i < count / 1000; i++) {
        out.write(block);
      }
      out.write(end.getBytes(StandardCharsets.US_ASCII));
    }
  }
}

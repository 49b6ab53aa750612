package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command-line tool {@code examples/tools/json_to_csv.yona}, with options and files. */
@Tag("processes")
class JsonToCsvTest {
  private static final String PROGRAM =
      ExampleRunner.EXAMPLES.resolve("tools/json_to_csv.yona").toString();

  @TempDir Path folder;

  private Yona tool(String... arguments) {
    List<String> words = new ArrayList<>(List.of("run", PROGRAM));
    words.addAll(List.of(arguments));
    return Yona.command(words.toArray(String[]::new)).in(folder);
  }

  @Test
  void goodLinesOfAFileBecomeRows() {
    Yona.write(
        folder.resolve("tea.jsonl"),
        "{\"id\": 1, \"name\": \"a, b\"}\n\n{\"name\": \"c\", \"more\": {}, \"id\": -2.5}\n");
    assertThat(tool("tea.jsonl").run().output()).isEqualTo("id,name\n1,\"a, b\"\n-2.5,c\n");
    assertThat(tool("-c", "more,name", "tea.jsonl").run().output())
        .isEqualTo("more,name\n,\"a, b\"\n{},c\n");
  }

  @Test
  void badLinesAreToldWithTheirPlacesAndCounted() {
    Yona.write(folder.resolve("bad.jsonl"), "{}\n{\"id\": 1}\n{\"id\": \n{\"id\": 2}\n7\n");
    Yona.Result result = tool("bad.jsonl").run();
    assertThat(result.out()).isEqualTo("id\n1\n2\n");
    assertThat(result.failure())
        .isEqualTo(
            """
            bad.jsonl:1:1: expected a record with names, found {}
            bad.jsonl:3:8: expected a value, found the end of the line
            bad.jsonl:5:1: expected an object, found 7
            json_to_csv: 3 bad lines
            """);
  }

  @Test
  void aLineThatIsNoTextIsPassedBy() {
    byte[] records = "{\"a\": 1}\n{\"a\": \"?\"}\n{\"a\": 3}\n".getBytes(StandardCharsets.UTF_8);
    records[16] = (byte) 0xff;
    Yona.Result result = tool().given(records).run();
    assertThat(result.out()).isEqualTo("a\n1\n3\n");
    assertThat(result.failure())
        .isEqualTo(
            """
            stdin:2:8: expected UTF-8, found the byte 0xff, which is not UTF-8
            json_to_csv: 1 bad line
            """);
  }

  @Test
  void withStrictOtherNamesThanTheColumnsAreBad() {
    String records = "{\"a\": 1, \"b\": 2}\n{\"b\": 4, \"a\": 3}\n{\"a\": 5}\n";
    assertThat(tool().given(records).run().output()).isEqualTo("a,b\n1,2\n3,4\n5,\n");
    Yona.Result result = tool("--strict").given(records).run();
    assertThat(result.out()).isEqualTo("a,b\n1,2\n3,4\n");
    assertThat(result.failure())
        .isEqualTo("stdin:3:1: expected the names a, b, found a\njson_to_csv: 1 bad line\n");
  }

  @Test
  void whatCannotBeReadIsToldInALine() {
    assertThat(tool("missing").run().failure()).isEqualTo("json_to_csv: missing: no such file\n");
  }

  @Test
  void aLineThatIsTooLongIsPassedBy() {
    Yona.Result result = tool().given("x".repeat(17 << 20) + "\n{\"a\": 1}\n").run();
    assertThat(result.out()).isEqualTo("a\n1\n");
    assertThat(result.failure())
        .isEqualTo(
            """
            stdin:1:1: a line larger than the limit of 16777216 bytes (:max_size)
            json_to_csv: 1 bad line
            """);
  }

  @Test
  void aFileLargerThanMemoryIsConverted() {
    String program =
        """
        with File::open "large.jsonl" {:write, :create} as file
            Stream::repeat ("{{\\"text\\": \\"" ++ String::repeat 10_000 "x" ++ "\\"}\\n")
                |> Stream::take 12_000
                |> Stream::fold File::write file
        end
        """;
    assertThat(Yona.command("-e", program).in(folder).run().status()).isZero();
    Yona.Result result =
        tool("-c", "none", "large.jsonl").with("YONA_JAVA_OPTIONS", "-Xmx48m").run();
    assertThat(result.output()).hasLineCount(12_001);
  }
}

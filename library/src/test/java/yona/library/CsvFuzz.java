package yona.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.List;
import yona.data.Char;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.library.stream.Stream;
import yona.testrun.FuzzSearch;

/**
 * Searches for texts that module CSV cannot take: what crashes, hangs, is read otherwise in pieces,
 * or once it was written. {@link LibraryFuzzRegressionTest} replays what it found.
 */
@FuzzSearch
class CsvFuzz {
  /**
   * The first byte says into how long chunks the text is cut, the second which options there are.
   */
  @FuzzTest
  void csv(byte[] content) throws Exception {
    if (content.length < 2) {
      return;
    }
    Seq text = Seq.bytes(content, 2, content.length);
    Dict options = options(content[1]);
    List<Object> whole = new ArrayList<>();
    String error =
        Outcomes.add(() -> yona.module.CSV.parse_with(options, text), whole, "csv_error");
    int length = (content[0] & 0x7f) + 1;
    List<Object> chunks = new ArrayList<>();
    for (long at = 0; at < text.length(); at += length) {
      chunks.add(text.slice(at, Math.min(text.length(), at + length)));
    }
    List<Object> parts = new ArrayList<>();
    String errorOfParts =
        Outcomes.add(
            () ->
                yona.module.Stream.to_seq(
                    yona.module.CSV.parse_stream_with(options, Stream.of(chunks))),
            parts,
            "csv_error");
    assertThat(errorOfParts).isEqualTo(error.replace("::parse_with", "::parse_stream_with"));
    assertThat(parts).isEqualTo(whole);
    if (error.isEmpty() && !((Seq) whole.getFirst()).isEmpty()) {
      Dict header = Dict.EMPTY.put(Symbol.of("header"), (content[1] & 2) != 0);
      Object written = yona.module.CSV.generate_with(header, whole.getFirst());
      assertThat(yona.module.CSV.parse_with(header, written)).isEqualTo(whole.getFirst());
    }
  }

  private static Dict options(byte choices) {
    Dict options = Dict.EMPTY.put(Symbol.of("max_field"), 1000L);
    if ((choices & 1) != 0) {
      options = options.put(Symbol.of("separator"), Char.of(';'));
    }
    if ((choices & 2) != 0) {
      options = options.put(Symbol.of("header"), true);
    }
    if ((choices & 4) != 0) {
      options = options.put(Symbol.of("comment"), Char.of('#'));
    }
    if ((choices & 8) != 0) {
      options = options.put(Symbol.of("trim"), true);
    }
    return (choices & 16) == 0 ? options : options.put(Symbol.of("invalid"), Symbol.of("replace"));
  }
}

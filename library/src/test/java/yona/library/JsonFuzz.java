package yona.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import yona.async.Async;
import yona.data.Seq;
import yona.language.runtime.Walk;
import yona.library.stream.Stream;
import yona.testrun.FuzzSearch;

/**
 * Searches for texts that module JSON cannot take: what crashes, hangs, or is read otherwise in
 * pieces. {@link LibraryFuzzRegressionTest} replays what it found.
 */
@FuzzSearch
class JsonFuzz {
  /** The first byte says into how long chunks the text is cut for {@code parse_stream}. */
  @FuzzTest
  void json(byte[] content) throws Exception {
    if (content.length == 0) {
      return;
    }
    Seq text = Seq.bytes(content, 1, content.length);
    List<Object> expected = new ArrayList<>();
    String error = Outcomes.add(() -> yona.module.JSON.parse(text), expected, "json_parser_error");
    if (error.isEmpty()) {
      Object value = expected.getFirst();
      assertThat(yona.module.JSON.parse(yona.module.JSON.generate(value))).isEqualTo(value);
      assertThat(yona.module.JSON.parse(yona.module.JSON.generate_pretty(1L, value)))
          .isEqualTo(value);
    }
    int length = content[0] & 0x7f;
    List<Object> whole = new ArrayList<>();
    List<Object> parts = new ArrayList<>();
    String errorOfWhole = stream(text, content.length, whole);
    assertThat(stream(text, length + 1, parts)).isEqualTo(errorOfWhole);
    assertThat(parts).isEqualTo(whole);
    if (error.isEmpty()) {
      assertThat(errorOfWhole).isEmpty();
      String json = new String(text.toByteArray(), StandardCharsets.UTF_8);
      boolean elements = json.replace("\ufeff", "").stripLeading().startsWith("[");
      assertThat(whole).isEqualTo(elements ? list((Seq) expected.getFirst()) : expected);
    }
  }

  private static List<Object> list(Seq seq) {
    List<Object> list = new ArrayList<>();
    seq.forEach(list::add);
    return list;
  }

  /** Reads a text in chunks; the error that ended it, or an empty text. */
  private static String stream(Seq text, int length, List<Object> values) throws Exception {
    List<Object> chunks = new ArrayList<>();
    for (long at = 0; at < text.length(); at += length) {
      chunks.add(text.slice(at, Math.min(text.length(), at + length)));
    }
    return Outcomes.add(
        () ->
            Async.blocking(
                () -> {
                  Walk walk = ((Stream) yona.module.JSON.parse_stream(Stream.of(chunks))).walk();
                  for (Object value = walk.pull(); value != null; value = walk.pull()) {
                    values.add(value);
                  }
                  return null;
                }),
        new ArrayList<>(),
        "json_parser_error");
  }
}

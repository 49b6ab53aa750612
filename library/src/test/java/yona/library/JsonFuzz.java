package yona.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import yona.async.Async;
import yona.data.Dict;
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
  /** The first byte says into how long chunks the text is cut for what reads streams. */
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
    List<Object> values = new ArrayList<>();
    String ofValues = streams(yona.module.JSON::parse_stream, text, length, values);
    List<Object> items = new ArrayList<>();
    String ofItems = streams(yona.module.JSON::items, text, length, items);
    if (error.isEmpty()) {
      assertThat(ofValues).isEmpty();
      assertThat(values).isEqualTo(expected);
    }
    if (error.isEmpty() && expected.getFirst() instanceof Dict dict) {
      assertThat(ofItems).isEmpty();
      assertThat(yona.module.Dict.from_seq(Calls.seq(items))).isEqualTo(dict);
    } else if (error.isEmpty() && expected.getFirst() instanceof Seq seq && isArray(seq, text)) {
      assertThat(ofItems).isEmpty();
      assertThat(items).isEqualTo(list(seq));
    } else if (!error.contains("nested deeper")) {
      assertThat(ofItems).isNotEmpty();
    }
  }

  /** What a function makes of the text as a whole, which is what it makes of its parts. */
  private static String streams(
      UnaryOperator<Object> read, Seq text, int length, List<Object> whole) throws Exception {
    List<Object> parts = new ArrayList<>();
    String error = stream(read, text, (int) text.length() + 1, whole);
    assertThat(stream(read, text, length + 1, parts)).isEqualTo(error);
    assertThat(parts).isEqualTo(whole);
    return error;
  }

  /** Whether the value of a text is an array; an empty one is equal to an empty string. */
  private static boolean isArray(Seq value, Seq text) {
    return value.isEmpty()
        ? new String(text.toByteArray(), StandardCharsets.UTF_8).contains("[")
        : !value.isText();
  }

  private static List<Object> list(Seq seq) {
    List<Object> list = new ArrayList<>();
    seq.forEach(list::add);
    return list;
  }

  /** Reads a text in chunks; the error that ended it, or an empty text. */
  private static String stream(
      UnaryOperator<Object> read, Seq text, int length, List<Object> values) throws Exception {
    List<Object> chunks = new ArrayList<>();
    for (long at = 0; at < text.length(); at += length) {
      chunks.add(text.slice(at, Math.min(text.length(), at + length)));
    }
    return Outcomes.add(
        () ->
            Async.blocking(
                () -> {
                  Walk walk = ((Stream) read.apply(Stream.of(chunks))).walk();
                  for (Object value = walk.pull(); value != null; value = walk.pull()) {
                    values.add(value);
                  }
                  return null;
                }),
        new ArrayList<>(),
        "json_parser_error");
  }
}

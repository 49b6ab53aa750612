package yona.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import yona.async.Async;
import yona.data.Seq;
import yona.language.runtime.Walk;
import yona.language.runtime.YonaError;
import yona.library.json.JsonFunctions;
import yona.library.regex.RegexFunctions;
import yona.library.stream.Stream;

/**
 * Searches for texts that the library cannot take: what crashes, hangs, or breaks what holds of all
 * texts. {@code ./check} runs each entry; longer, from the root of the repository:
 *
 * <pre>
 * mvn -Dquick -Pfuzz -Dfuzz.test=LibraryFuzz -Dfuzz.entry=json -Dfuzz.seconds=1800 test -pl library -am
 * </pre>
 *
 * What it finds is printed and kept as {@code json-crash-...} in the folder {@code target}. Moved
 * to the resources in {@code LibraryFuzzInputs/json}, it is replayed by {@link
 * LibraryFuzzRegressionTest}, and every later search starts from it.
 */
class LibraryFuzz {
  /** The first byte says into how long chunks the text is cut for {@code parse_stream}. */
  @FuzzTest
  void json(byte[] content) throws Exception {
    if (content.length == 0) {
      return;
    }
    Seq text = Seq.bytes(content, 1, content.length);
    List<Object> expected = new ArrayList<>();
    String error = result(() -> JsonFunctions.parse(text), expected, "json_parser_error");
    if (error.isEmpty()) {
      Object value = expected.getFirst();
      assertThat(JsonFunctions.parse(JsonFunctions.generate(value))).isEqualTo(value);
      assertThat(JsonFunctions.parse(JsonFunctions.generatePretty(1L, value))).isEqualTo(value);
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
    return result(
        () ->
            Async.blocking(
                () -> {
                  Walk walk = ((Stream) JsonFunctions.parseStream(Stream.of(chunks))).walk();
                  for (Object value = walk.pull(); value != null; value = walk.pull()) {
                    values.add(value);
                  }
                  return null;
                }),
        new ArrayList<>(),
        "json_parser_error");
  }

  /** The bytes up to the first that is 0 are a pattern, the others a text. */
  @FuzzTest
  void regex(byte[] content) throws Exception {
    String all = new String(content, StandardCharsets.UTF_8);
    int end = all.indexOf('\0');
    Seq pattern = Seq.text(end < 0 ? all : all.substring(0, end));
    Seq text = Seq.text(end < 0 ? all : all.substring(end + 1));
    String[] refusals = {"badarg", "timeout"};
    List<Object> compiled = new ArrayList<>();
    if (!result(() -> RegexFunctions.compile(pattern), compiled, "badarg").isEmpty()) {
      return;
    }
    Object regex = compiled.getFirst();
    List<Object> found = new ArrayList<>();
    List<Object> split = new ArrayList<>();
    String failure = result(() -> RegexFunctions.findAll(regex, text), found, refusals);
    failure += result(() -> RegexFunctions.split(regex, text), split, refusals);
    result(() -> RegexFunctions.match(text, regex), new ArrayList<>(), refusals);
    result(() -> RegexFunctions.replace(regex, Seq.text("<$&>"), text), found, refusals);
    result(() -> RegexFunctions.test(RegexFunctions.escape(text), text), found, refusals);
    if (failure.isEmpty()) {
      long matches = ((Seq) found.getFirst()).length();
      assertThat(((Seq) split.getFirst()).length()).isBetween(1L, matches + 1);
      assertThat(found.getLast()).isEqualTo(true);
    }
  }

  /** Adds what a call gives; the message of an expected error, else an empty text. */
  private static String result(Callable<Object> call, List<Object> results, String... symbols)
      throws Exception {
    try {
      Object result = Async.blocking(call::call);
      if (result != null) {
        results.add(result);
      }
      return "";
    } catch (YonaError error) {
      assertThat(Set.of(symbols)).as(error.getMessage()).contains(error.symbol().name());
      assertThat(error.getMessage()).isNotBlank();
      return error.getMessage();
    }
  }
}

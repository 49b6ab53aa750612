package yona.library.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.language.runtime.YonaError;
import yona.library.json.JsonStreamTest.Read;
import yona.library.stream.Stream;
import yona.property.Choices;
import yona.property.Property;

/** Lines that come in chunks against each line by itself. */
@Tag("slow")
final class JsonLinesTest {
  private static final Symbol OK = Symbol.of("ok");
  private static final Dict KEEP =
      Dict.EMPTY.put(Symbol.of("bad"), Symbol.of("keep")).put(Symbol.of("line_numbers"), true);

  private static Read kept(Dict options, List<Seq> chunks) {
    return JsonStreamTest.walked((Stream) yona.module.JSON.lines_with(options, Stream.of(chunks)));
  }

  private static Object part(Object fault, String name) {
    return yona.module.Dict.fetch(Symbol.of(name), fault);
  }

  @Test
  void eachLineIsReadAsAlone() {
    Property.check(
        3000,
        choices -> {
          List<String> lines = new ArrayList<>();
          for (int n = choices.below(6); n >= 0; n--) {
            lines.add(line(choices));
          }
          String text = String.join(choices.oneOf("\n", "\r\n"), lines);
          choices.note(text);
          byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
          Read read = kept(KEEP, JsonStreamTest.cut(choices, bytes));
          assertThat(read.error()).isEmpty();
          int at = 0;
          for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (!line.matches("[ \t]*")) {
              Tuple element = (Tuple) read.values().get(at++);
              assertThat(element.get(0)).isEqualTo(i + 1L);
              checkOutcome(line, i + 1, (Tuple) element.get(1));
            }
          }
          assertThat(at).isEqualTo(read.values().size());
        });
  }

  /** Pieces of JSON, wrong ones too, without an end of a line. */
  private static String line(Choices choices) {
    StringBuilder line = new StringBuilder();
    for (int n = choices.below(8); n > 0; n--) {
      line.append(choices.oneOf(JsonTest.PIECES).replaceAll("[\r\n]", ""));
    }
    // A surrogate alone is no UTF-8.
    return new String(line.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)
        .replace("\ufeff", "");
  }

  private static void checkOutcome(String line, long number, Tuple outcome) {
    try {
      Object value = yona.module.JSON.parse(Seq.text(line));
      assertThat(outcome).isEqualTo(Tuple.of(OK, value));
    } catch (YonaError error) {
      Object fault = outcome.get(1);
      assertThat(part(fault, "line")).isEqualTo(number);
      assertThat(part(fault, "text")).isEqualTo(Seq.text(line));
      assertThat(
              "JSON::parse: line 1, column "
                  + part(fault, "column")
                  + ": "
                  + ((Seq) part(fault, "message"))
                      .asString()
                      .replace("the end of the line", "the end of the text"))
          .isEqualTo(error.getMessage());
    }
  }

  /** What {@code lines} gives up at is the first fault, behind the values before. */
  @Test
  void theFirstFaultIsTheError() {
    Property.check(
        1000,
        choices -> {
          String text = line(choices) + "\n" + line(choices) + "\n" + line(choices);
          choices.note(text);
          List<Seq> chunks = JsonStreamTest.cut(choices, text.getBytes(StandardCharsets.UTF_8));
          List<Object> values = new ArrayList<>();
          String error = "";
          for (Object element : kept(KEEP, chunks).values()) {
            Tuple outcome = (Tuple) ((Tuple) element).get(1);
            if (!outcome.get(0).equals(OK)) {
              Object fault = outcome.get(1);
              error =
                  "JSON::lines: line %s, column %s: %s"
                      .formatted(
                          part(fault, "line"),
                          part(fault, "column"),
                          ((Seq) part(fault, "message")).asString());
              break;
            }
            values.add(outcome.get(1));
          }
          assertThat(JsonStreamTest.walked((Stream) yona.module.JSON.lines(Stream.of(chunks))))
              .isEqualTo(new Read(values, error));
        });
  }

  @Test
  void bytesThatAreNoTextAreAFaultOfTheirLine() {
    Property.check(
        500,
        choices -> {
          byte[] noise = new byte[choices.below(30)];
          new Random(choices.below(1000)).nextBytes(noise);
          for (int i = 0; i < noise.length; i++) {
            noise[i] = noise[i] == '\n' ? 0 : noise[i];
          }
          Seq text =
              Seq.bytes("1\n\"".getBytes(StandardCharsets.UTF_8))
                  .concat(Seq.bytes(noise))
                  .concat(Seq.bytes("\n3".getBytes(StandardCharsets.UTF_8)));
          Read read = kept(KEEP, JsonStreamTest.cut(choices, text.toByteArray()));
          assertThat(read.values()).hasSize(3);
          assertThat(read.values().getFirst()).isEqualTo(Tuple.of(1L, Tuple.of(OK, 1L)));
          assertThat(read.values().getLast()).isEqualTo(Tuple.of(3L, Tuple.of(OK, 3L)));
        });
  }

  /** A line without an end is given up at its limit, and passed over in bounded memory. */
  @Test
  void aLineThatIsTooLongIsNotKept() {
    Dict small = KEEP.put(Symbol.of("max_size"), 1000L);
    AtomicInteger asked = new AtomicInteger();
    String piece = "x".repeat(10_000);
    Stream chunks =
        (Stream)
            yona.module.Stream.take(
                100_000L, JsonStreamTest.endless(n -> n == 99_999 ? "\n[7]" : piece, asked));
    Read read = JsonStreamTest.walked((Stream) yona.module.JSON.lines_with(small, chunks));
    Object fault = ((Tuple) ((Tuple) read.values().getFirst()).get(1)).get(1);
    assertThat(((Seq) part(fault, "text")).length()).isEqualTo(1000);
    assertThat(read.values().getLast()).isEqualTo(Tuple.of(2L, Tuple.of(OK, Seq.of(7L))));
    assertThat(read.values()).hasSize(2);

    asked.set(0);
    Dict strict = Dict.EMPTY.put(Symbol.of("max_size"), 1000L);
    assertThat(
            JsonStreamTest.walked(
                    (Stream)
                        yona.module.JSON.lines_with(
                            strict, JsonStreamTest.endless(n -> piece, asked)))
                .error())
        .endsWith("line 1, column 1: a line larger than the limit of 1000 bytes (:max_size)");
    assertThat(asked.get()).isEqualTo(1);
  }
}

package yona.library.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.data.Dict;
import yona.data.Seq;
import yona.language.runtime.Walk;
import yona.language.runtime.YonaError;
import yona.library.Calls;
import yona.library.stream.Stream;
import yona.property.Choices;
import yona.property.Property;

/** Texts that come in chunks against the same texts as a whole. */
@Tag("slow")
final class JsonStreamTest {
  @Test
  void valuesOneBehindTheOtherAreThoseThatTheyAreAlone() {
    Property.check(
        1000,
        choices -> {
          List<Object> values = new ArrayList<>();
          StringBuilder text = new StringBuilder(choices.oneOf("0 ", "\ufeff0\n", "\r\n0\r\n"));
          values.add(0L);
          for (int n = choices.below(6); n > 0; n--) {
            Object value = JsonTest.value(choices, 3);
            values.add(value);
            text.append(((Seq) yona.module.JSON.generate(value)).asString());
            text.append(choices.oneOf("\n", " ", "\r\n", "\n\n"));
          }
          choices.note(text.toString());
          assertThat(read(cut(choices, text.toString().getBytes(StandardCharsets.UTF_8))))
              .isEqualTo(new Read(values, ""));
        });
  }

  /** Wrong texts too: the values before the error, its place, and what it says. */
  @Test
  void howATextIsCutChangesNothing() {
    Property.check(
        5000,
        choices -> {
          byte[] bytes = anyBytes(choices, "");
          assertThat(read(cut(choices, bytes))).isEqualTo(read(List.of(Seq.bytes(bytes))));
        });
  }

  /** Pieces of JSON behind a start, one byte of them perhaps another. */
  static byte[] anyBytes(Choices choices, String start) {
    StringBuilder text = new StringBuilder(start);
    for (int n = choices.below(14); n > 0; n--) {
      text.append(choices.oneOf(JsonTest.PIECES));
    }
    choices.note(text.toString());
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    if (choices.below(5) == 1 && bytes.length > 0) {
      bytes[choices.below(bytes.length)] = (byte) choices.below(256);
    }
    return bytes;
  }

  /** A single value gives the error of the whole text, but for what follows it. */
  @Test
  void errorsAreThoseOfTheWholeText() {
    Property.check(
        3000,
        choices -> {
          String good = ((Seq) yona.module.JSON.generate_pretty(1L, array(choices))).asString();
          int at = 1 + choices.below(good.length() - 1);
          String text =
              good.substring(0, at)
                  + choices.oneOf(JsonTest.PIECES)
                  + good.substring(Math.min(good.length(), at + choices.below(3)));
          choices.note(text);
          // Half of a surrogate pair becomes a question mark.
          byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
          String whole = "";
          try {
            yona.module.JSON.parse(Seq.bytes(bytes));
          } catch (YonaError error) {
            whole = error.getMessage().replace("JSON::parse:", "JSON::parse_stream:");
          }
          if (!whole.contains("expected the end of the text")) {
            assertThat(read(cut(choices, bytes)).error).isEqualTo(whole);
          }
        });
  }

  @Test
  void whatIsWrongWithALongValueIsNotWaitedFor() {
    AtomicInteger asked = new AtomicInteger();
    Stream chunks = endless(n -> n == 0 ? "[[" : n == 5 ? "oops, " : "12345678, ", asked);
    assertThat(read(chunks).error)
        .isEqualTo("JSON::parse_stream: line 1, column 43: expected a value, found oops");
    assertThat(asked.get()).isLessThan(1000);
  }

  @Test
  void nestingHasALimitAlsoIfItNeverEnds() {
    assertThat(read(endless(_ -> "[", new AtomicInteger())).error)
        .endsWith("column 1001: nested deeper than the limit of 1000 levels (:max_depth)");
  }

  /** Each name is new: what is kept of them is forgotten now and then. */
  @Test
  void namesAreNotKeptForEver() {
    AtomicInteger asked = new AtomicInteger();
    Stream objects =
        (Stream)
            yona.module.Stream.take(
                20_000L, endless(n -> "{\"" + "x".repeat(n % 1000) + n + "\": " + n + "}", asked));
    Dict last = (Dict) read(objects).values.getLast();
    assertThat(last.get(Seq.text("x".repeat(999) + "19999"))).isEqualTo(19_999L);
  }

  static Stream endless(IntFunction<String> chunk, AtomicInteger asked) {
    Iterator<Object> chunks =
        IntStream.iterate(0, n -> n + 1)
            .<Object>mapToObj(n -> Seq.text(chunk.apply(asked.getAndIncrement())))
            .iterator();
    return Stream.of(() -> chunks);
  }

  private static Seq array(Choices choices) {
    List<Object> elements = new ArrayList<>();
    for (int n = choices.below(6); n > 0; n--) {
      elements.add(JsonTest.value(choices, 3));
    }
    return Calls.seq(elements);
  }

  /** The values before an error, and the error; an empty text if there is none. */
  record Read(List<Object> values, String error) {}

  private static Read read(List<Seq> chunks) {
    return read(Stream.of(chunks));
  }

  private static Read read(Stream chunks) {
    return walked((Stream) yona.module.JSON.parse_stream(chunks));
  }

  static Read walked(Stream stream) {
    return Async.<Read, RuntimeException>blocking(
        () -> {
          List<Object> values = new ArrayList<>();
          Walk walk = stream.walk();
          try {
            for (Object value = walk.pull(); value != null; value = walk.pull()) {
              values.add(value);
            }
            return new Read(values, "");
          } catch (YonaError error) {
            assertThat(error.symbol()).isEqualTo(JsonText.PARSER_ERROR);
            return new Read(values, error.getMessage());
          }
        });
  }

  static List<Seq> cut(Choices choices, byte[] bytes) {
    List<Seq> chunks = new ArrayList<>();
    int longest = choices.oneOf(bytes.length, 1, 3, 20);
    for (int from = 0; from < bytes.length; ) {
      int to = Math.min(bytes.length, from + 1 + choices.below(longest));
      if (choices.below(4) == 1) {
        chunks.add(Seq.EMPTY);
      }
      chunks.add(Seq.bytes(bytes, from, to));
      from = to;
    }
    return chunks;
  }
}

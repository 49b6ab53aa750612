package yona.library.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.language.runtime.YonaError;
import yona.library.Calls;
import yona.library.json.JsonStreamTest.Read;
import yona.library.stream.Stream;
import yona.property.Choices;
import yona.property.Property;

/** Elements of arrays and objects that come in chunks against the same texts as a whole. */
@Tag("slow")
final class JsonItemsTest {
  private static final Symbol PATH = Symbol.of("path");

  @Test
  void elementsAreThoseOfTheWholeText() {
    Property.check(
        2000,
        choices -> {
          byte[] text = collection(choices).toUtf8();
          choices.note(new String(text, StandardCharsets.UTF_8));
          Dict options =
              Dict.EMPTY
                  .put(Symbol.of("order"), true)
                  .put(Symbol.of("keys"), Symbol.of(choices.oneOf("string", "symbol")));
          Object whole = yona.module.JSON.parse_with(options, Seq.bytes(text));
          assertThat(items(options, JsonStreamTest.cut(choices, text)))
              .isEqualTo(new Read(elements(whole), ""));
        });
  }

  @Test
  void elementsOfAPathAreThoseThatStandThere() {
    Property.check(
        2000,
        choices -> {
          Seq wanted = collection(choices);
          StringBuilder text = new StringBuilder(wanted.asString());
          List<Object> path = new ArrayList<>();
          for (int n = choices.below(4); n > 0; n--) {
            wrap(choices, text, path);
          }
          choices.note(text.toString());
          Dict options = Dict.EMPTY.put(PATH, Calls.seq(path.reversed()));
          byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
          Dict ordered = Dict.EMPTY.put(Symbol.of("order"), true);
          assertThat(items(options, JsonStreamTest.cut(choices, bytes)))
              .isEqualTo(new Read(elements(yona.module.JSON.parse_with(ordered, wanted)), ""));
        });
  }

  /** Puts an array or object around a text, with others beside it. */
  private static void wrap(Choices choices, StringBuilder text, List<Object> path) {
    int before = choices.below(3);
    int after = choices.below(3);
    boolean object = choices.yes();
    StringBuilder others = new StringBuilder();
    for (int i = 0; i < before; i++) {
      others.append(object ? "\"other\" : " : "").append(generated(choices)).append(" , ");
    }
    text.insert(0, others + (object ? "\"w\\u0061nted\":" : ""));
    for (int i = 0; i < after; i++) {
      text.append(object ? ",\"wanted\":" : ",").append(generated(choices));
    }
    text.insert(0, object ? "{" : "[ ").append(object ? " }\n" : "]");
    path.add(object ? Seq.text("wanted") : (Object) (long) before);
  }

  /** Wrong texts too, and texts beyond limits: the elements before the error, and its place. */
  @Test
  void howATextIsCutChangesNothing() {
    Property.check(
        8000,
        choices -> {
          byte[] bytes = JsonStreamTest.anyBytes(choices, choices.oneOf("", "[", "{", "{\"k\":["));
          Dict options =
              Dict.EMPTY
                  .put(Symbol.of("max_size"), (long) choices.oneOf(1000, 1000, 5, 1, 0))
                  .put(Symbol.of("max_depth"), (long) choices.oneOf(1000, 1000, 1, 0))
                  .put(PATH, choices.oneOf(Seq.EMPTY, Calls.texts("k"), Calls.seq(1L)));
          assertThat(items(options, JsonStreamTest.cut(choices, bytes)))
              .isEqualTo(items(options, List.of(Seq.bytes(bytes))));
        });
  }

  @Test
  void errorsAreThoseOfTheWholeText() {
    Property.check(
        4000,
        choices -> {
          String good = collection(choices).asString();
          byte[] bytes = broken(choices, good, 1);
          choices.note(new String(bytes, StandardCharsets.UTF_8));
          assertThat(items(Dict.EMPTY, JsonStreamTest.cut(choices, bytes)).error())
              .isEqualTo(errorOfWhole(bytes));
        });
  }

  /** Also of what nobody wants, before the elements and behind them. */
  @Test
  void whatIsWrongBesideThePathIsFound() {
    Property.check(
        4000,
        choices -> {
          String beside = generated(choices);
          boolean before = choices.yes();
          String start = before ? "{\"a\": " : "{\"b\": [1, 2], \"a\": ";
          String good = start + beside + (before ? ", \"b\": [1, 2]}" : "}");
          byte[] bytes = broken(choices, good, start.length());
          choices.note(new String(bytes, StandardCharsets.UTF_8));
          Read found =
              items(Dict.EMPTY.put(PATH, Calls.texts("b")), JsonStreamTest.cut(choices, bytes));
          if (!found.error().contains("of :path") && !found.error().contains("an array or")) {
            assertThat(found.error()).isEqualTo(errorOfWhole(bytes));
          }
          if (!before) {
            assertThat(found.values()).isEqualTo(List.of(1L, 2L));
          }
        });
  }

  @Test
  void aTextThatIsCutOffAnywhereIsAnError() {
    String text =
        "{\"a\": [1, {\"b\": -2.5e3}], \"wanted\": [\"\\u00e9\", {\"c\": true}], \"d\": null}";
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Dict wanted = Dict.EMPTY.put(PATH, Calls.texts("wanted"));
    for (int length = 0; length < bytes.length; length++) {
      List<Seq> part = List.of(Seq.bytes(bytes, 0, length));
      byte[] read = Arrays.copyOf(bytes, length);
      if (length > 0) {
        assertThat(items(Dict.EMPTY, part).error()).isEqualTo(errorOfWhole(read));
      }
      assertThat(items(wanted, part).error()).as("%s bytes", length).isNotEmpty();
    }
    assertThat(items(wanted, List.of(Seq.bytes(bytes))).error()).isEmpty();
  }

  @Test
  void whatIsSkippedIsNotKept() {
    AtomicInteger asked = new AtomicInteger();
    Stream chunks =
        JsonStreamTest.endless(
            n -> n == 0 ? "{\"a\": [[" : n == 50_000 ? "0]], \"b\": [7, " : "12345678, ", asked);
    Dict options = Dict.EMPTY.put(PATH, Calls.texts("b")).put(Symbol.of("max_size"), 20L);
    Stream first = (Stream) yona.module.Stream.take(1L, items(options, chunks));
    assertThat(JsonStreamTest.walked(first)).isEqualTo(new Read(List.of(7L), ""));
  }

  @Test
  void anElementHasALimitAlsoIfItNeverEnds() {
    AtomicInteger asked = new AtomicInteger();
    Stream chunks = JsonStreamTest.endless(n -> n == 0 ? "{\"a\": \"" : "xxxxxxxx", asked);
    Dict options = Dict.EMPTY.put(Symbol.of("max_size"), 5000L);
    assertThat(JsonStreamTest.walked(items(options, chunks)).error())
        .isEqualTo(
            "JSON::items_with: line 1, column 7:"
                + " a value larger than the limit of 5000 bytes (:max_size)");
    assertThat(asked.get()).isLessThan(1000);
  }

  // Texts

  private static Seq collection(Choices choices) {
    Object value = JsonTest.value(choices, 3);
    while (!(value instanceof Dict || (value instanceof Seq seq && !seq.isText()))) {
      value = choices.yes() ? Calls.seq(value) : Dict.EMPTY.put(Seq.text("a"), value);
    }
    return (Seq) yona.module.JSON.generate_pretty((long) choices.below(3), value);
  }

  private static String generated(Choices choices) {
    return ((Seq) yona.module.JSON.generate(JsonTest.value(choices, 3))).asString();
  }

  /** A text with something else at one place behind an index. */
  private static byte[] broken(Choices choices, String good, int from) {
    int at = from + choices.below(good.length() - from);
    String text =
        good.substring(0, at)
            + choices.oneOf(JsonTest.PIECES)
            + good.substring(Math.min(good.length(), at + choices.below(3)));
    // Half of a surrogate pair becomes a question mark.
    return text.getBytes(StandardCharsets.UTF_8);
  }

  // Results

  private static List<Object> elements(Object collection) {
    List<Object> elements = new ArrayList<>();
    if (collection instanceof Dict dict) {
      for (Tuple entry : dict) {
        elements.add(entry);
      }
    } else {
      ((Seq) collection).forEach(elements::add);
    }
    return elements;
  }

  private static String errorOfWhole(byte[] bytes) {
    try {
      yona.module.JSON.parse(Seq.bytes(bytes));
      return "";
    } catch (YonaError error) {
      return error.getMessage().replace("JSON::parse:", "JSON::items_with:");
    }
  }

  private static Read items(Dict options, List<Seq> chunks) {
    return JsonStreamTest.walked(items(options, Stream.of(chunks)));
  }

  private static Stream items(Dict options, Stream chunks) {
    return (Stream) yona.module.JSON.items_with(options, chunks);
  }
}

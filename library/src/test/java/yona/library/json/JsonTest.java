package yona.library.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Symbol;
import yona.data.Text;
import yona.data.TotalOrder;
import yona.data.Unit;
import yona.language.runtime.YonaError;
import yona.library.Calls;
import yona.library.Given;
import yona.property.Choices;
import yona.property.Property;

/** JSON against Jackson's own reading of it, and against texts that nobody meant. */
final class JsonTest {
  private static final JsonMapper JACKSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  static final String[] PIECES = {
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "\\u",
    "\\ud83d",
    "\\ude00",
    "\\n",
    "0",
    "1",
    "-",
    ".",
    "e",
    "E+",
    "true",
    "false",
    "null",
    " ",
    "\n",
    "\t",
    "\u0001",
    "a",
    "é",
    "😀",
    "\ufeff",
    "\"k\":",
    "\"v\"",
    "[]",
    "{}",
    "12",
    "1.5",
    "NaN",
    "00d8",
    "/",
    "99999999999999999999"
  };

  @Test
  void whatIsWrittenIsReadAgain() {
    Property.check(
        1500,
        choices -> {
          Object value = value(choices, 4);
          choices.note(value.toString());
          Seq text = (Seq) yona.module.JSON.generate(value);
          assertThat(yona.module.JSON.parse(text)).isEqualTo(value);
          assertThat(yona.module.JSON.parse(Seq.bytes(text.toUtf8()))).isEqualTo(value);
          Object pretty = yona.module.JSON.generate_pretty(2L, value);
          assertThat(yona.module.JSON.parse(pretty)).isEqualTo(value);
        });
  }

  /** Numbers of few digits are read by hand, those beside them by Jackson. */
  @Test
  void aDecimalNumberIsTheNearestFloat() {
    Property.check(
        5000,
        choices -> {
          StringBuilder number = new StringBuilder(choices.oneOf("", "-"));
          number.append(1 + choices.below(9));
          for (int n = choices.below(18); n > 0; n--) {
            number.append(choices.below(10));
          }
          number.insert(number.length() - choices.below(number.length()) / 2, '.');
          number.append(choices.below(10)).append(choices.oneOf("", "", "", "e5", "E-30"));
          choices.note(number.toString());
          Object read = yona.module.JSON.parse(Seq.text(number));
          assertThat(read).isEqualTo(Double.valueOf(number.toString()));
        });
  }

  @Test
  void theZeroOfADecimalNumberHasItsSign() {
    assertThat(yona.module.JSON.parse(Seq.text("-0.0"))).isEqualTo(-0.0);
    assertThat(yona.module.JSON.parse(Seq.text("0.0"))).isEqualTo(0.0);
  }

  /** The source text of a value tells kinds, and the empty text from the empty Seq. */
  @Test
  void whatIsReadAgainIsOfTheSameKinds() {
    Property.check(
        2000,
        choices -> {
          Object value = value(choices, 4);
          String source = Text.source(value);
          choices.note(source);
          Object options = Dict.EMPTY.put(Symbol.of("indent"), (long) choices.below(3));
          List<Object> texts =
              List.of(
                  yona.module.JSON.generate(value),
                  yona.module.JSON.generate_pretty(1L, value),
                  yona.module.JSON.generate_with(options, value));
          for (Object text : texts) {
            assertThat(Text.source(yona.module.JSON.parse(text))).isEqualTo(source);
            Object bytes = yona.module.String.to_bytes(text);
            assertThat(Text.source(yona.module.JSON.parse(bytes))).isEqualTo(source);
          }
        });
  }

  @Test
  void emptyTextsAndArraysStayWhatTheyAre() {
    Seq both = Calls.seq(Seq.EMPTY_TEXT, Seq.EMPTY, Seq.text("a").tail(), Seq.of(1L).tail());
    assertThat(yona.module.JSON.generate(both)).isEqualTo(Seq.text("[\"\", [], \"\", []]"));
    assertThat(Text.source(yona.module.JSON.generate(Seq.EMPTY_TEXT))).isEqualTo("\"\\\"\\\"\"");
    Dict keys = Dict.EMPTY.put(Seq.EMPTY_TEXT, Seq.EMPTY_TEXT).put(Seq.text("a"), Seq.EMPTY);
    for (int i = 0; i < 5; i++) {
      // A row of keys that comes again is written from memory.
      Object text = yona.module.JSON.generate(Calls.seq(keys, keys, keys));
      String one = "{\"\" = \"\", \"a\" = []}";
      assertThat(Text.source(yona.module.JSON.parse(text)))
          .isEqualTo("[" + String.join(", ", one, one, one) + "]");
    }
  }

  @Test
  void jacksonReadsTheSame() {
    Property.check(
        1500,
        choices -> {
          Object value = value(choices, 4);
          String text = ((Seq) yona.module.JSON.generate(value)).asString();
          choices.note(text);
          assertThat(fromJava(JACKSON.readValue(text, Object.class))).isEqualTo(value);
          String theirs = JACKSON.writeValueAsString(JACKSON.readValue(text, Object.class));
          assertThat(yona.module.JSON.parse(Seq.text(theirs))).isEqualTo(value);
        });
  }

  /** What Jackson accepts beyond RFC 8259 is half of a surrogate pair, and a huge exponent. */
  @Test
  void piecesAreAcceptedWhereJacksonAcceptsThem() {
    Property.check(
        20_000,
        choices -> {
          StringBuilder out = new StringBuilder();
          for (int n = choices.below(12); n > 0; n--) {
            out.append(choices.oneOf(PIECES));
          }
          String text = out.toString();
          choices.note(text);
          Object ours = parsed(Seq.text(text));
          Object bytes = parsed(Seq.bytes(text.getBytes(StandardCharsets.UTF_8)));
          assertThat(bytes).isEqualTo(ours);
          Object theirs;
          try {
            theirs = fromJava(JACKSON.readValue(text, Object.class));
          } catch (JacksonException e) {
            theirs = null;
          }
          if (ours == null && theirs != null) {
            assertThat(text).containsAnyOf("\\ud83d", "\\ude00", "\\u00d8", "E+", "e");
          } else if (!text.startsWith("\ufeff")) {
            assertThat(ours).isEqualTo(theirs);
          }
        });
  }

  @Test
  void randomBytesGiveAValueOrTheParsersError() {
    Property.check(
        20_000,
        choices -> {
          byte[] bytes = new byte[choices.below(20)];
          for (int i = 0; i < bytes.length; i++) {
            bytes[i] =
                choices.yes()
                    ? (byte)
                        choices.oneOf('"', '[', ']', '{', '}', ':', ',', '1', '-', '\\').charValue()
                    : (byte) choices.below(256);
          }
          parsed(Seq.bytes(bytes));
        });
  }

  @Test
  void whatIsRefusedAlwaysHasAPlace() {
    Property.check(
        3000,
        choices -> {
          String text = ((Seq) yona.module.JSON.generate(value(choices, 3))).asString();
          int at = choices.below(text.length() + 1);
          String changed =
              text.substring(0, at)
                  + choices.oneOf(PIECES)
                  + text.substring(Math.min(text.length(), at + choices.below(3)));
          choices.note(changed);
          Throwable thrown = catchThrowable(() -> yona.module.JSON.parse(Seq.text(changed)));
          if (thrown != null) {
            assertThat(thrown).hasMessageMatching("(?s)JSON::parse: line \\d+, column \\d+: .*");
          }
        });
  }

  /** Objects of the same names, of other names, of many names, and names that come twice. */
  @Test
  void objectsHaveTheirEntriesHoweverManyShapesThereAre() {
    Property.check(
        300,
        choices -> {
          int width = choices.oneOf(1, 3, 10, 70, 200);
          int names = choices.oneOf(2, 5, 50, 10_000);
          StringBuilder text = new StringBuilder("[");
          List<Object> expected = new ArrayList<>();
          for (int n = choices.below(40); n > 0; n--) {
            Dict.Builder dict = Dict.builder();
            text.append(expected.isEmpty() ? "{" : ",{");
            for (int i = choices.below(width); i > 0; i--) {
              String name = "k" + choices.below(names);
              text.append('"').append(name).append("\":").append(i).append(i == 1 ? "" : ",");
              dict.put(Seq.text(name), (long) i);
            }
            text.append('}');
            expected.add(dict.build());
          }
          text.append(']');
          assertThat(yona.module.JSON.parse(Seq.text(text))).isEqualTo(Calls.seq(expected));
        });
  }

  /**
   * Few keys and many, of one length and another, with a common beginning, of one to four bytes.
   */
  @Test
  void membersAreWrittenInTheOrderOfTheirKeys() {
    Property.check(
        500,
        choices -> {
          String beginning =
              choices.oneOf("", "a", "name\u0000", "étoile ", "語", "key of a table ");
          Dict.Builder dict = Dict.builder();
          for (int n = choices.oneOf(3, 12, 100); n > 0; n--) {
            String name = beginning + Given.text(choices, choices.oneOf(2, 5, 20)) + "!";
            dict.put(Seq.text(name), 0L);
          }
          Dict made = dict.build();
          List<Object> ascending = new ArrayList<>();
          made.forEach(entry -> ascending.add(entry.get(0)));
          ascending.sort(TotalOrder::compare);
          String text = ((Seq) yona.module.JSON.generate(made)).asString();
          choices.note(text);
          List<Object> written = new ArrayList<>();
          Map<?, ?> read = JACKSON.readValue(text, Map.class);
          read.keySet().forEach(name -> written.add(Seq.text((String) name)));
          assertThat(written).isEqualTo(ascending);
        });
  }

  /** The buffer grows at some of these lengths and is emptied at others. */
  @Test
  void textsOfEveryLengthAreWrittenWhole() {
    Property.check(
        500,
        choices -> {
          SeqBuilder all = Seq.builder();
          for (int n = 1 + choices.below(6); n > 0; n--) {
            String unit = choices.oneOf("a", "é", "\n", "語");
            int length = choices.oneOf(0, 250, 8_190, 20_000) + choices.below(8);
            Seq text = Seq.text(unit.repeat(length));
            all.add(choices.yes() ? text : Dict.EMPTY.put(text, text).put(Symbol.of("s"), 1L));
          }
          Seq value = all.build();
          String text = ((Seq) yona.module.JSON.generate(value)).asString();
          assertThat(JACKSON.readTree(text)).hasSize(Math.toIntExact(value.length()));
          Seq read = (Seq) yona.module.JSON.parse(Seq.text(text));
          for (long i = 0; i < value.length(); i++) {
            Object expected =
                value.get(i) instanceof Dict dict
                    ? dict.remove(Symbol.of("s")).put(Seq.text("s"), 1L)
                    : value.get(i);
            assertThat(read.get(i)).isEqualTo(expected);
          }
        });
  }

  @Test
  void manyShapesAreForgottenRatherThanKept() {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < 10_000; i++) {
      text.append(i == 0 ? "" : ",").append("{\"a").append(i).append("\":1,\"b").append(i);
      text.append("\":2}");
    }
    Seq all = (Seq) yona.module.JSON.parse(Seq.text(text.append("]")));
    assertThat(all.length()).isEqualTo(10_000);
    assertThat(((Dict) all.get(9_999)).get(Seq.text("b9999"))).isEqualTo(2L);
  }

  /** The value of a text, or null if it is no JSON; any other error is one of ours. */
  private static @Nullable Object parsed(Seq text) {
    try {
      return yona.module.JSON.parse(text);
    } catch (YonaError error) {
      assertThat(error.symbol()).isEqualTo(JsonText.PARSER_ERROR);
      assertThat(error).hasMessageMatching("(?s)JSON::parse: line \\d+, column \\d+: .*");
      return null;
    }
  }

  static Object value(Choices choices, int depth) {
    return switch (choices.below(depth == 0 ? 7 : 10)) {
      case 0 -> Unit.UNIT;
      case 1 -> choices.yes();
      case 2 -> (long) choices.below(1000) - 500;
      case 3 -> choices.oneOf(Long.MAX_VALUE, Long.MIN_VALUE, 0L, 1L << 53);
      case 4 -> BigInteger.ONE.shiftLeft(64 + choices.below(100)).negate();
      case 5 ->
          choices.oneOf(0.5, -0.0, 1e300, Double.MIN_VALUE, 0.1, 123456.789, Double.MAX_VALUE);
      case 6 -> Seq.text(name(choices));
      case 7 -> {
        List<Object> elements = new ArrayList<>();
        for (int n = choices.below(40); n > 0; n--) {
          elements.add(choices.yes() ? (Object) (long) n : value(choices, depth - 1));
        }
        yield Calls.seq(elements);
      }
      default -> {
        Dict dict = Dict.EMPTY;
        for (int n = choices.below(8); n > 0; n--) {
          dict = dict.put(Seq.text(name(choices)), value(choices, depth - 1));
        }
        yield dict;
      }
    };
  }

  private static String name(Choices choices) {
    return choices.oneOf("", "a", "id", "é", "語", "😀", "\"", "\\", "\u0000")
        + Given.text(choices, choices.oneOf(0, 3, 70));
  }

  private static Object fromJava(@Nullable Object value) {
    return switch (value) {
      case null -> Unit.UNIT;
      case String s -> Seq.text(s);
      case Integer n -> (long) n;
      case List<?> list -> Calls.seq(list.stream().map(JsonTest::fromJava).toList());
      case Map<?, ?> map -> {
        Dict.Builder dict = Dict.builder();
        new LinkedHashMap<>(map).forEach((k, v) -> dict.put(fromJava(k), fromJava(v)));
        yield dict.build();
      }
      default -> value;
    };
  }
}

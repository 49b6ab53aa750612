package yona.library.text;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.library.Calls.raises;
import static yona.library.Calls.seq;
import static yona.library.Calls.text;
import static yona.library.Calls.texts;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.data.Char;
import yona.data.Seq;
import yona.data.Symbol;
import yona.library.Given;
import yona.library.argument.Opts;
import yona.library.number.Conversions;
import yona.property.Property;

/** Modules String and Char, and numbers in text. */
final class TextTest {
  @Test
  void splittingAndJoiningAreOpposites() {
    Property.check(
        400,
        choices -> {
          Seq s = text(Given.text(choices, 30));
          Seq separator = text(choices.oneOf("a", "é", "😀", "ab"));
          Seq parts = (Seq) yona.module.String.split(separator, s);
          assertThat(yona.module.String.join(separator, parts)).isEqualTo(s);
          assertThat(parts.length() - 1).isEqualTo(yona.module.String.count(separator, s));
          long most = 1L + choices.below(4);
          Seq few = (Seq) yona.module.String.split_n(most, separator, s);
          assertThat(few.length()).isEqualTo(Math.min(most, parts.length()));
          assertThat(yona.module.String.join(separator, few)).isEqualTo(s);
        });
  }

  @Test
  void positionsCountCodePoints() {
    Property.check(
        400,
        choices -> {
          int[] points = Given.text(choices, 20).codePoints().toArray();
          Seq s = text(new String(points, 0, points.length));
          long from = choices.below(points.length + 1);
          long to = from + choices.below(points.length + 1 - (int) from);
          Seq part = text(new String(points, (int) from, (int) (to - from)));
          assertThat(yona.module.String.slice(from, to, s)).isEqualTo(part);
          long at = (Long) ((yona.data.Tuple) yona.module.String.index_of(part, s)).get(1);
          long last = (Long) ((yona.data.Tuple) yona.module.String.last_index_of(part, s)).get(1);
          assertThat(at).isLessThanOrEqualTo(from);
          assertThat(last).isGreaterThanOrEqualTo(from);
          assertThat(yona.module.String.slice(at, at + part.length(), s)).isEqualTo(part);
          assertThat(yona.module.String.slice(last, last + part.length(), s)).isEqualTo(part);
          assertThat(((Seq) yona.module.String.pad_left(25L, Char.of('語'), s)).length())
              .isEqualTo(25);
          assertThat(((Seq) yona.module.String.center(25L, Char.of('x'), s)).length())
              .isEqualTo(25);
        });
  }

  @Test
  void linesAndWordsAreThoseOfJava() {
    Property.check(
        400,
        choices -> {
          String java = Given.text(choices, 40).replace("\r", choices.oneOf("\r\n", ""));
          assertThat(yona.module.String.lines(text(java)))
              .isEqualTo(texts(java.lines().toArray(String[]::new)));
          String[] words = java.isBlank() ? new String[0] : java.strip().split("[\\s\u3000]+", -1);
          assertThat(yona.module.String.words(text(java))).isEqualTo(texts(words));
        });
  }

  @Test
  void aCarriageReturnEndsNoLine() {
    assertThat(yona.module.String.lines(text("a\rb\r\nc\r"))).isEqualTo(texts("a\rb", "c\r"));
    assertThat(yona.module.String.lines(text(""))).isEqualTo(Seq.EMPTY);
    assertThat(yona.module.String.lines(text("\n"))).isEqualTo(texts(""));
  }

  @Test
  void utf8GoesThereAndBack() {
    Property.check(
        200,
        choices -> {
          Seq s = text(Given.text(choices, 20));
          assertThat(yona.module.String.from_bytes(yona.module.String.to_bytes(s))).isEqualTo(s);
          assertThat(yona.module.Seq.decode(yona.module.Seq.encode(s))).isEqualTo(s);
        });
    Seq invalid = seq((byte) 0x61, (byte) 0xff);
    raises("badarg", () -> yona.module.String.from_bytes(invalid));
    raises("badarg", () -> yona.module.Seq.decode(invalid));
    assertThat(yona.module.String.from_bytes_lossy(invalid)).isEqualTo(text("a\ufffd"));
    assertThat(yona.module.Seq.decode(text("a"))).isEqualTo(text("a"));
    raises("typeerror", () -> yona.module.Seq.encode(seq(1L)));
  }

  @Test
  void aReadEndsAtAWholeCharacter() {
    Property.check(
        400,
        choices -> {
          String whole = Given.text(choices, 20);
          byte[] bytes = whole.getBytes(StandardCharsets.UTF_8);
          StringBuilder read = new StringBuilder();
          int from = 0;
          while (from < bytes.length) {
            int most = 1 + choices.below(7);
            int limit = Math.max(most, CharacterCutter.LONGEST);
            int to = Math.min(bytes.length, from + 1 + choices.below(limit));
            int count = new CharacterCutter(most).cut(bytes, from, to, to == bytes.length);
            if (count == 0) {
              count =
                  new CharacterCutter(most)
                      .cut(bytes, from, Math.min(bytes.length, from + limit), true);
            }
            assertThat(count).isBetween(1, Math.max(most, 4));
            read.append(new String(bytes, from, count, StandardCharsets.UTF_8));
            from += count;
          }
          assertThat(read.toString()).isEqualTo(whole);
        });
  }

  @ParameterizedTest
  @CsvSource({
    "42, 42",
    "-1_000, -1000",
    "+7, 7",
    "'  5\t', 5",
    "9223372036854775807, 9223372036854775807",
    "-9223372036854775808, -9223372036854775808",
    "007, 7"
  })
  void readsInts(String text, long value) {
    assertThat(Conversions.toInt(text(text), "int")).isEqualTo(value);
    assertThat(yona.module.Builtins.big(text(text))).isEqualTo(BigInteger.valueOf(value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "-", "1_", "_1", "1__0", "0x10", "1.0", "1 2", "٣", "--1", "1e3"})
  void refusesWhatIsNoInt(String text) {
    raises("badarg", () -> Conversions.toInt(text(text), "int"));
    assertThat(yona.module.String.to_int(text(text))).isEqualTo(Opts.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "-2.5e3, -2500",
    ".5, 0.5",
    "5., 5",
    "1_0.2_5, 10.25",
    "1E-2, 0.01",
    "Infinity, Infinity",
    "-Infinity, -Infinity",
    "NaN, NaN"
  })
  void readsFloats(String text, double value) {
    assertThat(Conversions.toFloat(text(text), "float")).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ".", "1d", "1f", "0x1p3", "1e", "e5", "1.2.3", "infinity", "1e1.5", "- 1"})
  void refusesWhatIsNoFloat(String text) {
    raises("badarg", () -> Conversions.toFloat(text(text), "float"));
    assertThat(yona.module.String.to_float(text(text))).isEqualTo(Opts.NONE);
  }

  @Test
  void conversionsKeepTheirBounds() {
    raises("overflow", () -> Conversions.toInt(text("9223372036854775808"), "int"));
    raises("overflow", () -> Conversions.toInt(0x1p63, "int"));
    raises("overflow", () -> Conversions.toInt(Double.NaN, "int"));
    assertThat(Conversions.toInt(-2.9, "int")).isEqualTo(-2L);
    raises("badarg", () -> Conversions.toByte(256L, "byte"));
    raises("badarg", () -> Conversions.toByte(-1L, "byte"));
    raises("badarg", () -> Conversions.toChar(0xd800L, "char"));
    raises("badarg", () -> Conversions.toChar(0x110000L, "char"));
    raises("badarg", () -> yona.module.Builtins.ord(Char.of(0x80)));
    raises("badarg", () -> yona.module.Builtins.symbol(text("_")));
    raises("badarg", () -> yona.module.Builtins.symbol(text("1a")));
    raises("badarg", () -> yona.module.Builtins.symbol(text("a b")));
    assertThat(yona.module.Builtins.symbol(text("_x1"))).isEqualTo(Symbol.of("_x1"));
    raises("typeerror", () -> Conversions.toFloat(Char.of('1'), "float"));
  }

  @ParameterizedTest
  @CsvSource({
    "2, 1.005, 1.01",
    "0, 2.5, 3",
    "1, -0.25, -0.3",
    "3, 1e21, 1000000000000000000000.000",
    "2, NaN, NaN"
  })
  void formatsFloats(long digits, double number, String expected) {
    assertThat(yona.module.String.format_float(digits, number)).isEqualTo(text(expected));
  }

  @Test
  void refusesWhatCannotBe() {
    raises("badarg", () -> yona.module.String.split(text(""), text("a")));
    raises("badarg", () -> yona.module.String.replace(text(""), text("x"), text("a")));
    raises("badarg", () -> yona.module.String.repeat(-1L, text("a")));
    raises("badarg", () -> yona.module.String.to_int_base(37L, text("a")));
    raises("badarg", () -> yona.module.String.format_float(-1L, 1.0));
    raises("badarg", () -> yona.module.String.normalize(Symbol.of("nfx"), text("a")));
    raises("typeerror", () -> yona.module.String.upper(seq(1L)));
    assertThat(yona.module.String.trim(text("\u00a0\u3000a\u2003"))).isEqualTo(text("a"));
  }
}

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
          Seq parts = (Seq) TextParts.split(separator, s);
          assertThat(TextParts.join(separator, parts)).isEqualTo(s);
          assertThat(parts.length() - 1).isEqualTo(TextParts.count(separator, s));
          long most = 1L + choices.below(4);
          Seq few = (Seq) TextParts.splitN(most, separator, s);
          assertThat(few.length()).isEqualTo(Math.min(most, parts.length()));
          assertThat(TextParts.join(separator, few)).isEqualTo(s);
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
          assertThat(TextParts.slice(from, to, s)).isEqualTo(part);
          long at = (Long) ((yona.data.Tuple) TextParts.indexOf(part, s)).get(1);
          long last = (Long) ((yona.data.Tuple) TextParts.lastIndexOf(part, s)).get(1);
          assertThat(at).isLessThanOrEqualTo(from);
          assertThat(last).isGreaterThanOrEqualTo(from);
          assertThat(TextParts.slice(at, at + part.length(), s)).isEqualTo(part);
          assertThat(TextParts.slice(last, last + part.length(), s)).isEqualTo(part);
          assertThat(((Seq) TextFunctions.padLeft(25L, Char.of('語'), s)).length()).isEqualTo(25);
          assertThat(((Seq) TextFunctions.center(25L, Char.of('x'), s)).length()).isEqualTo(25);
        });
  }

  @Test
  void linesAndWordsAreThoseOfJava() {
    Property.check(
        400,
        choices -> {
          String java = Given.text(choices, 40).replace("\r", choices.oneOf("\r\n", ""));
          assertThat(TextParts.lines(text(java)))
              .isEqualTo(texts(java.lines().toArray(String[]::new)));
          String[] words = java.isBlank() ? new String[0] : java.strip().split("[\\s\u3000]+", -1);
          assertThat(TextParts.words(text(java))).isEqualTo(texts(words));
        });
  }

  @Test
  void aCarriageReturnEndsNoLine() {
    assertThat(TextParts.lines(text("a\rb\r\nc\r"))).isEqualTo(texts("a\rb", "c\r"));
    assertThat(TextParts.lines(text(""))).isEqualTo(Seq.EMPTY);
    assertThat(TextParts.lines(text("\n"))).isEqualTo(texts(""));
  }

  @Test
  void utf8GoesThereAndBack() {
    Property.check(
        200,
        choices -> {
          Seq s = text(Given.text(choices, 20));
          assertThat(TextFunctions.fromBytes(TextFunctions.toBytes(s))).isEqualTo(s);
          assertThat(TextFunctions.decode(TextFunctions.encode(s))).isEqualTo(s);
        });
    Seq invalid = seq((byte) 0x61, (byte) 0xff);
    raises("badarg", () -> TextFunctions.fromBytes(invalid));
    raises("badarg", () -> TextFunctions.decode(invalid));
    assertThat(TextFunctions.fromBytesLossy(invalid)).isEqualTo(text("a\ufffd"));
    assertThat(TextFunctions.decode(text("a"))).isEqualTo(text("a"));
    raises("typeerror", () -> TextFunctions.encode(seq(1L)));
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
    assertThat(Conversions.toInt(text(text))).isEqualTo(value);
    assertThat(Conversions.toBig(text(text))).isEqualTo(BigInteger.valueOf(value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "-", "1_", "_1", "1__0", "0x10", "1.0", "1 2", "٣", "--1", "1e3"})
  void refusesWhatIsNoInt(String text) {
    raises("badarg", () -> Conversions.toInt(text(text)));
    assertThat(TextFunctions.toInt(text(text))).isEqualTo(Opts.NONE);
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
    assertThat(Conversions.toFloat(text(text))).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ".", "1d", "1f", "0x1p3", "1e", "e5", "1.2.3", "infinity", "1e1.5", "- 1"})
  void refusesWhatIsNoFloat(String text) {
    raises("badarg", () -> Conversions.toFloat(text(text)));
    assertThat(TextFunctions.toFloat(text(text))).isEqualTo(Opts.NONE);
  }

  @Test
  void conversionsKeepTheirBounds() {
    raises("overflow", () -> Conversions.toInt(text("9223372036854775808")));
    raises("overflow", () -> Conversions.toInt(0x1p63));
    raises("overflow", () -> Conversions.toInt(Double.NaN));
    assertThat(Conversions.toInt(-2.9)).isEqualTo(-2L);
    raises("badarg", () -> Conversions.toByte(256L));
    raises("badarg", () -> Conversions.toByte(-1L));
    raises("badarg", () -> Conversions.toChar(0xd800L));
    raises("badarg", () -> Conversions.toChar(0x110000L));
    raises("badarg", () -> Conversions.ord(Char.of(0x80)));
    raises("badarg", () -> Conversions.symbol(text("_")));
    raises("badarg", () -> Conversions.symbol(text("1a")));
    raises("badarg", () -> Conversions.symbol(text("a b")));
    assertThat(Conversions.symbol(text("_x1"))).isEqualTo(Symbol.of("_x1"));
    raises("typeerror", () -> Conversions.toFloat(Char.of('1')));
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
    assertThat(TextFunctions.formatFloat(digits, number)).isEqualTo(text(expected));
  }

  @Test
  void refusesWhatCannotBe() {
    raises("badarg", () -> TextParts.split(text(""), text("a")));
    raises("badarg", () -> TextParts.replace(text(""), text("x"), text("a")));
    raises("badarg", () -> TextFunctions.repeat(-1L, text("a")));
    raises("badarg", () -> TextFunctions.toIntBase(37L, text("a")));
    raises("badarg", () -> TextFunctions.formatFloat(-1L, 1.0));
    raises("badarg", () -> TextFunctions.normalize(Symbol.of("nfx"), text("a")));
    raises("typeerror", () -> TextFunctions.upper(seq(1L)));
    assertThat(TextFunctions.trim(text("\u00a0\u3000a\u2003"))).isEqualTo(text("a"));
  }
}

package yona.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table of the two texts, language.md 4.6, row by row. */
class TextTest {
  private static void assertTexts(Object value, String source, String plain) {
    assertThat(Text.source(value)).isEqualTo(source);
    assertThat(Text.plain(value)).isEqualTo(plain);
  }

  private static void assertText(Object value, String both) {
    assertTexts(value, both, both);
  }

  @Test
  void numbers() {
    assertText(42L, "42");
    assertText(Long.MIN_VALUE, "-9223372036854775808");
    assertTexts(BigInteger.valueOf(-7), "-7n", "-7");
    assertTexts((byte) 10, "10b", "10");
    assertTexts((byte) -1, "255b", "255");
    assertText(1.0, "1.0");
    assertText(1e8, "1.0E8");
    assertText(-0.0, "-0.0");
    assertText(Double.NaN, "NaN");
    assertText(Double.NEGATIVE_INFINITY, "-Infinity");
  }

  @Test
  void scalars() {
    assertText(true, "true");
    assertText(Unit.UNIT, "()");
    assertTexts(Char.of('a'), "'a'", "a");
    assertTexts(Char.of('\n'), "'\\n'", "\n");
    assertTexts(Char.of('\''), "'\\''", "'");
    assertTexts(Char.of('"'), "'\"'", "\"");
    assertTexts(Char.of('{'), "'{'", "{");
    assertTexts(Char.of(0x1f600), "'\ud83d\ude00'", "\ud83d\ude00");
    assertTexts(Symbol.of("ok"), ":ok", "ok");
  }

  @Test
  void strings() {
    assertTexts(Seq.text("pear"), "\"pear\"", "pear");
    assertTexts(
        Seq.text("\\\n\r\t\"'{}\u0007\u007f\u0085\u2028\u2029\u00e9"),
        "\"\\\\\\n\\r\\t\\\"'{{}\\u0007\\u007f\\u0085\\u2028\\u2029\u00e9\"",
        "\\\n\r\t\"'{}\u0007\u007f\u0085\u2028\u2029\u00e9");
    assertTexts(Seq.EMPTY, "[]", "");
    assertTexts(Seq.EMPTY.prepend(Char.of('a')), "\"a\"", "a");
    assertText(Seq.of(Seq.text("pear"), Seq.text("nut")), "[\"pear\", \"nut\"]");
  }

  @Test
  void collections() {
    assertText(Seq.of(1L, Char.of('a'), Symbol.of("b")), "[1, 'a', :b]");
    assertText(Tuple.of(1L, 2L), "(1, 2)");
    assertText(Seq.of(Seq.EMPTY), "[[]]");
    assertText(Set.of(2L, 1L), "{1, 2}");
    assertText(Set.EMPTY, "Set::empty");
    assertText(Dict.EMPTY, "{}");
    assertText(
        Dict.EMPTY.put(2L, Seq.text("two")).put(1L, Seq.text("one")), "{1 = \"one\", 2 = \"two\"}");
    assertText(
        Tuple.of(
            Seq.text("x"),
            Char.of('c'),
            Symbol.of("s"),
            1.0,
            Seq.EMPTY,
            Dict.EMPTY.put(Seq.text("k"), Seq.of(1L, Char.of('d')))),
        "(\"x\", 'c', :s, 1.0, [], {\"k\" = [1, 'd']})");
    assertText(
        Dict.EMPTY.put(Set.of(3L, 1L), Dict.EMPTY.put(Tuple.of(1L, 2L), Set.EMPTY)),
        "{{1, 3} = {(1, 2) = Set::empty}}");
  }

  @Test
  void recordsShowTheirFieldsAndTuplesDoNot() {
    RecordType point = RecordType.of(Symbol.of("Point"), List.of("x", "y"));
    assertText(point.record(1L, Unit.UNIT), "Point(x = 1, y = ())");
    assertText(Tuple.of(Symbol.of("Point"), 1L, Unit.UNIT), "(:Point, 1, ())");
    assertText(
        Seq.of(point.record(Seq.text("a"), point.record(1L, 2L))),
        "[Point(x = \"a\", y = Point(x = 1, y = 2))]");
    assertText(RecordType.of(Symbol.of("None"), List.of()).record(), "None()");
  }

  @Test
  void opaqueAndNativeValuesGiveTheirOwn() {
    assertText(new Generator.Thing(Kind.FUNCTION), "<FUNCTION>");
    assertText(new java.util.BitSet(), "{}");
    assertText(Seq.of(List.of(1, 2)), "[[1, 2]]");
  }

  @Test
  void kindsHaveTheirSymbols() {
    assertThat(Kind.of(1L).symbol()).isSameAs(Symbol.of("integer"));
    assertThat(Kind.of(Seq.text("a")).symbol()).isSameAs(Symbol.of("seq"));
    assertThat(Kind.of("java").symbol()).isSameAs(Symbol.of("native"));
    assertThat(Kind.of(new Generator.Thing(Kind.RESOURCE)).symbol())
        .isSameAs(Symbol.of("resource"));
  }
}

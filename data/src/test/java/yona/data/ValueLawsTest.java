package yona.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import yona.property.Choices;
import yona.property.Property;

/** The laws that hold over all kinds: equality, hash, total order, the operators' order. */
class ValueLawsTest {
  private static final int RUNS = 60_000;

  @Test
  void equalityIsAnEquivalenceWithTheHash() {
    Property.check(
        RUNS,
        choices -> {
          Object a = value(choices);
          Object b = value(choices);
          Object c = value(choices);
          assertThat(Equality.equal(a, a)).isTrue();
          assertThat(Equality.equal(a, b)).isEqualTo(Equality.equal(b, a));
          if (Equality.equal(a, b)) {
            assertThat(Equality.hash(a)).isEqualTo(Equality.hash(b));
            assertThat(Equality.equal(b, c)).isEqualTo(Equality.equal(a, c));
          }
        });
  }

  @Test
  void theTotalOrderIsAnOrderOfTheEquivalenceClasses() {
    Property.check(
        RUNS,
        choices -> {
          Object a = value(choices);
          Object b = value(choices);
          Object c = value(choices);
          int ab = TotalOrder.compare(a, b);
          assertThat(ab).isBetween(-1, 1);
          assertThat(TotalOrder.compare(b, a)).isEqualTo(-ab);
          assertThat(ab == 0).isEqualTo(Equality.equal(a, b));
          if (ab <= 0 && TotalOrder.compare(b, c) <= 0) {
            assertThat(TotalOrder.compare(a, c)).isLessThanOrEqualTo(0);
          }
          int ranks = Integer.compare(Kind.of(a).rank(), Kind.of(b).rank());
          if (ranks != 0) {
            assertThat(ab).isEqualTo(ranks);
          }
        });
  }

  @Test
  void theOperatorsAgreeWithTheTotalOrderOnNumbersAndTexts() {
    Property.check(
        RUNS,
        choices -> {
          Object a = Generator.number(choices);
          Object b = Generator.number(choices);
          choices.note(Text.source(a) + " and " + Text.source(b));
          boolean nan = isNaN(a) || isNaN(b);
          int order = Ordering.compareOperands(a, b);
          assertThat(order).isEqualTo(nan ? Ordering.UNORDERED : TotalOrder.compare(a, b));
          assertThat(Equality.equalOperands(a, b)).isEqualTo(!nan && Equality.equal(a, b));
          if (!nan && isFinite(a) && isFinite(b)) {
            assertThat(order).isEqualTo(exact(a).compareTo(exact(b)));
          }
        });
  }

  private static Object value(Choices choices) {
    Object value = Generator.value(choices, choices.below(4));
    choices.note(Text.source(value));
    return value;
  }

  private static boolean isNaN(Object number) {
    return number instanceof Double d && d.isNaN();
  }

  private static boolean isFinite(Object number) {
    return !(number instanceof Double d) || Double.isFinite(d);
  }

  private static BigDecimal exact(Object number) {
    return switch (number) {
      case Double d -> new BigDecimal(d);
      case BigInteger n -> new BigDecimal(n);
      case Byte b -> new BigDecimal(b & 0xff);
      default -> new BigDecimal((Long) number);
    };
  }

  @Test
  void operandsOfOtherPairsAreNotComparable() {
    assertOrder(1L, Symbol.of("a"), Ordering.NOT_COMPARABLE);
    assertOrder(Char.of('a'), 97L, Ordering.NOT_COMPARABLE);
    assertOrder(Double.NaN, Char.of('a'), Ordering.NOT_COMPARABLE);
    assertOrder(Seq.of(1L), Tuple.of(1L, 2L), Ordering.NOT_COMPARABLE);
    Opaque function = new Generator.Thing(Kind.FUNCTION);
    assertOrder(function, new Generator.Thing(Kind.FUNCTION), Ordering.NOT_COMPARABLE);
    assertOrder(Seq.of(1L, 2L), Seq.of(1L, Symbol.of("a")), Ordering.NOT_COMPARABLE);
  }

  @Test
  void theFirstUnequalPairOfSeqsAndTuplesDecides() {
    assertOrder(Seq.of(1L, 2L, Symbol.of("a")), Seq.of(1L, 3L, 4L), Ordering.LESS);
    assertOrder(Seq.of(1L), Seq.of(1.0, 2L), Ordering.LESS);
    assertOrder(Seq.text("b"), Seq.text("ab"), Ordering.GREATER);
    assertOrder(Tuple.of(1L, Seq.of(2L)), Tuple.of(1L, Seq.of(1L, 5L)), Ordering.GREATER);
    assertOrder(Seq.of(Double.NaN, 1L), Seq.of(Double.NaN, 2L), Ordering.LESS);
    assertOrder(Seq.of(Double.NaN), Seq.of(1L), Ordering.UNORDERED);
    assertOrder(Unit.UNIT, Unit.UNIT, Ordering.EQUAL);
    assertOrder(false, true, Ordering.LESS);
    Opaque function = new Generator.Thing(Kind.FUNCTION);
    assertOrder(Tuple.of(function, 1L), Tuple.of(function, 2L), Ordering.LESS);
  }

  @Test
  void setsAndDictsCompareByInclusion() {
    assertOrder(Set.of(1L), Set.of(1L, 2L), Ordering.LESS);
    assertOrder(Set.of(1L, 2L), Set.of(2.0), Ordering.GREATER);
    assertOrder(Set.of(1L, 2L), Set.of(2L, 1L), Ordering.EQUAL);
    assertOrder(Set.of(1L, 2L), Set.of(2L, 3L), Ordering.UNORDERED);
    Dict one = Dict.EMPTY.put(1L, Symbol.of("a"));
    assertOrder(one, one.put(2L, 3L), Ordering.LESS);
    assertOrder(one, one.put(1L, Symbol.of("b")).put(2L, 3L), Ordering.UNORDERED);
    assertOrder(Seq.of(Set.of(1L), 1L), Seq.of(Set.of(2L), 1L), Ordering.UNORDERED);
  }

  private static void assertOrder(Object a, Object b, int order) {
    assertThat(Ordering.compareOperands(a, b)).isEqualTo(order);
    int mirrored = order == Ordering.LESS || order == Ordering.GREATER ? -order : order;
    assertThat(Ordering.compareOperands(b, a)).isEqualTo(mirrored);
  }

  @Test
  void numbersAreEqualByValueInEveryKind() {
    Object[] ones = {1L, 1.0, (byte) 1, BigInteger.ONE};
    for (Object a : ones) {
      for (Object b : ones) {
        assertThat(Equality.equalOperands(a, b)).isTrue();
        assertThat(Set.of(a).contains(b)).isTrue();
      }
    }
    assertThat(Equality.equal(0.0, -0.0)).isTrue();
    assertThat(Equality.equal((byte) -1, 255L)).isTrue();
    assertThat(Equality.equal(Char.of('a'), 97L)).isFalse();
    assertThat(Equality.equal(Double.NaN, Double.NaN)).isTrue();
    assertThat(Equality.equalOperands(Double.NaN, Double.NaN)).isFalse();
    assertThat(Equality.equal((1L << 53) + 1, 0x1p53)).isFalse();
    assertThat(Equality.equal(Long.MAX_VALUE, 0x1p63)).isFalse();
  }

  @Test
  void aRecordIsTheTupleThatItIs() {
    RecordType point = RecordType.of(Symbol.of("Point"), java.util.List.of("x", "y"));
    Record record = point.record(1L, Unit.UNIT);
    Tuple tuple = Tuple.of(Symbol.of("Point"), 1.0, Unit.UNIT);
    assertThat(record).isEqualTo(tuple).hasSameHashCodeAs(tuple);
    assertThat(tuple).isEqualTo(record);
    assertThat(TotalOrder.compare(record, tuple)).isZero();
    assertThat(Kind.of(record)).isEqualTo(Kind.TUPLE);
    assertThat(record.type()).isEqualTo(point);
  }

  @Test
  void tuplesOfEveryLengthKeepTheirElements() {
    for (int length = 1; length < 12; length++) {
      Object[] elements = new Object[length];
      java.util.Arrays.setAll(elements, i -> (long) i);
      Tuple tuple = Tuple.of(elements);
      assertThat(tuple.length()).isEqualTo(length);
      assertThat(tuple.toArray()).containsExactly(elements);
      if (length > 1) {
        Object[] values = java.util.Arrays.copyOfRange(elements, 1, length);
        var names = java.util.stream.IntStream.range(1, length).mapToObj(i -> "f" + i).toList();
        Record record = RecordType.of(Symbol.of("R"), names).record(values);
        assertThat(record.get(length - 1)).isEqualTo(length - 1L);
        assertThat(record.length()).isEqualTo(length);
      }
    }
  }

  @Test
  void recordTypesOfOneNameAndTheSameFieldsAreOneObject() {
    RecordType point = RecordType.of(Symbol.of("Point"), java.util.List.of("x", "y"));
    assertThat(RecordType.of(Symbol.of("Point"), java.util.Arrays.asList("x", "y")))
        .isSameAs(point);
    assertThat(RecordType.of(Symbol.of("Point"), java.util.List.of("y", "x"))).isNotEqualTo(point);
    assertThat(RecordType.of(Symbol.of("Spot"), java.util.List.of("x", "y"))).isNotEqualTo(point);
    assertThat(point.hashCode())
        .isEqualTo("Point".hashCode() * 31 + java.util.List.of("x", "y").hashCode());
  }

  @Test
  void symbolsOfOneNameAreOneObject() {
    assertThat(Symbol.of("o" + "k")).isSameAs(Symbol.of("ok"));
    assertThat(Symbol.of("\uff00").compareTo(Symbol.of("\ud83d\ude00"))).isNegative();
  }
}

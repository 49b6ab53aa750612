package yona.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A value nested far deeper than any Java stack can be compared, hashed, ordered, printed and used
 * as a key.
 */
@Tag("slow")
class DeepNestingTest {
  private static final int LEVELS = 100_000;

  private static final List<UnaryOperator<Object>> NESTS =
      List.of(
          value -> Seq.of(value),
          value -> Seq.EMPTY.prepend(value),
          value -> Tuple.of(1L, value),
          value -> Set.of(value),
          value -> Dict.EMPTY.put(1L, value),
          value -> Dict.EMPTY.put(value, 1L),
          value -> Seq.of(1L, Set.of(Tuple.of(value, 2L))));

  private static Object nested(UnaryOperator<Object> nest, Object core) {
    return nested(nest, core, LEVELS);
  }

  private static Object nested(UnaryOperator<Object> nest, Object core, int levels) {
    Object value = core;
    for (int i = 0; i < levels; i++) {
      value = nest.apply(value);
    }
    return value;
  }

  @Test
  void equalityHashAndOrderNeedNoJavaStack() {
    for (UnaryOperator<Object> nest : NESTS) {
      Object a = nested(nest, 1L);
      Object b = nested(nest, 1.0);
      Object c = nested(nest, 2L);
      assertThat(Equality.equal(a, b)).isTrue();
      assertThat(Equality.equal(a, c)).isFalse();
      assertThat(Equality.hash(a)).isEqualTo(Equality.hash(b));
      assertThat(TotalOrder.compare(a, b)).isZero();
      assertThat(TotalOrder.compare(a, c)).isEqualTo(-1);
      assertThat(TotalOrder.compare(c, a)).isEqualTo(1);
      assertThat(Set.of(a, b, c).size()).isEqualTo(2);
      assertThat(Dict.EMPTY.put(a, 7L).get(b)).isEqualTo(7L);
      assertThat(Ordering.compareOperands(a, b)).isEqualTo(Ordering.EQUAL);
    }
  }

  @Test
  void printingNeedsNoJavaStack() {
    int ends = LEVELS;
    assertThat(Text.source(nested(NESTS.get(0), 1L))).hasSize(2 * ends + 1);
    assertThat(Text.source(nested(NESTS.get(2), 1L))).hasSize(5 * ends + 1);
    assertThat(Text.source(nested(NESTS.get(3), 1L))).hasSize(2 * ends + 1);
    assertThat(Text.plain(nested(NESTS.get(4), 1L))).hasSize(6 * ends + 1);
  }

  @Test
  void aMillionLevelsAreNoLimit() {
    Object a = nested(NESTS.get(0), 1L, 1_000_000);
    Object b = nested(NESTS.get(0), 2L, 1_000_000);
    assertThat(Equality.equal(a, b)).isFalse();
    assertThat(TotalOrder.compare(a, b)).isEqualTo(-1);
    assertThat(Text.source(a)).hasSize(2_000_001);
  }
}

package yona.library.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import yona.data.Char;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Tuple;
import yona.data.Unit;
import yona.language.interop.FromJava;
import yona.language.interop.ToJava;
import yona.property.Choices;
import yona.property.Property;

/** Values that cross the border to Java, and come back. */
final class ConversionsTest {
  /** A value that Java has something for; nested up to a depth. */
  private static Object value(Choices choices, int depth) {
    return switch (choices.below(depth == 0 ? 8 : 12)) {
      case 0 -> (long) choices.below(1_000_000) * choices.below(5_000) - 1_000;
      case 1 -> choices.below(1_000) / 8.0;
      case 2 -> (byte) choices.below(256);
      case 3 -> BigInteger.valueOf(choices.below(1_000));
      case 4 -> choices.below(2) == 0;
      case 5 -> Char.of(choices.oneOf('a', 'é', 'あ'));
      case 6 -> Unit.UNIT;
      case 7 -> Seq.text(choices.oneOf("", "a", "pear", "😀", "a\"\\b"));
      case 8 -> Seq.of(values(choices, depth));
      case 9 -> Tuple.of(value(choices, depth - 1), value(choices, depth - 1));
      case 10 -> yona.data.Set.of(values(choices, depth));
      default -> {
        Dict.Builder builder = Dict.builder();
        for (Object key : values(choices, depth)) {
          builder.put(key, value(choices, depth - 1));
        }
        yield builder.build();
      }
    };
  }

  private static Object[] values(Choices choices, int depth) {
    Object[] values = new Object[choices.below(4)];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(choices, depth - 1);
    }
    return values;
  }

  @Test
  void comeBackAsTheyWent() {
    Property.check(
        1_000,
        choices -> {
          Object value = value(choices, 3);
          assertThat(FromJava.value(ToJava.object(value))).isEqualTo(value);
        });
  }

  /** A view is equal to, and has the hash of, the collection of the JDK with the same elements. */
  @Test
  void viewsKeepTheContractsOfJavaUtil() {
    Property.check(
        1_000,
        choices -> {
          Object[] values = values(choices, 2);
          Object list = ToJava.object(Seq.of(1L, 2L).concat(Seq.of(values)));
          assertThat(list).isEqualTo(new ArrayList<>((List<?>) list));
          assertThat(new ArrayList<>((List<?>) list)).isEqualTo(list).hasSameHashCodeAs(list);
          Set<?> set = (Set<?>) ToJava.object(yona.data.Set.of(values));
          Set<?> copy = new HashSet<>(set);
          assertThat(set.equals(copy)).isTrue();
          assertThat(copy.equals(set)).isTrue();
          assertThat(set).hasSameHashCodeAs(copy);
          Dict.Builder dict = Dict.builder();
          for (Object key : values) {
            dict.put(key, choices.below(9) + 0L);
          }
          Map<?, ?> map = (Map<?, ?>) ToJava.object(dict.build());
          Map<?, ?> same = new HashMap<>(map);
          assertThat(map.equals(same)).isTrue();
          assertThat(same.equals(map)).isTrue();
          assertThat(map.hashCode()).isEqualTo(same.hashCode());
          for (Object key : same.keySet()) {
            assertThat(map.containsKey(key)).isTrue();
            assertThat(map.get(key)).isEqualTo(same.get(key));
          }
        });
  }

  @Test
  void arraysAreSeqs() {
    assertThat(FromJava.value(new int[] {1, 2})).isEqualTo(Seq.of(1L, 2L));
    assertThat(FromJava.value(new float[] {0.5f})).isEqualTo(Seq.of(0.5));
    assertThat(FromJava.value(new boolean[] {true})).isEqualTo(Seq.of(true));
    assertThat(FromJava.value(new byte[] {-1})).isEqualTo(Seq.of((byte) 255));
    assertThat(FromJava.value(new char[] {'a'})).isEqualTo(Seq.text("a"));
    assertThat(FromJava.value(new String[][] {{"a"}, {}, null}))
        .isEqualTo(Seq.of(Seq.of(Seq.text("a")), Seq.EMPTY, Unit.UNIT));
  }
}

package yona.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import yona.property.Choices;
import yona.property.Property;

/** Ordered dicts against {@link LinkedHashMap}, with many equal hashes. */
class OrderedDictTest {
  private record Version(Dict dict, Map<Key, Object> model) {}

  /** A key that equals those which Yona takes for the same, as 0 and 0.0. */
  private record Key(Object value) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && Equality.equal(value, key.value);
    }

    @Override
    public int hashCode() {
      return Equality.hash(value);
    }
  }

  @Test
  void everyOperationKeepsTheOrderAndLeavesOldVersionsAlone() {
    Property.check(
        1000,
        choices -> {
          List<Version> versions = new ArrayList<>();
          versions.add(new Version(Dict.orderedBuilder().build(), new LinkedHashMap<>()));
          for (int i = 3 + choices.below(25); i > 0; i--) {
            Version next = operation(choices, versions);
            assertSame(next);
            versions.add(next);
          }
          versions.forEach(OrderedDictTest::assertSame);
        });
  }

  private static Version operation(Choices choices, List<Version> versions) {
    Version on = versions.get(choices.below(versions.size()));
    Version other = versions.get(choices.below(versions.size()));
    Map<Key, Object> model = new LinkedHashMap<>(on.model);
    Dict dict = on.dict;
    int operation = choices.below(8);
    choices.note(operation + " on " + dict + " and " + other.dict);
    switch (operation) {
      case 0, 1 -> {
        for (int i = choices.below(20); i > 0; i--) {
          Object key = Generator.collidingKey(choices);
          dict = dict.put(key, (long) i);
          model.put(new Key(key), (long) i);
        }
      }
      case 2 -> {
        for (int i = choices.below(40); i > 0; i--) {
          Object key = Generator.collidingKey(choices);
          dict = dict.remove(key);
          model.remove(new Key(key));
        }
      }
      case 3 -> {
        TransientDict changing = dict.asTransient();
        for (int i = choices.below(20); i > 0; i--) {
          Object key = Generator.collidingKey(choices);
          changing.put(key, (long) -i);
          model.put(new Key(key), (long) -i);
        }
        dict = changing.persistent();
      }
      case 4 -> {
        dict = dict.union(plainIf(choices, other.dict));
        // A plain dict has an order of its own, which new keys follow in.
        List<Key> added = new ArrayList<>();
        for (Tuple entry : dict) {
          added.add(new Key(entry.get(0)));
        }
        if (added.size() > model.size()) {
          added.subList(model.size(), added.size()).forEach(key -> model.put(key, 0L));
        }
        model.replaceAll((key, value) -> other.model.getOrDefault(key, value));
      }
      case 5 -> {
        dict = dict.intersection(plainIf(choices, other.dict));
        model.keySet().retainAll(other.model.keySet());
        model.replaceAll((key, _) -> other.model.get(key));
      }
      case 6 -> {
        dict = dict.difference(plainIf(choices, other.dict));
        model.keySet().removeAll(other.model.keySet());
      }
      default -> {
        dict = dict.symmetricDifference(other.dict);
        Map<Key, Object> added = new LinkedHashMap<>(other.model);
        added.keySet().removeAll(model.keySet());
        model.keySet().removeAll(other.model.keySet());
        model.putAll(added);
      }
    }
    return new Version(dict, model);
  }

  private static Dict plainIf(Choices choices, Dict dict) {
    return choices.yes() ? dict : plain(dict);
  }

  private static Dict plain(Dict dict) {
    Dict.Builder plain = Dict.builder();
    dict.forEach(plain::put);
    return plain.build();
  }

  private static void assertSame(Version version) {
    Dict dict = version.dict;
    assertThat(dict.isOrdered()).isTrue();
    List<Tuple> entries = new ArrayList<>();
    version.model.forEach((key, value) -> entries.add(Tuple.of(key.value, value)));
    assertThat(dict).containsExactlyElementsOf(entries);
    assertThat(dict.toSeq()).containsExactlyElementsOf(entries);
    assertThat(dict.values()).containsExactlyElementsOf(version.model.values());
    assertThat(dict.size()).isEqualTo(entries.size());
    Dict plain = plain(dict);
    assertThat(plain.isOrdered()).isFalse();
    assertThat(dict).isEqualTo(plain).hasSameHashCodeAs(plain);
    assertThat(plain).isEqualTo(dict);
  }

  @Test
  void itIsShownInItsOrder() {
    Dict dict = Dict.orderedBuilder().put(2L, "b").put(1L, "a").put(3L, "c").build();
    assertThat(dict).hasToString("{2 = b, 1 = a, 3 = c}");
    assertThat(dict.put(2L, "d").remove(1L).put(1L, "e")).hasToString("{2 = d, 3 = c, 1 = e}");
    assertThat(dict.remove(1L).remove(2L).remove(3L)).hasToString("{}");
    assertThat(dict.remove(1L).remove(2L).remove(3L).isOrdered()).isTrue();
  }

  @Test
  void aPlainDictStaysSo() {
    Dict ordered = Dict.orderedBuilder().put(2L, "b").put(1L, "a").build();
    assertThat(Dict.EMPTY.union(ordered).isOrdered()).isFalse();
    assertThat(plain(ordered).union(ordered).isOrdered()).isFalse();
    assertThat(Dict.EMPTY.builderAlike().build().isOrdered()).isFalse();
    assertThat(ordered.builderAlike().build().isOrdered()).isTrue();
  }

  @Test
  void manyEntriesAtOnceKeepTheOrderOfFirstKeys() {
    Object[] keys = {"b", "a", "b", "c"};
    Object[] values = {0L, 1L, 2L, 3L, 4L};
    assertThat(Dict.ordered(keys, values, 1)).hasToString("{b = 3, a = 2, c = 4}");
    assertThat(Dict.ordered(new Object[0], values, 0).isOrdered()).isTrue();
  }

  /** As a cache that forgets its oldest key. */
  @Test
  void keysThatComeAndGoLeaveNothingBehind() {
    Dict dict = Dict.orderedBuilder().build();
    for (long i = 0; i < 10_000; i++) {
      dict = dict.put(i, i);
      if (i >= 100) {
        dict = dict.remove(dict.iterator().next().get(0));
      }
    }
    assertThat(dict.size()).isEqualTo(100);
    assertThat(dict.iterator().next().get(0)).isEqualTo(9_900L);
    assertThat(dict.order().length()).isLessThan(300);
  }
}

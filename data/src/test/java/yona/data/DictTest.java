package yona.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import yona.property.Choices;
import yona.property.Property;

/** Dict against {@link TreeMap} by the total order, with many equal hashes. */
class DictTest {
  private record Version(Dict dict, NavigableMap<Object, Object> model) {}

  @Test
  void everyOperationDoesAsAMapAndLeavesOldVersionsAlone() {
    Property.check(
        1000,
        choices -> {
          boolean anyValue = choices.yes();
          List<Version> versions = new ArrayList<>();
          versions.add(new Version(Dict.EMPTY, model()));
          for (int i = 3 + choices.below(25); i > 0; i--) {
            Version next = operation(choices, versions, anyValue);
            assertSame(next);
            versions.add(next);
          }
          versions.forEach(DictTest::assertSame);
        });
  }

  @Test
  void entriesThatWaitAreThereInWhateverOrderVersionsAreLookedAt() {
    Property.check(
        200,
        choices -> {
          List<Version> versions = new ArrayList<>();
          Dict.Builder base = Dict.builder();
          NavigableMap<Object, Object> model = model();
          for (int i = choices.below(60); i > 0; i--) {
            Object key = Generator.collidingKey(choices);
            base.put(key, (long) -i);
            model.put(key, (long) -i);
          }
          List<Object> chains = new ArrayList<>();
          chains.add(base.build().root());
          versions.add(new Version(base.build(), model));
          for (int i = choices.below(70); i > 0; i--) {
            // Mostly behind the last one, now and then a branch.
            int on = choices.below(8) == 0 ? choices.below(chains.size()) : chains.size() - 1;
            Object key = Generator.collidingKey(choices);
            PendingEntry entry = new PendingEntry(chains.get(on), key, (long) i);
            model = new TreeMap<>(versions.get(on).model);
            model.put(key, (long) i);
            chains.add(entry);
            versions.add(new Version(new Dict(entry), model));
            if (choices.below(10) == 0) {
              assertSame(versions.get(choices.below(versions.size())));
            }
          }
          while (!versions.isEmpty()) {
            assertSame(versions.remove(choices.below(versions.size())));
          }
        });
  }

  @Test
  void putsIntoALargeDictWaitAndAreThere() {
    NavigableMap<Object, Object> model = model();
    Dict dict = Dict.EMPTY;
    List<Dict> versions = new ArrayList<>();
    for (long i = 0; i < 20_000; i++) {
      Object key = i * 7919 % 15_000;
      Object value = i;
      dict = dict.put(key, value);
      model.put(key, value);
      versions.add(dict);
    }
    assertSame(new Version(dict, model));
    for (int i = versions.size() - 1; i >= 0; i -= 97) {
      assertThat(versions.get(i).get((long) i * 7919 % 15_000)).isEqualTo((long) i);
      assertThat(versions.get(i).size()).isEqualTo(Math.min(i + 1, 15_000));
    }
  }

  @Test
  void updatesOfALargeDictFindWhatWaits() {
    NavigableMap<Object, Object> model = model();
    Dict dict = Dict.EMPTY;
    for (long i = 0; i < 20_000; i++) {
      Object key = Seq.text("key " + i * 7919 % 5_000);
      Object value = i;
      if (i % 3 == 0) {
        dict = dict.put(key, value);
      } else {
        Object there = model.get(key);
        dict =
            dict.update(
                key,
                found -> {
                  assertThat(found).isSameAs(there);
                  return value;
                });
      }
      model.put(key, value);
    }
    assertSame(new Version(dict, model));
  }

  @Test
  void aLazyDictIsMadeAtTheFirstLook() {
    AtomicInteger made = new AtomicInteger();
    Dict lazy =
        Dict.lazy(
            () -> {
              made.incrementAndGet();
              return Dict.EMPTY.put(1L, "one");
            });
    assertThat(made).hasValue(0);
    assertThat(lazy.get(1L)).isEqualTo("one");
    assertThat(lazy.size()).isEqualTo(1);
    assertThat(lazy).isEqualTo(Dict.EMPTY.put(1L, "one"));
    assertThat(made).hasValue(1);
  }

  private static NavigableMap<Object, Object> model() {
    return new TreeMap<>(TotalOrder::compare);
  }

  private static Object key(Choices choices, boolean anyValue) {
    return anyValue ? Generator.value(choices, 2) : Generator.collidingKey(choices);
  }

  private static Version operation(Choices choices, List<Version> versions, boolean anyValue) {
    Version on = versions.get(choices.below(versions.size()));
    Version other = versions.get(choices.below(versions.size()));
    NavigableMap<Object, Object> model = new TreeMap<>(on.model);
    Dict dict = on.dict;
    int operation = choices.below(9);
    choices.note(operation + " on " + dict + " and " + other.dict);
    switch (operation) {
      case 0 -> {
        Dict.Builder builder = Dict.builder();
        model = model();
        for (int i = choices.below(40); i > 0; i--) {
          Object key = key(choices, anyValue);
          builder.put(key, (long) i);
          model.put(key, (long) i);
          if (choices.below(10) == 0) {
            assertSame(new Version(builder.build(), model));
          }
        }
        dict = builder.build();
      }
      case 1, 2 -> {
        for (int i = choices.below(20); i > 0; i--) {
          Object key = key(choices, anyValue);
          dict = dict.put(key, (long) i);
          model.put(key, (long) i);
        }
      }
      case 3 -> {
        for (int i = choices.below(20); i > 0; i--) {
          Object key =
              model.isEmpty() || choices.yes()
                  ? key(choices, anyValue)
                  : new ArrayList<>(model.keySet()).get(choices.below(model.size()));
          if (model.containsKey(key)) {
            dict = dict.remove(key);
          } else {
            assertThat(dict.remove(key)).isSameAs(dict);
          }
          model.remove(key);
        }
      }
      case 4 -> {
        dict = dict.union(other.dict);
        model.putAll(other.model);
      }
      case 5 -> {
        dict = dict.intersection(other.dict);
        model.keySet().removeIf(key -> !other.model.containsKey(key));
        model.replaceAll((key, _) -> other.model.get(key));
      }
      case 7 -> {
        for (int i = choices.below(20); i > 0; i--) {
          Object key = key(choices, anyValue);
          Object there = model.get(key);
          Object changed = Tuple.of((long) i);
          dict =
              dict.update(
                  key,
                  value -> {
                    assertThat(value).isEqualTo(there);
                    return changed;
                  });
          model.put(key, changed);
        }
      }
      case 6 -> {
        dict = dict.difference(other.dict);
        model.keySet().removeIf(other.model::containsKey);
      }
      default -> {
        dict = dict.symmetricDifference(other.dict);
        NavigableMap<Object, Object> theirs = new TreeMap<>(other.model);
        theirs.keySet().removeIf(on.model::containsKey);
        model.keySet().removeIf(other.model::containsKey);
        model.putAll(theirs);
      }
    }
    boolean part =
        on.model.entrySet().stream()
            .allMatch(
                e ->
                    other.model.containsKey(e.getKey())
                        && Equality.equal(other.model.get(e.getKey()), e.getValue()));
    assertThat(on.dict.isSubset(other.dict)).isEqualTo(part);
    assertThat(on.dict.equals(other.dict)).isEqualTo(part && on.model.size() == other.model.size());
    Dict made = dict;
    return new Version(choices.below(4) == 0 ? Dict.lazy(() -> made) : made, model);
  }

  private static void assertSame(Version version) {
    Dict dict = version.dict;
    NavigableMap<Object, Object> model = version.model;
    TrieInvariants.check(dict);
    assertThat(dict.size()).isEqualTo(model.size());
    assertThat(dict.isEmpty()).isEqualTo(model.isEmpty());
    List<Tuple> entries = new ArrayList<>();
    for (Tuple entry : dict) {
      entries.add(entry);
    }
    entries.sort(Comparator.comparing(entry -> entry.get(0), TotalOrder::compare));
    int i = 0;
    for (var entry : model.entrySet()) {
      // the very key that was put first
      assertThat(entries.get(i).get(0)).isSameAs(entry.getKey());
      assertThat(entries.get(i++).get(1)).isSameAs(entry.getValue());
      assertThat(dict.get(entry.getKey())).isSameAs(entry.getValue());
    }
    assertThat(entries).hasSize(i);
    TrieInvariants.check(dict.keys());
    assertThat(dict.keys()).isEqualTo(Set.fromIterable(model.keySet()));
    assertThat(dict.keys().toSeq().toArray())
        .containsExactly(dict.toSeq().isEmpty() ? new Object[0] : keysInOrder(dict));
    Dict.Builder reversed = Dict.builder();
    model.descendingMap().forEach(reversed::put);
    assertThat(reversed.build()).isEqualTo(dict).hasSameHashCodeAs(dict);
    assertThat(reversed.build().values()).isEqualTo(dict.values());
  }

  private static Object[] keysInOrder(Dict dict) {
    List<Object> keys = new ArrayList<>();
    dict.forEach((key, _) -> keys.add(key));
    return keys.toArray();
  }

  @Test
  void theFirstKeyAndTheLastValueStay() {
    Dict dict = Dict.EMPTY.put(1L, Symbol.of("a")).put(1.0, Symbol.of("b"));
    assertThat(Text.source(dict)).isEqualTo("{1 = :b}");
    Dict left = Dict.EMPTY.put(1L, Symbol.of("a"));
    Dict right = Dict.EMPTY.put(1.0, Symbol.of("b")).put(33L, Symbol.of("c"));
    assertThat(Text.source(left.union(right))).isEqualTo("{1 = :b, 33 = :c}");
    assertThat(Text.source(right.union(left))).isEqualTo("{1.0 = :a, 33 = :c}");
    assertThat(Text.source(left.intersection(right))).isEqualTo("{1 = :b}");
    assertThat(Text.source(right.intersection(left))).isEqualTo("{1.0 = :a}");
  }

  @Test
  void aValueThatIsUnitIsPresent() {
    Dict dict = Dict.EMPTY.put(1L, Unit.UNIT);
    assertThat(dict.contains(1L)).isTrue();
    assertThat(dict.contains(2L)).isFalse();
  }

  @Test
  void aMillionEntriesComeBack() {
    Dict.Builder builder = Dict.builder();
    for (long i = 0; i < 1_000_000; i++) {
      builder.put(i * 7, i);
    }
    Dict dict = builder.build();
    for (long i = 0; i < 1_000_000; i++) {
      if (!Long.valueOf(i).equals(dict.get((double) (i * 7)))) {
        throw new AssertionError("wrong value of " + i * 7);
      }
    }
    assertThat(dict.get(3L)).isNull();
    Dict rest = dict;
    for (long i = 0; i < 1_000_000; i += 2) {
      rest = rest.remove(i * 7);
    }
    assertThat(rest.size()).isEqualTo(500_000);
    TrieInvariants.check(rest);
    assertThat(rest.isSubset(dict)).isTrue();
    assertThat(dict.difference(rest).union(rest)).isEqualTo(dict);
  }
}

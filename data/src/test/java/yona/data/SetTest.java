package yona.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import yona.property.Choices;
import yona.property.Property;

/** Set against {@link TreeSet} by the total order, with many equal hashes. */
class SetTest {
  private record Version(Set set, NavigableSet<Object> model) {}

  @Test
  void everyOperationDoesAsASetAndLeavesOldVersionsAlone() {
    Property.check(
        1000,
        choices -> {
          boolean anyValue = choices.yes();
          List<Version> versions = new ArrayList<>();
          versions.add(new Version(Set.EMPTY, new TreeSet<>(TotalOrder::compare)));
          for (int i = 3 + choices.below(25); i > 0; i--) {
            Version next = operation(choices, versions, anyValue);
            assertSame(next);
            versions.add(next);
          }
          versions.forEach(SetTest::assertSame);
        });
  }

  private static Object element(Choices choices, boolean anyValue) {
    return anyValue ? Generator.value(choices, 2) : Generator.collidingKey(choices);
  }

  private static Version operation(Choices choices, List<Version> versions, boolean anyValue) {
    Version on = versions.get(choices.below(versions.size()));
    Version other = versions.get(choices.below(versions.size()));
    NavigableSet<Object> model = new TreeSet<>(on.model);
    Set set = on.set;
    int operation = choices.below(8);
    choices.note(operation + " on " + set + " and " + other.set);
    switch (operation) {
      case 0 -> {
        Set.Builder builder = Set.builder();
        model = new TreeSet<>(TotalOrder::compare);
        for (int i = choices.below(40); i > 0; i--) {
          Object element = element(choices, anyValue);
          assertThat(builder.contains(element)).isEqualTo(model.contains(element));
          builder.add(element);
          model.add(element);
        }
        set = builder.build();
      }
      case 1, 2 -> {
        for (int i = choices.below(20); i > 0; i--) {
          Object element = element(choices, anyValue);
          if (model.contains(element)) {
            assertThat(set.add(element)).isSameAs(set);
          }
          set = set.add(element);
          model.add(element);
        }
      }
      case 3 -> {
        for (int i = choices.below(20); i > 0; i--) {
          Object element = element(choices, anyValue);
          set = set.remove(element);
          model.remove(element);
        }
      }
      case 4 -> {
        set = set.union(other.set);
        model.addAll(other.model);
      }
      case 5 -> {
        set = set.intersection(other.set);
        model.removeIf(e -> !other.model.contains(e));
      }
      case 6 -> {
        set = set.difference(other.set);
        model.removeIf(other.model::contains);
      }
      default -> {
        set = set.symmetricDifference(other.set);
        NavigableSet<Object> theirs = new TreeSet<>(other.model);
        theirs.removeIf(on.model::contains);
        model.removeIf(other.model::contains);
        model.addAll(theirs);
      }
    }
    assertThat(on.set.isSubset(other.set)).isEqualTo(other.model.containsAll(on.model));
    assertThat(on.set.isDisjoint(other.set))
        .isEqualTo(on.model.stream().noneMatch(other.model::contains));
    return new Version(set, model);
  }

  private static void assertSame(Version version) {
    Set set = version.set;
    NavigableSet<Object> model = version.model;
    TrieInvariants.check(set);
    assertThat(set.size()).isEqualTo(model.size());
    List<Object> elements = new ArrayList<>();
    set.forEach(elements::add);
    elements.sort(TotalOrder::compare);
    int i = 0;
    for (Object element : model) {
      // the very element that was added first
      assertThat(elements.get(i++)).isSameAs(element);
      assertThat(set.contains(element)).isTrue();
    }
    assertThat(elements).hasSize(i);
    Set.Builder reversed = Set.builder();
    model.descendingSet().forEach(reversed::add);
    assertThat(reversed.build()).isEqualTo(set).hasSameHashCodeAs(set);
    assertThat(reversed.build().toSeq()).isEqualTo(set.toSeq());
  }

  @Test
  void theFirstElementStays() {
    assertThat(Text.source(Set.of(1L, 1.0))).isEqualTo("{1}");
    assertThat(Text.source(Set.of(1.0).union(Set.of(1L, 2L)))).isEqualTo("{1.0, 2}");
    assertThat(Text.source(Set.of(1.0, 2L).intersection(Set.of(1L)))).isEqualTo("{1.0}");
  }

  @Test
  void sharesWhatNeedsNoChange() {
    Set numbers = Set.fromIterable(Seq.range(0, 10_000, 1));
    Set some = Set.fromIterable(Seq.range(0, 5_000, 1));
    assertThat(numbers.union(some)).isSameAs(numbers);
    assertThat(numbers.intersection(numbers.add(-1L))).isSameAs(numbers);
    assertThat(numbers.difference(Set.of(-1L))).isSameAs(numbers);
    assertThat(numbers.difference(numbers)).isSameAs(Set.EMPTY);
  }
}

package yona.library.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.library.Calls.fn;
import static yona.library.Calls.fn2;
import static yona.library.Calls.raises;
import static yona.library.Calls.seq;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Set;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.library.Given;
import yona.property.Choices;
import yona.property.Property;

/** Module Dict against sorted maps. */
final class DictTransformsTest {
  private static Dict dict(Map<Object, Object> model) {
    Dict.Builder result = Dict.builder();
    model.forEach(result::put);
    return result.build();
  }

  private static Map<Object, Object> model(Choices choices) {
    Map<Object, Object> model = new TreeMap<>();
    for (Object key : Given.ints(choices, 15, 30)) {
      model.put(key, (long) choices.below(6));
    }
    return model;
  }

  @Test
  void ofEqualNewKeysTheGreatestOldOneWins() {
    Property.check(
        300,
        choices -> {
          Map<Object, Object> model = model(choices);
          Map<Object, Object> renamed = new TreeMap<>();
          model.forEach((key, value) -> renamed.put((Long) key % 4, value));
          Map<Object, Object> inverted = new TreeMap<>();
          model.forEach((key, value) -> inverted.put(value, key));
          assertThat(yona.module.Dict.map_keys(fn(k -> (Long) k % 4), dict(model)))
              .isEqualTo(dict(renamed));
          assertThat(yona.module.Dict.invert(dict(model))).isEqualTo(dict(inverted));
          assertThat(
                  yona.module.Dict.map(
                      fn(e -> Tuple.of((Long) ((Tuple) e).get(0) % 4, ((Tuple) e).get(1))),
                      dict(model)))
              .isEqualTo(dict(renamed));
        });
  }

  @Test
  void mergingTakesTheRightValueOrAsks() {
    Property.check(
        300,
        choices -> {
          Map<Object, Object> a = model(choices);
          Map<Object, Object> b = model(choices);
          Map<Object, Object> merged = new TreeMap<>(a);
          merged.putAll(b);
          Map<Object, Object> summed = new TreeMap<>(a);
          b.forEach((key, value) -> summed.merge(key, value, (x, y) -> (Long) x - (Long) y));
          assertThat(yona.module.Dict.merge(dict(a), dict(b))).isEqualTo(dict(merged));
          assertThat(
                  yona.module.Dict.merge_with(fn2((x, y) -> (Long) x - (Long) y), dict(a), dict(b)))
              .isEqualTo(dict(summed));
          Seq some = seq(Given.ints(choices, 6, 30));
          Map<Object, Object> selected = new TreeMap<>(a);
          selected.keySet().removeIf(key -> some.indexOf(key) < 0);
          Map<Object, Object> rest = new TreeMap<>(a);
          some.forEach(rest::remove);
          assertThat(yona.module.Dict.select(some, dict(a))).isEqualTo(dict(selected));
          assertThat(yona.module.Dict.without(Set.fromIterable(some), dict(a)))
              .isEqualTo(dict(rest));
        });
  }

  @Test
  void nestedDictsAreReachedByKeys() {
    Dict made = (Dict) yona.module.Dict.put_in(seq(1L, 2L), 3L, Dict.EMPTY);
    assertThat(yona.module.Dict.get_in(seq(1L, 2L), 0L, made)).isEqualTo(3L);
    assertThat(yona.module.Dict.get_in(seq(1L, 9L), 0L, made)).isEqualTo(0L);
    assertThat(yona.module.Dict.get_in(Seq.EMPTY, 0L, made)).isEqualTo(made);
    Object changed = yona.module.Dict.update_in(seq(1L, 2L), fn(n -> (Long) n + 1), made);
    assertThat(yona.module.Dict.get_in(seq(1L, 2L), 0L, changed)).isEqualTo(4L);
    raises("badarg", () -> yona.module.Dict.update_in(seq(1L, 9L), fn(n -> n), made));
    raises("badarg", () -> yona.module.Dict.put_in(Seq.EMPTY, 1L, made));
    raises("typeerror", () -> yona.module.Dict.put_in(seq(1L, 2L, 3L), 1L, made));
  }

  /** Dicts and Seqs within each other, with an Int in the middle. */
  private static Object nested(Choices choices, int depth) {
    if (depth == 0) {
      return (long) choices.below(100);
    }
    boolean seq = choices.below(2) == 0;
    Seq elements = Seq.EMPTY;
    Dict entries = Dict.EMPTY;
    for (long i = choices.below(4); i >= 0; i--) {
      Object inner = nested(choices, depth - 1);
      elements = elements.append(inner);
      entries = entries.put(i, inner);
    }
    return seq ? elements : entries;
  }

  /** A value to which some keys lead, one level after the other; null if they lead nowhere. */
  private static @Nullable Object stepped(Seq keys, Object from) {
    Object value = from;
    for (Object key : keys) {
      Object opt =
          value instanceof Dict d
              ? yona.module.Dict.try_lookup(key, d)
              : yona.module.Seq.try_lookup(key, value);
      if (!(opt instanceof Tuple found)) {
        return null;
      }
      value = found.get(1);
    }
    return value;
  }

  @Test
  void nestedDictsAndSeqsAreReachedAsLevelByLevel() {
    Property.check(
        500,
        choices -> {
          int depth = 1 + choices.below(3);
          Object data = nested(choices, depth);
          Seq keys = Seq.EMPTY;
          for (int i = choices.below(depth); i >= 0; i--) {
            keys = keys.append((long) choices.below(6) - 1);
          }
          Seq path = keys;
          @Nullable Object there = stepped(path, data);
          assertThat(yona.module.Dict.get_in(path, "none", data))
              .isEqualTo(there == null ? "none" : there);
          if (there == null) {
            raises("badarg", () -> yona.module.Dict.update_in(path, fn(n -> n), data));
            return;
          }
          Object put = yona.module.Dict.put_in(path, "new", data);
          assertThat(stepped(path, put)).isEqualTo("new");
          assertThat(yona.module.Dict.put_in(path, there, put)).isEqualTo(data);
          assertThat(yona.module.Dict.update_in(path, fn(n -> "new"), data)).isEqualTo(put);
        });
  }

  @Test
  void refusesWhatIsNoEntry() {
    raises("badarg", () -> yona.module.Dict.from_seq(seq(1L)));
    raises("badarg", () -> yona.module.Dict.fetch(1L, Dict.EMPTY));
    raises("badarg", () -> yona.module.Dict.update(1L, fn(n -> n), Dict.EMPTY));
    raises("badarg", () -> yona.module.Dict.map(fn(e -> 1L), Dict.EMPTY.put(1L, 1L)));
    raises("typeerror", () -> yona.module.Dict.len(seq()));
    raises("typeerror", () -> yona.module.Dict.select(1L, Dict.EMPTY));
  }

  @Test
  void aDifferenceMakesOneDictOfTheOther() {
    Property.check(
        300,
        choices -> {
          Dict a = dict(model(choices));
          Dict b = dict(model(choices));
          Dict diff = (Dict) yona.module.Dict.diff(a, b);
          Dict result = (Dict) yona.module.Dict.without(keys(diff, "removed"), a);
          for (Object entry : part(diff, "changed").toSeq()) {
            Tuple change = (Tuple) ((Tuple) entry).get(1);
            assertThat(change.get(0)).isNotEqualTo(change.get(1));
            assertThat(a.get(((Tuple) entry).get(0))).isEqualTo(change.get(0));
            result = result.put(((Tuple) entry).get(0), change.get(1));
          }
          assertThat(keys(diff, "added").isDisjoint(a.keys())).isTrue();
          assertThat(yona.module.Dict.merge(result, part(diff, "added"))).isEqualTo(b);
        });
  }

  private static Dict part(Dict diff, String name) {
    return (Dict) yona.module.Dict.fetch(Symbol.of(name), diff);
  }

  private static Set keys(Dict diff, String name) {
    return part(diff, name).keys();
  }

  @Test
  void partsAndCommonKeysAreThoseOfTheModel() {
    Property.check(
        300,
        choices -> {
          Map<Object, Object> model = model(choices);
          Map<Object, Object> other = model(choices);
          Seq keys = seq(Given.ints(choices, 10, 30));
          Map<Object, Object> selected = new TreeMap<>(model);
          selected.keySet().removeIf(key -> !keys.contains(key));
          Map<Object, Object> rest = new TreeMap<>(model);
          rest.keySet().removeIf(keys::contains);
          assertThat(yona.module.Dict.split(keys, dict(model)))
              .isEqualTo(Tuple.of(dict(selected), dict(rest)));
          Map<Object, Object> common = new TreeMap<>();
          model.forEach(
              (key, value) -> {
                if (other.containsKey(key)) {
                  common.put(key, Tuple.of(value, other.get(key)));
                }
              });
          assertThat(
                  yona.module.Dict.intersection_with(
                      fn2((x, y) -> Tuple.of(x, y)), dict(model), dict(other)))
              .isEqualTo(dict(common));
        });
  }

  @Test
  void nestedDictsMergeAsFlatOnes() {
    Property.check(
        300,
        choices -> {
          Dict a = dict(model(choices));
          Dict b = dict(model(choices));
          Object merged = yona.module.Dict.merge(a, b);
          assertThat(yona.module.Dict.deep_merge(a, b)).isEqualTo(merged);
          assertThat(
                  yona.module.Dict.deep_merge(
                      Dict.EMPTY.put(1L, a).put(2L, a), Dict.EMPTY.put(1L, b).put(3L, b)))
              .isEqualTo(Dict.EMPTY.put(1L, merged).put(2L, a).put(3L, b));
        });
  }
}

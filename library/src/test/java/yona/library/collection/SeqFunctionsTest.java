package yona.library.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.library.Calls.fn;
import static yona.library.Calls.fn2;
import static yona.library.Calls.raises;
import static yona.library.Calls.seq;
import static yona.library.Calls.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.library.Given;
import yona.property.Property;

/** Module Seq against lists. */
final class SeqFunctionsTest {
  private static final Symbol NONE = Symbol.of("none");

  @Test
  void partsAreThoseOfAList() {
    Property.check(
        300,
        choices -> {
          List<Object> list = Given.ints(choices, 20, 5);
          Seq s = seq(list);
          long n = choices.below(25);
          int cut = (int) Math.min(n, list.size());
          assertThat(yona.module.Seq.take(n, s)).isEqualTo(seq(list.subList(0, cut)));
          assertThat(yona.module.Seq.drop(n, s)).isEqualTo(seq(list.subList(cut, list.size())));
          assertThat(yona.module.Seq.take_last(n, s))
              .isEqualTo(seq(list.subList(list.size() - cut, list.size())));
          assertThat(yona.module.Seq.drop_last(n, s))
              .isEqualTo(seq(list.subList(0, list.size() - cut)));
          assertThat(yona.module.Seq.split_at((long) cut, s))
              .isEqualTo(Tuple.of(seq(list.subList(0, cut)), seq(list.subList(cut, list.size()))));
          assertThat(yona.module.Seq.reverse(s)).isEqualTo(seq(list.reversed()));
          assertThat(yona.module.Seq.unique(s))
              .isEqualTo(seq(new ArrayList<>(new LinkedHashSet<>(list))));
        });
  }

  @Test
  void chunksJoinToTheWhole() {
    Property.check(
        200,
        choices -> {
          Seq s = seq(Given.ints(choices, 30, 9));
          long n = 1L + choices.below(8);
          Seq chunks = (Seq) yona.module.Seq.chunk(n, s);
          assertThat(yona.module.Seq.concat(chunks)).isEqualTo(s);
          for (long i = 0; i < chunks.length() - 1; i++) {
            assertThat(((Seq) chunks.get(i)).length()).isEqualTo(n);
          }
          Seq windows = (Seq) yona.module.Seq.window(n, s);
          assertThat(windows.length()).isEqualTo(Math.max(0, s.length() - n + 1));
          Seq runs = (Seq) yona.module.Seq.chunk_by(fn(x -> (Long) x % 2), s);
          assertThat(yona.module.Seq.concat(runs)).isEqualTo(s);
        });
  }

  @Test
  void groupsHoldTheElementsInOrder() {
    Property.check(
        200,
        choices -> {
          List<Object> list = Given.ints(choices, 40, 20);
          Map<Long, List<Object>> model = new LinkedHashMap<>();
          list.forEach(x -> model.computeIfAbsent((Long) x % 4, _ -> new ArrayList<>()).add(x));
          Dict groups = (Dict) yona.module.Seq.group_by(fn(x -> (Long) x % 4), seq(list));
          Dict counts = (Dict) yona.module.Seq.frequencies(seq(list));
          assertThat(groups.size()).isEqualTo(model.size());
          model.forEach((key, group) -> assertThat(groups.get(key)).isEqualTo(seq(group)));
          for (Object x : list) {
            assertThat(counts.get(x)).isEqualTo((long) Collections.frequency(list, x));
          }
        });
  }

  @Test
  void sortingIsStableWhateverTheKinds() {
    Property.check(
        200,
        choices -> {
          List<Object> list = new ArrayList<>();
          for (int n = choices.below(60); n > 0; n--) {
            long value = choices.below(10);
            list.add(choices.oneOf(value, (double) value, (byte) value));
          }
          List<Object> model = new ArrayList<>(list);
          model.sort(
              (a, b) -> Double.compare(((Number) a).doubleValue(), ((Number) b).doubleValue()));
          Object[] sorted = ((Seq) yona.module.Seq.sort(seq(list))).toArray();
          assertThat(sorted).containsExactly(model.toArray());
          Seq byLess =
              (Seq)
                  yona.module.Seq.sort_with(
                      fn2((a, b) -> ((Number) a).doubleValue() < ((Number) b).doubleValue()),
                      seq(list));
          assertThat(byLess.toArray()).containsExactly(model.toArray());
          assertThat(yona.module.Seq.is_sorted(seq(model))).isEqualTo(true);
        });
  }

  @Test
  void sortingByAnOrderThatContradictsItselfKeepsTheElements() {
    Property.check(
        100,
        choices -> {
          List<Object> list = Given.ints(choices, 80, 50);
          Seq result =
              (Seq) yona.module.Seq.sort_with(fn2((a, b) -> choices.below(2) == 0), seq(list));
          assertThat(result.toArray()).containsExactlyInAnyOrder(list.toArray());
        });
  }

  @Test
  void binarySearchFindsTheFirstOrTheGap() {
    Property.check(
        200,
        choices -> {
          List<Object> list = Given.ints(choices, 30, 20);
          list.sort(null);
          long value = choices.below(22);
          long place = list.stream().filter(x -> (Long) x < value).count();
          assertThat(yona.module.Seq.binary_search(value, seq(list)))
              .isEqualTo(Tuple.of(Symbol.of(list.contains(value) ? "found" : "absent"), place));
        });
  }

  @Test
  void foldsTakeTheCollectionLastOrFirst() {
    Seq s = seq(1L, 2L, 3L);
    var minus = fn2((a, b) -> (Long) a - (Long) b);
    assertThat(yona.module.Seq.foldl(minus, 10L, s)).isEqualTo(4L);
    assertThat(yona.module.Seq.foldl(s, minus, 10L)).isEqualTo(4L);
    var append = fn2((a, b) -> ((Seq) a).append(b));
    assertThat(yona.module.Seq.foldr(append, Seq.EMPTY, s)).isEqualTo(seq(3L, 2L, 1L));
    assertThat(yona.module.Seq.foldr(s, append, Seq.EMPTY)).isEqualTo(seq(3L, 2L, 1L));
  }

  @Test
  void sumsAreExactOrOverflow() {
    assertThat(yona.module.Seq.sum(Seq.EMPTY)).isEqualTo(0L);
    assertThat(yona.module.Seq.product(Seq.EMPTY)).isEqualTo(1L);
    assertThat(yona.module.Seq.sum(seq(1L, (byte) 255, 0.5))).isEqualTo(256.5);
    raises("overflow", () -> yona.module.Seq.sum(seq(Long.MAX_VALUE, 1L)));
    raises("overflow", () -> yona.module.Seq.product(seq(Long.MAX_VALUE, 2L)));
    raises("typeerror", () -> yona.module.Seq.sum(text("a")));
  }

  @Test
  void flattensAllLevelsButStrings() {
    assertThat(yona.module.Seq.flatten(seq(1L, seq(2L, seq(), seq(3L)), text("ab"), seq(seq()))))
        .isEqualTo(seq(1L, 2L, 3L, text("ab")));
    Seq deep = seq(7L);
    for (int i = 0; i < 100_000; i++) {
      deep = seq(deep);
    }
    assertThat(yona.module.Seq.flatten(deep)).isEqualTo(seq(7L));
  }

  @Test
  void rangesCountFromTheStart() {
    assertThat(yona.module.Seq.range(3L, 1L)).isEqualTo(Seq.EMPTY);
    assertThat(yona.module.Seq.range_step(0L, 1.0, 0.25)).isEqualTo(seq(0.0, 0.25, 0.5, 0.75));
    assertThat(yona.module.Seq.range_step(5L, 0L, -2L)).isEqualTo(seq(5L, 3L, 1L));
    assertThat(yona.module.Seq.range_step(0L, 2.5, 1L)).isEqualTo(seq(0L, 1L, 2L));
    assertThat(yona.module.Seq.range_step(Long.MAX_VALUE - 1, Double.MAX_VALUE, 1L))
        .isEqualTo(seq(Long.MAX_VALUE - 1));
    assertThat(yona.module.Seq.range_step(0L, 3L, -1L)).isEqualTo(Seq.EMPTY);
    raises("badarg", () -> yona.module.Seq.range_step(0L, 3L, 0L));
    raises("badarg", () -> yona.module.Seq.range_step(0L, Double.POSITIVE_INFINITY, 1L));
  }

  @Test
  void indexesOutsideAreRefused() {
    Seq s = seq(1L, 2L);
    raises("badarg", () -> yona.module.Seq.lookup(2L, s));
    raises("badarg", () -> yona.module.Seq.lookup(-1L, s));
    raises("typeerror", () -> yona.module.Seq.lookup(1.0, s));
    raises("badarg", () -> yona.module.Seq.put(2L, 0L, s));
    raises("badarg", () -> yona.module.Seq.insert(3L, 0L, s));
    raises("badarg", () -> yona.module.Seq.remove(2L, s));
    raises("badarg", () -> yona.module.Seq.slice(1L, 0L, s));
    raises("badarg", () -> yona.module.Seq.slice(0L, 3L, s));
    raises("badarg", () -> yona.module.Seq.take(-1L, s));
    raises("badarg", () -> yona.module.Seq.chunk(0L, s));
    raises("badarg", () -> yona.module.Seq.head(Seq.EMPTY));
    raises("badarg", () -> yona.module.Seq.split(s, 3L));
    raises("badarg", () -> yona.module.Seq.transpose(seq(seq(1L), seq())));
    assertThat(yona.module.Seq.insert(2L, 3L, s)).isEqualTo(seq(1L, 2L, 3L));
    assertThat(yona.module.Seq.try_lookup(-1L, s)).isEqualTo(NONE);
    assertThat(yona.module.Seq.get(5L, 0L, s)).isEqualTo(0L);
    assertThat(yona.module.Seq.split(s, 2L)).isEqualTo(Tuple.of(s, Seq.EMPTY));
    assertThat(yona.module.Seq.window(3L, s)).isEqualTo(Seq.EMPTY);
  }

  @Test
  void predicatesMustGiveBooleans() {
    raises("typeerror", () -> yona.module.Seq.filter(fn(x -> x), seq(1L)));
    raises("typeerror", () -> yona.module.Seq.any(fn(x -> x), seq(1L)));
    raises("typeerror", () -> yona.module.Seq.map(1L, seq(1L)));
    raises("typeerror", () -> yona.module.Seq.map(fn(x -> x), 1L));
    raises("badarg", () -> yona.module.Seq.filter_map(fn(x -> x), seq(1L)));
    raises("badarg", () -> yona.module.Seq.unfold(fn(x -> x), 1L));
  }
}

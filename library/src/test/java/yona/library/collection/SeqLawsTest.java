package yona.library.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.library.Calls.fn;
import static yona.library.Calls.fn2;
import static yona.library.Calls.seq;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.language.runtime.Function;
import yona.library.Given;
import yona.property.Choices;
import yona.property.Property;

/** What holds between functions of module Seq, and between them and lists. */
final class SeqLawsTest {
  private static final Function KEY = fn(x -> ((Tuple) x).get(0));

  /** Pairs of a key, often the same one, and of the index. */
  private static List<Object> keyed(Choices choices) {
    List<Object> result = new ArrayList<>();
    for (Object key : Given.ints(choices, 30, 6)) {
      result.add(Tuple.of(key, (long) result.size()));
    }
    return result;
  }

  private static Comparator<Object> byKey() {
    return Comparator.comparing(pair -> (Long) ((Tuple) pair).get(0));
  }

  private static List<Object> first(long n, List<Object> list) {
    return list.subList(0, (int) Math.min(n, list.size()));
  }

  @Test
  void theExtremesAreTheFirstOfTheSorted() {
    Property.check(
        300,
        choices -> {
          List<Object> list = keyed(choices);
          long n = choices.below(12);
          List<Object> ascending = new ArrayList<>(list);
          ascending.sort(byKey());
          List<Object> descending = new ArrayList<>(list);
          descending.sort(byKey().reversed());
          assertThat(yona.module.Seq.smallest_by(n, KEY, seq(list)))
              .isEqualTo(seq(first(n, ascending)));
          assertThat(yona.module.Seq.largest_by(n, KEY, seq(list)))
              .isEqualTo(seq(first(n, descending)));
          assertThat(yona.module.Seq.smallest(n, seq(list)))
              .isEqualTo(yona.module.Seq.take(n, yona.module.Seq.sort(seq(list))));
          assertThat(
                  yona.module.Seq.reverse(yona.module.Seq.largest((long) list.size(), seq(list))))
              .isEqualTo(yona.module.Seq.sort(seq(list)));
        });
  }

  @Test
  void whatIsInsertedStandsBehindItsEquals() {
    Property.check(
        200,
        choices -> {
          List<Object> list = Given.ints(choices, 20, 6);
          Object sorted = Seq.EMPTY;
          for (Object element : list) {
            sorted = yona.module.Seq.insert_sorted(element, sorted);
          }
          assertThat(sorted).isEqualTo(yona.module.Seq.sort(seq(list)));
          double equal = choices.below(6);
          Seq with = (Seq) yona.module.Seq.insert_sorted(equal, sorted);
          long after =
              list.stream().filter(element -> ((Long) element).doubleValue() <= equal).count();
          assertThat(with.get(after)).isInstanceOf(Double.class);
        });
  }

  @Test
  void windowsOfAStepAreSomeOfAllWindows() {
    Property.check(
        200,
        choices -> {
          Seq s = seq(Given.ints(choices, 20, 9));
          long n = 1L + choices.below(6);
          long step = 1L + choices.below(6);
          assertThat(yona.module.Seq.window_step(n, step, s))
              .isEqualTo(yona.module.Seq.take_every(step, yona.module.Seq.window(n, s)));
          assertThat(yona.module.Seq.len(yona.module.Seq.drop_every(step, s)))
              .isEqualTo(s.length() - ((Seq) yona.module.Seq.take_every(step, s)).length());
        });
  }

  @Test
  void runsEndWhereNeighboursPart() {
    Property.check(
        200,
        choices -> {
          Seq s = seq(Given.ints(choices, 20, 4));
          Function together = fn2((a, b) -> (Long) a <= (Long) b);
          Seq runs = (Seq) yona.module.Seq.chunk_while(together, s);
          assertThat(yona.module.Seq.concat(runs)).isEqualTo(s);
          long parted = 0;
          for (long i = 1; i < s.length(); i++) {
            parted += (Long) s.get(i - 1) > (Long) s.get(i) ? 1 : 0;
          }
          assertThat(runs.length()).isEqualTo(s.isEmpty() ? 0 : parted + 1);
          runs.forEach(run -> assertThat(yona.module.Seq.is_sorted(run)).isEqualTo(true));
          assertThat(yona.module.Seq.map(fn(yona.module.Seq::head), byEqualKeys(s)))
              .isEqualTo(yona.module.Seq.dedupe_by(fn(x -> (Long) x / 2), s));
        });
  }

  private static Object byEqualKeys(Seq s) {
    return yona.module.Seq.chunk_by(fn(x -> (Long) x / 2), s);
  }

  @Test
  void placesChangeAsThoseOfAList() {
    Property.check(
        300,
        choices -> {
          List<Object> list = Given.ints(choices, 12, 9);
          Seq s = seq(list);
          long n = choices.below(40) - 20L;
          List<Object> rotated = new ArrayList<>(list);
          Collections.rotate(rotated, (int) -n);
          assertThat(yona.module.Seq.rotate(n, s)).isEqualTo(seq(rotated));
          if (!list.isEmpty()) {
            int index = choices.below(list.size());
            int place = choices.below(list.size());
            List<Object> moved = new ArrayList<>(list);
            moved.add(place, moved.remove(index));
            assertThat(yona.module.Seq.move((long) index, (long) place, s)).isEqualTo(seq(moved));
          }
        });
  }

  @Test
  void aDifferenceTakesOutOneForEach() {
    Property.check(
        300,
        choices -> {
          List<Object> a = Given.ints(choices, 20, 6);
          List<Object> b = Given.ints(choices, 20, 8);
          List<Object> left = new ArrayList<>(a);
          b.forEach(left::remove);
          assertThat(yona.module.Seq.difference(seq(a), seq(b))).isEqualTo(seq(left));
        });
  }

  @Test
  void foldsThatEndOrMapAreFolds() {
    Property.check(
        200,
        choices -> {
          Seq s = seq(Given.ints(choices, 20, 9));
          long limit = choices.below(60);
          Function add = fn2((sum, x) -> (Long) sum + (Long) x);
          Seq sums = (Seq) yona.module.Seq.scan(add, 0L, s);
          Function addUpTo =
              fn2(
                  (sum, x) -> {
                    long next = (Long) sum + (Long) x;
                    return Tuple.of(Symbol.of(next > limit ? "done" : "next"), next);
                  });
          Object beyond = yona.module.Seq.find(fn(sum -> (Long) sum > limit), sums);
          assertThat(yona.module.Seq.fold_while(addUpTo, 0L, s))
              .isEqualTo(yona.module.Opt.get_or(sums.last(), beyond));
          Function addBeside = fn2((sum, x) -> Tuple.of(sum, (Long) sum + (Long) x));
          assertThat(yona.module.Seq.map_fold(addBeside, 0L, s))
              .isEqualTo(Tuple.of(sums.init(), sums.last()));
        });
  }
}

package yona.library;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.library.Calls.seq;
import static yona.library.Calls.suspending;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import yona.async.Async;
import yona.async.Promise;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Set;
import yona.data.Tuple;
import yona.language.runtime.Function;
import yona.library.argument.Opts;

/**
 * Functions that apply a function to every element do so together when it may wait: each
 * application waits for all others to have started, so one after the other would never end. Results
 * keep the order.
 */
final class TogetherTest {
  private static final long COUNT = 5;

  private record Case(
      String name, BinaryOperator<Object> call, Object source, UnaryOperator<Object> f) {}

  private static Seq numbers() {
    return Seq.range(0, COUNT, 1);
  }

  private static Dict entries() {
    Dict.Builder result = Dict.builder();
    numbers().forEach(n -> result.put(n, n));
    return result.build();
  }

  private static boolean even(Object value) {
    return (Long) (value instanceof Tuple entry ? entry.get(0) : value) % 2 == 0;
  }

  @TestFactory
  Stream<DynamicTest> waitTogether() {
    Seq seq = numbers();
    Set set = Set.fromIterable(seq);
    Dict dict = entries();
    UnaryOperator<Object> identity = x -> x;
    UnaryOperator<Object> negated = x -> -(Long) x;
    UnaryOperator<Object> test = TogetherTest::even;
    return List.of(
            new Case("Seq::map", yona.module.Seq::map, seq, negated),
            new Case("Seq::filter", yona.module.Seq::filter, seq, test),
            new Case("Seq::reject", yona.module.Seq::reject, seq, test),
            new Case("Seq::partition", yona.module.Seq::partition, seq, test),
            new Case("Seq::flat_map", yona.module.Seq::flat_map, seq, x -> seq(x, x)),
            new Case("Seq::filter_map", yona.module.Seq::filter_map, seq, Opts::ok),
            new Case("Seq::group_by", yona.module.Seq::group_by, seq, test),
            new Case("Seq::sort_by", yona.module.Seq::sort_by, seq, negated),
            new Case("Seq::min_by", yona.module.Seq::min_by, seq, negated),
            new Case("Seq::max_by", yona.module.Seq::max_by, seq, negated),
            new Case("Seq::unique_by", yona.module.Seq::unique_by, seq, test),
            new Case("Seq::chunk_by", yona.module.Seq::chunk_by, seq, test),
            new Case("Seq::dedupe_by", yona.module.Seq::dedupe_by, seq, test),
            new Case(
                "Seq::smallest_by", (f, s) -> yona.module.Seq.smallest_by(3L, f, s), seq, negated),
            new Case(
                "Seq::largest_by", (f, s) -> yona.module.Seq.largest_by(3L, f, s), seq, negated),
            new Case("Seq::tabulate", (f, n) -> yona.module.Seq.tabulate(n, f), COUNT, identity),
            new Case(
                "Seq::map_limit", (f, s) -> yona.module.Seq.map_limit(COUNT, f, s), seq, negated),
            new Case("Set::map", yona.module.Set::map, set, negated),
            new Case("Set::filter", yona.module.Set::filter, set, test),
            new Case("Set::partition", yona.module.Set::partition, set, test),
            new Case("Set::flat_map", yona.module.Set::flat_map, set, x -> Set.of(x)),
            new Case("Set::filter_map", yona.module.Set::filter_map, set, Opts::ok),
            new Case("Dict::map", yona.module.Dict::map, dict, identity),
            new Case("Dict::map_values", yona.module.Dict::map_values, dict, negated),
            new Case("Dict::map_keys", yona.module.Dict::map_keys, dict, negated),
            new Case("Dict::filter", yona.module.Dict::filter, dict, test),
            new Case("Dict::partition", yona.module.Dict::partition, dict, test),
            new Case("Dict::filter_map", yona.module.Dict::filter_map, dict, Opts::ok),
            new Case("Dict::from_keys", yona.module.Dict::from_keys, seq, negated),
            new Case("Tuple::map", yona.module.Tuple::map, Tuple.of(seq.toArray()), negated))
        .stream()
        .map(c -> DynamicTest.dynamicTest(c.name, () -> check(c)));
  }

  private static void check(Case c) {
    Object alone = c.call.apply(Function.of("f", c.f), c.source);
    AtomicInteger started = new AtomicInteger();
    Promise<Boolean> all = new Promise<>();
    Function meeting =
        suspending(
            x -> {
              if (started.incrementAndGet() == COUNT) {
                all.complete(true);
              }
              all.await();
              return c.f.apply(x);
            });
    Object together =
        Async.<Object, RuntimeException>blocking(() -> c.call.apply(meeting, c.source));
    assertThat(together).isEqualTo(alone);
  }

  @org.junit.jupiter.api.Test
  void aLimitIsKept() {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Function f =
        suspending(
            x -> {
              most.accumulateAndGet(running.incrementAndGet(), Math::max);
              Async.yield();
              Async.yield();
              running.decrementAndGet();
              return x;
            });
    Seq source = Seq.range(0, 50, 1);
    Object result =
        Async.<Object, RuntimeException>blocking(() -> yona.module.Seq.map_limit(3L, f, source));
    assertThat(result).isEqualTo(source);
    assertThat(most.get()).isBetween(1, 3);
  }
}

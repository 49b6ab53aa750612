package yona.library.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.library.Calls.fn;
import static yona.library.Calls.fn2;
import static yona.library.Calls.seq;
import static yona.library.Calls.suspending;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.data.Seq;
import yona.data.Tuple;
import yona.language.runtime.Function;
import yona.library.Calls;
import yona.library.Given;
import yona.library.argument.Opts;
import yona.library.reducer.Reducing;
import yona.property.Choices;
import yona.property.Property;

/**
 * Streams give what the functions of Seq of the same names give, whatever goes through whatever,
 * and release what they hold.
 */
final class StreamLawsTest {
  private static final Function SHIFT = fn(x -> Calls.seq(x));
  private static final Function SOME = fn(x -> x.hashCode() % 3 != 0);
  private static final Function KEY = fn(x -> (long) (x.hashCode() % 3));
  private static final Function SAME = fn2((a, b) -> a.hashCode() % 3 == b.hashCode() % 3);

  /** A stage as a function of streams and as one of Seqs. */
  private record Law(String name, UnaryOperator<Object> stream, UnaryOperator<Object> seq) {}

  /** Waits sometimes, and does the same. */
  private static Function waiting(Function f) {
    return suspending(
        x -> {
          if (x.hashCode() % 2 == 0) {
            Async.yield();
          }
          return f.apply(x);
        });
  }

  private static Law law(Choices choices) {
    long n = choices.below(5);
    Function f = choices.yes() ? waiting(SHIFT) : SHIFT;
    Function test = choices.yes() ? waiting(SOME) : SOME;
    Function several = fn(x -> Seq.of(x, x, n));
    Function opt = fn(x -> x.hashCode() % 2 == 0 ? Opts.ok(n) : Opts.NONE);
    Function pairs = fn2((a, b) -> Seq.of(a, b));
    Seq other = Seq.range(0, n * 2, 1);
    return switch (choices.below(20)) {
      case 0 ->
          new Law("map", s -> yona.module.Stream.map(f, s), s -> yona.module.Seq.map(SHIFT, s));
      case 1 ->
          new Law(
              "filter",
              s -> yona.module.Stream.filter(test, s),
              s -> yona.module.Seq.filter(SOME, s));
      case 2 ->
          new Law(
              "reject",
              s -> yona.module.Stream.reject(test, s),
              s -> yona.module.Seq.reject(SOME, s));
      case 3 ->
          new Law(
              "filter_map",
              s -> yona.module.Stream.filter_map(opt, s),
              s -> yona.module.Seq.filter_map(opt, s));
      case 4 ->
          new Law(
              "flat_map to Seqs",
              s -> yona.module.Stream.flat_map(several, s),
              s -> yona.module.Seq.flat_map(several, s));
      case 5 ->
          new Law(
              "flat_map to Streams",
              s ->
                  yona.module.Stream.flat_map(
                      fn(x -> yona.module.Stream.take(n, StreamFunctions.repeat(x))), s),
              s -> yona.module.Seq.flat_map(fn(x -> yona.module.Seq.repeat(n, x)), s));
      case 6 ->
          new Law(
              "take_while",
              s -> yona.module.Stream.take_while(test, s),
              s -> yona.module.Seq.take_while(SOME, s));
      case 7 ->
          new Law(
              "drop_while",
              s -> yona.module.Stream.drop_while(test, s),
              s -> yona.module.Seq.drop_while(SOME, s));
      case 8 ->
          new Law("take " + n, s -> yona.module.Stream.take(n, s), s -> yona.module.Seq.take(n, s));
      case 9 ->
          new Law("drop " + n, s -> yona.module.Stream.drop(n, s), s -> yona.module.Seq.drop(n, s));
      case 10 ->
          new Law(
              "scan",
              s -> yona.module.Stream.scan(pairs, 0L, s),
              s -> yona.module.Seq.scan(pairs, 0L, s));
      case 11 -> new Law("enumerate", yona.module.Stream::enumerate, yona.module.Seq::enumerate);
      case 12 ->
          new Law(
              "chunks_of",
              s -> yona.module.Stream.chunks_of(n + 1, s),
              s -> yona.module.Seq.chunk(n + 1, s));
      case 13 ->
          new Law(
              "zip",
              s -> yona.module.Stream.zip(s, yona.module.Stream.from_seq(other)),
              s -> yona.module.Seq.zip(s, other));
      case 14 ->
          new Law(
              "zip_with",
              s -> yona.module.Stream.zip_with(pairs, StreamFunctions.naturals(), s),
              s -> yona.module.Seq.zip_with(pairs, Seq.range(0, 100_000, 1), s));
      case 15 ->
          new Law(
              "concat",
              s ->
                  yona.module.Stream.concat(
                      seq(yona.module.Stream.from_seq(other), s, yona.module.Stream.range(0L, n))),
              s -> yona.module.Seq.concat(Seq.of(other, s, Seq.range(0, n, 1))));
      case 16 -> new Law("buffered", s -> yona.module.Stream.buffered(n + 1, s), s -> s);
      case 17 -> new Law("merge of one", s -> yona.module.Stream.merge(seq(s)), s -> s);
      case 18 ->
          new Law(
              "map_together",
              s -> yona.module.Stream.map_together(n + 1, f, s),
              s -> yona.module.Seq.map(SHIFT, s));
      default -> regrouping(choices, n, other);
    };
  }

  /** What drops, gathers or adds elements by what they have to do with their neighbours. */
  private static Law regrouping(Choices choices, long n, Seq other) {
    Function key = choices.yes() ? waiting(KEY) : KEY;
    long step = 1L + choices.below(4);
    return switch (choices.below(12)) {
      case 0 ->
          new Law(
              "take_every",
              s -> yona.module.Stream.take_every(step, s),
              s -> yona.module.Seq.take_every(step, s));
      case 1 ->
          new Law(
              "drop_every",
              s -> yona.module.Stream.drop_every(step, s),
              s -> yona.module.Seq.drop_every(step, s));
      case 2 ->
          new Law(
              "window_step",
              s -> yona.module.Stream.window_step(n + 1, step, s),
              s -> yona.module.Seq.window_step(n + 1, step, s));
      case 3 ->
          new Law(
              "chunk_by",
              s -> yona.module.Stream.chunk_by(key, s),
              s -> yona.module.Seq.chunk_by(KEY, s));
      case 4 ->
          new Law(
              "chunk_while",
              s -> yona.module.Stream.chunk_while(SAME, s),
              s -> yona.module.Seq.chunk_while(SAME, s));
      case 5 ->
          new Law(
              "dedupe_by",
              s -> yona.module.Stream.dedupe_by(key, s),
              s -> yona.module.Seq.dedupe_by(KEY, s));
      case 6 ->
          new Law(
              "unique_by",
              s -> yona.module.Stream.unique_by(key, s),
              s -> yona.module.Seq.unique_by(KEY, s));
      case 7 ->
          new Law(
              "dedupe and unique",
              s -> yona.module.Stream.unique(yona.module.Stream.dedupe(s)),
              yona.module.Seq::unique);
      case 8 ->
          new Law(
              "intersperse",
              s -> yona.module.Stream.intersperse(n, s),
              s -> yona.module.Seq.intersperse(n, s));
      case 9 ->
          new Law(
              "zip_longest",
              s -> yona.module.Stream.zip_longest(n, s, yona.module.Stream.from_seq(other)),
              s -> yona.module.Seq.zip_longest(n, s, other));
      case 10 ->
          new Law(
              "interleave",
              s -> yona.module.Stream.interleave(yona.module.Stream.from_seq(other), s),
              s -> yona.module.Seq.interleave(other, s));
      default ->
          new Law(
              "transform",
              s ->
                  yona.module.Stream.transform(
                      fn2(
                          (i, x) ->
                              Tuple.of(yona.module.Seq.repeat((Long) i % 3, x), (Long) i + 1)),
                      0L,
                      s),
              s ->
                  yona.module.Seq.concat(
                      yona.module.Seq.map_indexed(
                          fn2((i, x) -> yona.module.Seq.repeat((Long) i % 3, x)), s)));
    };
  }

  @Test
  void sortedStreamsMergeToTheSorted() {
    Property.check(
        200,
        choices -> {
          List<Object> all = new ArrayList<>();
          List<Object> streams = new ArrayList<>();
          for (int n = choices.below(5); n > 0; n--) {
            List<Object> part = Given.ints(choices, 12, 20);
            all.addAll(part);
            streams.add(yona.module.Stream.from_seq(yona.module.Seq.sort(Calls.seq(part))));
          }
          Object merged = yona.module.Stream.merge_sorted(Calls.seq(streams));
          assertThat(yona.module.Stream.to_seq(merged))
              .isEqualTo(yona.module.Seq.sort(Calls.seq(all)));
        });
  }

  @Test
  void choicesAreInOrderAndComplete() {
    Property.check(
        200,
        choices -> {
          Seq whole = Seq.range(0, choices.below(7), 1);
          long n = choices.below(8);
          Seq combinations =
              (Seq) yona.module.Stream.to_seq(yona.module.Stream.combinations(n, whole));
          Seq tuples =
              (Seq)
                  yona.module.Stream.to_seq(
                      yona.module.Stream.cartesian(yona.module.Seq.repeat(Math.min(n, 4), whole)));
          Function rising = fn(x -> yona.module.Seq.is_sorted(x));
          Function different = fn(x -> yona.module.Seq.unique(x).equals(x));
          Seq permutations =
              (Seq) yona.module.Stream.to_seq(yona.module.Stream.permutations(whole));
          assertThat(yona.module.Seq.is_sorted(permutations)).isEqualTo(true);
          assertThat(yona.module.Seq.unique(permutations)).isEqualTo(permutations);
          assertThat(permutations.length()).isEqualTo(factorial(whole.length()));
          permutations.forEach(p -> assertThat(yona.module.Seq.sort(p)).isEqualTo(whole));
          if (n <= 4) {
            assertThat(combinations)
                .isEqualTo(
                    yona.module.Seq.filter(rising, yona.module.Seq.filter(different, tuples)));
          }
          assertThat(combinations.length())
              .isEqualTo(
                  n > whole.length()
                      ? 0
                      : factorial(whole.length()) / factorial(n) / factorial(whole.length() - n));
        });
  }

  private static long factorial(long n) {
    return n == 0 ? 1 : n * factorial(n - 1);
  }

  @Test
  void aStreamGivesWhatTheSeqGives() {
    Property.check(
        2_000,
        choices -> {
          AtomicInteger held = new AtomicInteger();
          Async.<Object, RuntimeException>blocking(() -> check(held, choices));
          assertThat(held).hasValue(0);
        });
  }

  private static Object check(AtomicInteger held, Choices choices) {
    Seq source = Seq.range(0, choices.below(12), 1);
    choices.note("from " + source);
    Object expected = source;
    Object stream =
        yona.module.Stream.bracket(
            Function.of("acquire", () -> (long) held.incrementAndGet()),
            fn(_ -> (long) held.decrementAndGet()),
            fn(_ -> yona.module.Stream.from_seq(source)));
    for (int stages = choices.below(7); stages > 0; stages--) {
      Law law = law(choices);
      choices.note(law.name);
      stream = law.stream.apply(stream);
      expected = law.seq.apply(expected);
    }
    Seq all = (Seq) expected;
    switch (choices.below(14)) {
      case 1 -> assertThat(yona.module.Stream.len(stream)).isEqualTo(all.length());
      case 2 ->
          assertThat(yona.module.Stream.head(stream)).isEqualTo(yona.module.Opt.from_seq(all));
      case 3 ->
          assertThat(yona.module.Stream.last(stream))
              .isEqualTo(yona.module.Opt.from_seq(all.reverse()));
      case 4 ->
          assertThat(yona.module.Stream.find(SOME, stream))
              .isEqualTo(yona.module.Seq.find(SOME, all));
      case 5 ->
          assertThat(yona.module.Stream.fold(fn2((a, x) -> Tuple.of(a, x)), 0L, stream))
              .isEqualTo(yona.module.Seq.foldl(fn2((a, x) -> Tuple.of(a, x)), 0L, all));
      case 6 ->
          assertThat(
                  yona.module.Reducers.reduce(
                      yona.module.Transducers.take(3L, Reducing.toSeq()), stream))
              .isEqualTo(yona.module.Seq.take(3L, all));
      case 7 ->
          assertThat(yona.language.runtime.Groups.mapTogether(2, waiting(SHIFT), stream))
              .isEqualTo(yona.module.Seq.map(SHIFT, all));
      case 8 ->
          assertThat(yona.module.Stream.frequencies(stream))
              .isEqualTo(yona.module.Seq.frequencies(all));
      case 9 ->
          assertThat(yona.module.Stream.group_by(KEY, stream))
              .isEqualTo(yona.module.Seq.group_by(KEY, all));
      case 10 ->
          assertThat(yona.module.Stream.max_by(KEY, stream))
              .isEqualTo(yona.module.Opt.from_seq(yona.module.Seq.largest_by(1L, KEY, all)));
      case 11 ->
          assertThat(yona.module.Stream.min(stream))
              .isEqualTo(yona.module.Opt.from_seq(yona.module.Seq.sort(all)));
      case 12 ->
          assertThat(yona.module.Stream.count(SOME, stream))
              .isEqualTo(yona.module.Seq.count(SOME, all));
      default -> assertThat(yona.module.Stream.to_seq(stream)).isEqualTo(all);
    }
    assertThat(held).hasValue(0);
    return expected;
  }
}

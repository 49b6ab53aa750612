package yona.library.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.library.Calls.fn;
import static yona.library.Calls.fn2;
import static yona.library.Calls.seq;
import static yona.library.Calls.suspending;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.data.Seq;
import yona.data.Tuple;
import yona.language.runtime.Function;
import yona.library.Calls;
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
    return switch (choices.below(19)) {
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
      default ->
          new Law(
              "map_together",
              s -> yona.module.Stream.map_together(n + 1, f, s),
              s -> yona.module.Seq.map(SHIFT, s));
    };
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
    switch (choices.below(8)) {
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
      default -> assertThat(yona.module.Stream.to_seq(stream)).isEqualTo(all);
    }
    assertThat(held).hasValue(0);
    return expected;
  }
}

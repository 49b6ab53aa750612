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
import yona.library.collection.SeqBuild;
import yona.library.collection.SeqFolds;
import yona.library.collection.SeqFunctions;
import yona.library.collection.SeqSearch;
import yona.library.collection.SeqTransforms;
import yona.library.reducer.Reducing;
import yona.library.reducer.Transducing;
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
      case 0 -> new Law("map", s -> StreamFunctions.map(f, s), s -> SeqTransforms.map(SHIFT, s));
      case 1 ->
          new Law(
              "filter", s -> StreamFunctions.filter(test, s), s -> SeqTransforms.filter(SOME, s));
      case 2 ->
          new Law(
              "reject", s -> StreamFunctions.reject(test, s), s -> SeqTransforms.reject(SOME, s));
      case 3 ->
          new Law(
              "filter_map",
              s -> StreamFunctions.filterMap(opt, s),
              s -> SeqTransforms.filterMap(opt, s));
      case 4 ->
          new Law(
              "flat_map to Seqs",
              s -> StreamFunctions.flatMap(several, s),
              s -> SeqTransforms.flatMap(several, s));
      case 5 ->
          new Law(
              "flat_map to Streams",
              s ->
                  StreamFunctions.flatMap(
                      fn(x -> StreamFunctions.take(n, StreamFunctions.repeat(x))), s),
              s -> SeqTransforms.flatMap(fn(x -> SeqBuild.repeat(n, x)), s));
      case 6 ->
          new Law(
              "take_while",
              s -> StreamFunctions.takeWhile(test, s),
              s -> SeqSearch.takeWhile(SOME, s));
      case 7 ->
          new Law(
              "drop_while",
              s -> StreamFunctions.dropWhile(test, s),
              s -> SeqSearch.dropWhile(SOME, s));
      case 8 -> new Law("take " + n, s -> StreamFunctions.take(n, s), s -> SeqFunctions.take(n, s));
      case 9 -> new Law("drop " + n, s -> StreamFunctions.drop(n, s), s -> SeqFunctions.drop(n, s));
      case 10 ->
          new Law(
              "scan", s -> StreamFunctions.scan(pairs, 0L, s), s -> SeqFolds.scan(pairs, 0L, s));
      case 11 -> new Law("enumerate", StreamFunctions::enumerate, SeqFunctions::enumerate);
      case 12 ->
          new Law(
              "chunks_of",
              s -> StreamFunctions.chunksOf(n + 1, s),
              s -> SeqFunctions.chunk(n + 1, s));
      case 13 ->
          new Law(
              "zip",
              s -> StreamFunctions.zip(s, StreamFunctions.fromSeq(other)),
              s -> SeqFunctions.zip(s, other));
      case 14 ->
          new Law(
              "zip_with",
              s -> StreamFunctions.zipWith(pairs, StreamFunctions.naturals(), s),
              s -> SeqTransforms.zipWith(pairs, Seq.range(0, 100_000, 1), s));
      case 15 ->
          new Law(
              "concat",
              s ->
                  StreamFunctions.concat(
                      seq(StreamFunctions.fromSeq(other), s, StreamFunctions.range(0L, n))),
              s -> SeqFunctions.concat(Seq.of(other, s, Seq.range(0, n, 1))));
      case 16 -> new Law("buffered", s -> StreamFunctions.buffered(n + 1, s), s -> s);
      case 17 -> new Law("merge of one", s -> StreamFunctions.merge(seq(s)), s -> s);
      default ->
          new Law(
              "map_together",
              s -> StreamFunctions.mapTogether(n + 1, f, s),
              s -> SeqTransforms.map(SHIFT, s));
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
        StreamFunctions.bracket(
            Function.of("acquire", () -> (long) held.incrementAndGet()),
            fn(_ -> (long) held.decrementAndGet()),
            fn(_ -> StreamFunctions.fromSeq(source)));
    for (int stages = choices.below(7); stages > 0; stages--) {
      Law law = law(choices);
      choices.note(law.name);
      stream = law.stream.apply(stream);
      expected = law.seq.apply(expected);
    }
    Seq all = (Seq) expected;
    switch (choices.below(8)) {
      case 1 -> assertThat(StreamFolds.len(stream)).isEqualTo(all.length());
      case 2 -> assertThat(StreamFolds.head(stream)).isEqualTo(Opts.fromSeq(all));
      case 3 -> assertThat(StreamFolds.last(stream)).isEqualTo(Opts.fromSeq(all.reverse()));
      case 4 -> assertThat(StreamFolds.find(SOME, stream)).isEqualTo(SeqSearch.find(SOME, all));
      case 5 ->
          assertThat(StreamFolds.fold(fn2((a, x) -> Tuple.of(a, x)), 0L, stream))
              .isEqualTo(SeqFolds.foldl(fn2((a, x) -> Tuple.of(a, x)), 0L, all));
      case 6 ->
          assertThat(Reducing.reduce(Transducing.take(3L, Reducing.toSeq()), stream))
              .isEqualTo(SeqFunctions.take(3L, all));
      case 7 ->
          assertThat(yona.language.runtime.Groups.mapTogether(2, waiting(SHIFT), stream))
              .isEqualTo(SeqTransforms.map(SHIFT, all));
      default -> assertThat(StreamFolds.toSeq(stream)).isEqualTo(all);
    }
    assertThat(held).hasValue(0);
    return expected;
  }
}

package yona.library.reducer;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.library.Calls.fn;
import static yona.library.Calls.fn2;
import static yona.library.Calls.raises;
import static yona.library.Calls.seq;

import org.junit.jupiter.api.Test;
import yona.data.Seq;
import yona.data.Tuple;
import yona.language.runtime.Function;
import yona.library.Calls;
import yona.library.collection.SeqFolds;

/** Walks that end early. */
final class ReductionTest {
  private static final Function GATHER = fn2((seq, element) -> ((Seq) seq).append(element));
  private static final Function SAME = fn(value -> value);

  private static Tuple reducer(Function step) {
    return Tuple.of(Seq.EMPTY, step, SAME);
  }

  @Test
  void doneGivesTheAccumulatorFromBefore() {
    Function step = fn2((seq, n) -> (Long) n > 2 ? Transducing.done() : ((Seq) seq).append(n));
    assertThat(SeqFolds.reducel(reducer(step), seq(1L, 2L, 3L, 1L))).isEqualTo(seq(1L, 2L));
    assertThat(SeqFolds.reducel(seq(1L, 2L, 3L, 1L), reducer(step))).isEqualTo(seq(1L, 2L));
    assertThat(SeqFolds.reducer(reducer(step), seq(1L, 2L, 3L, 1L))).isEqualTo(seq(1L));
    raises("badarg", Transducing::done);
  }

  @Test
  void anEndingStepCounts() {
    Function step =
        fn2(
            (seq, n) ->
                (Long) n == 2 ? Transducing.endWith(((Seq) seq).append(n)) : ((Seq) seq).append(n));
    assertThat(SeqFolds.reducel(reducer(step), seq(1L, 2L, 3L))).isEqualTo(seq(1L, 2L));
  }

  @Test
  void theEndOfAnInnerWalkThatIsPassedOnEndsTheOuterOne() {
    Function inner = fn2((seq, n) -> (Long) n == 3 ? Transducing.done() : ((Seq) seq).append(n));
    Function reduce = fn2(SeqFolds::reducel);
    Function outer = fn2((seq, part) -> Transducing.walk(reduce, inner, seq, part));
    Seq parts = seq(seq(1L, 2L), seq(3L, 4L), seq(5L));
    assertThat(SeqFolds.reducel(reducer(outer), parts)).isEqualTo(seq(1L, 2L));
  }

  @Test
  void anInnerWalkOfAStepsOwnEndsAlone() {
    Function first = fn2((seq, n) -> Transducing.endWith(((Seq) seq).append(n)));
    Function outer = fn2((seq, part) -> ((Seq) seq).append(SeqFolds.reducel(reducer(first), part)));
    assertThat(SeqFolds.reducel(reducer(outer), seq(seq(1L, 2L), seq(3L, 4L))))
        .isEqualTo(seq(seq(1L), seq(3L)));
  }

  @Test
  void functionsWithoutParametersAreElementsLikeOthers() {
    Function thunk = Function.of("f", () -> 1L);
    assertThat(Reducing.reduce(Transducing.take(1L, Reducing.toSeq()), seq(thunk, thunk)))
        .isEqualTo(seq(thunk));
  }

  @Test
  void stepsWaitIfAFunctionInThemDoes() {
    Tuple pure = (Tuple) Transducing.map(SAME, Reducing.toSeq());
    Tuple waiting = (Tuple) Transducing.map(Calls.suspending(x -> x), Reducing.toSeq());
    Tuple outer = (Tuple) Transducing.take(1L, waiting);
    assertThat(((Function) pure.get(1)).maySuspend()).isFalse();
    assertThat(((Function) outer.get(1)).maySuspend()).isTrue();
  }

  @Test
  void whatAChunkHoldsBackComesAtTheEnd() {
    Tuple chunks = (Tuple) Transducing.chunk(2L, Reducing.toSeq());
    assertThat(Reducing.reduce(chunks, seq(1L, 2L, 3L))).isEqualTo(seq(seq(1L, 2L), seq(3L)));
    assertThat(Reducing.reduce(Transducing.take(3L, chunks), seq(1L, 2L, 3L, 4L)))
        .isEqualTo(seq(seq(1L, 2L), seq(3L)));
    Tuple one = (Tuple) Transducing.chunk(2L, Transducing.take(1L, Reducing.toSeq()));
    assertThat(Reducing.reduce(one, seq(1L, 2L, 3L, 4L, 5L))).isEqualTo(seq(seq(1L, 2L)));
    Tuple none = (Tuple) Transducing.chunk(2L, Transducing.take(0L, Reducing.toSeq()));
    assertThat(Reducing.reduce(none, seq(1L, 2L, 3L))).isEqualTo(Seq.EMPTY);
  }

  @Test
  void refusesWhatIsNoReducer() {
    raises("badarg", () -> SeqFolds.reducel(Tuple.of(1L, GATHER), seq()));
    raises("badarg", () -> SeqFolds.reducel(1L, seq()));
    raises("nomatch", () -> Reducing.reduce(reducer(GATHER), 1L));
  }
}

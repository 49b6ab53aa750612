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

/** Walks that end early. */
final class ReductionTest {
  private static final Function GATHER = fn2((seq, element) -> ((Seq) seq).append(element));
  private static final Function SAME = fn(value -> value);

  private static Tuple reducer(Function step) {
    return Tuple.of(Seq.EMPTY, step, SAME);
  }

  @Test
  void doneGivesTheAccumulatorFromBefore() {
    Function step =
        fn2((seq, n) -> (Long) n > 2 ? yona.module.Transducers.done() : ((Seq) seq).append(n));
    assertThat(yona.module.Seq.reducel(reducer(step), seq(1L, 2L, 3L, 1L))).isEqualTo(seq(1L, 2L));
    assertThat(yona.module.Seq.reducel(seq(1L, 2L, 3L, 1L), reducer(step))).isEqualTo(seq(1L, 2L));
    assertThat(yona.module.Seq.reducer(reducer(step), seq(1L, 2L, 3L, 1L))).isEqualTo(seq(1L));
    raises("badarg", yona.module.Transducers::done);
  }

  @Test
  void anEndingStepCounts() {
    Function step =
        fn2(
            (seq, n) ->
                (Long) n == 2 ? Transducing.endWith(((Seq) seq).append(n)) : ((Seq) seq).append(n));
    assertThat(yona.module.Seq.reducel(reducer(step), seq(1L, 2L, 3L))).isEqualTo(seq(1L, 2L));
  }

  @Test
  void theEndOfAnInnerWalkThatIsPassedOnEndsTheOuterOne() {
    Function inner =
        fn2((seq, n) -> (Long) n == 3 ? yona.module.Transducers.done() : ((Seq) seq).append(n));
    Function reduce = fn2(yona.module.Seq::reducel);
    Function outer = fn2((seq, part) -> Transducing.walk(reduce, inner, seq, part));
    Seq parts = seq(seq(1L, 2L), seq(3L, 4L), seq(5L));
    assertThat(yona.module.Seq.reducel(reducer(outer), parts)).isEqualTo(seq(1L, 2L));
  }

  @Test
  void anInnerWalkOfAStepsOwnEndsAlone() {
    Function first = fn2((seq, n) -> Transducing.endWith(((Seq) seq).append(n)));
    Function outer =
        fn2((seq, part) -> ((Seq) seq).append(yona.module.Seq.reducel(reducer(first), part)));
    assertThat(yona.module.Seq.reducel(reducer(outer), seq(seq(1L, 2L), seq(3L, 4L))))
        .isEqualTo(seq(seq(1L), seq(3L)));
  }

  @Test
  void functionsWithoutParametersAreElementsLikeOthers() {
    Function thunk = Function.of("f", () -> 1L);
    assertThat(
            yona.module.Reducers.reduce(
                yona.module.Transducers.take(1L, Reducing.toSeq()), seq(thunk, thunk)))
        .isEqualTo(seq(thunk));
  }

  @Test
  void stepsWaitIfAFunctionInThemDoes() {
    Tuple pure = (Tuple) yona.module.Transducers.map(SAME, Reducing.toSeq());
    Tuple waiting = (Tuple) yona.module.Transducers.map(Calls.suspending(x -> x), Reducing.toSeq());
    Tuple outer = (Tuple) yona.module.Transducers.take(1L, waiting);
    assertThat(((Function) pure.get(1)).maySuspend()).isFalse();
    assertThat(((Function) outer.get(1)).maySuspend()).isTrue();
  }

  @Test
  void whatAChunkHoldsBackComesAtTheEnd() {
    Tuple chunks = (Tuple) yona.module.Transducers.chunk(2L, Reducing.toSeq());
    assertThat(yona.module.Reducers.reduce(chunks, seq(1L, 2L, 3L)))
        .isEqualTo(seq(seq(1L, 2L), seq(3L)));
    assertThat(
            yona.module.Reducers.reduce(
                yona.module.Transducers.take(3L, chunks), seq(1L, 2L, 3L, 4L)))
        .isEqualTo(seq(seq(1L, 2L), seq(3L)));
    Tuple one =
        (Tuple)
            yona.module.Transducers.chunk(2L, yona.module.Transducers.take(1L, Reducing.toSeq()));
    assertThat(yona.module.Reducers.reduce(one, seq(1L, 2L, 3L, 4L, 5L)))
        .isEqualTo(seq(seq(1L, 2L)));
    Tuple none =
        (Tuple)
            yona.module.Transducers.chunk(2L, yona.module.Transducers.take(0L, Reducing.toSeq()));
    assertThat(yona.module.Reducers.reduce(none, seq(1L, 2L, 3L))).isEqualTo(Seq.EMPTY);
  }

  @Test
  void refusesWhatIsNoReducer() {
    raises("badarg", () -> yona.module.Seq.reducel(Tuple.of(1L, GATHER), seq()));
    raises("badarg", () -> yona.module.Seq.reducel(1L, seq()));
    raises("nomatch", () -> yona.module.Reducers.reduce(reducer(GATHER), 1L));
  }
}

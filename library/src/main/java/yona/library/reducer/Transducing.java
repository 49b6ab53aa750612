package yona.library.reducer;

import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import yona.data.Equality;
import yona.data.Seq;
import yona.data.Set;
import yona.data.Tuple;
import yona.language.runtime.Function;
import yona.library.argument.Arguments;
import yona.library.stream.Reduction;

/**
 * The Java half of module Transducers. A transducer with a state of its own keeps it in the
 * accumulator, as a pair of the state and the accumulator of the reducer inside.
 */
public final class Transducing {
  private static final Function IDENTITY = Function.of("identity", value -> value);

  private Transducing() {}

  /** A step that may wait if one of the functions in it may. */
  private static Function step(BinaryOperator<Object> body, Function... inside) {
    for (Function function : inside) {
      if (Function.suspends(function)) {
        return Function.suspending("step", 2, arguments -> body.apply(arguments[0], arguments[1]));
      }
    }
    return Function.of("step", body);
  }

  /** A reducer whose accumulator is that of the reducer inside. */
  private static Tuple plain(Tuple reducer, Function step) {
    return Tuple.of(reducer.get(0), step, reducer.get(2));
  }

  /** A reducer whose accumulator is a pair of a state and that of the reducer inside. */
  private static Tuple stateful(Tuple reducer, Object state, Function step) {
    Function complete = (Function) reducer.get(2);
    return Tuple.of(
        Tuple.of(state, reducer.get(0)),
        step,
        Function.of("complete", pair -> complete.apply(((Tuple) pair).get(1))));
  }

  private static Function stepOf(Tuple reducer) {
    return (Function) reducer.get(1);
  }

  private static Object state(Object accumulator) {
    return ((Tuple) accumulator).get(0);
  }

  private static Object inner(Object accumulator) {
    return ((Tuple) accumulator).get(1);
  }

  public static Object map(Object f, Object reducer, String where) {
    Tuple r = Reduction.checked(reducer, where);
    Function function = Arguments.function(f, where);
    Function next = stepOf(r);
    return plain(r, step((acc, x) -> next.apply(acc, function.apply(x)), next, function));
  }

  public static Object filter(Object predicate, Object reducer, String where) {
    Tuple r = Reduction.checked(reducer, where);
    Function test = Arguments.function(predicate, where);
    Function next = stepOf(r);
    return plain(
        r,
        step(
            (acc, x) -> Arguments.truth(test.apply(x), where) ? next.apply(acc, x) : acc,
            next,
            test));
  }

  public static Object take(Object n, Object reducer, String where) {
    Tuple r = Reduction.checked(reducer, where);
    long count = Arguments.count(n, where);
    Function next = stepOf(r);
    if (count == 0) {
      return Tuple.of(
          new Reduction.Finished(r.get(0)),
          step((_, _) -> done(where)),
          Function.of(
              "complete",
              finished ->
                  ((Function) r.get(2)).apply(((Reduction.Finished) finished).accumulator())));
    }
    return stateful(
        r,
        count,
        step(
            (acc, x) -> {
              long left = (Long) state(acc);
              if (left == 0) {
                return done(where);
              }
              Object taken = Tuple.of(left - 1, next.apply(inner(acc), x));
              return left == 1 ? endWith(taken) : taken;
            },
            next));
  }

  public static Object drop(Object n, Object reducer, String where) {
    Tuple r = Reduction.checked(reducer, where);
    long count = Arguments.count(n, where);
    Function next = stepOf(r);
    return stateful(
        r,
        count,
        step(
            (acc, x) -> {
              long left = (Long) state(acc);
              return left > 0
                  ? Tuple.of(left - 1, inner(acc))
                  : Tuple.of(left, next.apply(inner(acc), x));
            },
            next));
  }

  public static Object takeWhile(Object predicate, Object reducer, String where) {
    Tuple r = Reduction.checked(reducer, where);
    Function test = Arguments.function(predicate, where);
    Function next = stepOf(r);
    return plain(
        r,
        step(
            (acc, x) -> Arguments.truth(test.apply(x), where) ? next.apply(acc, x) : done(where),
            next,
            test));
  }

  public static Object dropWhile(Object predicate, Object reducer, String where) {
    Tuple r = Reduction.checked(reducer, where);
    Function test = Arguments.function(predicate, where);
    Function next = stepOf(r);
    return stateful(
        r,
        true,
        step(
            (acc, x) ->
                (Boolean) state(acc) && Arguments.truth(test.apply(x), where)
                    ? acc
                    : Tuple.of(false, next.apply(inner(acc), x)),
            next,
            test));
  }

  /** The state is a Seq of the element before, empty at the start. */
  public static Object dedupe(Object reducer, String where) {
    Tuple r = Reduction.checked(reducer, where);
    Function next = stepOf(r);
    return stateful(
        r,
        Seq.EMPTY,
        step(
            (acc, x) -> {
              Seq before = (Seq) state(acc);
              return !before.isEmpty() && Equality.equal(before.head(), x)
                  ? acc
                  : Tuple.of(Seq.of(x), next.apply(inner(acc), x));
            },
            next));
  }

  public static Object distinct(Object reducer, String where) {
    Tuple r = Reduction.checked(reducer, where);
    Function next = stepOf(r);
    return stateful(
        r,
        Set.EMPTY,
        step(
            (acc, x) -> {
              Set seen = (Set) state(acc);
              return seen.contains(x) ? acc : Tuple.of(seen.add(x), next.apply(inner(acc), x));
            },
            next));
  }

  public static Object chunk(Object n, Object reducer, String where) {
    Tuple r = Reduction.checked(reducer, where);
    long size = Arguments.positive(n, where);
    Function next = stepOf(r);
    Function complete = (Function) r.get(2);
    return Tuple.of(
        Tuple.of(Seq.EMPTY, r.get(0)),
        step(
            (acc, x) -> {
              Seq gathered = ((Seq) state(acc)).append(x);
              return gathered.length() < size
                  ? Tuple.of(gathered, inner(acc))
                  : Tuple.of(Seq.EMPTY, stepToEnd(next, inner(acc), gathered));
            },
            next),
        Function.of(
            "complete",
            acc ->
                complete.apply(
                    ((Seq) state(acc)).isEmpty()
                        ? inner(acc)
                        : Reduction.lastStep(next, inner(acc), state(acc)))));
  }

  public static Object scan(Object reducer, String where) {
    Tuple r = Reduction.checked(reducer, where);
    Function next = stepOf(r);
    return stateful(
        r,
        Seq.EMPTY,
        step(
            (acc, x) -> {
              Seq all = ((Seq) state(acc)).append(x);
              return Tuple.of(all, next.apply(inner(acc), all));
            },
            next));
  }

  public static Object enumerate(Object reducer, String where) {
    Tuple r = Reduction.checked(reducer, where);
    Function next = stepOf(r);
    return stateful(
        r,
        0L,
        step(
            (acc, x) -> {
              long index = (Long) state(acc);
              return Tuple.of(index + 1, next.apply(inner(acc), Tuple.of(index, x)));
            },
            next));
  }

  public static Object cat(Object reduce, Object reducer, String where) {
    Tuple r = Reduction.checked(reducer, where);
    Function walk = Arguments.function(reduce, where);
    Function next = stepOf(r);
    return plain(r, step((acc, part) -> walk(walk, next, acc, part), next, walk));
  }

  public static Object flatMap(Object f, Object reducer, String where) {
    Tuple r = Reduction.checked(reducer, where);
    Function function = Arguments.function(f, where);
    Function reduce = Function.of("reduce", (into, from) -> Reducing.reduce(into, from, where));
    Function next = stepOf(r);
    return plain(r, step((acc, x) -> walk(reduce, next, acc, function.apply(x)), next, function));
  }

  /** Ends the reduction with the accumulator from before this step. */
  @SuppressWarnings("DoNotCallSuggester") // steps are to call it
  public static Object done(String where) {
    throw Reduction.done(where);
  }

  /** Gives an accumulator and ends the walk after this step. */
  static Object endWith(Object accumulator) {
    @Nullable Reduction walk = Reduction.current();
    if (walk != null) {
      walk.stop();
    }
    return accumulator;
  }

  /**
   * A step that keeps what it gave, for transducers whose own state has changed by then: a {@code
   * done} in it ends the walk after this step instead of leaving it.
   */
  private static Object stepToEnd(Function step, Object accumulator, Object element) {
    try {
      return step.apply(accumulator, element);
    } catch (Reduction.Done _) {
      return endWith(accumulator);
    }
  }

  /**
   * Walks one collection inside a step of another walk; when an element ends the walk, the one
   * around ends with it.
   *
   * @param reduce walks a collection: {@code reduce reducer collection}
   * @param step the step of the walk around
   * @param accumulator its accumulator
   * @param collection what is walked
   * @return the accumulator after it
   */
  static Object walk(Function reduce, Function step, Object accumulator, Object collection) {
    @Nullable Reduction outer = Reduction.current();
    Function innerStep =
        step(
            (acc, x) -> {
              Object result = stepToEnd(step, acc, x);
              @Nullable Reduction inner = Reduction.current();
              if (outer != null && inner != null && inner.isStopped()) {
                outer.stop();
              }
              return result;
            },
            step);
    return reduce.apply(Tuple.of(accumulator, innerStep, IDENTITY), collection);
  }
}

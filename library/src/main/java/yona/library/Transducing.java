package yona.library;

import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Set;
import yona.data.Tuple;
import yona.language.runtime.Function;
import yona.language.runtime.Suspends;

/** The Java half of modules Transducers and Reducers: what touches the walk under a reducer. */
public final class Transducing {
  private static final Function IDENTITY = Function.of("identity", value -> value);

  private Transducing() {}

  /** The parts of a reducer, for the transducer that is named. */
  public static Object parts(Object where, Object reducer) {
    return Reduction.checked(reducer, ((Seq) where).asString());
  }

  /** A function, for the transducer that is named. */
  public static Object function(Object where, Object value) {
    return Arguments.function(value, ((Seq) where).asString());
  }

  /** An Int from 0, for the transducer that is named. */
  public static Object count(Object where, Object value) {
    return Arguments.count(value, ((Seq) where).asString());
  }

  /** An Int from 1, for the transducer that is named. */
  public static Object positive(Object where, Object value) {
    return Arguments.positive(value, ((Seq) where).asString());
  }

  /** Ends the reduction with the accumulator from before this step. */
  public static Object done() {
    throw Reduction.done();
  }

  /** Gives an accumulator and ends the walk after this step. */
  public static Object endWith(Object accumulator) {
    @Nullable Reduction walk = Reduction.current();
    if (walk != null) {
      walk.stop();
    }
    return accumulator;
  }

  /** An initial accumulator that lets no element come. */
  public static Object finished(Object accumulator) {
    return new Reduction.Finished(accumulator);
  }

  /** What {@link #finished} holds. */
  public static Object accumulator(Object finished) {
    return ((Reduction.Finished) finished).accumulator();
  }

  /**
   * A step that keeps what it gave, for transducers whose own state has changed by then: a {@code
   * done} in it ends the walk after this step instead of leaving it.
   */
  @Suspends(Suspends.When.WITH_ARGUMENTS)
  public static Object stepToEnd(Object step, Object accumulator, Object element) {
    try {
      return ((Function) step).apply(accumulator, element);
    } catch (Reduction.Done _) {
      return endWith(accumulator);
    }
  }

  /** A step that a completion makes. */
  @Suspends(Suspends.When.WITH_ARGUMENTS)
  public static Object lastStep(Object step, Object accumulator, Object element) {
    return Reduction.lastStep((Function) step, accumulator, element);
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
  @Suspends(Suspends.When.WITH_ARGUMENTS)
  public static Object walk(Object reduce, Object step, Object accumulator, Object collection) {
    Function outerStep = (Function) step;
    @Nullable Reduction outer = Reduction.current();
    Function.Body body =
        arguments -> {
          Object result = stepToEnd(outerStep, arguments[0], arguments[1]);
          @Nullable Reduction inner = Reduction.current();
          if (outer != null && inner != null && inner.isStopped()) {
            outer.stop();
          }
          return result;
        };
    Function innerStep =
        outerStep.maySuspend()
            ? Function.suspending("step", 2, Suspends.When.ALWAYS, body)
            : Function.of("step", 2, body);
    return ((Function) reduce).apply(Tuple.of(accumulator, innerStep, IDENTITY), collection);
  }

  /** Reduces any collection; reducer and collection may stand in either order. */
  @Suspends(Suspends.When.WITH_ARGUMENTS)
  public static Object reduce(Object reducer, Object collection) {
    if (reducer instanceof Tuple) {
      return Reduction.run(reducer, elements(collection), "Reducers::reduce");
    }
    return Reduction.run(collection, elements(reducer), "Reducers::reduce");
  }

  private static Iterable<?> elements(Object collection) {
    return switch (collection) {
      case Seq seq -> seq;
      case Set set -> set;
      case Dict dict -> dict;
      default ->
          throw Failure.of(
              Failure.NOMATCH,
              "Reducers::reduce: " + Failure.described(collection) + " is no collection");
    };
  }
}

package yona.library.reducer;

import java.util.function.BinaryOperator;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Set;
import yona.data.TotalOrder;
import yona.data.Tuple;
import yona.language.runtime.Applied;
import yona.language.runtime.Function;
import yona.language.runtime.Operators;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.stream.Reduction;
import yona.library.stream.Stream;
import yona.library.text.TextParts;

/** The Java half of module Reducers. */
public final class Reducing {
  private static final Function IDENTITY = Function.of("identity", value -> value);

  private Reducing() {}

  private static Tuple reducer(Object initial, BinaryOperator<Object> step) {
    return Tuple.of(initial, Function.of("step", step), IDENTITY);
  }

  public static Object toSeq() {
    return reducer(Seq.EMPTY, (seq, x) -> ((Seq) seq).append(x));
  }

  public static Object toSet() {
    return reducer(Set.EMPTY, (set, x) -> ((Set) set).add(x));
  }

  public static Object toDict(String where) {
    return reducer(
        Dict.EMPTY,
        (dict, x) -> {
          if (!(x instanceof Tuple entry && entry.length() == 2)) {
            throw Failure.type(where, "an entry (key, value)", x);
          }
          return ((Dict) dict).put(entry.get(0), entry.get(1));
        });
  }

  public static Object sum(String where) {
    return reducer(0L, (sum, x) -> Operators.add(sum, Arguments.number(x, where)));
  }

  public static Object count() {
    return reducer(0L, (count, _) -> (Long) count + 1);
  }

  public static Object min(String where) {
    return extreme(-1, where);
  }

  public static Object max(String where) {
    return extreme(1, where);
  }

  /** The accumulator is a Seq of the best element so far, empty at the start. */
  private static Tuple extreme(int sign, String where) {
    return Tuple.of(
        Seq.EMPTY,
        Function.of(
            "step",
            (best, x) ->
                !((Seq) best).isEmpty() && TotalOrder.compare(x, ((Seq) best).head()) * sign <= 0
                    ? best
                    : Seq.of(x)),
        Function.of(
            "complete",
            best -> {
              if (((Seq) best).isEmpty()) {
                throw Failure.badarg(where, "there was no element");
              }
              return ((Seq) best).head();
            }));
  }

  /** The parts are kept as they are and joined at the end. */
  public static Object toText(String where) {
    return Tuple.of(
        Seq.EMPTY,
        Function.of("step", (parts, x) -> ((Seq) parts).append(x)),
        Function.of("complete", parts -> TextParts.join(Seq.EMPTY, parts, where)));
  }

  /** Reduces any collection; reducer and collection may stand in either order. */
  public static Object reduce(@Applied Object reducer, @Applied Object collection, String where) {
    return reducer instanceof Tuple
        ? reduced(reducer, collection, where)
        : reduced(collection, reducer, where);
  }

  private static Object reduced(Object reducer, Object collection, String where) {
    return switch (collection) {
      case Seq seq -> Reduction.run(reducer, seq, where);
      case Set set -> Reduction.run(reducer, set, where);
      case Dict dict -> Reduction.run(reducer, dict, where);
      case Stream stream -> Reduction.run(reducer, stream, where);
      default ->
          throw Failure.of(
              Failure.NOMATCH, where + ": " + Failure.described(collection) + " is no collection");
    };
  }
}

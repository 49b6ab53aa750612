package yona.library.collection;

import java.util.Iterator;
import java.util.function.BinaryOperator;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Tuple;
import yona.language.runtime.Applied;
import yona.language.runtime.Function;
import yona.language.runtime.Operators;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.stream.FoldStep;
import yona.library.stream.Reduction;

/**
 * The Java half of module Seq: folds, reductions, sums. Folds and reductions take the collection
 * last, or first as they did up to version 0.8.1; the kind of the first argument tells.
 */
public final class SeqFolds {
  private SeqFolds() {}

  public static Object foldl(@Applied Object f, Object init, Object seq, String where) {
    return f instanceof Function function
        ? fold(function, init, Arguments.seq(seq, where), where)
        : fold(init, seq, Arguments.seq(f, where), where);
  }

  public static Object foldr(@Applied Object f, Object init, Object seq, String where) {
    return f instanceof Function function
        ? fold(function, init, Arguments.seq(seq, where).reverse(), where)
        : fold(init, seq, Arguments.seq(f, where).reverse(), where);
  }

  /** {@code f acc element} over all elements. */
  static Object fold(Object f, Object init, Iterable<?> elements, String where) {
    return fold(Arguments.step(f, init, where), init, elements);
  }

  private static Object fold(Function f, Object init, Iterable<?> elements) {
    if (elements instanceof Seq seq) {
      return seq.fold(init, new Step(f));
    }
    Object accumulator = init;
    for (Object element : elements) {
      accumulator = f.apply(accumulator, element);
    }
    return accumulator;
  }

  /** A function as {@link Seq#fold} calls it. */
  private record Step(Function f) implements BinaryOperator<Object> {
    @Override
    public Object apply(Object accumulator, Object element) {
      return f.apply(accumulator, element);
    }
  }

  public static Object reducel(@Applied Object reducer, Object seq, String where) {
    return reducer instanceof Seq older
        ? Reduction.run(seq, older, where)
        : Reduction.run(reducer, Arguments.seq(seq, where), where);
  }

  public static Object reducer(@Applied Object reducer, Object seq, String where) {
    return reducer instanceof Seq older
        ? Reduction.run(seq, older.reverse(), where)
        : Reduction.run(reducer, Arguments.seq(seq, where).reverse(), where);
  }

  public static Object fold1(@Applied Object f, Object seq, String where) {
    Function function = Arguments.function(f, where);
    Seq elements = SeqFunctions.nonEmpty(seq, where);
    return fold(function, elements.head(), elements.tail(), where);
  }

  public static Object scan(@Applied Object f, Object init, Object seq, String where) {
    Function function = Arguments.step(f, init, where);
    SeqBuilder result = Seq.builder();
    Object accumulator = init;
    result.add(accumulator);
    for (Object element : Arguments.seq(seq, where)) {
      accumulator = function.apply(accumulator, element);
      result.add(accumulator);
    }
    return result.build();
  }

  public static Object foldWhile(@Applied Object f, Object init, Object seq, String where) {
    Function function = Arguments.step(f, init, where);
    Object accumulator = init;
    for (Object element : Arguments.seq(seq, where)) {
      FoldStep step = FoldStep.of(function.apply(accumulator, element), where);
      accumulator = step.accumulator();
      if (step.isLast()) {
        break;
      }
    }
    return accumulator;
  }

  public static Object mapFold(@Applied Object f, Object init, Object seq, String where) {
    Function function = Arguments.step(f, init, where);
    SeqBuilder results = Seq.builder();
    Object accumulator = init;
    for (Object element : Arguments.seq(seq, where)) {
      Tuple step =
          Arguments.pairFrom(function.apply(accumulator, element), "(result, accumulator)", where);
      results.add(step.get(0));
      accumulator = step.get(1);
    }
    return Tuple.of(results.build(), accumulator);
  }

  public static Object sum(Object seq, String where) {
    Iterator<Object> numbers = Arguments.seq(seq, where).iterator();
    long sum = 0;
    while (numbers.hasNext()) {
      Object number = numbers.next();
      if (!(number instanceof Long n)) {
        return sumOn(sum, number, numbers, where);
      }
      long next = sum + n;
      if (((sum ^ next) & (n ^ next)) < 0) {
        throw Failure.overflow(where);
      }
      sum = next;
    }
    return sum;
  }

  private static Object sumOn(Object sum, Object number, Iterator<Object> rest, String where) {
    Object result = Operators.add(sum, Arguments.number(number, where));
    while (rest.hasNext()) {
      result = Operators.add(result, Arguments.number(rest.next(), where));
    }
    return result;
  }

  public static Object product(Object seq, String where) {
    Object result = 1L;
    for (Object number : Arguments.seq(seq, where)) {
      result = Operators.multiply(result, Arguments.number(number, where));
    }
    return result;
  }
}

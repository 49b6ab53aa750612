package yona.library.stream;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.TotalOrder;
import yona.data.Unit;
import yona.language.runtime.Applied;
import yona.language.runtime.Function;
import yona.language.runtime.Operators;
import yona.language.runtime.Walk;
import yona.library.argument.Arguments;
import yona.library.argument.Opts;

/** The Java half of module Stream: what walks a stream to a result. */
public final class StreamFolds {
  private StreamFolds() {}

  /**
   * Walks a stream until an element is the last one wanted; what the stream holds is released
   * however this ends.
   *
   * @param wantsMore takes an element and says whether more are wanted
   */
  public static void walk(Object stream, String where, Predicate<Object> wantsMore) {
    Walk walk = StreamFunctions.stream(stream, where).walk();
    try {
      @Nullable Object element;
      do {
        element = walk.pull();
      } while (element != null && wantsMore.test(element));
    } catch (Throwable error) {
      walk.abandon();
      throw error;
    }
    walk.close();
  }

  /** Where a walk leaves what it has found. */
  private static final class Cell {
    private Object value;

    Cell(Object value) {
      this.value = value;
    }
  }

  public static Object toSeq(@Applied Object stream, String where) {
    SeqBuilder result = Seq.builder();
    walk(
        stream,
        where,
        element -> {
          result.add(element);
          return true;
        });
    return result.build();
  }

  public static Object len(@Applied Object stream, String where) {
    long[] count = {0};
    walk(
        stream,
        where,
        _ -> {
          count[0]++;
          return true;
        });
    return count[0];
  }

  public static Object sum(@Applied Object stream, String where) {
    Cell sum = new Cell(0L);
    walk(
        stream,
        where,
        element -> {
          sum.value = Operators.add(sum.value, Arguments.number(element, where));
          return true;
        });
    return sum.value;
  }

  public static Object fold(@Applied Object f, Object init, @Applied Object stream, String where) {
    Function step = Arguments.step(f, init, where);
    Cell accumulator = new Cell(init);
    walk(
        stream,
        where,
        element -> {
          accumulator.value = step.apply(accumulator.value, element);
          return true;
        });
    return accumulator.value;
  }

  public static Object foldWhile(
      @Applied Object f, Object init, @Applied Object stream, String where) {
    Function function = Arguments.step(f, init, where);
    Cell accumulator = new Cell(init);
    walk(
        stream,
        where,
        element -> {
          FoldStep step = FoldStep.of(function.apply(accumulator.value, element), where);
          accumulator.value = step.accumulator();
          return !step.isLast();
        });
    return accumulator.value;
  }

  public static Object each(@Applied Object f, @Applied Object stream, String where) {
    Function effect = Arguments.function(f, 1, where);
    walk(
        stream,
        where,
        element -> {
          effect.apply(element);
          return true;
        });
    return Unit.UNIT;
  }

  public static Object find(@Applied Object predicate, @Applied Object stream, String where) {
    return firstWhere(predicate, true, stream, where);
  }

  public static Object findValue(@Applied Object f, @Applied Object stream, String where) {
    Function function = Arguments.function(f, where);
    Cell found = new Cell(Opts.NONE);
    walk(
        stream,
        where,
        element -> {
          found.value = function.apply(element);
          return Opts.value(found.value, where) == null;
        });
    return found.value;
  }

  public static Object count(@Applied Object predicate, @Applied Object stream, String where) {
    Function test = Arguments.function(predicate, where);
    long[] count = {0};
    walk(
        stream,
        where,
        element -> {
          if (Arguments.truth(test.apply(element), where)) {
            count[0]++;
          }
          return true;
        });
    return count[0];
  }

  public static Object any(@Applied Object predicate, @Applied Object stream, String where) {
    return !firstWhere(predicate, true, stream, where).equals(Opts.NONE);
  }

  public static Object all(@Applied Object predicate, @Applied Object stream, String where) {
    return firstWhere(predicate, false, stream, where).equals(Opts.NONE);
  }

  public static Object none(@Applied Object predicate, @Applied Object stream, String where) {
    return firstWhere(predicate, true, stream, where).equals(Opts.NONE);
  }

  /** The first element for which the predicate has this answer, as an Opt. */
  private static Object firstWhere(Object predicate, boolean answer, Object stream, String where) {
    Function test = Arguments.function(predicate, where);
    Cell found = new Cell(Opts.NONE);
    walk(
        stream,
        where,
        element -> {
          if (Arguments.truth(test.apply(element), where) != answer) {
            return true;
          }
          found.value = Opts.ok(element);
          return false;
        });
    return found.value;
  }

  public static Object head(@Applied Object stream, String where) {
    Cell head = new Cell(Opts.NONE);
    walk(
        stream,
        where,
        element -> {
          head.value = Opts.ok(element);
          return false;
        });
    return head.value;
  }

  public static Object last(@Applied Object stream, String where) {
    Cell last = new Cell(Opts.NONE);
    walk(
        stream,
        where,
        element -> {
          last.value = Opts.ok(element);
          return true;
        });
    return last.value;
  }

  public static Object min(@Applied Object stream, String where) {
    return extreme(null, stream, -1, where);
  }

  public static Object max(@Applied Object stream, String where) {
    return extreme(null, stream, 1, where);
  }

  public static Object minBy(@Applied Object key, @Applied Object stream, String where) {
    return extreme(Arguments.function(key, 1, where), stream, -1, where);
  }

  public static Object maxBy(@Applied Object key, @Applied Object stream, String where) {
    return extreme(Arguments.function(key, 1, where), stream, 1, where);
  }

  /** The first element with the least (-1) or greatest (1) key, as an Opt. */
  private static Object extreme(@Nullable Function key, Object stream, int sign, String where) {
    Cell best = new Cell(Opts.NONE);
    Cell bestKey = new Cell(Opts.NONE);
    walk(
        stream,
        where,
        element -> {
          Object next = key == null ? element : key.apply(element);
          if (Opts.NONE.equals(best.value) || TotalOrder.compare(next, bestKey.value) * sign > 0) {
            best.value = Opts.ok(element);
            bestKey.value = next;
          }
          return true;
        });
    return best.value;
  }
}

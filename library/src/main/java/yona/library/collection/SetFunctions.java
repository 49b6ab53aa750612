package yona.library.collection;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.Set;
import yona.data.TransientSet;
import yona.data.Tuple;
import yona.data.Unit;
import yona.language.runtime.Applied;
import yona.language.runtime.Function;
import yona.library.argument.Applications;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.Opts;
import yona.library.stream.Reduction;

/** The Java half of module Set. */
public final class SetFunctions {
  private SetFunctions() {}

  public static Object fold(@Applied Object f, Object init, Object set, String where) {
    return f instanceof Function function
        ? SeqFolds.fold(function, init, Arguments.set(set, where), where)
        : SeqFolds.fold(init, set, Arguments.set(f, where), where);
  }

  public static Object reduce(@Applied Object reducer, Object set, String where) {
    return reducer instanceof Set older
        ? Reduction.run(set, older, where)
        : Reduction.run(reducer, Arguments.set(set, where), where);
  }

  public static Object empty() {
    return Set.EMPTY;
  }

  public static Object len(Object set, String where) {
    if (set instanceof TransientSet transientSet) {
      return (long) transientSet.size();
    }
    return (long) Arguments.set(set, where).size();
  }

  public static Object isEmpty(Object set, String where) {
    return Arguments.set(set, where).isEmpty();
  }

  public static Object fromSeq(Object seq, String where) {
    return Set.fromIterable(Arguments.seq(seq, where));
  }

  public static Object toSeq(Object set, String where) {
    return Arguments.set(set, where).toSeq();
  }

  public static Object add(Object value, Object set, String where) {
    if (set instanceof TransientSet transientSet) {
      transientSet.add(value);
      return transientSet;
    }
    return Arguments.set(set, where).add(value);
  }

  public static Object remove(Object value, Object set, String where) {
    return Arguments.set(set, where).remove(value);
  }

  public static Object contains(Object value, Object set, String where) {
    if (set instanceof TransientSet transientSet) {
      return transientSet.contains(value);
    }
    return Arguments.set(set, where).contains(value);
  }

  public static Object union(Object a, Object b, String where) {
    return Arguments.set(a, where).union(Arguments.set(b, where));
  }

  public static Object intersection(Object a, Object b, String where) {
    return Arguments.set(a, where).intersection(Arguments.set(b, where));
  }

  public static Object difference(Object a, Object b, String where) {
    return Arguments.set(a, where).difference(Arguments.set(b, where));
  }

  public static Object symmetricDifference(Object a, Object b, String where) {
    return Arguments.set(a, where).symmetricDifference(Arguments.set(b, where));
  }

  public static Object unions(Object sets, String where) {
    Set result = Set.EMPTY;
    for (Object set : Arguments.seq(sets, where)) {
      result = result.union(Arguments.set(set, where));
    }
    return result;
  }

  public static Object isSubset(Object a, Object b, String where) {
    return Arguments.set(a, where).isSubset(Arguments.set(b, where));
  }

  public static Object isSuperset(Object a, Object b, String where) {
    Set whole = Arguments.set(a, where);
    return Arguments.set(b, where).isSubset(whole);
  }

  public static Object isDisjoint(Object a, Object b, String where) {
    return Arguments.set(a, where).isDisjoint(Arguments.set(b, where));
  }

  public static Object map(@Applied Object f, Object set, String where) {
    Function function = Arguments.function(f, where);
    Iterator<Object> results = Applications.of(function, Arguments.set(set, where).toSeq());
    Set.Builder result = Set.builder();
    while (results.hasNext()) {
      result.add(results.next());
    }
    return result.build();
  }

  public static Object flatMap(@Applied Object f, Object set, String where) {
    Function function = Arguments.function(f, where);
    Iterator<Object> parts = Applications.of(function, Arguments.set(set, where).toSeq());
    Set.Builder result = Set.builder();
    while (parts.hasNext()) {
      for (Object element : Arguments.set(parts.next(), where)) {
        result.add(element);
      }
    }
    return result.build();
  }

  public static Object filterMap(@Applied Object f, Object set, String where) {
    Function function = Arguments.function(f, where);
    Iterator<Object> opts = Applications.of(function, Arguments.set(set, where).toSeq());
    Set.Builder result = Set.builder();
    while (opts.hasNext()) {
      @Nullable Object value = Opts.value(opts.next(), where);
      if (value != null) {
        result.add(value);
      }
    }
    return result.build();
  }

  public static Object filter(@Applied Object predicate, Object set, String where) {
    return parted(predicate, set, where).get(0);
  }

  public static Object reject(@Applied Object predicate, Object set, String where) {
    return parted(predicate, set, where).get(1);
  }

  public static Object partition(@Applied Object predicate, Object set, String where) {
    return parted(predicate, set, where);
  }

  private static Tuple parted(Object predicate, Object set, String where) {
    Function test = Arguments.function(predicate, where);
    Seq elements = Arguments.set(set, where).toSeq();
    Iterator<Object> verdicts = Applications.of(test, elements);
    Set.Builder matching = Set.builder();
    Set.Builder rest = Set.builder();
    for (Object element : elements) {
      (Arguments.truth(verdicts.next(), where) ? matching : rest).add(element);
    }
    return Tuple.of(matching.build(), rest.build());
  }

  public static Object each(@Applied Object f, Object set, String where) {
    Function effect = Arguments.function(f, 1, where);
    for (Object element : Arguments.set(set, where)) {
      effect.apply(element);
    }
    return Unit.UNIT;
  }

  public static Object count(@Applied Object predicate, Object set, String where) {
    return SeqSearch.count(predicate, Arguments.set(set, where), where);
  }

  public static Object any(@Applied Object predicate, Object set, String where) {
    return SeqSearch.exists(predicate, Arguments.set(set, where), true, where);
  }

  public static Object all(@Applied Object predicate, Object set, String where) {
    return !SeqSearch.exists(predicate, Arguments.set(set, where), false, where);
  }

  public static Object none(@Applied Object predicate, Object set, String where) {
    return !SeqSearch.exists(predicate, Arguments.set(set, where), true, where);
  }

  public static Object find(@Applied Object predicate, Object set, String where) {
    return SeqSearch.find(predicate, Arguments.set(set, where), where);
  }

  public static Object min(Object set, String where) {
    return SeqOrder.extreme(nonEmpty(set, where), -1);
  }

  public static Object max(Object set, String where) {
    return SeqOrder.extreme(nonEmpty(set, where), 1);
  }

  private static Set nonEmpty(Object value, String where) {
    Set set = Arguments.set(value, where);
    if (set.isEmpty()) {
      throw Failure.empty(where, "the Set");
    }
    return set;
  }
}

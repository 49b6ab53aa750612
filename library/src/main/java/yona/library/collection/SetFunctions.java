package yona.library.collection;

import java.util.Iterator;
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
import yona.library.stream.Reduction;

/** The Java half of module Set. */
public final class SetFunctions {
  private SetFunctions() {}

  public static Object fold(@Applied Object f, Object init, Object set) {
    return f instanceof Function function
        ? SeqFolds.fold(function, init, Arguments.set(set, "Set::fold"), "Set::fold")
        : SeqFolds.fold(init, set, Arguments.set(f, "Set::fold"), "Set::fold");
  }

  public static Object reduce(@Applied Object reducer, Object set) {
    return reducer instanceof Set older
        ? Reduction.run(set, older, "Set::reduce")
        : Reduction.run(reducer, Arguments.set(set, "Set::reduce"), "Set::reduce");
  }

  public static Object empty() {
    return Set.EMPTY;
  }

  public static Object len(Object set) {
    if (set instanceof TransientSet transientSet) {
      return (long) transientSet.size();
    }
    return (long) Arguments.set(set, "Set::len").size();
  }

  public static Object isEmpty(Object set) {
    return Arguments.set(set, "Set::is_empty").isEmpty();
  }

  public static Object fromSeq(Object seq) {
    return Set.fromIterable(Arguments.seq(seq, "Set::from_seq"));
  }

  public static Object toSeq(Object set) {
    return Arguments.set(set, "Set::to_seq").toSeq();
  }

  public static Object add(Object value, Object set) {
    if (set instanceof TransientSet transientSet) {
      transientSet.add(value);
      return transientSet;
    }
    return Arguments.set(set, "Set::add").add(value);
  }

  public static Object remove(Object value, Object set) {
    return Arguments.set(set, "Set::remove").remove(value);
  }

  public static Object contains(Object value, Object set) {
    if (set instanceof TransientSet transientSet) {
      return transientSet.contains(value);
    }
    return Arguments.set(set, "Set::contains").contains(value);
  }

  public static Object union(Object a, Object b) {
    return Arguments.set(a, "Set::union").union(Arguments.set(b, "Set::union"));
  }

  public static Object intersection(Object a, Object b) {
    return Arguments.set(a, "Set::intersection")
        .intersection(Arguments.set(b, "Set::intersection"));
  }

  public static Object difference(Object a, Object b) {
    return Arguments.set(a, "Set::difference").difference(Arguments.set(b, "Set::difference"));
  }

  public static Object symmetricDifference(Object a, Object b) {
    return Arguments.set(a, "Set::symmetric_difference")
        .symmetricDifference(Arguments.set(b, "Set::symmetric_difference"));
  }

  public static Object unions(Object sets) {
    Set result = Set.EMPTY;
    for (Object set : Arguments.seq(sets, "Set::unions")) {
      result = result.union(Arguments.set(set, "Set::unions"));
    }
    return result;
  }

  public static Object isSubset(Object a, Object b) {
    return Arguments.set(a, "Set::is_subset").isSubset(Arguments.set(b, "Set::is_subset"));
  }

  public static Object isSuperset(Object a, Object b) {
    Set whole = Arguments.set(a, "Set::is_superset");
    return Arguments.set(b, "Set::is_superset").isSubset(whole);
  }

  public static Object isDisjoint(Object a, Object b) {
    return Arguments.set(a, "Set::is_disjoint").isDisjoint(Arguments.set(b, "Set::is_disjoint"));
  }

  public static Object map(@Applied Object f, Object set) {
    Function function = Arguments.function(f, "Set::map");
    Iterator<Object> results = Applications.of(function, Arguments.set(set, "Set::map").toSeq());
    Set.Builder result = Set.builder();
    while (results.hasNext()) {
      result.add(results.next());
    }
    return result.build();
  }

  public static Object flatMap(@Applied Object f, Object set) {
    Function function = Arguments.function(f, "Set::flat_map");
    Iterator<Object> parts = Applications.of(function, Arguments.set(set, "Set::flat_map").toSeq());
    Set.Builder result = Set.builder();
    while (parts.hasNext()) {
      for (Object element : Arguments.set(parts.next(), "Set::flat_map")) {
        result.add(element);
      }
    }
    return result.build();
  }

  public static Object filter(@Applied Object predicate, Object set) {
    return partition(predicate, set, "Set::filter").get(0);
  }

  public static Object reject(@Applied Object predicate, Object set) {
    return partition(predicate, set, "Set::reject").get(1);
  }

  public static Object partition(@Applied Object predicate, Object set) {
    return partition(predicate, set, "Set::partition");
  }

  private static Tuple partition(Object predicate, Object set, String where) {
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

  public static Object each(@Applied Object f, Object set) {
    Function effect = Arguments.function(f, 1, "Set::each");
    for (Object element : Arguments.set(set, "Set::each")) {
      effect.apply(element);
    }
    return Unit.UNIT;
  }

  public static Object count(@Applied Object predicate, Object set) {
    return SeqSearch.count(predicate, Arguments.set(set, "Set::count"), "Set::count");
  }

  public static Object any(@Applied Object predicate, Object set) {
    return SeqSearch.exists(predicate, Arguments.set(set, "Set::any"), true, "Set::any");
  }

  public static Object all(@Applied Object predicate, Object set) {
    return !SeqSearch.exists(predicate, Arguments.set(set, "Set::all"), false, "Set::all");
  }

  public static Object none(@Applied Object predicate, Object set) {
    return !SeqSearch.exists(predicate, Arguments.set(set, "Set::none"), true, "Set::none");
  }

  public static Object find(@Applied Object predicate, Object set) {
    return SeqSearch.find(predicate, Arguments.set(set, "Set::find"), "Set::find");
  }

  public static Object min(Object set) {
    return SeqOrder.extreme(nonEmpty(set, "Set::min"), -1);
  }

  public static Object max(Object set) {
    return SeqOrder.extreme(nonEmpty(set, "Set::max"), 1);
  }

  private static Set nonEmpty(Object value, String where) {
    Set set = Arguments.set(value, where);
    if (set.isEmpty()) {
      throw Failure.empty(where, "the Set");
    }
    return set;
  }
}

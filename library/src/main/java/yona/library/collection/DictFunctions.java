package yona.library.collection;

import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Equality;
import yona.data.Seq;
import yona.data.Set;
import yona.data.Symbol;
import yona.data.TransientDict;
import yona.data.Tuple;
import yona.data.Unit;
import yona.language.runtime.Applied;
import yona.language.runtime.Function;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.Opts;
import yona.library.stream.Reduction;

/** The Java half of module Dict: single keys, whole Dicts, folds and questions. */
public final class DictFunctions {
  private static final Symbol ADDED = Symbol.of("added");
  private static final Symbol CHANGED = Symbol.of("changed");
  private static final Symbol REMOVED = Symbol.of("removed");

  private DictFunctions() {}

  public static Object fold(@Applied Object f, Object init, Object dict, String where) {
    return f instanceof Function function
        ? SeqFolds.fold(function, init, Arguments.dict(dict, where), where)
        : SeqFolds.fold(init, dict, Arguments.dict(f, where), where);
  }

  public static Object reduce(@Applied Object reducer, Object dict, String where) {
    return reducer instanceof Dict older
        ? Reduction.run(dict, older, where)
        : Reduction.run(reducer, Arguments.dict(dict, where), where);
  }

  public static Object len(Object dict, String where) {
    if (dict instanceof TransientDict transientDict) {
      return (long) transientDict.size();
    }
    return (long) Arguments.dict(dict, where).size();
  }

  public static Object isEmpty(Object dict, String where) {
    return Arguments.dict(dict, where).isEmpty();
  }

  public static Object lookup(Object key, Object dict, String where) {
    @Nullable Object value = value(key, dict, where);
    return value == null ? Unit.UNIT : value;
  }

  public static Object tryLookup(Object key, Object dict, String where) {
    return Opts.ofNullable(Arguments.dict(dict, where).get(key));
  }

  public static Object get(Object key, Object fallback, Object dict, String where) {
    @Nullable Object value = value(key, dict, where);
    return value == null ? fallback : value;
  }

  public static Object fetch(Object key, Object dict, String where) {
    return present(key, Arguments.dict(dict, where), where);
  }

  private static @Nullable Object value(Object key, Object dict, String where) {
    return dict instanceof TransientDict transientDict
        ? transientDict.get(key)
        : Arguments.dict(dict, where).get(key);
  }

  /** The value of a key that has to be there. */
  static Object present(Object key, Dict dict, String where) {
    return present(key, dict.get(key), where);
  }

  private static Object present(Object key, @Nullable Object value, String where) {
    if (value == null) {
      throw Failure.badarg(where, "there is no key " + Failure.shown(key));
    }
    return value;
  }

  public static Object contains(Object key, Object dict, String where) {
    return value(key, dict, where) != null;
  }

  public static Object put(Object key, Object value, Object dict, String where) {
    if (dict instanceof TransientDict transientDict) {
      transientDict.put(key, value);
      return transientDict;
    }
    return Arguments.dict(dict, where).put(key, value);
  }

  public static Object putNew(Object key, Object value, Object dict, String where) {
    Dict d = Arguments.dict(dict, where);
    return d.contains(key) ? d : d.put(key, value);
  }

  public static Object remove(Object key, Object dict, String where) {
    return Arguments.dict(dict, where).remove(key);
  }

  public static Object update(Object key, @Applied Object f, Object dict, String where) {
    Function change = Arguments.function(f, where);
    Dict d = Arguments.dict(dict, where);
    return d.update(key, value -> change.apply(present(key, value, where)));
  }

  public static Object updateOr(
      Object key, Object fallback, @Applied Object f, Object dict, String where) {
    Function change = Arguments.function(f, where);
    Dict d = Arguments.dict(dict, where);
    return d.update(key, value -> value == null ? fallback : change.apply(value));
  }

  public static Object pop(Object key, Object dict, String where) {
    Dict d = Arguments.dict(dict, where);
    @Nullable Object value = d.get(key);
    return value == null ? Opts.NONE : Opts.ok(Tuple.of(value, d.remove(key)));
  }

  public static Object getOrPut(Object key, @Applied Object f, Object dict, String where) {
    Function make = Arguments.function(f, where);
    Dict d = Arguments.dict(dict, where);
    @Nullable Object value = d.get(key);
    if (value != null) {
      return Tuple.of(value, d);
    }
    Object made = make.apply(key);
    return Tuple.of(made, d.put(key, made));
  }

  public static Object getAndUpdate(Object key, @Applied Object f, Object dict, String where) {
    Function change = Arguments.function(f, where);
    Dict d = Arguments.dict(dict, where);
    Tuple step = Arguments.pair(change.apply(Opts.ofNullable(d.get(key))), where);
    @Nullable Object value = Opts.value(step.get(1), where);
    return Tuple.of(step.get(0), value == null ? d.remove(key) : d.put(key, value));
  }

  public static Object fromSeq(Object seq, String where) {
    return filled(Dict.builder(), seq, where);
  }

  public static Object ordered(Object seq, String where) {
    return filled(Dict.orderedBuilder(), seq, where);
  }

  private static Dict filled(Dict.Builder result, Object seq, String where) {
    for (Object element : Arguments.seq(seq, where)) {
      Tuple entry = Arguments.pair(element, where);
      result.put(entry.get(0), entry.get(1));
    }
    return result.build();
  }

  public static Object isOrdered(Object dict, String where) {
    return Arguments.dict(dict, where).isOrdered();
  }

  public static Object keys(Object dict, String where) {
    return Arguments.dict(dict, where).keys();
  }

  public static Object values(Object dict, String where) {
    return Arguments.dict(dict, where).values();
  }

  public static Object entries(Object dict, String where) {
    return Arguments.dict(dict, where).toSeq();
  }

  public static Object toSeq(Object dict, String where) {
    return Arguments.dict(dict, where).toSeq();
  }

  public static Object each(@Applied Object f, Object dict, String where) {
    Function effect = Arguments.function(f, 1, where);
    for (Tuple entry : Arguments.dict(dict, where)) {
      effect.apply(entry);
    }
    return Unit.UNIT;
  }

  public static Object find(@Applied Object predicate, Object dict, String where) {
    return SeqSearch.find(predicate, Arguments.dict(dict, where), where);
  }

  public static Object any(@Applied Object predicate, Object dict, String where) {
    return SeqSearch.exists(predicate, Arguments.dict(dict, where), true, where);
  }

  public static Object all(@Applied Object predicate, Object dict, String where) {
    return !SeqSearch.exists(predicate, Arguments.dict(dict, where), false, where);
  }

  public static Object none(@Applied Object predicate, Object dict, String where) {
    return !SeqSearch.exists(predicate, Arguments.dict(dict, where), true, where);
  }

  public static Object count(@Applied Object predicate, Object dict, String where) {
    return SeqSearch.count(predicate, Arguments.dict(dict, where), where);
  }

  public static Object merge(Object a, Object b, String where) {
    return Arguments.dict(a, where).union(Arguments.dict(b, where));
  }

  public static Object mergeWith(@Applied Object f, Object a, Object b, String where) {
    Function combine = Arguments.function(f, where);
    Dict left = Arguments.dict(a, where);
    Dict right = Arguments.dict(b, where);
    Dict result = left.union(right);
    for (Tuple entry : left) {
      Object key = entry.get(0);
      @Nullable Object other = right.get(key);
      if (other != null) {
        result = result.put(key, combine.apply(entry.get(1), other));
      }
    }
    return result;
  }

  public static Object deepMerge(Object a, Object b, String where) {
    return deeplyMerged(Arguments.dict(a, where), Arguments.dict(b, where));
  }

  private static Dict deeplyMerged(Dict left, Dict right) {
    Dict result = left;
    for (Tuple entry : right) {
      Object key = entry.get(0);
      Object value = entry.get(1);
      if (value instanceof Dict inner && left.get(key) instanceof Dict there) {
        value = deeplyMerged(there, inner);
      }
      result = result.put(key, value);
    }
    return result;
  }

  public static Object intersectionWith(@Applied Object f, Object a, Object b, String where) {
    Function combine = Arguments.function(f, where);
    Dict left = Arguments.dict(a, where);
    Dict common = left.intersection(Arguments.dict(b, where));
    Dict result = common;
    for (Tuple entry : common) {
      Object key = entry.get(0);
      result = result.put(key, combine.apply(present(key, left, where), entry.get(1)));
    }
    return result;
  }

  public static Object diff(Object a, Object b, String where) {
    Dict old = Arguments.dict(a, where);
    Dict next = Arguments.dict(b, where);
    Dict.Builder changed = old.builderAlike();
    for (Tuple entry : old) {
      @Nullable Object value = next.get(entry.get(0));
      if (value != null && !Equality.equal(value, entry.get(1))) {
        changed.put(entry.get(0), Tuple.of(entry.get(1), value));
      }
    }
    return Dict.EMPTY
        .put(ADDED, next.difference(old))
        .put(CHANGED, changed.build())
        .put(REMOVED, old.difference(next));
  }

  public static Object select(Object keys, Object dict, String where) {
    Dict d = Arguments.dict(dict, where);
    if (d.isOrdered()) {
      return selectedInOrder(keys, d, where);
    }
    Dict.Builder result = Dict.builder();
    for (Object key : givenKeys(keys, where)) {
      @Nullable Object value = d.get(key);
      if (value != null) {
        result.put(key, value);
      }
    }
    return result.build();
  }

  private static Dict selectedInOrder(Object keys, Dict dict, String where) {
    Set.Builder wanted = Set.builder();
    givenKeys(keys, where).forEach(wanted::add);
    Set given = wanted.build();
    Dict.Builder result = Dict.orderedBuilder();
    dict.forEach(
        (key, value) -> {
          if (given.contains(key)) {
            result.put(key, value);
          }
        });
    return result.build();
  }

  public static Object without(Object keys, Object dict, String where) {
    return without(givenKeys(keys, where), Arguments.dict(dict, where));
  }

  private static Dict without(Iterable<Object> keys, Dict dict) {
    Dict result = dict;
    for (Object key : keys) {
      result = result.remove(key);
    }
    return result;
  }

  public static Object split(Object keys, Object dict, String where) {
    Dict d = Arguments.dict(dict, where);
    Dict rest = without(givenKeys(keys, where), d);
    return Tuple.of(d.difference(rest), rest);
  }

  /** Keys as a program gives them: in a Seq or a Set. */
  static Iterable<Object> givenKeys(Object value, String where) {
    return switch (value) {
      case Seq seq -> seq;
      case Set set -> set;
      default -> throw Failure.type(where, "a Seq or a Set of keys", value);
    };
  }
}

package yona.library.collection;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.TotalOrder;
import yona.data.Tuple;
import yona.language.runtime.Applied;
import yona.language.runtime.Function;
import yona.library.argument.Applications;
import yona.library.argument.Arguments;
import yona.library.argument.Opts;

/**
 * The Java half of module Dict: functions that apply a function to all entries as one group, and
 * Dicts with new keys. Where several entries get equal new keys, the one with the greatest old key
 * wins, so that the result does not depend on the order of iteration.
 */
public final class DictTransforms {
  private DictTransforms() {}

  /** A Dict of new keys, where each entry comes from an old key. */
  private static final class Renamed {
    private record Origin(Object key, Object oldKey, Object value) {}

    private final Tally<Origin[]> origins = new Tally<>(() -> new Origin[1]);
    private final Dict original;

    Renamed(Dict original) {
      this.original = original;
    }

    void put(Object key, Object value, Object oldKey) {
      Origin[] cell = origins.of(key);
      if (cell[0] == null || TotalOrder.compare(oldKey, cell[0].oldKey) > 0) {
        cell[0] = new Origin(key, oldKey, value);
      }
    }

    Dict toDict() {
      Dict.Builder result = original.builderAlike();
      origins.cells().forEach(cell -> result.put(cell[0].key, cell[0].value));
      return result.build();
    }
  }

  public static Object map(@Applied Object f, Object dict, String where) {
    Function function = Arguments.function(f, where);
    Dict d = Arguments.dict(dict, where);
    Seq entries = d.toSeq();
    Iterator<Object> results = Applications.of(function, entries);
    Renamed result = new Renamed(d);
    for (Object entry : entries) {
      Tuple made = Arguments.pair(results.next(), where);
      result.put(made.get(0), made.get(1), ((Tuple) entry).get(0));
    }
    return result.toDict();
  }

  public static Object filterMap(@Applied Object f, Object dict, String where) {
    Function function = Arguments.function(f, where);
    Dict d = Arguments.dict(dict, where);
    Seq entries = d.toSeq();
    Iterator<Object> results = Applications.of(function, entries);
    Renamed result = new Renamed(d);
    for (Object entry : entries) {
      @Nullable Object some = Opts.value(results.next(), where);
      if (some != null) {
        Tuple made = Arguments.pair(some, where);
        result.put(made.get(0), made.get(1), ((Tuple) entry).get(0));
      }
    }
    return result.toDict();
  }

  public static Object mapValues(@Applied Object f, Object dict, String where) {
    Function function = Arguments.function(f, where);
    Dict d = Arguments.dict(dict, where);
    Iterator<Object> results = Applications.of(function, d.values());
    Dict.Builder result = d.builderAlike();
    for (Tuple entry : d) {
      result.put(entry.get(0), results.next());
    }
    return result.build();
  }

  public static Object mapKeys(@Applied Object f, Object dict, String where) {
    Function function = Arguments.function(f, where);
    Dict d = Arguments.dict(dict, where);
    Seq entries = d.toSeq();
    SeqBuilder keys = Seq.builder();
    for (Object entry : entries) {
      keys.add(((Tuple) entry).get(0));
    }
    Iterator<Object> results = Applications.of(function, keys.build());
    Renamed result = new Renamed(d);
    for (Object entry : entries) {
      Tuple old = (Tuple) entry;
      result.put(results.next(), old.get(1), old.get(0));
    }
    return result.toDict();
  }

  public static Object invert(Object dict, String where) {
    Dict d = Arguments.dict(dict, where);
    Renamed result = new Renamed(d);
    for (Tuple entry : d) {
      result.put(entry.get(1), entry.get(0), entry.get(0));
    }
    return result.toDict();
  }

  public static Object filter(@Applied Object predicate, Object dict, String where) {
    return parted(predicate, dict, where).get(0);
  }

  public static Object reject(@Applied Object predicate, Object dict, String where) {
    return parted(predicate, dict, where).get(1);
  }

  public static Object partition(@Applied Object predicate, Object dict, String where) {
    return parted(predicate, dict, where);
  }

  private static Tuple parted(Object predicate, Object dict, String where) {
    Function test = Arguments.function(predicate, where);
    Dict d = Arguments.dict(dict, where);
    Seq entries = d.toSeq();
    Iterator<Object> verdicts = Applications.of(test, entries);
    Dict.Builder matching = d.builderAlike();
    Dict.Builder rest = d.builderAlike();
    for (Object element : entries) {
      Tuple entry = (Tuple) element;
      Dict.Builder side = Arguments.truth(verdicts.next(), where) ? matching : rest;
      side.put(entry.get(0), entry.get(1));
    }
    return Tuple.of(matching.build(), rest.build());
  }

  public static Object fromKeys(@Applied Object f, Object keys, String where) {
    Function function = Arguments.function(f, where);
    Seq all = Seq.fromIterable(DictFunctions.givenKeys(keys, where));
    Iterator<Object> values = Applications.of(function, all);
    Dict.Builder result = Dict.builder();
    for (Object key : all) {
      result.put(key, values.next());
    }
    return result.build();
  }
}

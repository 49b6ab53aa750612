package yona.library.collection;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Set;
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
  private DictFunctions() {}

  public static Object fold(@Applied Object f, Object init, Object dict) {
    return f instanceof Function function
        ? SeqFolds.fold(function, init, Arguments.dict(dict, "Dict::fold"), "Dict::fold")
        : SeqFolds.fold(init, dict, Arguments.dict(f, "Dict::fold"), "Dict::fold");
  }

  public static Object reduce(@Applied Object reducer, Object dict) {
    return reducer instanceof Dict older
        ? Reduction.run(dict, older, "Dict::reduce")
        : Reduction.run(reducer, Arguments.dict(dict, "Dict::reduce"), "Dict::reduce");
  }

  public static Object len(Object dict) {
    if (dict instanceof TransientDict transientDict) {
      return (long) transientDict.size();
    }
    return (long) Arguments.dict(dict, "Dict::len").size();
  }

  public static Object isEmpty(Object dict) {
    return Arguments.dict(dict, "Dict::is_empty").isEmpty();
  }

  public static Object lookup(Object key, Object dict) {
    @Nullable Object value = find(key, dict, "Dict::lookup");
    return value == null ? Unit.UNIT : value;
  }

  public static Object tryLookup(Object key, Object dict) {
    return Opts.ofNullable(Arguments.dict(dict, "Dict::try_lookup").get(key));
  }

  public static Object get(Object key, Object fallback, Object dict) {
    @Nullable Object value = find(key, dict, "Dict::get");
    return value == null ? fallback : value;
  }

  public static Object fetch(Object key, Object dict) {
    return present(key, Arguments.dict(dict, "Dict::fetch"), "Dict::fetch");
  }

  private static @Nullable Object find(Object key, Object dict, String where) {
    return dict instanceof TransientDict transientDict
        ? transientDict.get(key)
        : Arguments.dict(dict, where).get(key);
  }

  /** The value of a key that has to be there. */
  static Object present(Object key, Dict dict, String where) {
    @Nullable Object value = dict.get(key);
    if (value == null) {
      throw Failure.badarg(where, "there is no key " + Failure.shown(key));
    }
    return value;
  }

  public static Object contains(Object key, Object dict) {
    return find(key, dict, "Dict::contains") != null;
  }

  public static Object put(Object key, Object value, Object dict) {
    if (dict instanceof TransientDict transientDict) {
      transientDict.put(key, value);
      return transientDict;
    }
    return Arguments.dict(dict, "Dict::put").put(key, value);
  }

  public static Object putNew(Object key, Object value, Object dict) {
    Dict d = Arguments.dict(dict, "Dict::put_new");
    return d.contains(key) ? d : d.put(key, value);
  }

  public static Object remove(Object key, Object dict) {
    return Arguments.dict(dict, "Dict::remove").remove(key);
  }

  public static Object update(Object key, @Applied Object f, Object dict) {
    Function change = Arguments.function(f, "Dict::update");
    Dict d = Arguments.dict(dict, "Dict::update");
    return d.put(key, change.apply(present(key, d, "Dict::update")));
  }

  public static Object updateOr(Object key, Object fallback, @Applied Object f, Object dict) {
    Function change = Arguments.function(f, "Dict::update_or");
    Dict d = Arguments.dict(dict, "Dict::update_or");
    @Nullable Object value = d.get(key);
    return d.put(key, value == null ? fallback : change.apply(value));
  }

  public static Object pop(Object key, Object dict) {
    Dict d = Arguments.dict(dict, "Dict::pop");
    @Nullable Object value = d.get(key);
    return value == null ? Opts.NONE : Opts.ok(Tuple.of(value, d.remove(key)));
  }

  public static Object fromSeq(Object seq) {
    Dict.Builder result = Dict.builder();
    for (Object element : Arguments.seq(seq, "Dict::from_seq")) {
      Tuple entry = Arguments.pair(element, "Dict::from_seq");
      result.put(entry.get(0), entry.get(1));
    }
    return result.build();
  }

  public static Object keys(Object dict) {
    return Arguments.dict(dict, "Dict::keys").keys();
  }

  public static Object values(Object dict) {
    return Arguments.dict(dict, "Dict::values").values();
  }

  public static Object entries(Object dict) {
    return Arguments.dict(dict, "Dict::entries").toSeq();
  }

  public static Object toSeq(Object dict) {
    return Arguments.dict(dict, "Dict::to_seq").toSeq();
  }

  public static Object each(@Applied Object f, Object dict) {
    Function effect = Arguments.function(f, 1, "Dict::each");
    for (Tuple entry : Arguments.dict(dict, "Dict::each")) {
      effect.apply(entry);
    }
    return Unit.UNIT;
  }

  public static Object find(@Applied Object predicate, Object dict) {
    return SeqSearch.find(predicate, Arguments.dict(dict, "Dict::find"), "Dict::find");
  }

  public static Object any(@Applied Object predicate, Object dict) {
    return SeqSearch.exists(predicate, Arguments.dict(dict, "Dict::any"), true, "Dict::any");
  }

  public static Object all(@Applied Object predicate, Object dict) {
    return !SeqSearch.exists(predicate, Arguments.dict(dict, "Dict::all"), false, "Dict::all");
  }

  public static Object none(@Applied Object predicate, Object dict) {
    return !SeqSearch.exists(predicate, Arguments.dict(dict, "Dict::none"), true, "Dict::none");
  }

  public static Object count(@Applied Object predicate, Object dict) {
    return SeqSearch.count(predicate, Arguments.dict(dict, "Dict::count"), "Dict::count");
  }

  public static Object merge(Object a, Object b) {
    return Arguments.dict(a, "Dict::merge").union(Arguments.dict(b, "Dict::merge"));
  }

  public static Object mergeWith(@Applied Object f, Object a, Object b) {
    Function combine = Arguments.function(f, "Dict::merge_with");
    Dict left = Arguments.dict(a, "Dict::merge_with");
    Dict right = Arguments.dict(b, "Dict::merge_with");
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

  public static Object select(Object keys, Object dict) {
    Dict d = Arguments.dict(dict, "Dict::select");
    Dict.Builder result = Dict.builder();
    for (Object key : keys(keys, "Dict::select")) {
      @Nullable Object value = d.get(key);
      if (value != null) {
        result.put(key, value);
      }
    }
    return result.build();
  }

  public static Object without(Object keys, Object dict) {
    Dict result = Arguments.dict(dict, "Dict::without");
    for (Object key : keys(keys, "Dict::without")) {
      result = result.remove(key);
    }
    return result;
  }

  /** Keys as a program gives them: in a Seq or a Set. */
  static Iterable<Object> keys(Object value, String where) {
    return switch (value) {
      case Seq seq -> seq;
      case Set set -> set;
      default -> throw Failure.type(where, "a Seq or a Set of keys", value);
    };
  }

  public static Object getIn(Object keys, Object fallback, Object dict) {
    @Nullable Object value = Arguments.dict(dict, "Dict::get_in");
    for (Object key : Arguments.seq(keys, "Dict::get_in")) {
      value = Arguments.dict(value, "Dict::get_in").get(key);
      if (value == null) {
        return fallback;
      }
    }
    return value;
  }

  public static Object putIn(Object keys, Object value, Object dict) {
    List<Object> path = path(keys, "Dict::put_in");
    List<Dict> levels = new ArrayList<>();
    Object level = Arguments.dict(dict, "Dict::put_in");
    for (Object key : path) {
      Dict d = Arguments.dict(level, "Dict::put_in");
      levels.add(d);
      @Nullable Object next = d.get(key);
      level = next == null ? Dict.EMPTY : next;
    }
    return rebuilt(path, levels, value);
  }

  public static Object updateIn(Object keys, @Applied Object f, Object dict) {
    List<Object> path = path(keys, "Dict::update_in");
    Function change = Arguments.function(f, "Dict::update_in");
    List<Dict> levels = new ArrayList<>();
    Object level = Arguments.dict(dict, "Dict::update_in");
    for (Object key : path) {
      Dict d = Arguments.dict(level, "Dict::update_in");
      levels.add(d);
      level = present(key, d, "Dict::update_in");
    }
    return rebuilt(path, levels, change.apply(level));
  }

  private static List<Object> path(Object keys, String where) {
    List<Object> path = new ArrayList<>();
    Arguments.seq(keys, where).forEach(path::add);
    if (path.isEmpty()) {
      throw Failure.empty(where, "the Seq of keys");
    }
    return path;
  }

  /** The outermost of nested Dicts after the innermost value was replaced. */
  private static Object rebuilt(List<Object> path, List<Dict> levels, Object value) {
    Object result = value;
    for (int i = path.size() - 1; i >= 0; i--) {
      result = levels.get(i).put(path.get(i), result);
    }
    return result;
  }
}

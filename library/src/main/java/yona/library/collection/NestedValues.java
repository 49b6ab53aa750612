package yona.library.collection;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Seq;
import yona.language.runtime.Applied;
import yona.language.runtime.Function;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/**
 * The Java half of module Dict: values within Dicts and Seqs, such as JSON is made of, to which a
 * row of keys and indices leads.
 */
public final class NestedValues {
  private NestedValues() {}

  public static Object getIn(Object keys, Object fallback, Object dict, String where) {
    @Nullable Object value = level(dict, where);
    for (Object key : Arguments.seq(keys, where)) {
      value = value(key, level(value, where), where);
      if (value == null) {
        return fallback;
      }
    }
    return value;
  }

  public static Object putIn(Object keys, Object value, Object dict, String where) {
    List<Object> path = path(keys, where);
    List<Object> levels = new ArrayList<>();
    Object level = dict;
    for (Object key : path) {
      levels.add(level(level, where));
      @Nullable Object next = value(key, level, where);
      if (next != null) {
        level = next;
      } else if (level instanceof Dict d) {
        level = d.builderAlike().build();
      } else {
        throw absent(key, level, where);
      }
    }
    return rebuilt(path, levels, value);
  }

  public static Object updateIn(Object keys, @Applied Object f, Object dict, String where) {
    List<Object> path = path(keys, where);
    Function change = Arguments.function(f, where);
    List<Object> levels = new ArrayList<>();
    Object level = dict;
    for (Object key : path) {
      levels.add(level(level, where));
      @Nullable Object next = value(key, level, where);
      if (next == null) {
        throw absent(key, level, where);
      }
      level = next;
    }
    return rebuilt(path, levels, change.apply(level));
  }

  /** A value that others are within. */
  private static Object level(Object value, String where) {
    if (value instanceof Dict || value instanceof Seq) {
      return value;
    }
    throw Failure.type(where, "a Dict or a Seq", value);
  }

  /** The value under a key of a Dict, or at an index of a Seq; null if there is none. */
  private static @Nullable Object value(Object key, Object level, String where) {
    if (level instanceof Dict d) {
      return d.get(key);
    }
    Seq seq = (Seq) level;
    long index = index(key, where);
    return index >= 0 && index < seq.length() ? seq.get(index) : null;
  }

  private static long index(Object key, String where) {
    if (key instanceof Long index) {
      return index;
    }
    throw Failure.type(where, "an Int as the index of a Seq", key);
  }

  private static RuntimeException absent(Object key, Object level, String where) {
    return level instanceof Seq seq
        ? Failure.index(where, index(key, where), seq.length())
        : Failure.badarg(where, "there is no key " + Failure.shown(key));
  }

  private static List<Object> path(Object keys, String where) {
    List<Object> path = new ArrayList<>();
    Arguments.seq(keys, where).forEach(path::add);
    if (path.isEmpty()) {
      throw Failure.empty(where, "the Seq of keys");
    }
    return path;
  }

  /** The outermost of nested values after the innermost was replaced. */
  private static Object rebuilt(List<Object> path, List<Object> levels, Object value) {
    Object result = value;
    for (int i = path.size() - 1; i >= 0; i--) {
      result =
          levels.get(i) instanceof Dict d
              ? d.put(path.get(i), result)
              : ((Seq) levels.get(i)).set((Long) path.get(i), result);
    }
    return result;
  }
}

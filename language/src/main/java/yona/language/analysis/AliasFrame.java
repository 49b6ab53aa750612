package yona.language.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Range;

/**
 * The names of one alias list ({@code let}, {@code do}, {@code with}) and which alias mentions
 * which, for the rules of D23: a lambda sees all names of its list, any other alias those before
 * it.
 */
final class AliasFrame {
  private record Entry(int place, Binding binding, Range at) {}

  /** The places that an alias mentions, each with where it does so first. */
  private final List<Map<Integer, Range>> mentions = new ArrayList<>();

  private final List<Boolean> functions = new ArrayList<>();
  private final Map<String, List<Entry>> names = new HashMap<>();

  /**
   * Adds the next alias or step.
   *
   * @param function whether it binds a name to a lambda
   * @return its place
   */
  int addPlace(boolean function) {
    mentions.add(new LinkedHashMap<>());
    functions.add(function);
    return mentions.size() - 1;
  }

  /** Adds a name that the alias at a place binds; places grow. */
  void bind(String name, int place, Binding binding, Range at) {
    names.computeIfAbsent(name, n -> new ArrayList<>(1)).add(new Entry(place, binding, at));
  }

  int size() {
    return mentions.size();
  }

  boolean isFunction(int place) {
    return functions.get(place);
  }

  /**
   * What a name stands for at a place.
   *
   * @param inFunction whether a function is bound there, which sees itself
   * @param below whether that function sees the later names too (D23)
   */
  @Nullable Binding find(String name, int place, boolean inFunction, boolean below, Range mention) {
    List<Entry> entries = names.get(name);
    if (entries == null) {
      return null;
    }
    int next = firstFrom(entries, inFunction ? place + 1 : place);
    Entry found =
        next > 0
            ? entries.get(next - 1)
            : inFunction && below && next < entries.size() ? entries.get(next) : null;
    if (found == null) {
      return null;
    }
    if (place < mentions.size()) {
      mentions.get(place).putIfAbsent(found.place, mention);
    }
    return found.binding;
  }

  /** What the alias at a place binds a name to. */
  Binding own(String name, int place) {
    return entries(name).get(index(name, place)).binding;
  }

  /** Says more about what the alias at a place binds a name to. */
  void rebind(String name, int place, Binding binding) {
    int index = index(name, place);
    entries(name).set(index, new Entry(place, binding, entries(name).get(index).at));
  }

  private List<Entry> entries(String name) {
    return names.getOrDefault(name, List.of());
  }

  private int index(String name, int place) {
    int index = firstFrom(entries(name), place);
    if (index == entries(name).size() || entries(name).get(index).place != place) {
      throw new IllegalArgumentException(name + " is not bound at place " + place);
    }
    return index;
  }

  /** The index of the first entry whose place is not before this one; many may share a name. */
  private static int firstFrom(List<Entry> entries, int place) {
    int low = 0;
    int high = entries.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (entries.get(middle).place < place) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Nullable Range later(String name, int place) {
    List<Entry> entries = names.get(name);
    if (entries == null) {
      return null;
    }
    int next = firstFrom(entries, place);
    return next < entries.size() ? entries.get(next).at : null;
  }

  void names(Collection<String> result) {
    result.addAll(names.keySet());
  }

  /** A value that an alias needs, through functions, before it is there. */
  record Unready(int place, Range mention, int function, int needed) {}

  /**
   * For each place of a function the greatest place of a value that it needs, directly or through
   * other functions (-1: none); for other places -1.
   */
  int[] readyAfter() {
    List<List<Integer>> mentionedBy = new ArrayList<>();
    for (int place = 0; place < size(); place++) {
      mentionedBy.add(new ArrayList<>(1));
    }
    for (int place = 0; place < size(); place++) {
      if (isFunction(place)) {
        for (int mentioned : mentions.get(place).keySet()) {
          mentionedBy.get(mentioned).add(place);
        }
      }
    }
    int[] after = new int[size()];
    Arrays.fill(after, -1);
    ArrayDeque<Integer> open = new ArrayDeque<>();
    // From the last value up: what a function is found to need first is what it needs last.
    for (int value = size() - 1; value >= 0; value--) {
      if (isFunction(value)) {
        continue;
      }
      open.push(value);
      while (!open.isEmpty()) {
        for (int function : mentionedBy.get(open.pop())) {
          if (after[function] < 0) {
            after[function] = value;
            open.push(function);
          }
        }
      }
    }
    return after;
  }

  /** The aliases that need a value which they or a later alias bind, through functions (D23). */
  List<Unready> unready(int[] readyAfter) {
    List<Unready> result = new ArrayList<>();
    for (int place = 0; place < size(); place++) {
      if (functions.get(place)) {
        continue;
      }
      for (Map.Entry<Integer, Range> mention : mentions.get(place).entrySet()) {
        int function = mention.getKey();
        if (functions.get(function) && readyAfter[function] >= place) {
          result.add(new Unready(place, mention.getValue(), function, readyAfter[function]));
        }
      }
    }
    return result;
  }
}

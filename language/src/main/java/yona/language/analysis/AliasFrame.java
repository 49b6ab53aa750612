package yona.language.analysis;

import java.util.ArrayList;
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

  @Nullable Binding find(String name, int place, boolean inFunction, Range mention) {
    List<Entry> entries = names.get(name);
    if (entries == null) {
      return null;
    }
    Entry above = null;
    Entry below = null;
    for (Entry entry : entries) {
      if (entry.place < place || (inFunction && entry.place == place)) {
        above = entry;
      } else if (below == null) {
        below = entry;
      }
    }
    Entry found = above != null ? above : inFunction ? below : null;
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
    for (Entry entry : names.getOrDefault(name, List.of())) {
      if (entry.place == place) {
        return entry.binding;
      }
    }
    throw new IllegalArgumentException(name + " is not bound at place " + place);
  }

  /** Says more about what the alias at a place binds a name to. */
  void rebind(String name, int place, Binding binding) {
    List<Entry> entries = names.getOrDefault(name, List.of());
    entries.replaceAll(entry -> entry.place == place ? new Entry(place, binding, entry.at) : entry);
  }

  @Nullable Range later(String name, int place) {
    List<Entry> entries = names.get(name);
    if (entries == null) {
      return null;
    }
    for (Entry entry : entries) {
      if (entry.place >= place) {
        return entry.at;
      }
    }
    return null;
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
    int[] after = new int[size()];
    java.util.Arrays.fill(after, -1);
    boolean changed = true;
    while (changed) {
      changed = false;
      // Backwards, then again until nothing changes: functions usually call earlier ones.
      for (int place = 0; place < after.length; place++) {
        if (!functions.get(place)) {
          continue;
        }
        int latest = after[place];
        for (int needed : mentions.get(place).keySet()) {
          latest = Math.max(latest, functions.get(needed) ? after[needed] : needed);
        }
        if (latest != after[place]) {
          after[place] = latest;
          changed = true;
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

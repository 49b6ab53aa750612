package yona.tool.reference;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.data.RecordType;
import yona.tool.reference.Names.Binding;

/** The names and record types that are visible at a place. */
sealed interface Scope {
  /**
   * What a name stands for, or null.
   *
   * @param below whether names count that are bound below the function which mentions them
   */
  @Nullable Binding find(String name, boolean below);

  /** The record types that are known, by their names. */
  Map<String, RecordType> types();

  /** Names, and all that is visible around them. */
  record Plain(Map<String, Binding> names, @Nullable Scope outer) implements Scope {
    @Override
    public @Nullable Binding find(String name, boolean below) {
      Binding here = names.get(name);
      return here != null || outer == null ? here : outer.find(name, below);
    }

    @Override
    public Map<String, RecordType> types() {
      return outer == null ? Map.of() : outer.types();
    }
  }

  /** Record types, which hide those of their names around them. */
  record Typed(Map<String, RecordType> declared, Scope outer) implements Scope {
    @Override
    public @Nullable Binding find(String name, boolean below) {
      return outer.find(name, below);
    }

    @Override
    public Map<String, RecordType> types() {
      Map<String, RecordType> all = new HashMap<>(outer.types());
      all.putAll(declared);
      return all;
    }
  }

  /** A list of aliases, seen from one of them. */
  record Inside(Aliases list, int place, Scope outer) implements Scope {
    @Override
    public @Nullable Binding find(String name, boolean below) {
      boolean function = place < list.functions.size() && list.functions.get(place);
      int found = -1;
      for (int i = 0; i < list.bound.size(); i++) {
        if (!list.bound.get(i).containsKey(name)) {
          continue;
        }
        if (i < place || (function && i == place)) {
          found = i;
        } else if (function && below && found < 0) {
          found = i;
        }
      }
      if (found < 0) {
        return outer.find(name, below);
      }
      if (place < list.mentions.size()) {
        list.mentions.get(place).add(found);
      }
      return list.bound.get(found).get(name);
    }

    @Override
    public Map<String, RecordType> types() {
      return outer.types();
    }
  }

  /** What the aliases of a list bind and mention. */
  final class Aliases {
    final List<Map<String, Binding>> bound = new ArrayList<>();
    final List<Boolean> functions = new ArrayList<>();
    final List<Set<Integer>> mentions = new ArrayList<>();

    /** The greatest place of a value that a function needs, through other functions too. */
    private int needs(int function, Set<Integer> seen) {
      int last = -1;
      if (seen.add(function)) {
        for (int mentioned : mentions.get(function)) {
          last = Math.max(last, functions.get(mentioned) ? needs(mentioned, seen) : mentioned);
        }
      }
      return last;
    }

    /** Whether none needs a value that is not there yet (D23). */
    boolean isReady() {
      for (int place = 0; place < bound.size(); place++) {
        for (int mentioned : mentions.get(place)) {
          if (!functions.get(place)
              && functions.get(mentioned)
              && needs(mentioned, new HashSet<>()) >= place) {
            return false;
          }
        }
      }
      return true;
    }
  }
}

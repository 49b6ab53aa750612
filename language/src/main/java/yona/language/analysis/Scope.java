package yona.language.analysis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.language.core.RecordShape;
import yona.language.diagnostics.Range;

/**
 * The names that are visible at a place, from inside out (language.md 5). A scope is a frame of
 * names and the scope around it; an alias list is one frame that is seen differently from each of
 * its places.
 */
final class Scope {
  private final @Nullable Scope outer;
  private final Map<String, Binding> names;
  private final Map<String, RecordShape> records;
  private final Map<String, Binding> modules;
  private final @Nullable AliasFrame frame;
  private final int place;
  private final boolean inFunction;

  /** What is told of each name that is looked up, if anything is. */
  private final @Nullable UnusedNames unused;

  private Scope(
      @Nullable Scope outer,
      Map<String, Binding> names,
      Map<String, RecordShape> records,
      Map<String, Binding> modules,
      @Nullable AliasFrame frame,
      int place,
      boolean inFunction,
      @Nullable UnusedNames unused) {
    this.outer = outer;
    this.names = names;
    this.records = records;
    this.modules = modules;
    this.frame = frame;
    this.place = place;
    this.inFunction = inFunction;
    this.unused = unused;
  }

  /**
   * The outermost scope.
   *
   * @param unused is told of each name that is looked up; null if nobody is
   */
  static Scope root(Map<String, Binding> builtins, @Nullable UnusedNames unused) {
    return new Scope(null, builtins, Map.of(), Map.of(), null, 0, false, unused);
  }

  /** A scope with names of its own, to be filled by {@link #add}. */
  Scope inner() {
    return new Scope(
        this, new HashMap<>(), new HashMap<>(), new HashMap<>(), null, 0, false, unused);
  }

  /**
   * The names of an alias list as they are seen from one place.
   *
   * @param place index of the alias in whose value the names are looked up, or their number after
   *     all
   * @param inFunction whether that alias is a lambda, which sees the later names too (D23)
   */
  Scope at(AliasFrame aliases, int place, boolean inFunction) {
    return new Scope(this, Map.of(), Map.of(), Map.of(), aliases, place, inFunction, unused);
  }

  void add(String name, Binding binding) {
    names.put(name, binding);
  }

  void addRecord(RecordShape record) {
    records.put(record.name(), record);
  }

  /** Lets a module or Java class be named by its last part. */
  void addModule(String shortName, Binding module) {
    modules.put(shortName, module);
  }

  /**
   * What a name stands for, or null.
   *
   * @param mention where it is mentioned; an alias list records that its alias depends on the name
   */
  @Nullable Binding find(String name, Range mention) {
    Binding found = find(name, mention, true);
    if (found != null && unused != null) {
      unused.use(found);
    }
    return found;
  }

  /**
   * What a name in a pattern is compared with if that is a local name, or null. It is bound already
   * (D22): a name that only a later alias binds is not, though a lambda may mention it.
   *
   * @param mention as of {@link #find}
   */
  @Nullable Binding findBound(String name, Range mention) {
    return find(name, mention, false);
  }

  private @Nullable Binding find(String name, Range mention, boolean below) {
    for (Scope scope = this; scope != null; scope = scope.outer) {
      if (scope.frame != null) {
        Binding found = scope.frame.find(name, scope.place, scope.inFunction, below, mention);
        if (found != null) {
          return found;
        }
      } else {
        Binding found = scope.names.get(name);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  /** Where a later alias binds a name that is not visible here, or null. */
  @Nullable Range findLater(String name) {
    for (Scope scope = this; scope != null; scope = scope.outer) {
      if (scope.frame != null) {
        Range later = scope.frame.later(name, scope.place);
        if (later != null) {
          return later;
        }
      }
    }
    return null;
  }

  /** The record type of this name, or null. */
  @Nullable RecordShape findRecord(String name) {
    for (Scope scope = this; scope != null; scope = scope.outer) {
      RecordShape found = scope.records.get(name);
      if (found != null) {
        if (unused != null) {
          unused.use(found);
        }
        return found;
      }
    }
    return null;
  }

  /**
   * All record types that are known here, inner ones first; an inner one hides outer ones of its
   * name.
   */
  List<RecordShape> knownRecords() {
    Map<String, RecordShape> known = new HashMap<>();
    List<RecordShape> result = new ArrayList<>();
    for (Scope scope = this; scope != null; scope = scope.outer) {
      for (RecordShape record : scope.records.values()) {
        if (known.putIfAbsent(record.name(), record) == null) {
          result.add(record);
        }
      }
    }
    return result;
  }

  /** The module or Java class that an import lets be named by this upper name alone, or null. */
  @Nullable Binding findModule(String shortName) {
    for (Scope scope = this; scope != null; scope = scope.outer) {
      Binding found = scope.modules.get(shortName);
      if (found != null) {
        if (unused != null) {
          unused.use(found);
        }
        return found;
      }
    }
    return null;
  }

  /** All visible names, for suggestions. */
  void visibleNames(Collection<String> result) {
    for (Scope scope = this; scope != null; scope = scope.outer) {
      result.addAll(scope.names.keySet());
      if (scope.frame != null) {
        scope.frame.names(result);
      }
    }
  }

  /** All known record types' names, for suggestions. */
  List<String> recordNames() {
    List<String> names = new ArrayList<>();
    for (RecordShape record : knownRecords()) {
      names.add(record.name());
    }
    return names;
  }
}

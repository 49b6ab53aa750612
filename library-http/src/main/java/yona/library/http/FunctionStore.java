package yona.library.http;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.Scope;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Tuple;
import yona.data.Unit;
import yona.http.session.SessionStore;
import yona.language.runtime.Function;
import yona.language.runtime.Invocation;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;

/**
 * Functions of a program as the store of sessions. Without functions that do it at once, changes
 * load and save: then the last one wins of two requests that change one session at the same time.
 */
final class FunctionStore implements SessionStore {
  private final String where;
  private final Invocation invocation = Invocation.current();
  private @Nullable Function load;
  private @Nullable Function save;
  private @Nullable Function remove;
  private @Nullable Function change;
  private @Nullable Function take;

  private FunctionStore(String where) {
    this.where = where;
  }

  /** The store that a Dict of functions describes. */
  static FunctionStore of(Object value, String where) {
    FunctionStore store = new FunctionStore(where);
    if (!(value instanceof Dict)) {
      throw Failure.badarg(
          where,
          "expected :memory, what sql\\Session::store or redis\\Session::store gives, or another"
              + " Dict of functions, found "
              + Failure.shown(value));
    }
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put("load", (f, at) -> store.load = Arguments.function(f, 2, at));
    takers.put("save", (f, at) -> store.save = Arguments.function(f, 3, at));
    takers.put("remove", (f, at) -> store.remove = Arguments.function(f, 1, at));
    takers.put("change", (f, at) -> store.change = Arguments.function(f, 3, at));
    takers.put("take", (f, at) -> store.take = Arguments.function(f, 1, at));
    OptionDict.take(value, takers, where);
    if (store.load == null || store.save == null || store.remove == null) {
      throw Failure.badarg(where, "it needs the functions :load, :save and :remove");
    }
    return store;
  }

  /** Names and values as a Dict of String to String. */
  static Dict dict(Map<String, String> values) {
    Dict.Builder dict = Dict.builder();
    values.forEach((name, value) -> dict.put(Seq.text(name), Seq.text(value)));
    return dict.build();
  }

  private Object call(@Nullable Function function, Object... arguments) {
    try (Scope _ = Scope.open(invocation)) {
      return Objects.requireNonNull(function).applyAll(arguments);
    }
  }

  @Override
  public @Nullable Map<String, String> load(String id, Duration idle) {
    return values(call(load, Seq.text(id), seconds(idle)), where + ", :load");
  }

  private static @Nullable Map<String, String> values(Object found, String where) {
    if (found instanceof Unit) {
      return null;
    }
    Map<String, String> values = new HashMap<>();
    for (Tuple each : Arguments.dict(found, where)) {
      values.put(Arguments.text(each.get(0), where), Arguments.text(each.get(1), where));
    }
    return values;
  }

  /** A store that knows whole seconds keeps nothing for none. */
  private static long seconds(Duration idle) {
    return Math.max(1, idle.toSeconds());
  }

  @Override
  public void create(String id, Map<String, String> values, Duration idle) {
    var _ = call(save, Seq.text(id), dict(values), seconds(idle));
  }

  @Override
  public boolean change(String id, Map<String, @Nullable String> changes, Duration idle) {
    if (change != null) {
      Dict.Builder told = Dict.builder();
      changes.forEach(
          (name, value) -> told.put(Seq.text(name), value == null ? Unit.UNIT : Seq.text(value)));
      Object changed = call(change, Seq.text(id), told.build(), seconds(idle));
      return OptionDict.bool(changed, where + ", :change");
    }
    Map<String, String> values = load(id, idle);
    if (values == null) {
      return false;
    }
    changes.forEach(
        (name, value) -> {
          if (value == null) {
            values.remove(name);
          } else {
            values.put(name, value);
          }
        });
    create(id, values, idle);
    return true;
  }

  @Override
  public @Nullable Map<String, String> remove(String id) {
    if (take != null) {
      return values(call(take, Seq.text(id)), where + ", :take");
    }
    Map<String, String> values = load(id, Duration.ofSeconds(1));
    var _ = call(remove, Seq.text(id));
    return values;
  }
}

package yona.language.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Walks over the core form. None recurses: programs may be flat and very long. */
public final class Traversal {
  private Traversal() {}

  /** Visits an expression and all inside it, not the functions that they make. */
  public static void all(Core root, Consumer<? super Core> visitor) {
    ArrayDeque<Core> open = new ArrayDeque<>();
    open.push(root);
    while (!open.isEmpty()) {
      Core core = open.pop();
      visitor.accept(core);
      CoreWalk.children(core, open::push);
    }
  }

  /** The variables that an expression needs and does not bind, in order of first appearance. */
  public static List<Variable> free(Core root) {
    Set<Variable> bound = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<Variable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Variable> read = new ArrayList<>();
    Consumer<Variable> reads =
        variable -> {
          if (seen.add(variable)) {
            read.add(variable);
          }
        };
    all(
        root,
        core -> {
          CoreWalk.reads(core, reads);
          CoreWalk.functions(core, function -> function.captures().forEach(reads));
          CoreWalk.bound(core, bound::add);
        });
    read.removeIf(bound::contains);
    return read;
  }

  /** The error of a phase that finds what an earlier one should have replaced. */
  public static IllegalStateException unexpected(Core core) {
    return new IllegalStateException(core.getClass().getSimpleName() + " after analysis");
  }
}

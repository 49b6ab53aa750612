package yona.language.core;

import java.util.IdentityHashMap;

/** Expressions that stand for others with the same meaning, which are told apart by identity. */
public final class Replacements {
  private final IdentityHashMap<Core, Core> replaced = new IdentityHashMap<>();

  /** From now on {@code by} stands for an expression. */
  public void replace(Core core, Core by) {
    replaced.put(core, by);
  }

  /** What stands for an expression, or for what stands for it; else the expression. */
  public Core of(Core core) {
    if (replaced.isEmpty()) {
      return core;
    }
    Core last = core;
    for (Core next = core; next != null; next = replaced.get(next)) {
      last = next;
    }
    return last;
  }
}

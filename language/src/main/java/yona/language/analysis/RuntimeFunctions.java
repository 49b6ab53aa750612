package yona.language.analysis;

import yona.language.core.StaticFunction;
import yona.language.core.Suspension;

/** Functions of the runtime that analysis calls by name. */
final class RuntimeFunctions {
  /**
   * {@code delay value closure}: the value if it is a function without parameters, else the
   * closure.
   */
  static final StaticFunction DELAY =
      new StaticFunction(
          "yona/language/runtime/Function",
          "delay",
          "Builtins",
          "delay",
          2,
          Suspension.NEVER,
          false,
          false,
          true);

  private RuntimeFunctions() {}
}

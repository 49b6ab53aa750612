package yona.language.core;

import java.util.Set;
import yona.language.runtime.Grant;

/**
 * A function that is linked by name: of another compiled module, or a static method of a Java half.
 *
 * @param owner internal name of the class, {@code yona/module/shop/Cart}
 * @param method name of the static method
 * @param module fqn of the module, for messages and printing
 * @param name the function's name in Yona
 * @param arity number of parameters, each {@code Object}; the result is an {@code Object}
 * @param suspension whether a call may wait (never by captures)
 * @param bounces whether the function may end in a call whose target is not known when compiling,
 *     so that a tail call of it must go through its stepping form (false for Java halves)
 * @param unfinished whether its module was still being compiled when this one mentioned it: modules
 *     that call each other in a circle take constant stack since a tail call of such a function is
 *     passed on
 * @param needs what a program must be granted to call it
 * @param readsInput whether a call may read standard input, whatever it is given
 * @param java whether it is a Java half
 * @param takesName whether it is a Java half that takes the name of the function that calls it, as
 *     programs write that, after its arguments: by that its errors say where they were raised
 */
public record StaticFunction(
    String owner,
    String method,
    String module,
    String name,
    int arity,
    Suspension suspension,
    boolean bounces,
    boolean unfinished,
    Set<Grant> needs,
    boolean readsInput,
    boolean java,
    boolean takesName) {

  /** A function that touches nothing outside of the program. */
  public StaticFunction(
      String owner,
      String method,
      String module,
      String name,
      int arity,
      Suspension suspension,
      boolean bounces,
      boolean unfinished,
      boolean java) {
    this(
        owner,
        method,
        module,
        name,
        arity,
        suspension,
        bounces,
        unfinished,
        Set.of(),
        false,
        java,
        false);
  }

  /** As messages name it, {@code Seq::map}. */
  public String qualifiedName() {
    return module + "::" + name;
  }

  /** How one that was compiled from Yona is found; empty for a Java half. */
  public String key() {
    return java ? "" : owner + '.' + method;
  }

  /** Java halves in here do something for a certain program. */
  private static final String OF_PROGRAMS = "yona/library/program/";

  /**
   * Whether it is a Java half that takes the class that calls it before its arguments: by that it
   * knows for which program it works.
   */
  public boolean takesCaller() {
    return java && owner.startsWith(OF_PROGRAMS);
  }
}

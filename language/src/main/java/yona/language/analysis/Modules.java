package yona.language.analysis;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.language.core.StaticFunction;
import yona.language.diagnostics.Diagnostic;
import yona.language.interop.JavaClass;
import yona.language.runtime.Grant;
import yona.language.runtime.Signature;

/** Where analysis finds the modules that a source mentions. */
public interface Modules {
  /**
   * What became of looking for a module.
   *
   * @param module what it offers, or null
   * @param problem why it cannot be had, to be reported where it is mentioned; its place is that of
   *     the mention. Null if there is no such module, or if all is well
   */
  record Found(@Nullable ModuleInterface module, @Nullable Problem problem) {}

  /**
   * Why a module that is there cannot be used.
   *
   * @param symbol the error symbol that a program sees which reaches the mention
   * @param diagnostic the first error in the module, or what is wrong with its file
   */
  record Problem(String symbol, Diagnostic diagnostic) {}

  /**
   * Finds a module.
   *
   * @param fqn its qualified name
   * @param needed whether the module that is being compiled needs it in order to be loaded (an
   *     import), so that a circle is an error
   */
  Found find(String fqn, boolean needed);

  /**
   * Why a standard module is not there.
   *
   * @param message what is missing
   * @param remedy what to do
   */
  record Absence(String message, String remedy) {}

  /**
   * Why there is no standard module of a name, if such names belong to a part of the library that
   * is not there; else null.
   *
   * @param fqn its qualified name
   */
  @Nullable Absence absence(String fqn);

  /**
   * Finds a Java class that is addressed like a module, where no module has the name (D36).
   *
   * @param fqn its name, {@code java\lang\Math}
   * @return null if the program sees none
   */
  @Nullable JavaClass javaClass(String fqn);

  /** Whether all is told that {@code yona check} has to say, or only what a run needs. */
  boolean checking();

  /**
   * How a function of a standard module is called as its documentation has it; null for others, and
   * where arguments may stand in another order.
   */
  @Nullable Signature signature(StaticFunction function);

  /** What the program may touch of the world outside. */
  Set<Grant> grants();

  /** The names that are visible everywhere. */
  ModuleInterface builtins();

  /**
   * A function of a Java half, for standard modules.
   *
   * @param className the class addressed like a module, {@code
   *     yona\library\collection\SeqFunctions}
   * @return null if there is none, or this is no standard module
   */
  @Nullable StaticFunction javaHalf(String className, String method);

  /** The fqns that exist, for suggestions. */
  Iterable<String> knownNames();

  /** The fqns of the standard modules that programs see. */
  List<String> standardNames();

  /**
   * The files that a module could have been in, for messages.
   *
   * @param fqn its qualified name
   */
  List<String> places(String fqn);
}

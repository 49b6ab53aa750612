package yona.language.analysis;

import org.jspecify.annotations.Nullable;
import yona.language.core.FunctionDefinition;
import yona.language.core.JavaMethod;
import yona.language.core.ModuleDefinition;
import yona.language.core.StaticFunction;
import yona.language.core.Variable;
import yona.language.interop.JavaClass;

/** What a name stands for. */
sealed interface Binding {
  /**
   * A parameter, alias, extractor or other name that holds a value.
   *
   * @param module the module expression that it holds, where that is known
   */
  record Local(Variable variable, @Nullable ModuleDefinition module) implements Binding {
    Local(Variable variable) {
      this(variable, null);
    }
  }

  /** An alias that holds a lambda: a local name, whose calls are known. */
  record LocalFunction(FunctionDefinition function, Variable variable) implements Binding {}

  /**
   * A function of a module around.
   *
   * @param variable holds its closure, where the module stands inside an expression
   * @param linked the function as other modules link it, where the module is the file's, else null
   */
  record ModuleFunction(
      FunctionDefinition function, Variable variable, @Nullable StaticFunction linked)
      implements Binding {}

  /** A function that is linked by name: of this file's module, imported, or a builtin. */
  record Static(StaticFunction function) implements Binding {}

  /** A value that the program is given under a name; patterns do not compare with it. */
  record Input(Variable variable) implements Binding {
    /** The same as a local name. */
    Local local() {
      return new Local(variable);
    }
  }

  /** A module under the name that an import gives it. */
  record ImportedModule(ModuleInterface module) implements Binding {}

  /** A Java class under the name that an import gives it. */
  record ImportedClass(JavaClass type) implements Binding {}

  /** Static methods of a Java class that an import names. */
  record ImportedMethod(JavaMethod method) implements Binding {}

  /** The variable of a local name: with those patterns may compare (D22). Else null. */
  default @Nullable Variable localVariable() {
    return switch (this) {
      case Local local -> local.variable();
      case LocalFunction function -> function.variable();
      default -> null;
    };
  }
}

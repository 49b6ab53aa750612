package yona.language.bytecode;

import yona.language.core.CompilationUnit;
import yona.language.core.Replacements;
import yona.language.optimize.Inference;
import yona.language.optimize.Recursion;

/**
 * The last phase of the compiler: from the core form to class files.
 *
 * <p>A program is a class with a method {@link #MAIN}; a file module {@code a\b\Name} is the class
 * {@code yona/module/a/b/Name} with a static method for each exported function, a method {@code
 * name$step} beside it where the function bounces, the value of each function in {@code
 * Name$function.INSTANCE}, and the module value behind {@code $module()}.
 */
public final class Bytecode {
  /** The static method of a program's class that evaluates the program; takes nothing. */
  public static final String MAIN = "$main";

  private Bytecode() {}

  /**
   * Generates the classes of a source.
   *
   * @param unit the core form after analysis
   * @param replacements what stands for other expressions of it
   * @param recursion what the optimizer knows of its functions
   * @param inference the specializations of its functions, and all types
   */
  public static GeneratedClasses generate(
      CompilationUnit unit, Replacements replacements, Recursion recursion, Inference inference) {
    return new ClassGenerator(unit, replacements, recursion, inference).generate();
  }
}

package yona.language.bytecode;

import java.util.Map;
import yona.language.core.FunctionDefinition;
import yona.language.optimize.OptimizedUnit;

/**
 * The last phase of the compiler: from the optimized core form to class files.
 *
 * <p>A program is a class with a method {@link #MAIN}; a file module {@code a\b\Name} is the class
 * {@code yona/module/a/b/Name} with a static method for each exported function, a method {@code
 * name$step} beside it where the function bounces, the value of each function in {@code
 * Name$function.INSTANCE}, and the module value behind {@code $module()}.
 */
public final class Bytecode {
  /** The static method of a program's class that evaluates the program; takes nothing. */
  public static final String MAIN = FunctionDefinition.MAIN;

  private Bytecode() {}

  /**
   * Generates the classes of a source.
   *
   * @return the class files by internal name
   */
  public static Map<String, byte[]> generate(OptimizedUnit unit) {
    return new ClassGenerator(unit).generate();
  }
}

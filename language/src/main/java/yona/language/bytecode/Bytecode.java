package yona.language.bytecode;

import yona.language.core.CompilationUnit;

/** From the core form to class files. */
public final class Bytecode {
  /** The static method of a program's class that evaluates the program; takes nothing. */
  public static final String MAIN = "$main";

  private Bytecode() {}

  /**
   * Generates the classes of a source.
   *
   * @param unit the core form after analysis
   */
  public static GeneratedClasses generate(CompilationUnit unit) {
    throw new UnsupportedOperationException("the back end is being written: " + unit.className());
  }
}

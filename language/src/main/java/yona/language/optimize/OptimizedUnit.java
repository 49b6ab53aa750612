package yona.language.optimize;

import yona.language.core.CompilationUnit;
import yona.language.core.FunctionDefinition;
import yona.language.core.Replacements;

/**
 * A source in its core form, and all that is known of it when its classes are written.
 *
 * @param core the core form after analysis
 * @param replacements what stands for other expressions of it
 * @param recursion whose values are wanted, and what runs again and again
 * @param inference the specializations of its functions, and all types
 */
public record OptimizedUnit(
    CompilationUnit core, Replacements replacements, Recursion recursion, Inference inference) {
  /**
   * Whether a function that can be called from outside may end in a call whose target is not known
   * when compiling, so that a tail call of it must go through its stepping form.
   */
  public boolean bounces(FunctionDefinition function) {
    return inference.general(function).steps();
  }
}

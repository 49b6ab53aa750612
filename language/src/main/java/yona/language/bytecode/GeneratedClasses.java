package yona.language.bytecode;

import java.util.Map;
import java.util.Set;
import yona.language.core.FunctionDefinition;

/**
 * The classes of a source.
 *
 * @param classes class files by internal name
 * @param bouncing the functions that may end in a call whose target is not known when compiling
 */
public record GeneratedClasses(Map<String, byte[]> classes, Set<FunctionDefinition> bouncing) {
  /** Whether a tail call of the function must go through its stepping form. */
  public boolean bounces(FunctionDefinition function) {
    return bouncing.contains(function);
  }
}

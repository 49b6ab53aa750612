package yona.language.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Source;

/**
 * What one source becomes: a program ({@code main} gives its value) or a file that is a module.
 *
 * @param source the text
 * @param className internal name of the class to be made, {@code yona/module/shop/Cart}
 * @param main the program as a function without parameters; for a file module null
 * @param module the module of a file module; for a program null
 */
public record CompilationUnit(
    Source source,
    String className,
    @Nullable FunctionDefinition main,
    @Nullable ModuleDefinition module) {
  /** The functions that can be called from outside, with any arguments. */
  public List<FunctionDefinition> roots() {
    List<FunctionDefinition> roots = new ArrayList<>();
    if (main != null) {
      roots.add(main);
    }
    if (module != null) {
      roots.addAll(module.exportedFunctions());
    }
    return roots;
  }

  /** The functions of this source that are linked by name, by {@link StaticFunction#key}. */
  public Map<String, FunctionDefinition> linked() {
    Map<String, FunctionDefinition> linked = new HashMap<>();
    if (module != null) {
      for (FunctionDefinition function : module.functions()) {
        linked.put(className + '.' + function.name(), function);
      }
    }
    return linked;
  }
}

package yona.language.optimize;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import yona.language.core.CompilationUnit;
import yona.language.core.Core;
import yona.language.core.CoreWalk;
import yona.language.core.FunctionDefinition;
import yona.language.core.Replacements;
import yona.language.core.Traversal;

/**
 * The functions of a source that can be reached, and which of them each mentions.
 *
 * @param functions all that can be reached
 * @param targets by function: those that its body calls or makes values of
 */
public record CallGraph(
    List<FunctionDefinition> functions, Map<FunctionDefinition, Set<FunctionDefinition>> targets) {
  /**
   * Finds it.
   *
   * @param unit the source
   * @param replacements what stands for other expressions; may grow while {@code each} looks
   * @param each is shown each expression before it is followed
   */
  static CallGraph of(CompilationUnit unit, Replacements replacements, Consumer<Core> each) {
    Map<String, FunctionDefinition> linked = unit.linked();
    List<FunctionDefinition> functions = new ArrayList<>();
    Map<FunctionDefinition, Set<FunctionDefinition>> edges = new HashMap<>();
    ArrayDeque<FunctionDefinition> open = new ArrayDeque<>(unit.roots());
    while (!open.isEmpty()) {
      FunctionDefinition function = open.pop();
      if (edges.containsKey(function)) {
        continue;
      }
      functions.add(function);
      Set<FunctionDefinition> targets = new LinkedHashSet<>();
      Traversal.all(
          function.body(),
          core -> {
            each.accept(core);
            CoreWalk.functions(replacements.of(core), targets::add);
            if (core instanceof Core.StaticFunctionValue value) {
              FunctionDefinition here = linked.get(value.function().key());
              if (here != null) {
                targets.add(here);
              }
            }
          });
      edges.put(function, targets);
      targets.forEach(open::push);
    }
    return new CallGraph(functions, edges);
  }
}

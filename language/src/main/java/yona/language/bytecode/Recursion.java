package yona.language.bytecode;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import yona.language.core.Core;
import yona.language.core.CorePattern;
import yona.language.core.CoreWalk;
import yona.language.core.FunctionDefinition;
import yona.language.core.Operator;
import yona.language.core.Variable;

/**
 * Which functions are recursive, or hold a function that is, and which of their inputs they
 * calculate with: those are worth a special version for Ints.
 */
final class Recursion {
  private static final boolean[] NONE = {};

  private final List<FunctionDefinition> functions = new ArrayList<>();
  private final Set<FunctionDefinition> recursive =
      Collections.newSetFromMap(new IdentityHashMap<>());

  private final Set<Variable> read = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * Looks at all functions.
   *
   * @param roots those that can be called from outside
   * @param own the functions of this source that are linked by name
   * @param unpacking is shown every expression
   */
  Recursion(
      Collection<FunctionDefinition> roots,
      Map<String, FunctionDefinition> own,
      Unpacking unpacking) {
    Map<FunctionDefinition, Set<FunctionDefinition>> edges = new HashMap<>();
    ArrayDeque<FunctionDefinition> open = new ArrayDeque<>(roots);
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
            unpacking.look(core);
            CoreWalk.functions(unpacking.of(core), targets::add);
            findReads(core);
            if (core instanceof Core.StaticFunctionValue value) {
              FunctionDefinition linked = own.get(Inference.key(value.function()));
              if (linked != null) {
                targets.add(linked);
              }
            }
          });
      edges.put(function, targets);
      targets.forEach(open::push);
    }
    for (List<FunctionDefinition> component : Components.of(functions, edges::get)) {
      FunctionDefinition first = component.getFirst();
      boolean cyclic = component.size() > 1 || edges.get(first).contains(first);
      for (FunctionDefinition function : component) {
        // Components come targets first, so what a function holds is known already.
        if (cyclic
            || edges.get(function).stream().anyMatch(t -> isPart(t) && recursive.contains(t))) {
          recursive.add(function);
        }
      }
    }
  }

  /** The functions of a module in an expression are values only if they are exported. */
  private void findReads(Core core) {
    if (core instanceof Core.MakeModule make) {
      for (FunctionDefinition function : make.module().exportedFunctions()) {
        Variable variable = function.variable();
        if (variable != null) {
          read.add(variable);
        }
      }
    } else {
      CoreWalk.reads(core, read::add);
    }
  }

  /** Whether the value of a variable is ever wanted. */
  boolean isRead(Variable variable) {
    return read.contains(variable);
  }

  private static boolean isPart(FunctionDefinition function) {
    return !function.captures().isEmpty();
  }

  /** All functions that can be reached. */
  List<FunctionDefinition> functions() {
    return functions;
  }

  /** For each input whether it is worth a special version; empty if none is. */
  boolean[] candidates(List<Variable> inputs, FunctionDefinition function) {
    if (!recursive.contains(function)) {
      return NONE;
    }
    Set<Variable> numeric = numeric(function.body());
    boolean[] candidates = new boolean[inputs.size()];
    boolean any = false;
    for (int i = 0; i < candidates.length; i++) {
      candidates[i] = numeric.contains(inputs.get(i));
      any |= candidates[i];
    }
    return any ? candidates : NONE;
  }

  /** The variables that are operands of arithmetic or compared with Ints. */
  private static Set<Variable> numeric(Core body) {
    Set<Variable> found = Collections.newSetFromMap(new IdentityHashMap<>());
    Traversal.all(
        body,
        core -> {
          switch (core) {
            case Core.Binary c when calculates(c.operator(), c.left(), c.right()) -> {
              add(found, c.left());
              add(found, c.right());
            }
            case Core.LeftChain c
                when calculates(c.links().getFirst().operator(), c.first(), c.first()) -> {
              add(found, c.first());
              c.links().forEach(link -> add(found, link.operand()));
            }
            case Core.MakeRange c -> {
              add(found, c.from());
              add(found, c.to());
            }
            case Core.Match c -> {
              for (Core.MatchClause clause : c.clauses()) {
                for (int i = 0; i < c.subjects().size(); i++) {
                  if (clause.patterns().get(i) instanceof CorePattern.Literal l
                      && l.value() instanceof Long) {
                    found.add(c.subjects().get(i));
                  }
                }
              }
            }
            default -> {}
          }
        });
    return found;
  }

  private static boolean calculates(Operator operator, Core left, Core right) {
    return switch (operator) {
      case ADD, SUBTRACT -> !(left instanceof Core.MakeSet) && !(left instanceof Core.MakeDict);
      case MULTIPLY, DIVIDE, REMAINDER, POWER, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
          true;
      case SHIFT_LEFT, SHIFT_RIGHT, SHIFT_RIGHT_ZERO -> true;
      case EQUAL, NOT_EQUAL -> isInt(left) || isInt(right);
      default -> false;
    };
  }

  private static boolean isInt(Core core) {
    return (core instanceof Core.Constant c && c.value() instanceof Long)
        || (core instanceof Core.Binary b && calculates(b.operator(), b.left(), b.right()));
  }

  private static void add(Set<Variable> found, Core operand) {
    if (operand instanceof Core.Get get) {
      found.add(get.variable());
    }
  }
}

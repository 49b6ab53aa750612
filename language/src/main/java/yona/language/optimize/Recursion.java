package yona.language.optimize;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import yona.language.core.BinaryOperator;
import yona.language.core.Core;
import yona.language.core.CorePattern;
import yona.language.core.CoreWalk;
import yona.language.core.FunctionDefinition;
import yona.language.core.Replacements;
import yona.language.core.Traversal;
import yona.language.core.Variable;

/**
 * Which functions run again and again, and which of their inputs are calculated with: those are
 * worth a worker for Ints. These are recursive functions, those that hold one, and small ones that
 * a recursive function calls.
 */
public final class Recursion {
  private static final boolean[] NONE = {};

  /** How many expressions a function may have that is compiled twice because a loop calls it. */
  private static final int SMALL = 60;

  private final Set<FunctionDefinition> repeated =
      Collections.newSetFromMap(new IdentityHashMap<>());

  /** The variables that somebody calculates with. */
  private final Set<Variable> numeric = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Parameters to which some call passes a constant that is no Int: an accumulator of Floats. */
  private final Set<Variable> others = Collections.newSetFromMap(new IdentityHashMap<>());

  /** By variable: those whose values it takes as they are. */
  private final IdentityHashMap<Variable, List<Variable>> passed = new IdentityHashMap<>();

  private final Set<Variable> read = Collections.newSetFromMap(new IdentityHashMap<>());

  private Recursion() {}

  /**
   * Looks at all functions.
   *
   * @param graph those that can be reached
   * @param replacements what stands for other expressions
   */
  public static Recursion run(CallGraph graph, Replacements replacements) {
    Recursion recursion = new Recursion();
    for (FunctionDefinition function : graph.functions()) {
      Traversal.all(
          function.body(),
          core -> {
            recursion.findReads(core);
            recursion.findNumeric(replacements.of(core));
          });
    }
    recursion.findRepeated(graph);
    recursion.spreadNumeric();
    return recursion;
  }

  private void findRepeated(CallGraph graph) {
    Map<FunctionDefinition, Set<FunctionDefinition>> edges = graph.targets();
    for (List<FunctionDefinition> component : Components.of(graph.functions(), edges::get)) {
      FunctionDefinition first = component.getFirst();
      boolean cyclic = component.size() > 1 || edges.get(first).contains(first);
      for (FunctionDefinition function : component) {
        // Components come targets first, so what a function holds is known already.
        if (cyclic
            || edges.get(function).stream().anyMatch(t -> isPart(t) && repeated.contains(t))) {
          repeated.add(function);
        }
      }
    }
    for (FunctionDefinition function : List.copyOf(repeated)) {
      for (FunctionDefinition called : edges.get(function)) {
        if (!isPart(called) && isSmall(called.body())) {
          repeated.add(called);
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
  public boolean isRead(Variable variable) {
    return read.contains(variable);
  }

  /** Whether a body has so few expressions that it may be written twice. */
  private static boolean isSmall(Core body) {
    ArrayDeque<Core> open = new ArrayDeque<>();
    open.push(body);
    for (int nodes = 0; !open.isEmpty(); nodes++) {
      if (nodes == SMALL) {
        return false;
      }
      CoreWalk.children(open.pop(), open::push);
    }
    return true;
  }

  private static boolean isPart(FunctionDefinition function) {
    return !function.captures().isEmpty();
  }

  /** For each input whether it is worth a worker; empty if none is. */
  boolean[] candidates(List<Variable> inputs, FunctionDefinition function) {
    if (!repeated.contains(function)) {
      return NONE;
    }
    boolean[] candidates = new boolean[inputs.size()];
    boolean any = false;
    for (int i = 0; i < candidates.length; i++) {
      candidates[i] = numeric.contains(inputs.get(i)) && !others.contains(inputs.get(i));
      any |= candidates[i];
    }
    return any ? candidates : NONE;
  }

  /** Notes which variables are operands of arithmetic or compared with Ints. */
  private void findNumeric(Core core) {
    switch (core) {
      case Core.Binary c when calculates(c.operator(), c.left(), c.right()) -> {
        addNumeric(c.left());
        addNumeric(c.right());
      }
      case Core.LeftChain c
          when calculates(c.links().getFirst().operator(), c.first(), c.first()) -> {
        addNumeric(c.first());
        c.links().forEach(link -> addNumeric(link.operand()));
      }
      case Core.MakeRange c -> {
        addNumeric(c.from());
        addNumeric(c.to());
      }
      case Core.Match c -> {
        for (Core.MatchClause clause : c.clauses()) {
          for (int i = 0; i < c.subjects().size(); i++) {
            Variable subject = c.subjects().get(i);
            switch (clause.patterns().get(i)) {
              case CorePattern.Literal l when l.value() instanceof Long -> numeric.add(subject);
              case CorePattern.Bind bind -> pass(subject, bind.variable());
              default -> {}
            }
          }
        }
      }
      case Core.CallKnown c -> {
        for (int i = 0; i < c.arguments().size(); i++) {
          Variable parameter = c.function().parameters().get(i);
          switch (c.arguments().get(i)) {
            case Core.Get get -> pass(get.variable(), parameter);
            case Core.Constant constant when !(constant.value() instanceof Long) ->
                others.add(parameter);
            default -> {}
          }
        }
      }
      case Core.Let c when c.value() instanceof Core.Get get -> pass(get.variable(), c.variable());
      default -> {}
    }
  }

  /** A variable becomes the value of another one. */
  private void pass(Variable from, Variable to) {
    passed.computeIfAbsent(to, _ -> new ArrayList<>()).add(from);
  }

  private void addNumeric(Core operand) {
    if (operand instanceof Core.Get get) {
      numeric.add(get.variable());
    }
  }

  /** What is only passed on to where somebody calculates with it counts too. */
  private void spreadNumeric() {
    ArrayDeque<Variable> open = new ArrayDeque<>(numeric);
    while (!open.isEmpty()) {
      for (Variable argument : passed.getOrDefault(open.pop(), List.of())) {
        if (numeric.add(argument)) {
          open.push(argument);
        }
      }
    }
  }

  private static boolean calculates(BinaryOperator operator, Core left, Core right) {
    return switch (operator.category()) {
      case ADDITIVE -> !(left instanceof Core.MakeSet) && !(left instanceof Core.MakeDict);
      case MULTIPLICATIVE, POWER, SHIFT, ORDER -> true;
      case EQUALITY -> isInt(left) || isInt(right);
      case BITWISE, MEMBERSHIP, SEQUENCE -> false;
    };
  }

  private static boolean isInt(Core core) {
    return (core instanceof Core.Constant c && c.value() instanceof Long)
        || (core instanceof Core.Binary b && calculates(b.operator(), b.left(), b.right()));
  }
}

package yona.language.bytecode;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import yona.data.Seq;
import yona.language.core.BinaryOperator;
import yona.language.core.Core;
import yona.language.core.CorePattern;
import yona.language.core.CoreWalk;
import yona.language.core.FunctionDefinition;
import yona.language.core.Replacements;
import yona.language.core.StaticFunction;
import yona.language.core.Suspension;
import yona.language.core.Variable;
import yona.language.diagnostics.Range;
import yona.language.optimize.Components;
import yona.language.optimize.OperatorRules;

/**
 * Expressions with very many operands, as trees of ones with fewer that mean the same: so that
 * {@link Outlining} finds parts that fit into a method. And tail calls among functions that are too
 * large to become one method, as calls of function values, which take constant stack through {@code
 * TailCall}.
 */
public final class Splitting {
  private static final int MAXIMUM = 256;

  /** How many bodies the clauses of a match have; a switch needs its clauses together. */
  private static final int MAXIMUM_BODIES = 250;

  /** The estimated code that makes the values of functions which are bound together. */
  private static final int MAXIMUM_CLOSURES_SIZE = 4_000;

  /** The estimated code of the patterns of a match: each body binds their variables. */
  private static final int MAXIMUM_PATTERN_SIZE = 20_000;

  /** Chains longer than this are folded by the runtime. */
  private static final int MAXIMUM_RIGHT_CHAIN = 48;

  /** Groups of more members are run by the runtime from a sequence of functions. */
  private static final int MAXIMUM_MEMBERS = 64;

  private final Replacements replacements;

  private Splitting(Replacements replacements) {
    this.replacements = replacements;
  }

  /**
   * Looks at all functions.
   *
   * @param functions all that can be reached
   * @param replacements what stands for some expressions already; gets what stands for others
   */
  @SuppressWarnings("ReferenceEquality") // expressions are told apart by identity
  public static void run(Collection<FunctionDefinition> functions, Replacements replacements) {
    Splitting splitting = new Splitting(replacements);
    for (FunctionDefinition function : functions) {
      ArrayDeque<Core> open = new ArrayDeque<>();
      open.push(function.body());
      while (!open.isEmpty()) {
        Core core = replacements.of(open.pop());
        Core split = splitting.split(core);
        if (split != core) {
          replacements.replace(core, split);
        }
        CoreWalk.children(split, open::push);
      }
    }
    splitting.bounceLargeLoops(functions);
  }

  private Core split(Core core) {
    return switch (core) {
      case Core.Sequence c when c.steps().size() > MAXIMUM ->
          split(new Core.Sequence(c.at(), chunks(c.steps(), s -> new Core.Sequence(c.at(), s))));
      case Core.If c when c.branches().size() > MAXIMUM -> {
        Core rest =
            new Core.If(c.at(), c.branches().subList(MAXIMUM, c.branches().size()), c.otherwise());
        yield new Core.If(c.at(), c.branches().subList(0, MAXIMUM), rest);
      }
      case Core.LetFunctions c when c.functions().size() > 1 -> splitFunctions(c);
      case Core.Match c when isLarge(c) -> splitMatch(c);
      case Core.Group c when c.members().size() > MAXIMUM_MEMBERS -> splitGroup(c);
      case Core.Logical c when c.operands().size() > MAXIMUM ->
          split(
              new Core.Logical(
                  c.at(),
                  c.conjunction(),
                  chunks(c.operands(), o -> new Core.Logical(c.at(), c.conjunction(), o))));
      case Core.LeftChain c when c.links().size() > MAXIMUM -> {
        Core first = c.first();
        for (int i = 0; i < c.links().size(); i += MAXIMUM) {
          int end = Math.min(i + MAXIMUM, c.links().size());
          first = new Core.LeftChain(c.at(), first, c.links().subList(i, end));
        }
        yield first;
      }
      case Core.RightChain c when c.links().size() > MAXIMUM_RIGHT_CHAIN -> {
        List<Core> operands = new ArrayList<>();
        c.links().forEach(link -> operands.add(link.operand()));
        operands.add(c.last());
        // All operators of one level that associates to the right are the same one.
        String method = OperatorRules.methodOfMany(c.links().getFirst().operator());
        yield ofSeq(c.at(), "Operators", method, operands);
      }
      case Core.MakeTuple c when c.elements().size() > MAXIMUM ->
          ofSeq(c.at(), "Comprehensions", "tuple", c.elements());
      case Core.MakeSeq c when c.elements().size() > MAXIMUM ->
          joined(
              c,
              BinaryOperator.CONCATENATE,
              chunks(c.elements(), e -> new Core.MakeSeq(c.at(), e)));
      case Core.MakeSet c when c.elements().size() > MAXIMUM ->
          joined(c, BinaryOperator.BIT_OR, chunks(c.elements(), e -> new Core.MakeSet(c.at(), e)));
      case Core.MakeDict c when c.keysAndValues().size() > MAXIMUM ->
          joined(
              c,
              BinaryOperator.BIT_OR,
              chunks(c.keysAndValues(), e -> new Core.MakeDict(c.at(), e)));
      case Core.Interpolation c when c.parts().size() > MAXIMUM ->
          joined(
              c,
              BinaryOperator.CONCATENATE,
              chunks(c.parts(), p -> new Core.Interpolation(c.at(), p)));
      default -> core;
    };
  }

  /** A call of the runtime with many values as a sequence. */
  private Core ofSeq(Range at, String owner, String method, List<Core> elements) {
    return call(at, owner, method, split(new Core.MakeSeq(at, elements)));
  }

  private static Core call(Range at, String owner, String method, Core... arguments) {
    StaticFunction function =
        new StaticFunction(
            "yona/language/runtime/" + owner,
            method,
            "",
            method,
            arguments.length,
            Suspension.NEVER,
            false,
            false,
            true);
    return new Core.CallStatic(at, function, List.of(arguments));
  }

  private Core splitGroup(Core.Group group) {
    Range at = group.at();
    List<Core> functions = new ArrayList<>();
    StringBuilder plan = new StringBuilder();
    for (Core.GroupMember member : group.members()) {
      functions.add(new Core.Closure(member.function().at(), member.function()));
      plan.append(member.barrier() ? "!" : "");
      member.dependencies().forEach(needed -> plan.append(needed).append(' '));
      plan.append(';');
    }
    Variable all = new Variable("$group", at);
    Core core = group.body();
    for (int i = group.results().size() - 1; i >= 0; i--) {
      Variable result = group.results().get(i);
      Core value =
          call(
              result.at(),
              "Groups",
              "result",
              new Core.Get(at, all, false),
              new Core.Constant(at, (long) i));
      core = new Core.Let(result.at(), result, value, core);
    }
    Core members = split(new Core.MakeSeq(at, functions));
    Core dependencies = new Core.Constant(at, Seq.text(plan));
    return new Core.Let(at, all, call(at, "Groups", "runAll", members, dependencies), core);
  }

  private static <T> List<Core> chunks(List<T> all, Function<List<T>, Core> make) {
    List<Core> chunks = new ArrayList<>();
    for (int i = 0; i < all.size(); i += MAXIMUM) {
      chunks.add(make.apply(all.subList(i, Math.min(i + MAXIMUM, all.size()))));
    }
    return chunks;
  }

  private Core joined(Core core, BinaryOperator operator, List<Core> chunks) {
    List<Core.Link> links = new ArrayList<>();
    for (Core chunk : chunks.subList(1, chunks.size())) {
      links.add(new Core.Link(operator, core.at(), chunk));
    }
    return split(new Core.LeftChain(core.at(), chunks.getFirst(), links));
  }

  private static Core splitFunctions(Core.LetFunctions core) {
    List<FunctionDefinition> functions = core.functions();
    int size = 0;
    for (int i = 0; i < functions.size(); i++) {
      size += Outlining.closure(functions.get(i));
      if (size > MAXIMUM_CLOSURES_SIZE && i > 0) {
        Core rest =
            new Core.LetFunctions(core.at(), functions.subList(i, functions.size()), core.body());
        return new Core.LetFunctions(core.at(), functions.subList(0, i), rest);
      }
    }
    return core;
  }

  /** Whether there is more than one piece; each ends with a clause for the next piece. */
  private static boolean isLarge(Core.Match match) {
    int bodies = -1;
    int patternSize = 0;
    for (Core.MatchClause clause : match.clauses()) {
      bodies += clause.bodies().size();
      patternSize += Outlining.patternSize(clause) * clause.bodies().size();
    }
    return bodies > MAXIMUM_BODIES || (patternSize > MAXIMUM_PATTERN_SIZE && bodies > 1);
  }

  /** A match that tries some clauses, else a match that tries the next ones, and so on. */
  private static Core splitMatch(Core.Match match) {
    List<List<Core.MatchClause>> pieces = new ArrayList<>();
    List<Core.MatchClause> piece = new ArrayList<>();
    int room = MAXIMUM_BODIES;
    int patternSize = 0;
    for (Core.MatchClause clause : match.clauses()) {
      int bodies = clause.bodies().size();
      int size = Outlining.patternSize(clause);
      for (int from = 0; from < bodies; ) {
        if (room == 0 || (patternSize + size > MAXIMUM_PATTERN_SIZE && !piece.isEmpty())) {
          pieces.add(piece);
          piece = new ArrayList<>();
          room = MAXIMUM_BODIES;
          patternSize = 0;
        }
        int fitting = (MAXIMUM_PATTERN_SIZE - patternSize) / Math.max(1, size);
        int to = Math.min(from + Math.clamp(fitting, 1, room), bodies);
        patternSize += size * (to - from);
        piece.add(withBodies(clause, clause.bodies().subList(from, to)));
        room -= to - from;
        from = to;
      }
    }
    List<CorePattern> anything = new ArrayList<>();
    match.subjects().forEach(_ -> anything.add(new CorePattern.Wildcard(match.at())));
    Core.Match result = new Core.Match(match.at(), match.subjects(), piece, match.failure());
    for (List<Core.MatchClause> before : pieces.reversed()) {
      List<Core.Guarded> next = List.of(new Core.Guarded(null, result));
      before.add(new Core.MatchClause(match.at(), anything, next));
      result = new Core.Match(match.at(), match.subjects(), before, match.failure());
    }
    return result;
  }

  /** The clause with some of its bodies: where their guards fail the next clause is tried. */
  private static Core.MatchClause withBodies(Core.MatchClause clause, List<Core.Guarded> bodies) {
    return bodies.size() == clause.bodies().size()
        ? clause
        : new Core.MatchClause(clause.at(), clause.patterns(), bodies);
  }

  // Tail calls among large functions.

  private void bounceLargeLoops(Collection<FunctionDefinition> functions) {
    Map<FunctionDefinition, Integer> sizes = new HashMap<>();
    Map<FunctionDefinition, List<FunctionDefinition>> targets = new HashMap<>();
    for (FunctionDefinition function : functions) {
      sizes.put(function, Outlining.size(function.body(), replacements));
      List<FunctionDefinition> called = new ArrayList<>();
      tailCalls(function, call -> called.add(call.function()));
      targets.put(function, called);
    }
    for (List<FunctionDefinition> component : Components.of(functions, targets::get)) {
      int size = 0;
      for (FunctionDefinition function : component) {
        size += sizes.getOrDefault(function, 0);
      }
      if (size > Outlining.MAXIMUM) {
        Set<FunctionDefinition> loop = new HashSet<>(component);
        for (FunctionDefinition function : component) {
          tailCalls(
              function,
              call -> {
                if (loop.contains(call.function())) {
                  bounce(call);
                }
              });
        }
      }
    }
  }

  private void bounce(Core.CallKnown call) {
    FunctionDefinition function = call.function();
    Core value = new Core.Closure(call.at(), function);
    replacements.replace(call, new Core.Apply(call.at(), value, call.arguments()));
  }

  private void tailCalls(FunctionDefinition function, Consumer<Core.CallKnown> out) {
    ArrayDeque<Core> open = new ArrayDeque<>();
    open.push(function.body());
    while (!open.isEmpty()) {
      switch (replacements.of(open.pop())) {
        case Core.CallKnown c -> out.accept(c);
        case Core.Let c -> open.push(c.body());
        case Core.LetFunctions c -> open.push(c.body());
        case Core.Group c -> open.push(c.body());
        case Core.Sequence c -> open.push(c.steps().getLast());
        case Core.If c -> {
          c.branches().forEach(branch -> open.push(branch.body()));
          open.push(c.otherwise());
        }
        case Core.Match c ->
            c.clauses()
                .forEach(clause -> clause.bodies().forEach(guarded -> open.push(guarded.body())));
        case Core.Try c -> open.push(c.handler());
        default -> {}
      }
    }
  }
}

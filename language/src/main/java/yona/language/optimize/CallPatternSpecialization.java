package yona.language.optimize;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.Tuple;
import yona.language.core.BinaryOperator;
import yona.language.core.CompilationUnit;
import yona.language.core.Core;
import yona.language.core.CorePattern;
import yona.language.core.CoreWalk;
import yona.language.core.FunctionDefinition;
import yona.language.core.Replacements;
import yona.language.core.Traversal;
import yona.language.core.Variable;
import yona.language.diagnostics.Range;

/**
 * Calls that put a value together only for the callee's patterns to take it apart again: {@code
 * pass (a -| rest)}, {@code turn (n - 1, sum + n)}. Such a call goes to a worker of the function
 * that takes the parts, so that the whole is never made, or only in a clause that names it. This is
 * Peyton Jones, "Call-pattern specialisation for Haskell programs" (ICFP 2007), for the patterns of
 * known functions.
 */
public final class CallPatternSpecialization {
  /** So that a function of many parameters is not multiplied by its callers. */
  private static final int MAXIMUM_WORKERS = 4;

  /** Larger tuples stay whole: they would travel in an array again. */
  private static final int MAXIMUM_PARTS = 8;

  /**
   * How an argument is put together: 0 any way, {@link #CONS}, else a tuple of so many elements.
   */
  private static final int CONS = 1;

  private final Replacements replacements;
  private final Set<Variable> tails = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<FunctionDefinition, Map<List<Integer>, FunctionDefinition>> workers =
      new HashMap<>();
  private final Map<FunctionDefinition, boolean[]> unpackable = new HashMap<>();

  private CallPatternSpecialization(Replacements replacements) {
    this.replacements = replacements;
  }

  /**
   * Looks at all functions of a source.
   *
   * @param replacements gets the calls of workers
   * @return the functions that can be reached, workers too
   */
  public static CallGraph run(CompilationUnit unit, Replacements replacements) {
    return CallGraph.of(unit, replacements, new CallPatternSpecialization(replacements)::look);
  }

  /** Looks at an expression; those around it have been looked at before. */
  private void look(Core core) {
    switch (core) {
      case Core.Match match ->
          match.clauses().forEach(clause -> clause.patterns().forEach(this::findTails));
      case Core.CallKnown call -> {
        Core.CallKnown unpacked = unpack(call);
        if (unpacked != null) {
          replacements.replace(call, unpacked);
        }
      }
      default -> {}
    }
  }

  /** The variables that hold what is left of a Seq, which is one for certain. */
  private void findTails(CorePattern pattern) {
    switch (pattern) {
      case CorePattern.SeqPattern seq -> {
        if (seq.tails() instanceof CorePattern.Bind tail) {
          tails.add(tail.variable());
        }
        seq.heads().forEach(this::findTails);
        seq.lasts().forEach(this::findTails);
      }
      case CorePattern.AffixPattern affix when affix.rest() instanceof CorePattern.Bind rest ->
          tails.add(rest.variable());
      case CorePattern.TuplePattern tuple -> tuple.elements().forEach(this::findTails);
      case CorePattern.RecordPattern r -> r.patterns().forEach(this::findTails);
      case CorePattern.As as -> findTails(as.pattern());
      case CorePattern.Both both -> {
        findTails(both.first());
        findTails(both.second());
      }
      default -> {}
    }
  }

  // Calls.

  private Core.@Nullable CallKnown unpack(Core.CallKnown call) {
    FunctionDefinition function = call.function();
    List<Integer> ways = new ArrayList<>();
    List<Core> arguments = new ArrayList<>();
    boolean any = false;
    for (int i = 0; i < call.arguments().size(); i++) {
      Core argument = call.arguments().get(i);
      List<Core> parts = parts(argument);
      if (parts.isEmpty() || !unpackable(function)[i]) {
        ways.add(0);
        arguments.add(argument);
      } else {
        ways.add(argument instanceof Core.MakeTuple ? parts.size() : CONS);
        arguments.addAll(parts);
        any = true;
      }
    }
    if (!any) {
      return null;
    }
    FunctionDefinition worker = worker(function, ways);
    return worker == null ? null : new Core.CallKnown(call.at(), worker, arguments);
  }

  /** The parts of a tuple, or head and tail of what is a Seq for certain; else nothing. */
  private List<Core> parts(Core argument) {
    return switch (argument) {
      case Core.MakeTuple tuple when tuple.elements().size() <= MAXIMUM_PARTS -> tuple.elements();
      case Core.Binary c when c.operator() == BinaryOperator.PREPEND && isSeq(c.right()) ->
          List.of(c.left(), c.right());
      case Core.RightChain c
          when c.links().stream().allMatch(link -> link.operator() == BinaryOperator.PREPEND)
              && isSeq(c.last()) -> {
        List<Core.Link> rest = c.links().subList(1, c.links().size());
        Core.Link next = rest.getFirst();
        Core tail =
            rest.size() == 1
                ? new Core.Binary(
                    c.at(), BinaryOperator.PREPEND, next.operatorAt(), next.operand(), c.last())
                : new Core.RightChain(c.at(), rest, c.last());
        yield List.of(c.links().getFirst().operand(), tail);
      }
      default -> List.of();
    };
  }

  private boolean isSeq(Core core) {
    return core instanceof Core.MakeSeq
        || (core instanceof Core.Get get && tails.contains(get.variable()))
        || (!(core instanceof Core.MakeTuple) && !parts(core).isEmpty());
  }

  // Functions.

  /** For each parameter whether the function does nothing with it but match it with patterns. */
  private boolean[] unpackable(FunctionDefinition function) {
    boolean[] known = unpackable.get(function);
    if (known == null) {
      known = new boolean[function.arity()];
      if (function.body() instanceof Core.Match match
          && match.failure() instanceof Core.MatchFailure.Raise) {
        for (int i = 0; i < known.length; i++) {
          int subject = match.subjects().indexOf(function.parameters().get(i));
          known[i] = subject >= 0 && isOnlyMatched(function, match, subject);
        }
      }
      unpackable.put(function, known);
    }
    return known;
  }

  private static boolean isOnlyMatched(FunctionDefinition function, Core.Match match, int subject) {
    boolean takesApart = false;
    for (Core.MatchClause clause : match.clauses()) {
      CorePattern named = clause.patterns().get(subject);
      CorePattern pattern = unnamed(named);
      boolean fromFront = !(pattern instanceof CorePattern.SeqPattern seq) || isFromFront(seq);
      if (!isPlain(pattern) || !fromFront || isWholeLiteral(pattern)) {
        return false;
      }
      boolean namesWhole = named instanceof CorePattern.As || pattern instanceof CorePattern.Bind;
      if (namesWhole && !clause.patterns().stream().allMatch(CallPatternSpecialization::isPlain)) {
        // Another pattern may compare with the whole, which is made behind the patterns.
        return false;
      }
      takesApart |=
          pattern instanceof CorePattern.SeqPattern || pattern instanceof CorePattern.TuplePattern;
    }
    Variable parameter = match.subjects().get(subject);
    int[] reads = {0};
    Traversal.all(
        function.body(),
        core -> {
          CoreWalk.reads(core, read -> reads[0] += read == parameter ? 1 : 0);
          CoreWalk.functions(
              core, inner -> reads[0] += inner.captures().contains(parameter) ? 1 : 0);
        });
    return takesApart && reads[0] == 1;
  }

  private static CorePattern unnamed(CorePattern pattern) {
    return pattern instanceof CorePattern.As as ? unnamed(as.pattern()) : pattern;
  }

  private static boolean isFromFront(CorePattern.SeqPattern pattern) {
    return !pattern.heads().isEmpty() || (pattern.tails() == null && pattern.lasts().isEmpty());
  }

  /** Whether the pattern is a constant that has parts, like a string. */
  private static boolean isWholeLiteral(CorePattern pattern) {
    return pattern instanceof CorePattern.Literal literal
        && (literal.value() instanceof Seq || literal.value() instanceof Tuple);
  }

  /** Whether the parts of the pattern can be tried in any order: none evaluates anything. */
  private static boolean isPlain(CorePattern pattern) {
    return switch (pattern) {
      case CorePattern.Wildcard _, CorePattern.Bind _, CorePattern.Literal _ -> true;
      case CorePattern.As p -> isPlain(p.pattern());
      case CorePattern.TuplePattern p ->
          p.elements().stream().allMatch(CallPatternSpecialization::isPlain);
      case CorePattern.SeqPattern p ->
          p.heads().stream().allMatch(CallPatternSpecialization::isPlain)
              && (p.tails() == null || isPlain(p.tails()))
              && p.lasts().stream().allMatch(CallPatternSpecialization::isPlain);
      default -> false;
    };
  }

  /** The function for arguments that come in parts; null if it has workers enough. */
  private @Nullable FunctionDefinition worker(FunctionDefinition function, List<Integer> ways) {
    Map<List<Integer>, FunctionDefinition> known =
        workers.computeIfAbsent(function, _ -> new HashMap<>());
    FunctionDefinition worker = known.get(ways);
    if (worker == null && known.size() < MAXIMUM_WORKERS) {
      worker = new Worker(function, ways).definition();
      known.put(ways, worker);
    }
    return worker;
  }

  /** A function being made that takes the parts of arguments instead of these. */
  private static final class Worker {
    private final FunctionDefinition function;
    private final Core.Match match;
    private final List<Variable> parameters = new ArrayList<>();

    /** The parts that stand for a subject of the match, by its index. */
    private final Map<Integer, List<Variable>> parts = new HashMap<>();

    private final Map<Integer, Integer> ways = new HashMap<>();

    Worker(FunctionDefinition function, List<Integer> ways) {
      this.function = function;
      this.match = (Core.Match) function.body();
      for (int i = 0; i < ways.size(); i++) {
        Variable parameter = function.parameters().get(i);
        int way = ways.get(i);
        if (way == 0) {
          parameters.add(parameter);
          continue;
        }
        List<Variable> made = new ArrayList<>();
        for (int k = 0; k < Math.max(way, 2); k++) {
          made.add(new Variable(parameter.name() + "$" + k, parameter.at()));
        }
        parameters.addAll(made);
        parts.put(match.subjects().indexOf(parameter), made);
        this.ways.put(match.subjects().indexOf(parameter), way);
      }
    }

    FunctionDefinition definition() {
      FunctionDefinition worker =
          new FunctionDefinition(function.role(), function.name(), function.at(), parameters);
      worker.setModule(function.module());
      worker.setCaptures(function.captures());
      worker.setSuspension(function.suspension());
      List<Variable> subjects = new ArrayList<>();
      for (int i = 0; i < match.subjects().size(); i++) {
        subjects.addAll(parts.getOrDefault(i, List.of(match.subjects().get(i))));
      }
      List<Core.MatchClause> clauses = new ArrayList<>();
      for (Core.MatchClause clause : match.clauses()) {
        Core.MatchClause unpacked = clause(clause);
        if (unpacked != null) {
          clauses.add(unpacked);
        }
      }
      clauses.add(otherwise(subjects));
      worker.setBody(new Core.Match(match.at(), subjects, clauses, match.failure()));
      return worker;
    }

    /** Puts the whole values together for the error that nothing matches them. */
    private Core.MatchClause otherwise(List<Variable> subjects) {
      List<Variable> wholes = new ArrayList<>(match.subjects());
      Map<Variable, Integer> made = new HashMap<>();
      for (int subject : parts.keySet()) {
        Variable whole = new Variable("$whole", match.at());
        wholes.set(subject, whole);
        made.put(whole, subject);
      }
      Core failure = new Core.Match(match.at(), wholes, List.of(), match.failure());
      List<CorePattern> anything = new ArrayList<>();
      subjects.forEach(_ -> anything.add(new CorePattern.Wildcard(match.at())));
      return new Core.MatchClause(
          match.at(), anything, List.of(new Core.Guarded(null, withWholes(made, failure))));
    }

    /** A clause for the parts; null if it cannot match. */
    private Core.@Nullable MatchClause clause(Core.MatchClause clause) {
      List<CorePattern> patterns = new ArrayList<>();
      Map<Variable, Integer> wholes = new HashMap<>();
      for (int i = 0; i < clause.patterns().size(); i++) {
        CorePattern pattern = clause.patterns().get(i);
        if (!parts.containsKey(i)) {
          patterns.add(pattern);
          continue;
        }
        List<CorePattern> unpacked =
            ways.get(i) == CONS
                ? headAndTail(unnamed(pattern))
                : elements(unnamed(pattern), ways.get(i));
        if (unpacked.isEmpty()) {
          return null;
        }
        patterns.addAll(unpacked);
        while (pattern instanceof CorePattern.As as) {
          wholes.put(as.variable(), i);
          pattern = as.pattern();
        }
        if (pattern instanceof CorePattern.Bind bind) {
          wholes.put(bind.variable(), i);
        }
      }
      List<Core.Guarded> bodies = new ArrayList<>();
      for (Core.Guarded guarded : clause.bodies()) {
        Core guard = guarded.guard();
        bodies.add(
            new Core.Guarded(
                guard == null ? null : withWholes(wholes, guard),
                withWholes(wholes, guarded.body())));
      }
      return new Core.MatchClause(clause.at(), patterns, bodies);
    }

    /** The expression where those of the variables are bound that it needs. */
    private Core withWholes(Map<Variable, Integer> wholes, Core core) {
      Core result = core;
      if (!wholes.isEmpty()) {
        List<Variable> free = Traversal.free(core);
        for (Map.Entry<Variable, Integer> whole : wholes.entrySet()) {
          if (free.contains(whole.getKey())) {
            result = new Core.Let(core.at(), whole.getKey(), whole(whole.getValue()), result);
          }
        }
      }
      return result;
    }

    private Core whole(int subject) {
      Range at = match.at();
      List<Core> values = new ArrayList<>();
      for (Variable part : parts.getOrDefault(subject, List.of())) {
        values.add(new Core.Get(at, part, false));
      }
      return ways.get(subject) == CONS
          ? new Core.Binary(at, BinaryOperator.PREPEND, at, values.getFirst(), values.getLast())
          : new Core.MakeTuple(at, values);
    }

    /** The patterns of head and tail; nothing if no Seq that is not empty matches. */
    private static List<CorePattern> headAndTail(CorePattern pattern) {
      return switch (pattern) {
        case CorePattern.SeqPattern p when !p.heads().isEmpty() -> {
          List<CorePattern> rest = p.heads().subList(1, p.heads().size());
          CorePattern tail =
              rest.isEmpty() && p.tails() != null && p.lasts().isEmpty()
                  ? p.tails()
                  : new CorePattern.SeqPattern(p.at(), rest, p.tails(), p.lasts());
          yield List.of(p.heads().getFirst(), tail);
        }
        case CorePattern.Wildcard _, CorePattern.Bind _ -> anything(pattern, 2);
        default -> List.of();
      };
    }

    /** The patterns of the elements; nothing if no tuple of so many matches. */
    private static List<CorePattern> elements(CorePattern pattern, int count) {
      return switch (pattern) {
        case CorePattern.TuplePattern p when p.elements().size() == count -> p.elements();
        case CorePattern.Wildcard _, CorePattern.Bind _ -> anything(pattern, count);
        default -> List.of();
      };
    }

    private static List<CorePattern> anything(CorePattern pattern, int count) {
      return Collections.nCopies(count, new CorePattern.Wildcard(pattern.at()));
    }
  }
}

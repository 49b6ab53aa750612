package yona.language.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import yona.language.core.Core;
import yona.language.core.CorePattern;
import yona.language.core.CoreWalk;
import yona.language.core.FunctionDefinition;
import yona.language.core.Variable;
import yona.language.diagnostics.Range;

/**
 * The aliases of a {@code let} as a group whose members depend on each other (language.md 11.2). An
 * alias that binds no name is a barrier: what stands below it starts when all above has ended.
 */
final class AliasGroup {
  /**
   * An alias as a member of the group.
   *
   * @param needed the earlier members that bind what it mentions, in order
   * @param reached the last member before it that may wait and that it, directly or through others,
   *     waits for; -1 for none
   */
  private record Member(Core.AliasBinding alias, List<Integer> needed, int reached) {}

  private final Grouping grouping;
  private final Effects effects;
  private final Waiting waiting;
  private final Range at;
  private final List<Member> members = new ArrayList<>();

  /** Which member binds a variable. */
  private final Map<Variable, Integer> binders = new HashMap<>();

  private final List<FunctionDefinition> functions = new ArrayList<>();
  private final Set<Variable> inside = new LinkedHashSet<>();
  private int barrier = -1;
  private int lastWaiting = -1;
  private boolean waitsTogether;

  AliasGroup(
      Grouping grouping,
      Suspensions suspensions,
      Effects effects,
      Waiting waiting,
      Core.LetAliases original,
      List<Core.AliasBinding> rewritten) {
    this.grouping = grouping;
    this.effects = effects;
    this.waiting = waiting;
    this.at = original.at();
    List<Dependence> dependences = new ArrayList<>();
    for (Core.AliasBinding alias : original.aliases()) {
      Dependence dependence = new Dependence();
      expressions(alias).forEach(each -> dependence.add(suspensions.of(each)));
      dependences.add(dependence);
    }
    if (dependences.size() < 2 || dependences.stream().allMatch(Dependence::never)) {
      // What depends on what is not asked: lets nest, and each asks for all inside it.
      return;
    }
    for (int i = 0; i < rewritten.size(); i++) {
      add(original.aliases().get(i), rewritten.get(i), dependences.get(i));
    }
  }

  private void add(Core.AliasBinding original, Core.AliasBinding alias, Dependence dependence) {
    if (alias instanceof Core.FunctionAlias function && !needsMembers(function.function())) {
      functions.add(function.function());
      return;
    }
    int place = members.size();
    List<Core> expressions = expressions(original);
    boolean effect = expressions.stream().anyMatch(effects::hasEffect);
    // Before rewriting functions that nobody calls are still there; after it groups inside are,
    // which
    // ask what the names that they wait for stand for.
    List<Integer> needed = needed(original, alias);
    int reached = isBarrier(alias) ? lastWaiting : reached(barrier);
    for (int other : needed) {
      reached = Math.max(reached, reached(other));
    }
    // Waiting for all members that may wait is waiting for the last of them, if that waits for the
    // one before it, and so on: where a link is missing two members can be told apart.
    waiting.add(
        dependence,
        variable ->
            binders.containsKey(variable)
                || expressions.stream()
                    .anyMatch(each -> each.at().contains(variable.at().start())));
    boolean suspends = waiting.suspends(place);
    waitsTogether |= (suspends || effect) && reached < lastWaiting;
    members.add(new Member(alias, needed, reached));
    if (suspends) {
      lastWaiting = place;
    }
    if (isBarrier(alias)) {
      barrier = place;
    }
    for (Variable variable : bound(alias)) {
      binders.put(variable, place);
      inside.add(variable);
    }
    expressions.forEach(each -> inside.addAll(Captures.boundIn(each)));
  }

  /** The last member that may wait of those that are done when a member is. */
  private int reached(int member) {
    return member < 0 || waiting.suspends(member) ? member : members.get(member).reached();
  }

  /** Whether evaluating the aliases one after the other could be told from the group. */
  boolean waitsTogether() {
    return waitsTogether;
  }

  private List<Integer> needed(Core.AliasBinding... forms) {
    Set<Integer> needed = new TreeSet<>();
    for (Core.AliasBinding form : forms) {
      for (Variable variable : free(form)) {
        Integer binder = binders.get(variable);
        if (binder != null) {
          needed.add(binder);
        }
      }
    }
    return List.copyOf(needed);
  }

  /** Whether a function's closure captures what a member gives, so that it is a member itself. */
  private boolean needsMembers(FunctionDefinition function) {
    return function.variable() != null
        && function.captures().stream().anyMatch(binders::containsKey);
  }

  /** What an alias evaluates: its value, and what its pattern compares with. */
  private static List<Core> expressions(Core.AliasBinding alias) {
    List<Core> expressions = new ArrayList<>();
    switch (alias) {
      case Core.NameAlias a -> expressions.add(a.value());
      case Core.PatternAlias a -> {
        expressions.add(a.value());
        CoreWalk.children(a.pattern(), expressions::add);
      }
      case Core.FunctionAlias _ -> {}
    }
    return expressions;
  }

  private static boolean isBarrier(Core.AliasBinding alias) {
    return alias instanceof Core.PatternAlias pattern && pattern.bound().isEmpty();
  }

  private static List<Variable> bound(Core.AliasBinding alias) {
    return switch (alias) {
      case Core.NameAlias a -> List.of(a.variable());
      case Core.PatternAlias a -> a.bound();
      case Core.FunctionAlias a -> {
        Variable variable = a.function().variable();
        yield variable == null ? List.of() : List.of(variable);
      }
    };
  }

  private static Set<Variable> free(Core.AliasBinding alias) {
    return switch (alias) {
      case Core.NameAlias a -> Captures.of(a.value());
      case Core.PatternAlias a -> Captures.of(AliasLists.bind(a, Expressions.unit(a.at())));
      case Core.FunctionAlias a -> new LinkedHashSet<>(a.function().captures());
    };
  }

  /** The group, with what stands before its first member that may wait, around the body. */
  Core build(Core body) {
    int start = waiting.first();
    List<Variable> results = new ArrayList<>();
    for (Member member : members.subList(start, members.size())) {
      results.add(result(member.alias()));
    }
    List<Core.GroupMember> groupMembers = new ArrayList<>();
    for (int i = start; i < members.size(); i++) {
      groupMembers.add(member(i, start, results));
    }
    Core unpacked = body;
    for (int i = members.size() - 1; i >= start; i--) {
      unpacked = unpacked(members.get(i).alias(), results.get(i - start), unpacked);
    }
    Core core = Grouping.group(at, groupMembers, results, waiting.checked(inside), unpacked);
    for (int i = start - 1; i >= 0; i--) {
      core = AliasLists.bind(members.get(i).alias(), core);
    }
    for (FunctionDefinition function : functions.reversed()) {
      core = AliasLists.bind(new Core.FunctionAlias(function), core);
    }
    return core;
  }

  /** The variable of a member's result: the alias itself, or a tuple of what its pattern binds. */
  private static Variable result(Core.AliasBinding alias) {
    List<Variable> bound = bound(alias);
    return bound.size() == 1 ? bound.getFirst() : new Variable("$alias", range(alias));
  }

  private static Range range(Core.AliasBinding alias) {
    return switch (alias) {
      case Core.NameAlias a -> a.at();
      case Core.PatternAlias a -> a.at();
      case Core.FunctionAlias a -> a.function().at();
    };
  }

  private Core.GroupMember member(int index, int start, List<Variable> results) {
    Member member = members.get(index);
    List<Variable> parameters = new ArrayList<>();
    List<Integer> indexes = new ArrayList<>();
    Core body = evaluated(member.alias());
    for (int needed : member.needed()) {
      if (needed >= start) {
        Variable result = results.get(needed - start);
        indexes.add(needed - start);
        parameters.add(result);
        body = unpacked(members.get(needed).alias(), result, body);
      }
    }
    return new Core.GroupMember(
        grouping.part(range(member.alias()), parameters, body),
        List.copyOf(indexes),
        isBarrier(member.alias()),
        waiting.suspends(index));
  }

  private static Core evaluated(Core.AliasBinding alias) {
    return switch (alias) {
      case Core.NameAlias a -> a.value();
      case Core.PatternAlias a -> {
        List<Core> values = new ArrayList<>();
        for (Variable variable : a.bound()) {
          values.add(new Core.Get(variable.at(), variable, false));
        }
        Core packed =
            switch (values.size()) {
              case 0 -> Expressions.unit(a.at());
              case 1 -> values.getFirst();
              default -> new Core.MakeTuple(a.at(), values);
            };
        yield AliasLists.bind(a, packed);
      }
      case Core.FunctionAlias a -> {
        Variable variable = a.function().variable();
        if (variable == null) {
          throw new IllegalStateException(a.function() + " is no value");
        }
        yield new Core.LetFunctions(
            a.function().at(),
            List.of(a.function()),
            new Core.Get(a.function().at(), variable, false));
      }
    };
  }

  private static Core unpacked(Core.AliasBinding alias, Variable result, Core body) {
    List<Variable> bound = bound(alias);
    if (bound.size() < 2) {
      return body;
    }
    List<CorePattern> parts = new ArrayList<>();
    for (Variable variable : bound) {
      parts.add(new CorePattern.Bind(variable.at(), variable));
    }
    CorePattern pattern = new CorePattern.TuplePattern(result.at(), parts);
    Core.MatchClause clause =
        new Core.MatchClause(result.at(), List.of(pattern), List.of(new Core.Guarded(null, body)));
    return new Core.Match(
        result.at(), List.of(result), List.of(clause), new Core.MatchFailure.Raise("the alias"));
  }
}

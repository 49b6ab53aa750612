package yona.language.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import yona.language.core.Callees;
import yona.language.core.Core;
import yona.language.core.CorePattern;
import yona.language.core.CoreWalk;
import yona.language.core.FunctionDefinition;
import yona.language.core.Suspension;
import yona.language.core.Variable;
import yona.language.diagnostics.Range;

/**
 * Decides what waits together (language.md 11.2): operands, elements and aliases of which at least
 * two may wait, or one may and a later one has an effect, become a {@link Core.Group};
 * comprehensions whose bodies may wait become {@link Core.EachTogether}. Everything else stays as
 * it is and costs nothing.
 */
public final class Grouping {
  /**
   * A chain of operators with a waiting operand is taken apart up to this length, to bound nesting.
   */
  private static final int LONGEST_NESTED_CHAIN = 500;

  /**
   * The most nodes that the members of a group may have to stand in place. Since groups nest, it
   * also bounds how often an expression is repeated.
   */
  private static final int IN_PLACE = 60;

  private final SourceUnit unit;
  private final Suspensions suspensions;
  private final InputReadings readings;
  private final Effects effects;
  private final Definitions definitions;

  private Grouping(SourceUnit unit, FunctionFacts facts) {
    this.unit = unit;
    this.definitions = facts.definitions();
    this.suspensions = facts.suspensions();
    this.readings = facts.readings();
    this.effects = facts.effects();
  }

  /** Rewrites the bodies of all functions of the source. */
  public static void run(Resolved resolved, FunctionFacts facts) {
    SourceUnit unit = resolved.unit;
    Grouping grouping = new Grouping(unit, facts);
    for (FunctionDefinition function : List.copyOf(unit.functions)) {
      facts.suspensions().enter(function);
      unit.inside(function, () -> function.setBody(grouping.rewrite(function.body())));
    }
  }

  private Core rewrite(Core core) {
    return switch (core) {
      case Core.Constant c -> c;
      case Core.Get c -> c;
      case Core.Closure c -> c;
      case Core.StaticFunctionValue c -> c;
      case Core.RaiseAlways c -> c;
      case Core.MakeModule c -> c;
      case Core.ModuleValue c -> c;
      case Core.JavaFunction c -> c;
      case Core.JavaType c -> c;
      case Core.Skip c -> c;
      case Core.Group c -> c;
      case Core.EachTogether c -> c;
      case Core.LetFunctions c -> new Core.LetFunctions(c.at(), c.functions(), rewrite(c.body()));
      case Core.CallKnown c ->
          together(c.at(), c.arguments(), all -> new Core.CallKnown(c.at(), c.function(), all));
      case Core.CallStatic c ->
          together(c.at(), c.arguments(), all -> new Core.CallStatic(c.at(), c.function(), all));
      case Core.Apply c ->
          together(
              c.at(),
              withFirst(c.function(), c.arguments()),
              all -> new Core.Apply(c.at(), all.getFirst(), rest(all)));
      case Core.Let c -> let(c);
      case Core.LetAliases c -> aliases(c);
      case Core.Sequence c -> new Core.Sequence(c.at(), rewriteAll(c.steps()));
      case Core.If c -> conditional(c);
      case Core.Logical c -> new Core.Logical(c.at(), c.conjunction(), rewriteAll(c.operands()));
      case Core.Unary c -> new Core.Unary(c.at(), c.operator(), rewrite(c.operand()));
      case Core.Binary c ->
          together(
              c.at(),
              List.of(c.left(), c.right()),
              all -> new Core.Binary(c.at(), c.operator(), c.operatorAt(), all.get(0), all.get(1)));
      case Core.LeftChain c -> leftChain(c);
      case Core.RightChain c -> rightChain(c);
      case Core.MakeTuple c ->
          together(c.at(), c.elements(), all -> new Core.MakeTuple(c.at(), all));
      case Core.MakeSeq c -> together(c.at(), c.elements(), all -> new Core.MakeSeq(c.at(), all));
      case Core.MakeSet c -> together(c.at(), c.elements(), all -> new Core.MakeSet(c.at(), all));
      case Core.MakeDict c ->
          together(c.at(), c.keysAndValues(), all -> new Core.MakeDict(c.at(), all));
      case Core.MakeRange c -> range(c);
      case Core.MakeRecord c ->
          together(c.at(), c.fields(), all -> new Core.MakeRecord(c.at(), c.type(), all));
      case Core.GetField c -> new Core.GetField(c.at(), rewrite(c.value()), c.field(), c.known());
      case Core.UpdateRecord c ->
          together(
              c.at(),
              withFirst(c.value(), c.values()),
              all ->
                  new Core.UpdateRecord(c.at(), all.getFirst(), c.fields(), rest(all), c.known()));
      case Core.Interpolation c -> interpolation(c);
      case Core.Match c -> match(c);
      case Core.Try c ->
          new Core.Try(c.at(), rewrite(c.body()), c.triple(), c.error(), rewrite(c.handler()));
      case Core.Raise c -> raise(c);
      case Core.With c ->
          new Core.With(c.at(), c.daemon(), rewrite(c.manager()), c.name(), c.body());
      case Core.CallMember c ->
          together(
              c.at(),
              withFirst(c.receiver(), c.arguments()),
              all -> new Core.CallMember(c.at(), all.getFirst(), c.name(), rest(all)));
      case Core.CallJava c ->
          together(c.at(), c.arguments(), all -> new Core.CallJava(c.at(), c.method(), all));
      case Core.Mention c -> new Core.Mention(c.at(), rewrite(c.value()));
      case Core.Collect c -> new Core.Collect(c.at(), c.kind(), rewrite(c.loop()));
      case Core.Each c -> each(c);
      case Core.Emit c -> new Core.Emit(c.at(), rewrite(c.value()));
      case Core.EmitEntry c ->
          together(
              c.at(),
              List.of(c.key(), c.value()),
              all -> new Core.EmitEntry(c.at(), all.get(0), all.get(1)));
    };
  }

  /** Parts of a pattern are tried one after the other; what is inside an expression may group. */
  private CorePattern rewrite(CorePattern pattern) {
    return CoreWalk.replaced(pattern, this::rewrite);
  }

  private List<Core> rewriteAll(List<Core> all) {
    List<Core> result = new ArrayList<>(all.size());
    for (Core core : all) {
      result.add(rewrite(core));
    }
    return result;
  }

  private static List<Core> withFirst(Core first, List<Core> rest) {
    List<Core> all = new ArrayList<>(rest.size() + 1);
    all.add(first);
    all.addAll(rest);
    return all;
  }

  private static List<Core> rest(List<Core> all) {
    return all.subList(1, all.size());
  }

  private Core let(Core.Let first) {
    // Long runs of aliases are rewritten in a loop: a program may bind many names one after the
    // other.
    List<Core.Let> lets = new ArrayList<>();
    Core body = first;
    while (body instanceof Core.Let next) {
      lets.add(next);
      body = next.body();
    }
    Core result = rewrite(body);
    for (int i = lets.size() - 1; i >= 0; i--) {
      Core.Let let = lets.get(i);
      result = new Core.Let(let.at(), let.variable(), rewrite(let.value()), result);
    }
    return result;
  }

  private Core conditional(Core.If core) {
    List<Core.Branch> branches = new ArrayList<>(core.branches().size());
    for (Core.Branch branch : core.branches()) {
      branches.add(new Core.Branch(rewrite(branch.condition()), rewrite(branch.body())));
    }
    return new Core.If(core.at(), branches, rewrite(core.otherwise()));
  }

  private Core range(Core.MakeRange core) {
    Core step = core.step();
    if (step == null) {
      return together(
          core.at(),
          List.of(core.from(), core.to()),
          all -> new Core.MakeRange(core.at(), null, all.get(0), all.get(1)));
    }
    return together(
        core.at(),
        List.of(step, core.from(), core.to()),
        all -> new Core.MakeRange(core.at(), all.get(0), all.get(1), all.get(2)));
  }

  private Core raise(Core.Raise core) {
    Core message = core.message();
    return message == null
        ? new Core.Raise(core.at(), rewrite(core.symbolOrTriple()), null)
        : together(
            core.at(),
            List.of(core.symbolOrTriple(), message),
            all -> new Core.Raise(core.at(), all.get(0), all.get(1)));
  }

  private Core match(Core.Match core) {
    List<Core.MatchClause> clauses = new ArrayList<>(core.clauses().size());
    for (Core.MatchClause clause : core.clauses()) {
      List<Core.Guarded> bodies = new ArrayList<>(clause.bodies().size());
      for (Core.Guarded guarded : clause.bodies()) {
        Core guard = guarded.guard();
        bodies.add(
            new Core.Guarded(guard == null ? null : rewrite(guard), rewrite(guarded.body())));
      }
      List<CorePattern> patterns = clause.patterns().stream().map(this::rewrite).toList();
      clauses.add(new Core.MatchClause(clause.at(), patterns, bodies));
    }
    return new Core.Match(core.at(), core.subjects(), clauses, core.failure());
  }

  private Core interpolation(Core.Interpolation core) {
    List<Core> operands = new ArrayList<>();
    for (Core.Part part : core.parts()) {
      if (part instanceof Core.ValuePart value) {
        operands.add(value.value());
        if (value.width() != null) {
          operands.add(value.width());
        }
      }
    }
    return together(
        core.at(),
        operands,
        all -> {
          int next = 0;
          List<Core.Part> parts = new ArrayList<>(core.parts().size());
          for (Core.Part part : core.parts()) {
            if (part instanceof Core.ValuePart value) {
              Core shown = all.get(next++);
              Core width = value.width() == null ? null : all.get(next++);
              parts.add(new Core.ValuePart(shown, width));
            } else {
              parts.add(part);
            }
          }
          return new Core.Interpolation(core.at(), parts);
        });
  }

  private Core leftChain(Core.LeftChain core) {
    if (core.links().size() <= LONGEST_NESTED_CHAIN
        && (mayWait(core.first())
            || core.links().stream().anyMatch(link -> mayWait(link.operand())))) {
      Core left = core.first();
      for (Core.Link link : core.links()) {
        Range at = core.first().at().to(link.operand().at());
        left = new Core.Binary(at, link.operator(), link.operatorAt(), left, link.operand());
      }
      return rewrite(left);
    }
    List<Core> operands = new ArrayList<>();
    operands.add(core.first());
    core.links().forEach(link -> operands.add(link.operand()));
    return together(
        core.at(),
        operands,
        all -> {
          List<Core.Link> links = new ArrayList<>(core.links().size());
          for (int i = 0; i < core.links().size(); i++) {
            Core.Link link = core.links().get(i);
            links.add(new Core.Link(link.operator(), link.operatorAt(), all.get(i + 1)));
          }
          return new Core.LeftChain(core.at(), all.getFirst(), links);
        });
  }

  /** Names that wait need no group: see {@code Mentions}. */
  private boolean mayWait(Core operand) {
    return !(operand instanceof Core.Get) && !suspensions.of(operand).never();
  }

  private Core rightChain(Core.RightChain core) {
    if (core.links().size() <= LONGEST_NESTED_CHAIN
        && (mayWait(core.last())
            || core.links().stream().anyMatch(link -> mayWait(link.operand())))) {
      Core right = core.last();
      for (int i = core.links().size() - 1; i >= 0; i--) {
        Core.Link link = core.links().get(i);
        Range at = link.operand().at().to(core.at());
        right = new Core.Binary(at, link.operator(), link.operatorAt(), link.operand(), right);
      }
      return rewrite(right);
    }
    List<Core> operands = new ArrayList<>();
    core.links().forEach(link -> operands.add(link.operand()));
    operands.add(core.last());
    return together(
        core.at(),
        operands,
        all -> {
          List<Core.Link> links = new ArrayList<>(core.links().size());
          for (int i = 0; i < core.links().size(); i++) {
            Core.Link link = core.links().get(i);
            links.add(new Core.Link(link.operator(), link.operatorAt(), all.get(i)));
          }
          return new Core.RightChain(core.at(), links, all.getLast());
        });
  }

  // Operands

  private Core together(Range at, List<Core> operands, Function<List<Core>, Core> build) {
    // Inside first, so that what is found there is known when the whole is asked for.
    List<Core> rewritten = rewriteAll(operands);
    Waiting waiting = new Waiting(definitions);
    for (Core operand : operands) {
      waiting.add(
          mayWait(operand) ? suspensions.of(operand) : new Dependence(),
          variable -> operand.at().contains(variable.at().start()));
    }
    if (!mustGroup(operands, waiting)) {
      return build.apply(rewritten);
    }
    return group(at, operands, rewritten, waiting, build);
  }

  private boolean mustGroup(List<Core> operands, Waiting waiting) {
    if (waiting.count() != 1) {
      return waiting.count() > 1;
    }
    for (int i = waiting.first() + 1; i < operands.size(); i++) {
      if (effects.hasEffect(operands.get(i))) {
        return true;
      }
    }
    return false;
  }

  private Core group(
      Range at,
      List<Core> operands,
      List<Core> rewritten,
      Waiting waiting,
      Function<List<Core>, Core> build) {
    List<Core.GroupMember> members = new ArrayList<>();
    List<Variable> results = new ArrayList<>();
    List<Core> values = new ArrayList<>();
    List<Core.NameAlias> before = new ArrayList<>();
    Set<Variable> inside = new LinkedHashSet<>();
    for (int i = 0; i < operands.size(); i++) {
      Core operand = operands.get(i);
      if (Calls.isValue(operand)) {
        values.add(operand);
        continue;
      }
      Variable result = new Variable("$" + (i + 1), operand.at());
      values.add(new Core.Get(operand.at(), result, false));
      if (i < waiting.first()) {
        before.add(new Core.NameAlias(operand.at(), result, rewritten.get(i)));
        continue;
      }
      inside.addAll(Captures.boundIn(operand));
      results.add(result);
      members.add(
          new Core.GroupMember(
              part(operand.at(), List.of(), rewritten.get(i)),
              List.of(),
              false,
              waiting.suspends(i)));
    }
    Core core = group(at, members, results, waiting.checked(inside), build.apply(values));
    for (int i = before.size() - 1; i >= 0; i--) {
      core = AliasLists.bind(before.get(i), core);
    }
    return core;
  }

  /** A group whose members may stand in place if they are small and can be checked. */
  static Core group(
      Range at,
      List<Core.GroupMember> members,
      List<Variable> results,
      @Nullable Callees whenSuspending,
      Core body) {
    boolean inPlace = whenSuspending != null && isSmall(members);
    return new Core.Group(at, members, results, whenSuspending, inPlace, body);
  }

  /**
   * Whether the bodies of members are so small together that they may stand twice in the code: in
   * place, and in functions for when they wait.
   */
  private static boolean isSmall(List<Core.GroupMember> members) {
    ArrayDeque<Core> open = new ArrayDeque<>();
    members.forEach(member -> open.push(member.function().body()));
    for (int nodes = 0; !open.isEmpty(); nodes++) {
      if (nodes == IN_PLACE) {
        return false;
      }
      CoreWalk.children(open.pop(), open::push);
    }
    return true;
  }

  /** A function of its own for a part of the one that is rewritten. */
  FunctionDefinition part(Range at, List<Variable> parameters, Core body) {
    FunctionDefinition part = unit.part(at, parameters);
    part.setBody(body);
    Captures.set(part);
    Dependence dependence = suspensions.of(body);
    part.setSuspension(dependence.never() ? Suspension.NEVER : Suspension.ALWAYS);
    readings.tell(part);
    return part;
  }

  // Comprehensions

  private Core each(Core.Each core) {
    Core source = rewrite(core.source());
    Core body = rewrite(core.body());
    Core.Each loop = new Core.Each(core.at(), source, core.element(), body);
    Dependence dependence = suspensions.of(core.body());
    if (dependence.never()) {
      return loop;
    }
    Set<Variable> inside = Captures.boundIn(core.body());
    Callees outside = dependence.captured(inside::contains, definitions);
    Core.Elements elements =
        source instanceof Core.MakeRange
            ? Core.Elements.VALUES
            : outside.walked().contains(core.element())
                ? Core.Elements.TAKEN
                : outside.mentioned().contains(core.element())
                    ? Core.Elements.MENTIONED
                    : Core.Elements.VALUES;
    inside.add(core.element());
    Callees captured = outside.without(core.element());
    boolean known = !dependence.always && dependence.applied.stream().noneMatch(inside::contains);
    if (known && captured.isEmpty() && elements == Core.Elements.VALUES) {
      return loop;
    }
    Core collected = new Core.Collect(core.at(), Core.Collection.SEQ, pairs(body));
    FunctionDefinition function = part(core.at(), List.of(core.element()), collected);
    boolean check = known && captured.size() <= Waiting.MOST_CHECKED;
    if (!dependence.always && (elements != Core.Elements.VALUES || !check)) {
      // What is bound inside comes out of the elements: those are looked at one by one.
      long applied = known ? 0 : Suspension.bit(0);
      function.setSuspension(new Suspension(false, applied, 0, 0, captured));
    }
    return new Core.EachTogether(
        core.at(), source, function, check ? captured : null, check ? loop : null, elements);
  }

  /** A loop that emits pairs in place of entries. */
  private static Core pairs(Core loop) {
    return switch (loop) {
      case Core.EmitEntry c ->
          new Core.Emit(c.at(), new Core.MakeTuple(c.at(), List.of(c.key(), c.value())));
      case Core.If c -> {
        List<Core.Branch> branches = new ArrayList<>();
        for (Core.Branch branch : c.branches()) {
          branches.add(new Core.Branch(branch.condition(), pairs(branch.body())));
        }
        yield new Core.If(c.at(), branches, pairs(c.otherwise()));
      }
      case Core.Match c -> {
        List<Core.MatchClause> clauses = new ArrayList<>();
        for (Core.MatchClause clause : c.clauses()) {
          List<Core.Guarded> bodies = new ArrayList<>();
          for (Core.Guarded guarded : clause.bodies()) {
            bodies.add(new Core.Guarded(guarded.guard(), pairs(guarded.body())));
          }
          clauses.add(new Core.MatchClause(clause.at(), clause.patterns(), bodies));
        }
        yield new Core.Match(c.at(), c.subjects(), clauses, c.failure());
      }
      case Core.Each c -> new Core.Each(c.at(), c.source(), c.element(), pairs(c.body()));
      case Core.EachTogether c -> {
        Core.Each sequential = c.sequential();
        yield sequential == null
            ? c
            : new Core.EachTogether(
                c.at(),
                c.source(),
                c.body(),
                c.whenSuspending(),
                (Core.Each) pairs(sequential),
                c.elements());
      }
      case Core.Let c -> new Core.Let(c.at(), c.variable(), c.value(), pairs(c.body()));
      case Core.Group c ->
          new Core.Group(
              c.at(), c.members(), c.results(), c.whenSuspending(), c.inPlace(), pairs(c.body()));
      default -> loop;
    };
  }

  // Aliases

  private Core aliases(Core.LetAliases core) {
    List<Core.AliasBinding> aliases = new ArrayList<>(core.aliases().size());
    for (Core.AliasBinding alias : core.aliases()) {
      aliases.add(
          switch (alias) {
            case Core.NameAlias a -> new Core.NameAlias(a.at(), a.variable(), rewrite(a.value()));
            case Core.PatternAlias a ->
                new Core.PatternAlias(a.at(), rewrite(a.pattern()), a.bound(), rewrite(a.value()));
            case Core.FunctionAlias a -> a;
          });
    }
    Core body = rewrite(core.body());
    AliasGroup group =
        new AliasGroup(this, suspensions, effects, new Waiting(definitions), core, aliases);
    if (!group.waitsTogether()) {
      Core result = body;
      for (int i = aliases.size() - 1; i >= 0; i--) {
        result = AliasLists.bind(aliases.get(i), result);
      }
      return result;
    }
    return group.build(body);
  }
}

package yona.language.bytecode;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.data.Checkpoint;
import yona.language.core.Callees;
import yona.language.core.Core;
import yona.language.core.CorePattern;
import yona.language.core.CoreWalk;
import yona.language.core.FunctionDefinition;
import yona.language.core.Replacements;
import yona.language.core.Traversal;
import yona.language.core.Variable;

/**
 * Finds the types of all variables and results, across known calls.
 *
 * <p>An optimistic fixpoint: every type starts empty and grows by what flows into it. Parameters of
 * a function that is only called where it is known get the types of the arguments there; those of a
 * function that is a value can be anything, and for it a special version is tried ({@link
 * Recursion}) whose demands are given up one by one when its own calls break them.
 */
final class Inference {
  /** Deeper chains of calls are analysed one after the other, to bound the stack. */
  private static final int MAXIMUM_NESTING = 100;

  private final Map<FunctionDefinition, Version> general = new LinkedHashMap<>();
  private final Map<FunctionDefinition, Version> special = new HashMap<>();
  private final Recursion recursion;
  private final Replacements replacements;
  private final Map<String, FunctionDefinition> own;
  private final LinkedHashSet<Version> open = new LinkedHashSet<>();

  private final Map<FunctionDefinition, Fronts> fronts = new HashMap<>();

  /** Types of expressions, while they are wanted. */
  private @Nullable IdentityHashMap<Core, Integer> recorded;

  private boolean incomplete;

  /** How many versions are being analysed because others that are call them. */
  private int nesting;

  private Inference(
      Recursion recursion, Replacements replacements, Map<String, FunctionDefinition> own) {
    this.recursion = recursion;
    this.replacements = replacements;
    this.own = own;
  }

  /**
   * Analyses everything that can be reached.
   *
   * @param roots functions that are called from outside, with any arguments
   * @param own the functions of this source that are linked by name, by their methods
   */
  static Inference run(
      Collection<FunctionDefinition> roots,
      Recursion recursion,
      Replacements replacements,
      Map<String, FunctionDefinition> own) {
    Inference inference = new Inference(recursion, replacements, own);
    for (FunctionDefinition root : roots) {
      inference.escape(null, root);
    }
    while (!inference.open.isEmpty()) {
      Version next = inference.open.removeFirst();
      inference.analyse(next);
    }
    inference.spreadBounces();
    return inference;
  }

  /** All versions that are needed. */
  List<Version> versions() {
    List<Version> all = new ArrayList<>();
    general
        .values()
        .forEach(
            version -> {
              all.add(version);
              Version twin = special(version.function());
              if (twin != null) {
                all.add(twin);
              }
            });
    return all;
  }

  /** The general version of a function that is reached. */
  Version general(FunctionDefinition function) {
    Version version = general.get(function);
    if (version == null) {
      version = version(function, new boolean[0]);
      general.put(function, version);
      boolean[] candidates = recursion.candidates(version.inputs(), function);
      if (candidates.length > 0) {
        special.put(function, version(function, candidates));
      }
      open.add(version);
    }
    return version;
  }

  private Version version(FunctionDefinition function, boolean[] speculated) {
    Version version = new Version(function, speculated);
    Fronts fronts = fronts(function);
    for (int i = 0; i < version.inputs().size(); i++) {
      if (fronts.has(version.inputs().get(i))) {
        version.takeAnything(i);
      }
    }
    return version;
  }

  /** The parameters of a function that hold fronts. */
  Fronts fronts(FunctionDefinition function) {
    return fronts.computeIfAbsent(function, each -> Fronts.of(each, replacements));
  }

  /** The special version of a function, or null. */
  @Nullable Version special(FunctionDefinition function) {
    Version version = special.get(function);
    return version == null || version.dead() || version.inputs().isEmpty() ? null : version;
  }

  /** The version that a call with inputs of these types goes to. */
  Version target(FunctionDefinition function, int[] types) {
    Version version = special(function);
    if (version != null) {
      boolean fits = true;
      for (int i = 0; i < types.length; i++) {
        fits &= Types.within(types[i], version.type(i));
      }
      if (fits) {
        return version;
      }
    }
    return general(function);
  }

  /** The types of the expressions in a version's body; leaves are left out. */
  IdentityHashMap<Core, Integer> types(Version version) {
    IdentityHashMap<Core, Integer> types = new IdentityHashMap<>();
    recorded = types;
    boolean bounces = version.bounces();
    boolean mentions = version.mentions();
    analyse(version);
    if (bounces) {
      version.setBounces();
    }
    if (mentions) {
      version.setMentions();
    }
    recorded = null;
    open.clear();
    return types;
  }

  /**
   * Analyses a version when it is first called, so that the result is there for what comes next: in
   * a long chain of calls that take each other's results the caller would be looked at again for
   * each.
   */
  private void analyseFirst(Version version) {
    if (recorded != null || version.isAnalysed() || nesting == MAXIMUM_NESTING) {
      return;
    }
    boolean incompleteAround = incomplete;
    nesting++;
    open.remove(version);
    analyse(version);
    nesting--;
    incomplete = incompleteAround;
  }

  private void analyse(Version version) {
    if (version.dead()) {
      return;
    }
    version.setAnalysed();
    Version twin = special(version.function());
    if (!version.special() && twin != null) {
      for (int i = 0; i < version.inputs().size(); i++) {
        if (!twin.speculated(i) && twin.widen(i, version.type(i))) {
          open.add(twin);
        }
      }
      if (twin.callers().add(version)) {
        open.add(twin);
      }
    }
    int result;
    int before;
    do {
      incomplete = false;
      before = sum(version.variables());
      version.forgetTailCalls();
      for (int i = 0; i < version.inputs().size(); i++) {
        bind(version, version.inputs().get(i), version.type(i));
      }
      result = infer(version, version.function().body(), true);
    } while (incomplete && sum(version.variables()) != before);
    if (!version.special() && twin != null && !twin.dead()) {
      version.tailTargets().add(twin);
      result |= twin.result();
    }
    if (version.widenResult(result)) {
      open.addAll(version.callers());
    }
  }

  private static int sum(Map<Variable, Integer> types) {
    int sum = 0;
    for (int type : types.values()) {
      sum += Integer.bitCount(type) + 1;
    }
    return sum;
  }

  /** A version bounces if one bounces that it calls in tail position; so with mentions. */
  private void spreadBounces() {
    Map<Version, List<Version>> tailCallers = new HashMap<>();
    ArrayDeque<Version> changed = new ArrayDeque<>();
    for (Version version : versions()) {
      for (Version target : version.tailTargets()) {
        tailCallers.computeIfAbsent(target, _ -> new ArrayList<>()).add(version);
      }
      if (version.steps()) {
        changed.add(version);
      }
    }
    while (!changed.isEmpty()) {
      Version target = changed.removeFirst();
      for (Version caller : tailCallers.getOrDefault(target, List.of())) {
        if (caller.takeBounces(target)) {
          changed.add(caller);
        }
      }
    }
  }

  private void bind(Version version, Variable variable, int type) {
    version.variables().merge(variable, type, (a, b) -> a | b);
  }

  private int read(Version version, Variable variable) {
    Integer type = version.variables().get(variable);
    if (type == null) {
      incomplete = true;
      return Types.NEVER;
    }
    return type;
  }

  /** A function value is made: it may be called with anything. */
  private Version escape(@Nullable Version around, FunctionDefinition function) {
    Version version = general(function);
    int captures = function.captures().size();
    boolean changed = false;
    for (int i = 0; i < version.inputs().size(); i++) {
      int type =
          i >= captures || around == null ? Types.ANY : read(around, function.captures().get(i));
      changed |= version.widen(i, type);
    }
    if (changed) {
      open.add(version);
    }
    return version;
  }

  private int call(Version caller, FunctionDefinition function, int[] types, boolean tail) {
    general(function);
    Version twin = special(function);
    if (twin != null && twin == caller) {
      for (int i = 0; i < types.length; i++) {
        if (twin.speculated(i) && !Types.within(types[i], Types.LONG)) {
          twin.abandon(i);
          open.add(twin);
          open.addAll(twin.callers());
        }
      }
    }
    twin = special(function);
    boolean fits = twin != null;
    if (twin != null) {
      for (int i = 0; i < types.length; i++) {
        fits &= !twin.speculated(i) || Types.within(types[i], Types.LONG);
      }
    }
    Version target = fits && twin != null ? twin : general(function);
    boolean changed = false;
    for (int i = 0; i < types.length; i++) {
      changed |= target.widen(i, types[i]);
    }
    if (target.callers().add(caller) || changed) {
      open.add(target);
    }
    if (tail) {
      caller.tailTargets().add(target);
    }
    analyseFirst(target);
    return target.result();
  }

  private int[] inputs(Version version, FunctionDefinition function, int[] arguments) {
    int captures = function.captures().size();
    int[] types = new int[captures + arguments.length];
    for (int i = 0; i < captures; i++) {
      types[i] = read(version, function.captures().get(i));
    }
    System.arraycopy(arguments, 0, types, captures, arguments.length);
    return types;
  }

  private int record(Core core, int type) {
    if (recorded != null) {
      recorded.merge(core, type, (a, b) -> a | b);
    }
    return type;
  }

  /** The type of an expression; runs along bodies of lets without recursion. */
  private int infer(Version version, Core root, boolean tail) {
    List<Core> spine = null;
    Core core = replacements.of(root);
    while (true) {
      Checkpoint.pass();
      Core next = enter(version, core);
      if (next == null) {
        break;
      }
      if (recorded != null) {
        spine = spine == null ? new ArrayList<>() : spine;
        spine.add(core);
      }
      core = replacements.of(next);
    }
    int type = record(core, inferLast(version, core, tail));
    if (spine != null) {
      for (Core each : spine) {
        record(each, type);
      }
    }
    return type;
  }

  /** Does what stands before the body of a binding expression; gives the body, null for others. */
  private @Nullable Core enter(Version version, Core core) {
    return switch (core) {
      case Core.Let c -> {
        bind(version, c.variable(), infer(version, c.value(), false));
        yield c.body();
      }
      case Core.LetFunctions c -> {
        bindFunctions(version, c.functions());
        yield c.body();
      }
      case Core.Sequence c -> {
        for (Core step : c.steps().subList(0, c.steps().size() - 1)) {
          infer(version, step, false);
        }
        yield c.steps().getLast();
      }
      case Core.Group c -> {
        for (int i = 0; i < c.members().size(); i++) {
          FunctionDefinition function = c.members().get(i).function();
          int result = c.inPlace() ? infer(version, function.body(), false) : Types.NEVER;
          if (!c.inPlace() || maySuspend(version, c)) {
            Version member = escape(version, function);
            member.callers().add(version);
            result |= member.result();
          }
          bind(version, c.results().get(i), result);
        }
        yield c.body();
      }
      default -> null;
    };
  }

  /** Whether a member may have to wait, as far as is known yet. */
  private boolean maySuspend(Version version, Core.Group group) {
    Callees checked = group.whenSuspending();
    return checked == null || Types.mayWait(checked, v -> read(version, v));
  }

  private void bindFunctions(Version version, List<FunctionDefinition> functions) {
    for (FunctionDefinition function : functions) {
      Variable variable = function.variable();
      if (variable != null && recursion.isRead(variable)) {
        bind(version, variable, Types.function(function.arity()));
      }
    }
    for (FunctionDefinition function : functions) {
      Variable variable = function.variable();
      if (variable != null && recursion.isRead(variable)) {
        escape(version, function);
      }
    }
  }

  private int[] inferAll(Version version, List<Core> operands) {
    int[] types = new int[operands.size()];
    for (int i = 0; i < types.length; i++) {
      types[i] = infer(version, operands.get(i), false);
    }
    return types;
  }

  private int inferLast(Version version, Core core, boolean tail) {
    return switch (core) {
      case Core.Constant c -> Types.of(c.value());
      case Core.Get c -> {
        int type = read(version, c.variable());
        if (tail && c.mention() && (type & Types.NULLARY) != 0) {
          version.setMentions();
        }
        yield c.mention() ? Types.mention(type) : type;
      }
      case Core.Closure c -> {
        escape(version, c.function());
        yield Types.function(c.function().arity());
      }
      case Core.StaticFunctionValue c -> {
        FunctionDefinition function = own.get(c.function().key());
        if (function != null) {
          escape(null, function);
        }
        yield Types.function(c.function().arity());
      }
      case Core.CallKnown c -> {
        int[] arguments = inferAll(version, c.arguments());
        yield call(version, c.function(), inputs(version, c.function(), arguments), tail);
      }
      case Core.CallStatic c -> {
        inferAll(version, c.arguments());
        if (tail && c.function().bounces()) {
          version.setBounces();
        }
        yield Types.ANY;
      }
      case Core.Apply c -> {
        infer(version, c.function(), false);
        inferAll(version, c.arguments());
        if (tail) {
          version.setBounces();
        }
        yield Types.ANY;
      }
      case Core.If c -> {
        int type = Types.NEVER;
        for (Core.Branch branch : c.branches()) {
          infer(version, branch.condition(), false);
          type |= infer(version, branch.body(), tail);
        }
        yield type | infer(version, c.otherwise(), tail);
      }
      case Core.Logical c -> {
        inferAll(version, c.operands());
        yield Types.BOOLEAN;
      }
      case Core.Unary c -> OperatorRules.result(c.operator(), infer(version, c.operand(), false));
      case Core.Binary c -> {
        int left = infer(version, c.left(), false);
        yield OperatorRules.result(c.operator(), left, infer(version, c.right(), false));
      }
      case Core.LeftChain c -> {
        int type = infer(version, c.first(), false);
        for (Core.Link link : c.links()) {
          type = OperatorRules.result(link.operator(), type, infer(version, link.operand(), false));
        }
        yield type;
      }
      case Core.RightChain c -> {
        int[] types = new int[c.links().size()];
        for (int i = 0; i < types.length; i++) {
          types[i] = infer(version, c.links().get(i).operand(), false);
        }
        int type = infer(version, c.last(), false);
        for (int i = types.length - 1; i >= 0; i--) {
          type = OperatorRules.result(c.links().get(i).operator(), types[i], type);
        }
        yield type;
      }
      case Core.MakeTuple c -> {
        inferAll(version, c.elements());
        yield Types.TUPLE;
      }
      case Core.MakeSeq c -> {
        inferAll(version, c.elements());
        yield Types.SEQ;
      }
      case Core.MakeSet c -> {
        inferAll(version, c.elements());
        yield Types.SET;
      }
      case Core.MakeDict c -> {
        inferAll(version, c.keysAndValues());
        yield Types.DICT;
      }
      case Core.MakeRange c -> {
        if (c.step() != null) {
          infer(version, c.step(), false);
        }
        infer(version, c.from(), false);
        infer(version, c.to(), false);
        yield Types.SEQ;
      }
      case Core.MakeRecord c -> {
        inferAll(version, c.fields());
        yield Types.TUPLE;
      }
      case Core.UpdateRecord c -> {
        infer(version, c.value(), false);
        inferAll(version, c.values());
        yield Types.TUPLE;
      }
      case Core.Interpolation c -> {
        CoreWalk.children(c, part -> infer(version, part, false));
        yield Types.SEQ;
      }
      case Core.Match c -> inferMatch(version, c, tail);
      case Core.Try c -> {
        int type = infer(version, c.body(), false);
        bind(version, c.triple(), Types.TUPLE);
        bind(version, c.error(), Types.OTHER);
        yield type | infer(version, c.handler(), tail);
      }
      case Core.Raise c -> {
        CoreWalk.children(c, operand -> infer(version, operand, false));
        yield Types.NEVER;
      }
      case Core.RaiseAlways _, Core.Skip _ -> Types.NEVER;
      case Core.With c -> {
        infer(version, c.manager(), false);
        escape(version, c.body());
        yield c.daemon() ? Types.UNIT : Types.ANY;
      }
      case Core.GetField c -> {
        infer(version, c.value(), false);
        yield Types.ANY;
      }
      case Core.CallMember c -> {
        infer(version, c.receiver(), false);
        inferAll(version, c.arguments());
        if (tail && c.arguments().isEmpty()) {
          version.setMentions();
        } else if (tail) {
          version.setBounces();
        }
        yield Types.ANY;
      }
      case Core.CallJava c -> JavaResults.of(c.method(), inferAll(version, c.arguments()));
      case Core.JavaFunction c -> Types.function(c.arity());
      case Core.Mention c -> {
        int type = infer(version, c.value(), false);
        if (tail && (type & Types.NULLARY) != 0) {
          version.setMentions();
        }
        yield Types.mention(type);
      }
      case Core.MakeModule _, Core.ModuleValue _, Core.JavaType _ -> Types.OTHER;
      case Core.Collect c -> {
        infer(version, c.loop(), false);
        yield switch (c.kind()) {
          case SEQ -> Types.SEQ;
          case SET -> Types.SET;
          case DICT -> Types.DICT;
        };
      }
      case Core.Each c -> {
        infer(version, c.source(), false);
        bind(version, c.element(), elements(c.source()));
        infer(version, c.body(), false);
        yield Types.NEVER;
      }
      case Core.EachTogether c -> {
        infer(version, c.source(), false);
        escape(version, c.body());
        if (c.sequential() != null) {
          bind(version, c.sequential().element(), elements(c.source()));
          infer(version, c.sequential().body(), false);
        }
        yield Types.NEVER;
      }
      case Core.Emit c -> {
        infer(version, c.value(), false);
        yield Types.NEVER;
      }
      case Core.EmitEntry c -> {
        infer(version, c.key(), false);
        infer(version, c.value(), false);
        yield Types.NEVER;
      }
      case Core.Let _, Core.LetFunctions _, Core.Sequence _, Core.Group _, Core.LetAliases _ ->
          throw Traversal.unexpected(core);
    };
  }

  /** The type of the elements of a comprehension's source. */
  static int elements(Core source) {
    return source instanceof Core.MakeRange ? Types.LONG : Types.ANY;
  }

  private int inferMatch(Version version, Core.Match match, boolean tail) {
    int type = Types.NEVER;
    for (Core.MatchClause clause : match.clauses()) {
      for (int i = 0; i < match.subjects().size(); i++) {
        inferPattern(version, clause.patterns().get(i), read(version, match.subjects().get(i)));
      }
      for (Core.Guarded guarded : clause.bodies()) {
        if (guarded.guard() != null) {
          infer(version, guarded.guard(), false);
        }
        type |= infer(version, guarded.body(), tail);
      }
    }
    return type;
  }

  private void inferPattern(Version version, CorePattern pattern, int type) {
    switch (pattern) {
      case CorePattern.Wildcard _, CorePattern.Literal _, CorePattern.EmptyDict _ -> {}
      case CorePattern.Bind p -> bind(version, p.variable(), type);
      case CorePattern.EqualTo p -> infer(version, p.expression(), false);
      case CorePattern.TuplePattern p -> inferParts(version, p.elements());
      case CorePattern.SeqPattern p -> {
        inferParts(version, p.heads());
        if (p.tails() != null) {
          inferPattern(version, p.tails(), Types.SEQ);
        }
        inferParts(version, p.lasts());
      }
      case CorePattern.AffixPattern p -> {
        infer(version, p.affix(), false);
        inferPattern(version, p.rest(), Types.SEQ);
      }
      case CorePattern.DictPattern p -> {
        p.keys().forEach(key -> infer(version, key, false));
        inferParts(version, p.values());
      }
      case CorePattern.RecordPattern p -> inferParts(version, p.patterns());
      case CorePattern.As p -> {
        bind(version, p.variable(), narrowed(p.pattern(), type));
        inferPattern(version, p.pattern(), type);
      }
      case CorePattern.Both p -> {
        inferPattern(version, p.first(), type);
        inferPattern(version, p.second(), type);
      }
    }
  }

  private void inferParts(Version version, List<CorePattern> parts) {
    parts.forEach(part -> inferPattern(version, part, Types.ANY));
  }

  /** The type of a value that the pattern has matched; keeps the shape of an unboxed one. */
  private static int narrowed(CorePattern pattern, int type) {
    return switch (pattern) {
      case CorePattern.TuplePattern _, CorePattern.RecordPattern _ -> Types.TUPLE;
      case CorePattern.SeqPattern _, CorePattern.AffixPattern _ -> Types.SEQ;
      case CorePattern.DictPattern _, CorePattern.EmptyDict _ -> Types.DICT;
      default -> type;
    };
  }
}

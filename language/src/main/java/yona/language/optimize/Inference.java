package yona.language.optimize;

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
 * function that is a value can be anything, and for it a worker is tried ({@link Recursion}) whose
 * demands are given up one by one when its own calls break them.
 */
public final class Inference {
  /** Deeper chains of calls are analysed one after the other, to bound the stack. */
  private static final int MAXIMUM_NESTING = 100;

  private final Map<FunctionDefinition, Specialization> general = new LinkedHashMap<>();
  private final Map<FunctionDefinition, Specialization> workers = new HashMap<>();
  private final Recursion recursion;
  private final Replacements replacements;
  private final Map<String, FunctionDefinition> own;
  private final LinkedHashSet<Specialization> open = new LinkedHashSet<>();

  private final Map<FunctionDefinition, CursorParameters> cursorParameters = new HashMap<>();

  /** Types of expressions, while they are wanted. */
  private @Nullable IdentityHashMap<Core, Integer> recorded;

  private boolean incomplete;

  /** How many specializations are being analysed because others that are call them. */
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
  public static Inference run(
      Collection<FunctionDefinition> roots,
      Recursion recursion,
      Replacements replacements,
      Map<String, FunctionDefinition> own) {
    Inference inference = new Inference(recursion, replacements, own);
    for (FunctionDefinition root : roots) {
      inference.escape(null, root);
    }
    while (!inference.open.isEmpty()) {
      Specialization next = inference.open.removeFirst();
      inference.analyse(next);
    }
    inference.spreadBounces();
    return inference;
  }

  /** All specializations that are needed. */
  public List<Specialization> specializations() {
    List<Specialization> all = new ArrayList<>();
    general
        .values()
        .forEach(
            specialization -> {
              all.add(specialization);
              Specialization worker = worker(specialization.function());
              if (worker != null) {
                all.add(worker);
              }
            });
    return all;
  }

  /** The general specialization of a function that is reached. */
  public Specialization general(FunctionDefinition function) {
    Specialization specialization = general.get(function);
    if (specialization == null) {
      specialization = specialization(function, new boolean[0]);
      general.put(function, specialization);
      boolean[] candidates = recursion.candidates(specialization.inputs(), function);
      if (candidates.length > 0) {
        workers.put(function, specialization(function, candidates));
      }
      open.add(specialization);
    }
    return specialization;
  }

  private Specialization specialization(FunctionDefinition function, boolean[] speculated) {
    Specialization specialization = new Specialization(function, speculated);
    CursorParameters cursorParameters = cursorParameters(function);
    for (int i = 0; i < specialization.inputs().size(); i++) {
      if (cursorParameters.has(specialization.inputs().get(i))) {
        specialization.takeAnything(i);
      }
    }
    return specialization;
  }

  /** The parameters of a function that hold cursorParameters. */
  public CursorParameters cursorParameters(FunctionDefinition function) {
    return cursorParameters.computeIfAbsent(
        function, each -> CursorParameters.of(each, replacements));
  }

  /** The worker of a function, or null. */
  public @Nullable Specialization worker(FunctionDefinition function) {
    Specialization specialization = workers.get(function);
    return specialization == null || specialization.dead() || specialization.inputs().isEmpty()
        ? null
        : specialization;
  }

  /** The specialization that a call with inputs of these types goes to. */
  public Specialization target(FunctionDefinition function, int[] types) {
    Specialization specialization = worker(function);
    if (specialization != null) {
      boolean fits = true;
      for (int i = 0; i < types.length; i++) {
        fits &= Types.within(types[i], specialization.type(i));
      }
      if (fits) {
        return specialization;
      }
    }
    return general(function);
  }

  /** The types of the expressions in a specialization's body; leaves are left out. */
  public IdentityHashMap<Core, Integer> types(Specialization specialization) {
    IdentityHashMap<Core, Integer> types = new IdentityHashMap<>();
    recorded = types;
    boolean bounces = specialization.bounces();
    boolean mentions = specialization.mentions();
    analyse(specialization);
    if (bounces) {
      specialization.setBounces();
    }
    if (mentions) {
      specialization.setMentions();
    }
    recorded = null;
    open.clear();
    return types;
  }

  /**
   * Analyses a specialization when it is first called, so that the result is there for what comes
   * next: in a long chain of calls that take each other's results the caller would be looked at
   * again for each.
   */
  private void analyseFirst(Specialization specialization) {
    if (recorded != null || specialization.isAnalysed() || nesting == MAXIMUM_NESTING) {
      return;
    }
    boolean incompleteAround = incomplete;
    nesting++;
    open.remove(specialization);
    analyse(specialization);
    nesting--;
    incomplete = incompleteAround;
  }

  private void analyse(Specialization specialization) {
    if (specialization.dead()) {
      return;
    }
    specialization.setAnalysed();
    Specialization worker = worker(specialization.function());
    if (!specialization.isWorker() && worker != null) {
      for (int i = 0; i < specialization.inputs().size(); i++) {
        if (!worker.speculated(i) && worker.widen(i, specialization.type(i))) {
          open.add(worker);
        }
      }
      if (worker.callers().add(specialization)) {
        open.add(worker);
      }
    }
    int result;
    int before;
    do {
      incomplete = false;
      before = sum(specialization.variables());
      specialization.forgetTailCalls();
      for (int i = 0; i < specialization.inputs().size(); i++) {
        bind(specialization, specialization.inputs().get(i), specialization.type(i));
      }
      result = infer(specialization, specialization.function().body(), true);
    } while (incomplete && sum(specialization.variables()) != before);
    if (!specialization.isWorker() && worker != null && !worker.dead()) {
      specialization.tailTargets().add(worker);
      result |= worker.result();
    }
    if (specialization.widenResult(result)) {
      open.addAll(specialization.callers());
    }
  }

  private static int sum(Map<Variable, Integer> types) {
    int sum = 0;
    for (int type : types.values()) {
      sum += Integer.bitCount(type) + 1;
    }
    return sum;
  }

  /** A specialization bounces if one bounces that it calls in tail position; so with mentions. */
  private void spreadBounces() {
    Map<Specialization, List<Specialization>> tailCallers = new HashMap<>();
    ArrayDeque<Specialization> changed = new ArrayDeque<>();
    for (Specialization specialization : specializations()) {
      for (Specialization target : specialization.tailTargets()) {
        tailCallers.computeIfAbsent(target, _ -> new ArrayList<>()).add(specialization);
      }
      if (specialization.steps()) {
        changed.add(specialization);
      }
    }
    while (!changed.isEmpty()) {
      Specialization target = changed.removeFirst();
      for (Specialization caller : tailCallers.getOrDefault(target, List.of())) {
        if (caller.takeBounces(target)) {
          changed.add(caller);
        }
      }
    }
  }

  private void bind(Specialization specialization, Variable variable, int type) {
    specialization.variables().merge(variable, type, (a, b) -> a | b);
  }

  private int read(Specialization specialization, Variable variable) {
    Integer type = specialization.variables().get(variable);
    if (type == null) {
      incomplete = true;
      return Types.NEVER;
    }
    return type;
  }

  /** A function value is made: it may be called with anything. */
  private Specialization escape(@Nullable Specialization around, FunctionDefinition function) {
    Specialization specialization = general(function);
    int captures = function.captures().size();
    boolean changed = false;
    for (int i = 0; i < specialization.inputs().size(); i++) {
      int type =
          i >= captures || around == null ? Types.ANY : read(around, function.captures().get(i));
      changed |= specialization.widen(i, type);
    }
    if (changed) {
      open.add(specialization);
    }
    return specialization;
  }

  private int call(Specialization caller, FunctionDefinition function, int[] types, boolean tail) {
    general(function);
    Specialization worker = worker(function);
    if (worker != null && worker == caller) {
      for (int i = 0; i < types.length; i++) {
        if (worker.speculated(i) && !Types.within(types[i], Types.LONG)) {
          worker.abandon(i);
          open.add(worker);
          open.addAll(worker.callers());
        }
      }
    }
    worker = worker(function);
    boolean fits = worker != null;
    if (worker != null) {
      for (int i = 0; i < types.length; i++) {
        fits &= !worker.speculated(i) || Types.within(types[i], Types.LONG);
      }
    }
    Specialization target = fits && worker != null ? worker : general(function);
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

  private int[] inputs(
      Specialization specialization, FunctionDefinition function, int[] arguments) {
    int captures = function.captures().size();
    int[] types = new int[captures + arguments.length];
    for (int i = 0; i < captures; i++) {
      types[i] = read(specialization, function.captures().get(i));
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
  private int infer(Specialization specialization, Core root, boolean tail) {
    List<Core> spine = null;
    Core core = replacements.of(root);
    while (true) {
      Checkpoint.pass();
      Core next = enter(specialization, core);
      if (next == null) {
        break;
      }
      if (recorded != null) {
        spine = spine == null ? new ArrayList<>() : spine;
        spine.add(core);
      }
      core = replacements.of(next);
    }
    int type = record(core, inferLast(specialization, core, tail));
    if (spine != null) {
      for (Core each : spine) {
        record(each, type);
      }
    }
    return type;
  }

  /** Does what stands before the body of a binding expression; gives the body, null for others. */
  private @Nullable Core enter(Specialization specialization, Core core) {
    return switch (core) {
      case Core.Let c -> {
        bind(specialization, c.variable(), infer(specialization, c.value(), false));
        yield c.body();
      }
      case Core.LetFunctions c -> {
        bindFunctions(specialization, c.functions());
        yield c.body();
      }
      case Core.Sequence c -> {
        for (Core step : c.steps().subList(0, c.steps().size() - 1)) {
          infer(specialization, step, false);
        }
        yield c.steps().getLast();
      }
      case Core.Group c -> {
        for (int i = 0; i < c.members().size(); i++) {
          FunctionDefinition function = c.members().get(i).function();
          int result = c.inPlace() ? infer(specialization, function.body(), false) : Types.NEVER;
          if (!c.inPlace() || maySuspend(specialization, c)) {
            Specialization member = escape(specialization, function);
            member.callers().add(specialization);
            result |= member.result();
          }
          bind(specialization, c.results().get(i), result);
        }
        yield c.body();
      }
      default -> null;
    };
  }

  /** Whether a member may have to wait, as far as is known yet. */
  private boolean maySuspend(Specialization specialization, Core.Group group) {
    Callees checked = group.whenSuspending();
    return checked == null || Types.mayWait(checked, v -> read(specialization, v));
  }

  private void bindFunctions(Specialization specialization, List<FunctionDefinition> functions) {
    for (FunctionDefinition function : functions) {
      Variable variable = function.variable();
      if (variable != null && recursion.isRead(variable)) {
        bind(specialization, variable, Types.function(function.arity()));
      }
    }
    for (FunctionDefinition function : functions) {
      Variable variable = function.variable();
      if (variable != null && recursion.isRead(variable)) {
        escape(specialization, function);
      }
    }
  }

  private int[] inferAll(Specialization specialization, List<Core> operands) {
    int[] types = new int[operands.size()];
    for (int i = 0; i < types.length; i++) {
      types[i] = infer(specialization, operands.get(i), false);
    }
    return types;
  }

  private int inferLast(Specialization specialization, Core core, boolean tail) {
    return switch (core) {
      case Core.Constant c -> Types.of(c.value());
      case Core.Get c -> {
        int type = read(specialization, c.variable());
        if (tail && c.mention() && (type & Types.NULLARY) != 0) {
          specialization.setMentions();
        }
        yield c.mention() ? Types.mention(type) : type;
      }
      case Core.Closure c -> {
        escape(specialization, c.function());
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
        int[] arguments = inferAll(specialization, c.arguments());
        yield call(
            specialization, c.function(), inputs(specialization, c.function(), arguments), tail);
      }
      case Core.CallStatic c -> {
        inferAll(specialization, c.arguments());
        if (tail && c.function().bounces()) {
          specialization.setBounces();
        }
        yield Types.ANY;
      }
      case Core.Apply c -> {
        infer(specialization, c.function(), false);
        inferAll(specialization, c.arguments());
        if (tail) {
          specialization.setBounces();
        }
        yield Types.ANY;
      }
      case Core.If c -> {
        int type = Types.NEVER;
        for (Core.Branch branch : c.branches()) {
          infer(specialization, branch.condition(), false);
          type |= infer(specialization, branch.body(), tail);
        }
        yield type | infer(specialization, c.otherwise(), tail);
      }
      case Core.Logical c -> {
        inferAll(specialization, c.operands());
        yield Types.BOOLEAN;
      }
      case Core.Unary c ->
          OperatorRules.result(c.operator(), infer(specialization, c.operand(), false));
      case Core.Binary c -> {
        int left = infer(specialization, c.left(), false);
        yield OperatorRules.result(c.operator(), left, infer(specialization, c.right(), false));
      }
      case Core.LeftChain c -> {
        int type = infer(specialization, c.first(), false);
        for (Core.Link link : c.links()) {
          type =
              OperatorRules.result(
                  link.operator(), type, infer(specialization, link.operand(), false));
        }
        yield type;
      }
      case Core.RightChain c -> {
        int[] types = new int[c.links().size()];
        for (int i = 0; i < types.length; i++) {
          types[i] = infer(specialization, c.links().get(i).operand(), false);
        }
        int type = infer(specialization, c.last(), false);
        for (int i = types.length - 1; i >= 0; i--) {
          type = OperatorRules.result(c.links().get(i).operator(), types[i], type);
        }
        yield type;
      }
      case Core.MakeTuple c -> {
        inferAll(specialization, c.elements());
        yield Types.TUPLE;
      }
      case Core.MakeSeq c -> {
        inferAll(specialization, c.elements());
        yield Types.SEQ;
      }
      case Core.MakeSet c -> {
        inferAll(specialization, c.elements());
        yield Types.SET;
      }
      case Core.MakeDict c -> {
        inferAll(specialization, c.keysAndValues());
        yield Types.DICT;
      }
      case Core.MakeRange c -> {
        if (c.step() != null) {
          infer(specialization, c.step(), false);
        }
        infer(specialization, c.from(), false);
        infer(specialization, c.to(), false);
        yield Types.SEQ;
      }
      case Core.MakeRecord c -> {
        inferAll(specialization, c.fields());
        yield Types.TUPLE;
      }
      case Core.UpdateRecord c -> {
        infer(specialization, c.value(), false);
        inferAll(specialization, c.values());
        yield Types.TUPLE;
      }
      case Core.Interpolation c -> {
        CoreWalk.children(c, part -> infer(specialization, part, false));
        yield Types.SEQ;
      }
      case Core.Match c -> inferMatch(specialization, c, tail);
      case Core.Try c -> {
        int type = infer(specialization, c.body(), false);
        bind(specialization, c.triple(), Types.TUPLE);
        bind(specialization, c.error(), Types.OTHER);
        yield type | infer(specialization, c.handler(), tail);
      }
      case Core.Raise c -> {
        CoreWalk.children(c, operand -> infer(specialization, operand, false));
        yield Types.NEVER;
      }
      case Core.RaiseAlways _, Core.Skip _ -> Types.NEVER;
      case Core.With c -> {
        infer(specialization, c.manager(), false);
        escape(specialization, c.body());
        yield c.daemon() ? Types.UNIT : Types.ANY;
      }
      case Core.GetField c -> {
        infer(specialization, c.value(), false);
        yield Types.ANY;
      }
      case Core.CallMember c -> {
        infer(specialization, c.receiver(), false);
        inferAll(specialization, c.arguments());
        if (tail && c.arguments().isEmpty()) {
          specialization.setMentions();
        } else if (tail) {
          specialization.setBounces();
        }
        yield Types.ANY;
      }
      case Core.CallJava c -> JavaResults.of(c.method(), inferAll(specialization, c.arguments()));
      case Core.JavaFunction c -> Types.function(c.arity());
      case Core.Mention c -> {
        int type = infer(specialization, c.value(), false);
        if (tail && (type & Types.NULLARY) != 0) {
          specialization.setMentions();
        }
        yield Types.mention(type);
      }
      case Core.MakeModule _, Core.ModuleValue _, Core.JavaType _ -> Types.OTHER;
      case Core.Collect c -> {
        infer(specialization, c.loop(), false);
        yield switch (c.kind()) {
          case SEQ -> Types.SEQ;
          case SET -> Types.SET;
          case DICT -> Types.DICT;
        };
      }
      case Core.Each c -> {
        infer(specialization, c.source(), false);
        bind(specialization, c.element(), elements(c.source()));
        infer(specialization, c.body(), false);
        yield Types.NEVER;
      }
      case Core.EachTogether c -> {
        infer(specialization, c.source(), false);
        escape(specialization, c.body());
        if (c.sequential() != null) {
          bind(specialization, c.sequential().element(), elements(c.source()));
          infer(specialization, c.sequential().body(), false);
        }
        yield Types.NEVER;
      }
      case Core.Emit c -> {
        infer(specialization, c.value(), false);
        yield Types.NEVER;
      }
      case Core.EmitEntry c -> {
        infer(specialization, c.key(), false);
        infer(specialization, c.value(), false);
        yield Types.NEVER;
      }
      case Core.Let _, Core.LetFunctions _, Core.Sequence _, Core.Group _, Core.LetAliases _ ->
          throw Traversal.unexpected(core);
    };
  }

  /** The type of the elements of a comprehension's source. */
  public static int elements(Core source) {
    return source instanceof Core.MakeRange ? Types.LONG : Types.ANY;
  }

  private int inferMatch(Specialization specialization, Core.Match match, boolean tail) {
    int type = Types.NEVER;
    for (Core.MatchClause clause : match.clauses()) {
      for (int i = 0; i < match.subjects().size(); i++) {
        inferPattern(
            specialization,
            clause.patterns().get(i),
            read(specialization, match.subjects().get(i)));
      }
      for (Core.Guarded guarded : clause.bodies()) {
        if (guarded.guard() != null) {
          infer(specialization, guarded.guard(), false);
        }
        type |= infer(specialization, guarded.body(), tail);
      }
    }
    return type;
  }

  private void inferPattern(Specialization specialization, CorePattern pattern, int type) {
    switch (pattern) {
      case CorePattern.Wildcard _, CorePattern.Literal _, CorePattern.EmptyDict _ -> {}
      case CorePattern.Bind p -> bind(specialization, p.variable(), type);
      case CorePattern.EqualTo p -> infer(specialization, p.expression(), false);
      case CorePattern.TuplePattern p -> inferParts(specialization, p.elements());
      case CorePattern.SeqPattern p -> {
        inferParts(specialization, p.heads());
        if (p.tails() != null) {
          inferPattern(specialization, p.tails(), Types.SEQ);
        }
        inferParts(specialization, p.lasts());
      }
      case CorePattern.AffixPattern p -> {
        infer(specialization, p.affix(), false);
        inferPattern(specialization, p.rest(), Types.SEQ);
      }
      case CorePattern.DictPattern p -> {
        p.keys().forEach(key -> infer(specialization, key, false));
        inferParts(specialization, p.values());
      }
      case CorePattern.RecordPattern p -> inferParts(specialization, p.patterns());
      case CorePattern.As p -> {
        bind(specialization, p.variable(), narrowed(p.pattern(), type));
        inferPattern(specialization, p.pattern(), type);
      }
      case CorePattern.Both p -> {
        inferPattern(specialization, p.first(), type);
        inferPattern(specialization, p.second(), type);
      }
    }
  }

  private void inferParts(Specialization specialization, List<CorePattern> parts) {
    parts.forEach(part -> inferPattern(specialization, part, Types.ANY));
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

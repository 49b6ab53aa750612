package yona.language.optimize;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.language.core.CompilationUnit;
import yona.language.core.Core;
import yona.language.core.FunctionDefinition;
import yona.language.core.Replacements;
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
  private final Map<String, FunctionDefinition> linked;
  private final LinkedHashSet<Specialization> open = new LinkedHashSet<>();

  private final Map<FunctionDefinition, CursorParameters> cursorParameters = new HashMap<>();

  /** Types of expressions, while they are wanted. */
  private @Nullable IdentityHashMap<Core, Integer> recorded;

  /** How many specializations are being analysed because others that are call them. */
  private int nesting;

  private Inference(CompilationUnit unit, Recursion recursion, Replacements replacements) {
    this.recursion = recursion;
    this.replacements = replacements;
    this.linked = unit.linked();
  }

  /**
   * Analyses everything in a source that can be reached.
   *
   * @param unit the source
   * @param recursion which functions are worth a worker
   * @param replacements what stands for other expressions
   */
  public static Inference run(
      CompilationUnit unit, Recursion recursion, Replacements replacements) {
    Inference inference = new Inference(unit, recursion, replacements);
    for (FunctionDefinition root : unit.roots()) {
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

  /** The parameters of a function that hold cursors. */
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
  public Specialization callee(FunctionDefinition function, int[] types) {
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
    nesting++;
    open.remove(specialization);
    analyse(specialization);
    nesting--;
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
    int result = new ExpressionTypes(this, replacements, specialization, recorded).inferBody();
    if (!specialization.isWorker() && worker != null && !worker.dead()) {
      specialization.tailTargets().add(worker);
      result |= worker.result();
    }
    if (specialization.widenResult(result)) {
      open.addAll(specialization.callers());
    }
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

  /** The function of this source that is linked by a name, or null. */
  @Nullable FunctionDefinition linked(String key) {
    return linked.get(key);
  }

  /** Whether the value of a variable is ever wanted. */
  boolean isRead(Variable variable) {
    return recursion.isRead(variable);
  }

  /** A function value is made: it may be called with anything. */
  Specialization escape(@Nullable ExpressionTypes around, FunctionDefinition function) {
    Specialization specialization = general(function);
    int captures = function.captures().size();
    boolean changed = false;
    for (int i = 0; i < specialization.inputs().size(); i++) {
      int type =
          i >= captures || around == null ? Types.ANY : around.read(function.captures().get(i));
      changed |= specialization.widen(i, type);
    }
    if (changed) {
      open.add(specialization);
    }
    return specialization;
  }

  /** A function is called with inputs of these types; gives the type of its result. */
  int call(Specialization caller, FunctionDefinition function, int[] types, boolean tail) {
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
}

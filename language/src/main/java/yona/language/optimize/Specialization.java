package yona.language.optimize;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import yona.language.core.FunctionDefinition;
import yona.language.core.Variable;

/**
 * A function as it is compiled for certain types of its inputs. Each function that is called has a
 * general specialization, for what all its callers pass; a recursive one whose inputs can be
 * anything may have a worker besides, for inputs that are Ints, to which the general one hands over
 * when they are (Peyton Jones and Launchbury, "Unboxed values as first class citizens in a
 * non-strict functional language", 1991).
 */
public final class Specialization {
  private final FunctionDefinition function;
  private final boolean worker;
  private final List<Variable> inputs;
  private final int[] types;
  private final boolean[] speculated;
  private int result = Types.NEVER;
  private boolean dead;
  private boolean analysed;

  /** Whether it may end in a call of a function value, or of a specialization that may. */
  private boolean bounces;

  /** Whether it may end in a mention of a value that may be a function without parameters. */
  private boolean mentions;

  private final Set<Specialization> callers = new LinkedHashSet<>();
  private final Set<Specialization> tailTargets = new LinkedHashSet<>();
  private final Map<Variable, Integer> variables = new HashMap<>();

  Specialization(FunctionDefinition function, boolean[] speculated) {
    this.function = function;
    this.inputs = new ArrayList<>(function.captures());
    this.inputs.addAll(function.parameters());
    this.types = new int[inputs.size()];
    this.speculated = speculated;
    this.worker = speculated.length > 0;
    for (int i = 0; i < speculated.length; i++) {
      if (speculated[i]) {
        types[i] = Types.LONG;
      }
    }
  }

  public FunctionDefinition function() {
    return function;
  }

  /** Whether it is a worker. */
  public boolean isWorker() {
    return worker;
  }

  /** Captured variables, then parameters. */
  public List<Variable> inputs() {
    return inputs;
  }

  public int type(int input) {
    return types[input];
  }

  /** Whether the worker demands an Int for this input. */
  public boolean speculated(int input) {
    return worker && speculated[input];
  }

  /** Widens the type of an input; gives whether that changed it. */
  boolean widen(int input, int type) {
    if (Types.within(type, types[input])) {
      return false;
    }
    types[input] |= type;
    return true;
  }

  /** Gives up the demand for an Int; a worker without any demand is dead. */
  void abandon(int input) {
    takeAnything(input);
    dead = true;
    for (boolean left : speculated) {
      dead &= !left;
    }
  }

  /** The input can be anything. */
  void takeAnything(int input) {
    types[input] = Types.ANY;
    if (worker) {
      speculated[input] = false;
    }
  }

  public boolean dead() {
    return dead;
  }

  /** Whether its body has been looked at, or is being looked at. */
  boolean isAnalysed() {
    return analysed;
  }

  void setAnalysed() {
    analysed = true;
  }

  public int result() {
    return result;
  }

  boolean widenResult(int type) {
    if (Types.within(type, result)) {
      return false;
    }
    result |= type;
    return true;
  }

  public boolean bounces() {
    return bounces;
  }

  void setBounces() {
    bounces = true;
  }

  void setMentions() {
    mentions = true;
  }

  /** Does what a specialization does that it calls in tail position; gives whether that is new. */
  boolean takeBounces(Specialization target) {
    boolean changed = (target.bounces && !bounces) || (target.mentions && !mentions);
    bounces |= target.bounces;
    mentions |= target.mentions;
    return changed;
  }

  boolean mentions() {
    return mentions;
  }

  /** Whether its method may give a tail call that is still to be made. */
  public boolean steps() {
    return bounces || mentions;
  }

  /** Who must be looked at again when the result changes. */
  Set<Specialization> callers() {
    return callers;
  }

  /** The specializations that it calls in tail position. */
  public Set<Specialization> tailTargets() {
    return tailTargets;
  }

  /** Forgets what the last look at the body found about tail calls. */
  void forgetTailCalls() {
    tailTargets.clear();
    bounces = false;
    mentions = false;
  }

  /** The types of the variables of the body. */
  public Map<Variable, Integer> variables() {
    return variables;
  }

  @Override
  public String toString() {
    return function + (worker ? " worker " : " ") + Arrays.toString(types);
  }
}

package yona.language.bytecode;

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
 * general version, for what all its callers pass; a recursive one whose inputs can be anything may
 * have a special version besides, for inputs that are Ints, to which the general one hands over
 * when they are.
 */
final class Version {
  private final FunctionDefinition function;
  private final boolean special;
  private final List<Variable> inputs;
  private final int[] types;
  private final boolean[] speculated;
  private int result = Types.NEVER;
  private boolean dead;
  private boolean analysed;

  /** Whether it may end in a call of a function value, or of a version that may. */
  private boolean bounces;

  /** Whether it may end in a mention of a value that may be a function without parameters. */
  private boolean mentions;

  private final Set<Version> callers = new LinkedHashSet<>();
  private final Set<Version> tailTargets = new LinkedHashSet<>();
  private final Map<Variable, Integer> variables = new HashMap<>();

  Version(FunctionDefinition function, boolean[] speculated) {
    this.function = function;
    this.inputs = new ArrayList<>(function.captures());
    this.inputs.addAll(function.parameters());
    this.types = new int[inputs.size()];
    this.speculated = speculated;
    this.special = speculated.length > 0;
    for (int i = 0; i < speculated.length; i++) {
      if (speculated[i]) {
        types[i] = Types.LONG;
      }
    }
  }

  FunctionDefinition function() {
    return function;
  }

  /** Whether it is a special version. */
  boolean special() {
    return special;
  }

  /** Captured variables, then parameters. */
  List<Variable> inputs() {
    return inputs;
  }

  int type(int input) {
    return types[input];
  }

  /** Whether the special version demands an Int for this input. */
  boolean speculated(int input) {
    return special && speculated[input];
  }

  /** Widens the type of an input; gives whether that changed it. */
  boolean widen(int input, int type) {
    if (Types.within(type, types[input])) {
      return false;
    }
    types[input] |= type;
    return true;
  }

  /** Gives up the demand for an Int; a special version without any demand is dead. */
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
    if (special) {
      speculated[input] = false;
    }
  }

  boolean dead() {
    return dead;
  }

  /** Whether its body has been looked at, or is being looked at. */
  boolean isAnalysed() {
    return analysed;
  }

  void setAnalysed() {
    analysed = true;
  }

  int result() {
    return result;
  }

  boolean widenResult(int type) {
    if (Types.within(type, result)) {
      return false;
    }
    result |= type;
    return true;
  }

  boolean bounces() {
    return bounces;
  }

  void setBounces() {
    bounces = true;
  }

  void setMentions() {
    mentions = true;
  }

  /** Does what a version does that it calls in tail position; gives whether that is new. */
  boolean takeBounces(Version target) {
    boolean changed = (target.bounces && !bounces) || (target.mentions && !mentions);
    bounces |= target.bounces;
    mentions |= target.mentions;
    return changed;
  }

  boolean mentions() {
    return mentions;
  }

  /** Whether its method may give a tail call that is still to be made. */
  boolean steps() {
    return bounces || mentions;
  }

  /** Who must be looked at again when the result changes. */
  Set<Version> callers() {
    return callers;
  }

  /** The versions that it calls in tail position. */
  Set<Version> tailTargets() {
    return tailTargets;
  }

  /** Forgets what the last look at the body found about tail calls. */
  void forgetTailCalls() {
    tailTargets.clear();
    bounces = false;
    mentions = false;
  }

  /** The types of the variables of the body. */
  Map<Variable, Integer> variables() {
    return variables;
  }

  @Override
  public String toString() {
    return function + (special ? " special " : " ") + Arrays.toString(types);
  }
}

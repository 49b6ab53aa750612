package yona.language.bytecode;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import yona.language.core.Core;
import yona.language.core.Variable;
import yona.language.optimize.Specialization;

/**
 * What the methods of one specialization share.
 *
 * @param host the class
 * @param specialization the specialization
 * @param types the types of its expressions
 * @param outlining which of its expressions are methods of their own
 * @param patches closures that wait for a variable that is not bound yet
 */
record SpecializationContext(
    Host host,
    Specialization specialization,
    IdentityHashMap<Core, Integer> types,
    Outlining outlining,
    Map<Variable, List<Environment.Patch>> patches) {
  /** The same for a method in another class. */
  SpecializationContext in(Host other) {
    return new SpecializationContext(other, specialization, types, outlining, patches);
  }
}

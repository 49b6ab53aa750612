package yona.language.bytecode;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import yona.language.core.Core;
import yona.language.core.Variable;

/**
 * What the methods of one version share.
 *
 * @param host the class
 * @param version the version
 * @param types the types of its expressions
 * @param layout which of its expressions are methods of their own
 * @param patches closures that wait for a variable that is not bound yet
 */
record VersionContext(
    Host host,
    Version version,
    IdentityHashMap<Core, Integer> types,
    Layout layout,
    Map<Variable, List<Body.Patch>> patches) {
  /** The same for a method in another class. */
  VersionContext in(Host other) {
    return new VersionContext(other, version, types, layout, patches);
  }
}

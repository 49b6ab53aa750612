package yona.language;

import java.util.EnumSet;
import java.util.Set;
import yona.language.interop.JavaClasses;
import yona.language.runtime.Grant;
import yona.language.runtime.Invocation;

/**
 * What the compiler lets a program have.
 *
 * @param java the Java classes that it sees
 * @param grants what it may touch of the world outside; a mention of a function that needs more is
 *     an error
 */
public record Policy(JavaClasses java, Set<Grant> grants) {
  /** Copies the grants. */
  public Policy {
    grants = Set.copyOf(grants);
  }

  /** All grants. */
  public static Policy trusting(JavaClasses java) {
    return new Policy(java, EnumSet.allOf(Grant.class));
  }

  /**
   * For what a running program compiles: no more than it may itself.
   *
   * @param java the Java classes that it sees
   */
  public static Policy ofCaller(JavaClasses java) {
    Invocation run = Invocation.current();
    return new Policy(java, run.grants());
  }
}

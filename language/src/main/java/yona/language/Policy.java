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
 * @param stoppable whether the program can be stopped while it computes; costs about a nanosecond
 *     for each call
 */
public record Policy(JavaClasses java, Set<Grant> grants, boolean stoppable) {
  /** Copies the grants. */
  public Policy {
    grants = Set.copyOf(grants);
  }

  /** All grants; the program stops when it waits. */
  public static Policy trusting(JavaClasses java) {
    return new Policy(java, EnumSet.allOf(Grant.class), false);
  }

  /**
   * For what a running program compiles: no more than it may itself.
   *
   * @param java the Java classes that it sees
   */
  public static Policy ofCaller(JavaClasses java) {
    Invocation run = Invocation.current();
    return new Policy(java, run.grants(), run.isSupervised());
  }
}

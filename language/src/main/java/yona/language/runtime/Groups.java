package yona.language.runtime;

import yona.data.Seq;

/** Groups: members that wait together (language.md 11.2 to 11.4). */
public final class Groups {
  private Groups() {}

  /**
   * Runs the members of a group. Suspends.
   *
   * @param members functions of as many parameters as they have dependencies
   * @param dependencies for each member the indexes of those whose results it is called with
   * @param barriers whether it starts only when all before it are done, and those after it when it
   *     is
   * @param suspends false where a member certainly never waits
   * @return the results
   */
  public static Object[] run(
      Function[] members, int[][] dependencies, boolean[] barriers, boolean[] suspends) {
    Object[] results = new Object[members.length];
    for (int i = 0; i < members.length; i++) {
      Object[] arguments = new Object[dependencies[i].length];
      for (int k = 0; k < arguments.length; k++) {
        arguments[k] = results[dependencies[i][k]];
      }
      results[i] = members[i].applyAll(arguments);
    }
    return results;
  }

  /**
   * Applies a function to all elements of a Seq, Set or Dict together, at most a bounded number
   * (1,024) unfinished at once; one after the other when the function cannot wait. Suspends as the
   * function.
   *
   * @return the results in the order of the elements
   */
  public static Seq mapTogether(Function function, Object source) {
    Seq.Builder results = Seq.builder();
    for (Object element : Comprehensions.iterable(source)) {
      results.add(function.apply(element));
    }
    return results.build();
  }
}

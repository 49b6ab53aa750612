package yona.language.analysis;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import yona.language.core.Callees;
import yona.language.core.Variable;

/** How the members of a group wait, in their order. */
final class Waiting {
  /** More values than this are not checked one by one before a group. */
  static final int MOST_CHECKED = 12;

  private final Definitions definitions;
  private final List<Dependence> members = new ArrayList<>();
  private final BitSet suspending = new BitSet();
  private int count;
  private int first = -1;

  Waiting(Definitions definitions) {
    this.definitions = definitions;
  }

  /**
   * Adds the next member.
   *
   * @param inside whether a variable is bound inside, so that it cannot be checked
   */
  void add(Dependence dependence, Predicate<Variable> inside) {
    if (!dependence.never(inside, definitions)) {
      suspending.set(members.size());
      count++;
      if (first < 0) {
        first = members.size();
      }
    }
    members.add(dependence);
  }

  /** How many members may wait. */
  int count() {
    return count;
  }

  /** The first member that may wait, or -1. */
  int first() {
    return first;
  }

  boolean suspends(int index) {
    return suspending.get(index);
  }

  /**
   * What is to be checked before the group, which begins with the first member that may wait, or
   * null if it may wait whatever that is.
   *
   * @param inside the variables that the members of the group bind
   */
  @Nullable Callees checked(Set<Variable> inside) {
    Dependence all = new Dependence();
    members.subList(first, members.size()).forEach(all::add);
    Callees callees = all.callees(inside::contains, definitions);
    return callees == null || callees.size() > MOST_CHECKED ? null : callees;
  }
}

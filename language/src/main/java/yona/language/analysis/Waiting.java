package yona.language.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.language.core.Callees;
import yona.language.core.Variable;

/** How the members of a group wait, in their order. */
final class Waiting {
  /** More values than this are not checked one by one before a group. */
  static final int MOST_CHECKED = 12;

  private final List<Dependence> members = new ArrayList<>();
  private int count;
  private int first = -1;

  void add(Dependence dependence) {
    if (!dependence.never()) {
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
    return !members.get(index).never();
  }

  /**
   * What is to be checked before the group, or null if it may wait whatever that is.
   *
   * @param inside the variables that the members bind
   */
  @Nullable Callees checked(Set<Variable> inside) {
    Dependence all = new Dependence();
    members.forEach(all::add);
    Callees callees = all.callees(inside);
    return callees == null || callees.size() > MOST_CHECKED ? null : callees;
  }
}

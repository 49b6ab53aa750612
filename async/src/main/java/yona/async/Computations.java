package yona.async;

import java.util.Set;
import yona.async.scheduler.Fibers;

/**
 * The computations that were running at some moment, to find out whether one of them goes on
 * without ever waiting. Only looked at, never disturbed; any thread may do so. Belongs to one
 * thread.
 */
public final class Computations {

  private final Set<Fibers.Turn> turns;

  private Computations(Set<Fibers.Turn> turns) {
    this.turns = turns;
  }

  /**
   * Those that are running now.
   *
   * @return a new object
   */
  public static Computations now() {
    return new Computations(Fibers.turns());
  }

  /**
   * Whether one of them still runs and has not waited at any of the moments when this was called.
   * Operations on files count as waiting.
   *
   * @return false if all have ended or waited
   */
  public boolean goOn() {
    turns.retainAll(Fibers.turns());
    return !turns.isEmpty();
  }
}

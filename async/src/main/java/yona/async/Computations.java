package yona.async;

import java.util.HashMap;
import java.util.Map;
import yona.async.scheduler.Fibers;

/**
 * The computations that were running at some moment, to find out whether one of them goes on
 * without ever waiting. Only looked at, never disturbed; any thread may do so. Belongs to one
 * thread.
 */
public final class Computations {

  /** With the processor time that each one's thread had used at that moment. */
  private final Map<Fibers.Burst, Long> bursts = new HashMap<>();

  private Computations() {}

  /**
   * Those that are running now.
   *
   * @return a new object
   */
  public static Computations now() {
    Computations computations = new Computations();
    for (Fibers.Burst burst : Fibers.bursts()) {
      computations.bursts.put(burst, burst.processorNanos());
    }
    return computations;
  }

  /**
   * Whether one of them still runs and has not waited at any of the moments when this was called.
   * Operations on files count as waiting; a call of Java that blocks does not, but uses no
   * processor.
   *
   * @return false if all have ended or waited
   */
  public boolean goOn() {
    bursts.keySet().retainAll(Fibers.bursts());
    return !bursts.isEmpty();
  }

  /**
   * How much processor time one of those that go on has used since the moment, the one that used
   * most.
   *
   * @return nanoseconds; 0 where the JVM does not tell
   */
  public long processorNanos() {
    long most = 0;
    for (Map.Entry<Fibers.Burst, Long> burst : bursts.entrySet()) {
      most = Math.max(most, burst.getKey().processorNanos() - burst.getValue());
    }
    return most;
  }
}

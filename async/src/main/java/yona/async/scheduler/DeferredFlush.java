package yona.async.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * Output that has been gathered in memory and goes out when the fiber that wrote it waits or ends;
 * some milliseconds later at the latest, by the monitor, if it does neither.
 *
 * <p>Several small writes become one call of the system that way, and nobody has to say when they
 * are to go out: a fiber that wants an answer waits for it. (Like tasks of an event loop whose
 * output goes out at the end of the turn, as in Netty's flush consolidation; but the fiber's wait
 * is the end of its turn.)
 */
public abstract class DeferredFlush {

  /** The one that became due before on the same carrier. */
  @Nullable DeferredFlush before;

  /** For the code that gathers. */
  protected DeferredFlush() {}

  /**
   * Lets the output go, once for each {@link Fibers#flushLater}. Called between fibers by a
   * carrier, or by the monitor: must neither raise nor suspend; the monitor must not be blocked.
   */
  protected abstract void run();
}

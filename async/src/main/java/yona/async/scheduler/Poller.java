package yona.async.scheduler;

/**
 * Finds out which things outside of the process, like connections, are ready for the fibers that
 * wait for them. One thread at a time polls.
 */
public interface Poller {

  /**
   * Wakes the fibers whose things are ready. Must not wait for a lock that a fiber may hold or wait
   * for; see {@link Fibers#runFound}.
   *
   * @param millis how long to wait for the first, in milliseconds; 0 to look only, negative to wait
   *     until something is ready or somebody calls {@link #wake}
   */
  void poll(int millis);

  /** Ends the poll that waits, or the next one that would. For any thread. */
  void wake();
}

package yona.async;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Futures of a scope that failed when nobody waited for them. Somebody may look at them until the
 * scope is left; then those are reported that nobody has seen. Safe for use by any number of
 * threads.
 */
final class UnseenFailures {

  /** How many are kept for somebody to look at, before the oldest is reported. */
  private static final int KEPT = 1_024;

  /** The oldest one first; null if there are none. Guarded by this. */
  private @Nullable ArrayDeque<Future<?>> futures;

  /** Keeps a failure until somebody looks at it. */
  void add(Future<?> future, ErrorReporter reporter) {
    @Nullable Future<?> oldest;
    synchronized (this) {
      ArrayDeque<Future<?>> all = futures;
      if (all == null) {
        all = new ArrayDeque<>();
        futures = all;
      }
      all.add(future);
      oldest = all.size() > KEPT ? all.poll() : null;
    }
    if (oldest != null) {
      oldest.reportUnseen(reporter);
    }
  }

  /** Reports those that nobody has seen, and forgets all. */
  void report(ErrorReporter reporter) {
    @Nullable ArrayDeque<Future<?>> all;
    synchronized (this) {
      all = futures;
      futures = null;
    }
    if (all != null) {
      for (Future<?> future : all) {
        future.reportUnseen(reporter);
      }
    }
  }
}

package yona.async.stm;

import org.jspecify.annotations.Nullable;
import yona.async.Waiter;

/**
 * The transactions that sleep until a variable changes.
 *
 * <p>A sleeper enters itself and then looks at the variable once more; a commit changes the
 * variable and then looks for sleepers: one of the two sees the other.
 */
final class Watchers {

  /** A sleeper's place. */
  final class Watch {
    private final Waiter<Boolean> changed;
    private @Nullable Watch before;
    private @Nullable Watch behind;
    private boolean queued = true;

    private Watch(Waiter<Boolean> changed) {
      this.changed = changed;
    }

    void end() {
      synchronized (Watchers.this) {
        if (!queued) {
          return;
        }
        queued = false;
        if (before == null) {
          first = behind;
        } else {
          before.behind = behind;
        }
        if (behind != null) {
          behind.before = before;
        }
      }
    }
  }

  private volatile @Nullable Watch first;

  Watchers() {}

  synchronized Watch enter(Waiter<Boolean> changed) {
    Watch watch = new Watch(changed);
    Watch next = first;
    watch.behind = next;
    if (next != null) {
      next.before = watch;
    }
    first = watch;
    return watch;
  }

  boolean isEmpty() {
    return first == null;
  }

  /** Wakes all and lets go of them. */
  void wake() {
    Watch all;
    synchronized (this) {
      all = first;
      first = null;
      for (Watch each = all; each != null; each = each.behind) {
        each.queued = false;
      }
    }
    // A watch that is no longer queued keeps its links: nobody else touches them.
    for (Watch each = all; each != null; each = each.behind) {
      each.changed.complete(true);
    }
  }
}

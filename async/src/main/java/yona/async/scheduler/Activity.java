package yona.async.scheduler;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Whether the carriers of all schedulers of our own do something; for whoever wants to be woken
 * when they begin, and to know that nothing has happened in between.
 *
 * <p>Who wants to sleep says so with {@link #await}, and then looks whether all are idle; a carrier
 * is not idle any more when it looks whether somebody is to be woken: one of the two sees the
 * other. Costs a carrier a look at a field, once in hundreds of tasks or when it has slept.
 */
public final class Activity {

  private static final List<WeakReference<Scheduler>> SCHEDULERS = new CopyOnWriteArrayList<>();

  private static volatile @Nullable Runnable waker;

  private Activity() {}

  static void add(Scheduler scheduler) {
    SCHEDULERS.removeIf(each -> each.get() == null);
    SCHEDULERS.add(new WeakReference<>(scheduler));
  }

  /** A carrier has begun to run tasks, or goes on to. */
  static void begin() {
    if (waker != null) {
      wake();
    }
  }

  private static void wake() {
    Runnable wake;
    synchronized (Activity.class) {
      wake = waker;
      waker = null;
    }
    if (wake != null) {
      wake.run();
    }
  }

  /**
   * Has somebody woken, once, when a carrier begins to run tasks.
   *
   * @param wake called on the carrier; short, and never waits; null: nobody is to be woken
   */
  public static synchronized void await(@Nullable Runnable wake) {
    waker = wake;
  }

  /**
   * How much has been done so far, if nothing is being done. The same number again means that no
   * fiber has run in between.
   *
   * @return the number of tasks begun by all carriers that there have been, or -1 if one runs or
   *     has something to do
   */
  public static long tasksIfIdle() {
    long tasks = 0;
    for (WeakReference<Scheduler> each : SCHEDULERS) {
      Scheduler scheduler = each.get();
      long begun = scheduler == null ? 0 : scheduler.tasksIfIdle();
      if (begun < 0) {
        return -1;
      }
      tasks += begun;
    }
    return tasks;
  }
}

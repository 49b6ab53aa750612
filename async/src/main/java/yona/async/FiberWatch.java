package yona.async;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import yona.async.clock.Timers;
import yona.async.scheduler.Activity;
import yona.async.scheduler.Carrier;
import yona.async.scheduler.Fibers;

/**
 * A thread that goes round ten times a second while fibers run, and sleeps while all of them wait.
 * It counts the time from which on a fiber waits, for a {@link ScopeDump}; and when all fibers have
 * come to rest it looks whether they wait for each other for ever.
 *
 * <p><b>A standstill</b> is a moment from which on nothing will ever happen: every fiber waits at
 * something that only fibers end ({@link AmongFibers}), and
 *
 * <ul>
 *   <li>no alarm is set or being fired;
 *   <li>no thread lives that neither this library nor the JDK itself has started, nor has a virtual
 *       thread run on the JDK's scheduler: it might know what a fiber waits at;
 *   <li>nothing was ever {@linkplain #noteLent lent} to code outside.
 * </ul>
 *
 * <p><b>Why it accuses nobody wrongly.</b> Between two looks at all carriers, at both of which they
 * were idle and had begun the same number of tasks, no fiber has run; so what was seen of each in
 * between is true of all at the same moment. What comes from outside is asked for in between too,
 * and whoever brings it does so before it stops being seen: the thread of the alarms is awake until
 * it has fired, and a fiber that waits at a file or a connection counts as waiting there until it
 * runs. The fibers that were woken by then stand in a queue, where the second look finds them. A
 * wait of a kind that is not known to end by fibers alone counts as one that may end at any time.
 *
 * <p>Only where fibers run on carriers of this library: on the JDK's scheduler nobody can tell
 * whether they rest, so there is no time of waits and no standstill is seen.
 */
public final class FiberWatch {

  /** What {@link Fiber#tick} counts. */
  static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** A look at so many fibers takes about a millisecond, which it may in each tick. */
  private static final int FIBERS_A_TICK = 10_000;

  /** After what time to look again where something may end without waking anybody. */
  private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static volatile boolean lent;
  private static @Nullable FiberWatch watch;

  private final long start = System.nanoTime();
  private final Thread thread;
  private @Nullable Runnable whenStill;

  /** How much had been done at the last look; only the thread touches it, and {@link #pause}. */
  private long before = -1;

  private long pause = TICK_NANOS;

  private FiberWatch() {
    thread =
        Thread.ofPlatform().name("yona-watch").daemon().stackSize(1 << 18).unstarted(this::goRound);
  }

  /**
   * Begins to watch; of the process there is one watch.
   *
   * @param whenStill called at each standstill, on the watch's thread, until there is none: it has
   *     to do something about it; null: nobody looks for any
   */
  public static synchronized void begin(@Nullable Runnable whenStill) {
    FiberWatch watching = watch;
    if (watching == null) {
      if (!FiberScheduler.standard().isOwn()) {
        return;
      }
      watching = new FiberWatch();
      watch = watching;
      watching.whenStill = whenStill;
      watching.count();
      watching.thread.start();
    } else {
      synchronized (watching) {
        watching.whenStill = whenStill;
      }
      LockSupport.unpark(watching.thread);
    }
  }

  /**
   * Notes that code outside of fibers has got something that it may wake one with: from now on no
   * standstill is seen.
   */
  public static void noteLent() {
    if (!lent) {
      lent = true;
    }
  }

  /** The time that has passed since a tick, in nanoseconds. */
  static long nanosSince(int tick) {
    FiberWatch watching = watch;
    return watching == null ? 0 : System.nanoTime() - watching.start - (tick - 1) * TICK_NANOS;
  }

  /** The first tick is 1, so that 0 means that nobody has counted. */
  private void count() {
    Fiber.tick = (int) ((System.nanoTime() - start) / TICK_NANOS) + 1;
  }

  private void goRound() {
    for (; ; ) {
      try {
        LockSupport.parkNanos(this, pause);
        watchOnce();
      } catch (OutOfMemoryError _) {
        // Fibers meet it too, and tell of it. Here the next round looks again.
      }
    }
  }

  private void watchOnce() {
    pause = TICK_NANOS;
    count();
    long tasks = Activity.tasksIfIdle();
    boolean rests = tasks >= 0 && tasks == before;
    before = tasks;
    if (!rests) {
      return;
    }
    Runnable wanted = whenStill();
    Look look = wanted == null ? new Look(Rest.FOR_NOW, false, 0) : look();
    Rest rest = look.rest;
    pause = TICK_NANOS * (1 + look.fibers / FIBERS_A_TICK);
    if (rest == Rest.FOR_EVER) {
      wanted.run();
    } else {
      sleep(tasks, rest == Rest.BUT_FOR_OTHERS ? AGAIN_NANOS : Long.MAX_VALUE);
    }
  }

  /** How the fibers rest. */
  private enum Rest {
    /** One of them runs again, or waits for something from outside. */
    FOR_NOW,
    /** They wait for each other, but an alarm or a thread may do something, or do nothing. */
    BUT_FOR_OTHERS,
    /** They wait for each other, and that is all. */
    FOR_EVER
  }

  private synchronized @Nullable Runnable whenStill() {
    return whenStill;
  }

  /** Sleeps for a time or until a carrier does something, unless one has since the last look. */
  private void sleep(long tasks, long nanos) {
    Activity.await(
        () -> {
          count();
          LockSupport.unpark(thread);
        });
    if (Activity.tasksIfIdle() == tasks) {
      LockSupport.parkNanos(this, nanos);
    }
    Activity.await(null);
  }

  /**
   * What was seen.
   *
   * @param rest how the fibers rest
   * @param silent whether no alarm could wake one
   * @param fibers how many were looked at to find out
   */
  private record Look(Rest rest, boolean silent, int fibers) {}

  private static Look look() {
    long tasks = Activity.tasksIfIdle();
    if (tasks < 0 || lent) {
      return new Look(Rest.FOR_NOW, false, 0);
    }
    int fibers = 0;
    ArrayDeque<Scope> rest = new ArrayDeque<>();
    for (Fiber thread : ForeignFibers.inside()) {
      rest.add(thread.root);
    }
    for (Scope root = rest.poll(); root != null; root = rest.poll()) {
      fibers++;
      if (!FiberLook.waitsForFibers(root.owner)) {
        return new Look(Rest.FOR_NOW, false, fibers);
      }
      for (Scope scope = root; scope != null; scope = scope.inner) {
        if (scope.live != 0) {
          for (Fiber member : scope.newestMembers(Integer.MAX_VALUE)) {
            rest.add(member.root);
          }
        }
      }
    }
    // What may come from outside is looked at while nothing runs: see above.
    boolean silent = Timers.areSilent();
    boolean alone = silent && !isThreadOutside();
    if (fibers == 0 || Activity.tasksIfIdle() != tasks) {
      return new Look(Rest.FOR_NOW, false, fibers);
    }
    return new Look(alone ? Rest.FOR_EVER : Rest.BUT_FOR_OTHERS, silent, fibers);
  }

  /** Whether this moment is a standstill, whatever threads there are besides. */
  static boolean isStandstill() {
    Look look = look();
    return look.rest != Rest.FOR_NOW && look.silent;
  }

  /** Whether a fiber that waits there waits for other fibers alone. */
  static boolean isAmongFibers(@Nullable Object where) {
    return switch (where) {
      case null -> false;
      case AmongFibers _ -> true;
      case Scope _ -> true;
      case Fiber _ -> true;
      case Member<?> _ -> true;
      case Promise<?> promise -> promise.isAmongFibers();
      case DerivedFuture<?, ?> derived -> areAllAmongFibers(derived.operands());
      case RacedSource<?> race -> areAllAmongFibers(race.sources());
      case DerivedSource<?> derived -> isAmongFibers(derived.applied());
      case FilterMapSource<?, ?> mapped -> isAmongFibers(mapped.source);
      case Case<?, ?> one -> isAmongFibers(one.where);
      case List<?> cases -> areAllAmongFibers(cases);
      default -> false;
    };
  }

  private static boolean areAllAmongFibers(List<?> parts) {
    return parts.stream().allMatch(FiberWatch::isAmongFibers);
  }

  /** Whether a thread lives that may do anything: not one of ours or of the JDK's own. */
  private static boolean isThreadOutside() {
    ThreadGroup top = Thread.currentThread().getThreadGroup();
    while (top.getParent() != null) {
      top = top.getParent();
    }
    Thread[] all = new Thread[top.activeCount() + 100];
    int count = top.enumerate(all, true);
    if (count == all.length) {
      return true;
    }
    for (int i = 0; i < count; i++) {
      if (isOutside(all[i], top)) {
        return true;
      }
    }
    return Fibers.jdkHasRunAny();
  }

  private static boolean isOutside(Thread thread, ThreadGroup top) {
    if (thread instanceof ForkJoinWorkerThread) {
      return true;
    }
    String name = thread.getName();
    ThreadGroup group = thread.getThreadGroup();
    boolean known =
        thread instanceof Carrier
            || name.startsWith("yona-")
            || name.equals("main")
            || group == null
            || group.equals(top)
            || group.getName().equals("InnocuousThreadGroup");
    return !known;
  }
}

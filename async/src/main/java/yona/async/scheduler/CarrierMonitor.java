package yona.async.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Watches the carriers while something is in flight: a ready fiber that waits for a carrier, or an
 * operation in place. A tick apart it looks at them twice; what it finds unchanged has lasted too
 * long, and another carrier is woken or started. (The same duty as sysmon's in Go's scheduler.)
 *
 * <p>It starts with the first such thing, and sleeps without a timeout when nothing has been in
 * flight for some ticks. Going to sleep it says so and then looks again, while whoever begins
 * something says that first and then looks whether the monitor is asleep.
 */
final class CarrierMonitor implements Runnable {

  /** How long a carrier may be in the kernel before another one takes its place. */
  static final long AWAY_NANOS = 1_000_000;

  /**
   * How long a fiber keeps its carrier from those that wait for one, before another carrier takes
   * its place. If the thread has used so little of a processor meanwhile, it is in the kernel
   * without having said so; long enough that one which computes gets a turn on a machine with more
   * to do than processors, unless many carriers share them: see {@link Scheduler#longestWaitNanos}.
   */
  static final long KEPT_NANOS = 10_000_000;

  static final long USED_NANOS = 50_000;

  private static final long SHORTEST_TICK = 50_000;
  private static final long LONGEST_TICK = 1_000_000;

  /** Waking up costs the waker microseconds, so the monitor stays up a while: about 20 ms. */
  private static final int QUIET_TICKS = 20;

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(CarrierMonitor.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final int ABSENT = 0;
  private static final int ASLEEP = 1;
  private static final int AWAKE = 2;

  private final Scheduler scheduler;

  /** {@link #ABSENT}, {@link #ASLEEP} or {@link #AWAKE}. */
  private volatile int state = ABSENT;

  /** How often the poller had been asked at the last look. */
  private int seenPolls = -1;

  /** The thread that looks, or did last; written by itself. */
  private volatile @Nullable Thread thread;

  CarrierMonitor(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /** Says that something is in flight. */
  void noteWork() {
    if (state != AWAKE) {
      wake();
    }
  }

  /** Without a lock, since threads that poll come here too: see {@link Fibers#runFound}. */
  private void wake() {
    int before;
    do {
      before = state;
      if (before == AWAKE) {
        return;
      }
    } while (!STATE.compareAndSet(this, before, AWAKE));
    try {
      if (before == ASLEEP) {
        LockSupport.unpark(thread);
      } else {
        Thread.ofPlatform().name("yona-monitor").daemon().stackSize(1 << 18).start(this);
      }
    } catch (Throwable error) {
      // No stack to go on, or no thread to be had: the next one tries again.
      state = before;
      throw error;
    }
  }

  /** Whether the thread is the one that looks. */
  @SuppressWarnings("ReferenceEquality") // threads are compared by identity
  boolean runsOn(Thread thread) {
    return this.thread == thread;
  }

  @Override
  public void run() {
    thread = Thread.currentThread();
    long tick = SHORTEST_TICK;
    int quiet = 0;
    for (; ; ) {
      LockSupport.parkNanos(this, tick);
      tick = Math.min(2 * tick, LONGEST_TICK);
      quiet = look() ? 0 : quiet + 1;
      if (quiet > QUIET_TICKS) {
        state = ASLEEP;
        if (look()) {
          state = AWAKE;
        }
        if (!scheduler.isStandard && ends()) {
          return;
        }
        while (state == ASLEEP) {
          LockSupport.park(this);
        }
        tick = SHORTEST_TICK;
        quiet = 0;
      }
    }
  }

  /** Whether the thread ends instead of sleeping. */
  private boolean ends() {
    return STATE.compareAndSet(this, ASLEEP, ABSENT);
  }

  private boolean look() {
    boolean inFlight = false;
    long now = System.nanoTime();
    for (Carrier carrier : scheduler.carriers) {
      inFlight |= carrier.look(now);
    }
    int polls = scheduler.pollsIfIdle();
    if (polls >= 0) {
      inFlight = true;
      // A carrier that is woken polls, and sleeps in the poller if there is nothing else to do.
      if (polls == seenPolls && !scheduler.wakeOne()) {
        scheduler.askForPoll();
      }
    }
    seenPolls = polls;
    if (!scheduler.hasWork()) {
      return inFlight;
    }
    if (!scheduler.hasRoom()) {
      for (Carrier carrier : scheduler.carriers) {
        carrier.countOutIfKept(now);
      }
    }
    scheduler.wakeOne();
    return true;
  }
}

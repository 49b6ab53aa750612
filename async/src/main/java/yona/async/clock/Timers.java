package yona.async.clock;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The system's clock: alarms in several {@link Wheel}s, so that carriers rarely meet at one, and
 * one daemon thread that fires them all in the order of their times.
 *
 * <p>The thread starts with the first alarm, and sleeps until the first one's time, or for ever if
 * none is set. It is woken only for an alarm that is earlier than that. Cancelling never wakes it:
 * where the alarm that it sleeps for is cancelled, it wakes at that time once, and sleeps on.
 *
 * <p><b>Going to sleep.</b> The thread says until when it will sleep and then looks at the wheels
 * once more; whoever sets an alarm writes the wheel's next time and then looks until when the
 * thread sleeps: one of the two sees the other.
 */
public class Timers extends Clock implements Runnable {

  /** The clock that all timers of programs go by. */
  public static final Timers SYSTEM = new Timers();

  /** {@link #sleepsUntil} of a thread that is awake. */
  private static final long AWAKE = Long.MIN_VALUE;

  private static final VarHandle SLEEPS_UNTIL;

  static {
    try {
      SLEEPS_UNTIL = MethodHandles.lookup().findVarHandle(Timers.class, "sleepsUntil", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Times count from here, so that they are positive and can be compared as numbers. */
  private final long origin = System.nanoTime();

  private final Wheel[] wheels;
  private final int wheelShift;

  private volatile long sleepsUntil = Wheel.NEVER;
  private volatile @Nullable Thread thread;

  Timers() {
    // Twice as many as carriers, so that two carriers seldom share one; each takes 9 kB.
    int processors = Math.min(Runtime.getRuntime().availableProcessors(), 16);
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(2 * processors - 1);
    wheelShift = Long.SIZE - bits;
    wheels = new Wheel[1 << bits];
    for (int i = 0; i < wheels.length; i++) {
      wheels[i] = new Wheel(this);
    }
  }

  /**
   * How many alarms are set.
   *
   * @return their number in all wheels of {@link #SYSTEM}
   */
  public static int count() {
    int count = 0;
    for (Wheel wheel : SYSTEM.wheels) {
      count += wheel.count();
    }
    return count;
  }

  /**
   * Whether no alarm is set and none is being fired. Of one that was taken out to be fired the
   * thread is awake until it has.
   *
   * @return whether nothing will happen here until somebody sets an alarm
   */
  public static boolean areSilent() {
    return count() == 0 && SYSTEM.sleepsUntil != AWAKE;
  }

  /** The thread that fires, if there has been anything to fire. */
  final @Nullable Thread thread() {
    return thread;
  }

  @Override
  public final long now() {
    return System.nanoTime() - origin;
  }

  @Override
  protected final Wheel wheel() {
    // Fibonacci hashing: neighbouring numbers fall far apart.
    return wheels[(int) ((Thread.currentThread().threadId() * 0x9e3779b97f4a7c15L) >>> wheelShift)];
  }

  @Override
  protected final void wakeFor(long time) {
    for (long until = sleepsUntil; time < until; until = sleepsUntil) {
      if (SLEEPS_UNTIL.compareAndSet(this, until, time)) {
        try {
          wake();
        } catch (Throwable error) {
          // No stack to go on, or no thread to be had: the next who sets an alarm tries again.
          SLEEPS_UNTIL.compareAndSet(this, time, until);
          throw error;
        }
        return;
      }
    }
  }

  /** Makes the thread look at the wheels again. */
  void wake() {
    Thread sleeper = thread;
    if (sleeper == null) {
      start();
    } else {
      LockSupport.unpark(sleeper);
    }
  }

  private synchronized void start() {
    Thread started = thread;
    if (started != null) {
      // By somebody else meanwhile; it may have looked already and sleep.
      LockSupport.unpark(started);
      return;
    }
    thread =
        Thread.ofPlatform()
            .name("yona-timers")
            .daemon()
            .inheritInheritableThreadLocals(false)
            .stackSize(1 << 18)
            .start(this);
  }

  @Override
  public final void run() {
    for (; ; ) {
      try {
        fireAndSleep();
      } catch (Throwable error) {
        // No memory: what is due is fired when there is some again.
        LockSupport.parkNanos(this, 1_000_000);
      }
    }
  }

  private void fireAndSleep() {
    sleepsUntil = AWAKE;
    fireThoseDue();
    long until = next();
    sleepsUntil = until;
    if (next() < until) {
      return;
    }
    if (until == Wheel.NEVER) {
      LockSupport.park(this);
    } else {
      long nanos = until - now();
      if (nanos > 0) {
        LockSupport.parkNanos(this, nanos);
      }
    }
  }

  private long next() {
    long next = Wheel.NEVER;
    for (Wheel wheel : wheels) {
      next = Math.min(next, wheel.next());
    }
    return next;
  }

  private void fireThoseDue() {
    for (; ; ) {
      Wheel first = wheels[0];
      long firstTime = Wheel.NEVER;
      long secondTime = Wheel.NEVER;
      for (Wheel wheel : wheels) {
        long time = wheel.next();
        if (time < firstTime) {
          secondTime = firstTime;
          firstTime = time;
          first = wheel;
        } else {
          secondTime = Math.min(secondTime, time);
        }
      }
      long now = now();
      if (firstTime > now) {
        return;
      }
      Alarm alarm = first.poll(Math.min(now, secondTime));
      if (alarm != null) {
        fire(alarm);
      }
    }
  }
}

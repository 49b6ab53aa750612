package yona.language.runtime;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import yona.async.Scope;
import yona.data.Checkpoint;

/**
 * Stops a run: when its time is over, when it uses more than it may, when its host wants it.
 *
 * <p>A run is stopped in two steps. First it is cancelled, so that whatever waits goes on with the
 * cancellation, and checkpoints are raised, so that whatever computes is thrown out of it; no
 * {@code catch} takes either, and releases run, which both leave alone. When the grace period is
 * over they are not left alone any more.
 *
 * <p>One thread looks after the deadlines of all runs. It lives while there are any.
 */
final class Supervision {
  /** How long the thread waits for the next run before it ends. */
  private static final long IDLE_MILLIS = 5_000;

  /** The runs with a deadline. Guards itself. */
  private static final Set<Supervision> DEADLINES = new LinkedHashSet<>();

  /** Guarded by {@link #DEADLINES}. */
  private static @Nullable Thread watch;

  static {
    Checkpoint.guardedBy(Supervision::look);
  }

  private final Limits limits;
  private final AtomicLong written = new AtomicLong();

  /** Guarded by this. */
  private @Nullable Scope scope;

  /** Guarded by this: whether checkpoints are raised for this run. */
  private boolean raised;

  private volatile @Nullable ProgramStop stop;

  /** When the next step is due, a value of nanoTime. Guarded by {@link #DEADLINES}. */
  private long deadline;

  /** Until when releases are left alone; a value of nanoTime. */
  private volatile long graceEnd;

  Supervision(Limits limits) {
    this.limits = limits;
  }

  /** Begins with the scope that the run has opened. */
  void begin(Scope opened) {
    boolean cancelled;
    synchronized (this) {
      scope = opened;
      cancelled = stop != null;
    }
    if (cancelled) {
      opened.cancel();
    }
    if (limits.time() != null) {
      await(nanos(limits.time()));
    }
  }

  /**
   * The main part of the run has ended: what it has left in the background is not to go on.
   *
   * @param opened the scope, which is about to be closed
   */
  void mainEnded(Scope opened) {
    if (opened.hasMembers()) {
      stop(ProgramStop.Reason.ENDED);
    }
  }

  /** Ends when nothing of the run is left. */
  void end() {
    synchronized (DEADLINES) {
      DEADLINES.remove(this);
    }
    synchronized (this) {
      scope = null;
      if (raised) {
        raised = false;
        Checkpoint.lower();
      }
    }
  }

  Limits limits() {
    return limits;
  }

  /** Raises the end of the run in its background. */
  void checkEnded() {
    ProgramStop wanted = stop;
    if (wanted != null) {
      throw wanted;
    }
  }

  /** Why the run was stopped before its main part had ended; null if it was not. */
  @Nullable ProgramStop stopped() {
    ProgramStop wanted = stop;
    return wanted == null || wanted.reason() == ProgramStop.Reason.ENDED ? null : wanted;
  }

  /**
   * Stops the run. Of several reasons the first counts. Returns at once; any thread may call it.
   *
   * @return what the calling fiber is to throw if it belongs to the run
   */
  ProgramStop stop(ProgramStop.Reason reason) {
    Scope running;
    ProgramStop wanted;
    synchronized (this) {
      wanted = stop;
      if (wanted != null) {
        return wanted;
      }
      wanted = new ProgramStop(reason);
      graceEnd = System.nanoTime() + nanos(limits.grace());
      stop = wanted;
      running = scope;
      if (!raised) {
        raised = true;
        Checkpoint.raise();
      }
    }
    await(nanos(limits.grace()));
    if (running != null) {
      running.cancel();
    }
    return wanted;
  }

  /** Counts output in. */
  void writing(int bytes) {
    if (limits.output() > 0 && written.addAndGet(bytes) > limits.output()) {
      throw stop(ProgramStop.Reason.OUTPUT);
    }
  }

  private static long nanos(java.time.Duration time) {
    try {
      // So far that sums do not overflow.
      return Math.min(time.toNanos(), Long.MAX_VALUE / 4);
    } catch (ArithmeticException ages) {
      return Long.MAX_VALUE / 4;
    }
  }

  // ---- checkpoints -----------------------------------------------------------------------------

  /** What a thread does that passes a raised checkpoint. */
  private static void look() {
    boolean shielded = false;
    for (Scope around = Scope.current(); around != null; around = around.parent()) {
      shielded |= around.isShield();
      if (around.local() instanceof Invocation invocation) {
        Supervision own = invocation.supervision();
        if (own != null) {
          own.check(shielded);
        }
        return;
      }
    }
  }

  private void check(boolean shielded) {
    ProgramStop wanted = stop;
    if (wanted != null && (!shielded || System.nanoTime() - graceEnd >= 0)) {
      throw wanted;
    }
  }

  // ---- deadlines -------------------------------------------------------------------------------

  private void await(long nanos) {
    synchronized (DEADLINES) {
      deadline = System.nanoTime() + nanos;
      DEADLINES.add(this);
      if (watch == null) {
        watch = Thread.ofPlatform().daemon().name("yona-limits").start(Supervision::watch);
      } else {
        DEADLINES.notifyAll();
      }
    }
  }

  private static void watch() {
    while (true) {
      List<Supervision> due = new ArrayList<>();
      synchronized (DEADLINES) {
        long now = System.nanoTime();
        long next = TimeUnit.MILLISECONDS.toNanos(IDLE_MILLIS);
        for (Supervision each : DEADLINES) {
          long left = each.deadline - now;
          if (left <= 0) {
            due.add(each);
          } else {
            next = Math.min(next, left);
          }
        }
        due.forEach(DEADLINES::remove);
        if (due.isEmpty() && !sleep(next)) {
          return;
        }
      }
      due.forEach(Supervision::expire);
    }
  }

  /** Waits for the next deadline, or a new one; false if the thread is to end. */
  private static boolean sleep(long nanos) {
    boolean idle = DEADLINES.isEmpty();
    try {
      DEADLINES.wait(nanos / 1_000_000, (int) (nanos % 1_000_000));
    } catch (InterruptedException nobodysBusiness) {
      return true;
    }
    if (idle && DEADLINES.isEmpty()) {
      watch = null;
      return false;
    }
    return true;
  }

  private void expire() {
    Scope running;
    synchronized (this) {
      running = stop == null ? null : scope;
    }
    if (running == null) {
      stop(ProgramStop.Reason.TIME);
    } else {
      running.terminate();
    }
  }
}

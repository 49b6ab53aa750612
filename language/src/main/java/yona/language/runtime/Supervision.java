package yona.language.runtime;

import java.util.concurrent.atomic.AtomicInteger;
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
 */
final class Supervision {
  private final Limits limits;
  private final AtomicLong written = new AtomicLong();

  /** How many threads of the run look after the heap, or wait until another one has. */
  private final AtomicInteger passing = new AtomicInteger();

  /** Guarded by this. */
  private @Nullable Scope scope;

  /** Guarded by this: whether nothing of it is left. */
  private boolean ended;

  /** Guarded by this: whether checkpoints are raised for this run. */
  private boolean raised;

  private volatile @Nullable ProgramStop stop;

  /** When the next step is due, a value of nanoTime. The {@link Watchdog}'s. */
  long due;

  /** Until when releases are left alone; a value of nanoTime. */
  private volatile long graceEnd;

  Supervision(Limits limits) {
    this.limits = limits;
  }

  /** Begins with the scope that the run has opened. */
  void begin(Scope opened) {
    if (limits.time() != null || limits.heap() > 0) {
      Watchdog.watch(this, limits.time() == null ? Watchdog.NEVER : nanos(limits.time()));
    }
    boolean stopped;
    synchronized (this) {
      scope = opened;
      stopped = stop != null;
    }
    if (stopped) {
      Watchdog.watch(this, nanos(limits.grace()));
      opened.cancel();
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
    synchronized (this) {
      ended = true;
      scope = null;
      if (raised) {
        raised = false;
        Checkpoint.lower();
      }
    }
    Watchdog.end(this);
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
      if (ended) {
        return wanted;
      }
      graceEnd = System.nanoTime() + nanos(limits.grace());
      stop = wanted;
      running = scope;
      if (!raised) {
        raised = true;
        Checkpoint.raise();
      }
    }
    Watchdog.watch(this, nanos(limits.grace()));
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

  /** What a thread of a supervised run does that passes a raised checkpoint. */
  static void look(Scope here, long bytes) {
    boolean shielded = false;
    for (Scope around = here; around != null; around = around.parent()) {
      shielded |= around.isShield();
      if (around.local() instanceof Invocation invocation) {
        invocation.pass(shielded, bytes);
        return;
      }
    }
  }

  void check(boolean shielded, long bytes) {
    if (limits.heap() > 0) {
      passing.getAndIncrement();
      try {
        Watchdog.passing(limits.heap());
        if (bytes > 0 && !Watchdog.hasRoom(bytes)) {
          // A release too: it would fail anyway.
          throw stop(ProgramStop.Reason.MEMORY);
        }
      } finally {
        passing.getAndDecrement();
      }
    }
    ProgramStop wanted = stop;
    if (wanted != null && (!shielded || System.nanoTime() - graceEnd >= 0)) {
      throw wanted;
    }
  }

  // ---- what the watchdog does ------------------------------------------------------------------

  /** Whether a fiber of the run runs, or would if there was a processor for it. */
  boolean isComputing() {
    Scope running;
    synchronized (this) {
      running = scope;
    }
    return passing.get() > 0 || (running != null && running.isComputing());
  }

  /** Whether the run is on its way out. */
  boolean isStopped() {
    return stop != null;
  }

  /** Something is due: a run whose time is over is stopped, and one that was stopped broken off. */
  void expire() {
    if (stop == null) {
      var _ = stop(ProgramStop.Reason.TIME);
      return;
    }
    Scope running;
    boolean over;
    synchronized (this) {
      running = scope;
      over = ended;
    }
    graceEnd = System.nanoTime();
    if (running != null) {
      running.terminate();
    }
    if (over) {
      Watchdog.end(this);
    } else {
      Watchdog.await(this);
    }
  }
}

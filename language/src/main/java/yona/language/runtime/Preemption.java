package yona.language.runtime;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Scope;
import yona.data.Checkpoint;

/**
 * Stops computations that were cancelled and do not wait.
 *
 * <p>A cancellation is raised where a fiber waits. One that computes is watched: if it has not
 * waited and not ended after a few milliseconds, checkpoints are raised, and the next one that it
 * passes raises the cancellation. They are lowered when no cancelled fiber computes any more. Most
 * cancelled fibers never come so far, and then this costs nothing. (Go's sysmon preempts in the
 * same way, by a signal where this has a checkpoint.)
 *
 * <p><b>Who may go on.</b> A release is shielded, and computes as long as it likes. So does the
 * clause of a {@code catch} that has taken the cancellation, to tidy up; a second after the first
 * such clause no {@code catch} takes it any more, so that a loop around a {@code try} ends too. A
 * clause that ends in a tail call, which may be what tidies up, lasts until that second is over.
 */
public final class Preemption {
  /**
   * How long a cancelled computation has to wait or to end by itself: what it gives in that time is
   * not lost. It is stopped when at most twice that has passed.
   */
  private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(10);

  /**
   * How long nothing is looked at while the cancelled fibers do not compute, like those in a
   * release.
   */
  private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(20);

  /**
   * How often a fiber is found to compute before checkpoints are raised for it only now and then:
   * it is in an operation that passes none, like a call of Java, and all others, whose every
   * checkpoint has something to look at meanwhile, are slower for it.
   */
  private static final int INSISTENT = 20;

  private static final int RELAXED = 4;

  /** How long {@code catch} takes cancellations, from the first that it has taken. */
  private static final long LAST_CATCH = TimeUnit.SECONDS.toNanos(1);

  /** A cancelled fiber. */
  private static final class Watched {
    final Fiber fiber;

    /** How often it was found to compute. */
    private int found;

    Watched(Fiber fiber) {
      this.fiber = fiber;
    }

    boolean isOverdue() {
      return fiber.computesThoughCancelled() && fiber.nanosCancelled() >= PATIENCE;
    }

    /** Whether checkpoints are to be raised for it now, as it computes. */
    boolean isInsistedOn() {
      found++;
      return found <= INSISTENT || found % RELAXED == 0;
    }
  }

  /** Clauses that end in tail calls are never left, so no more than these are noted. */
  private static final int MOST_CLAUSES = 100;

  /** What a fiber has caught of a cancellation. Only its own thread touches it. */
  private static final class Caught {
    /** The outermost scope of the fiber that the cancellation has reached. */
    final Scope scope;

    /** When it was caught first, a value of nanoTime. */
    final long first = System.nanoTime();

    /** What the clauses have taken that the fiber stands in, innermost first. */
    final ArrayDeque<Throwable> clauses = new ArrayDeque<>();

    Caught(Scope scope) {
      this.scope = scope;
    }

    boolean isOver() {
      return System.nanoTime() - first >= LAST_CATCH;
    }
  }

  private static final ThreadLocal<@Nullable Caught> CAUGHT = new ThreadLocal<>();

  /** Whether any fiber has caught a cancellation yet: before, no clause has one to note. */
  private static volatile boolean anyCaught;

  private static final ConcurrentLinkedQueue<Watched> ADDED = new ConcurrentLinkedQueue<>();

  /** Whether the thread sleeps until it is woken. */
  private static volatile boolean asleep = true;

  /** Guarded by the class's lock. */
  private static @Nullable Thread thread;

  /** How long nothing is looked at. Only the thread touches it, and {@link #raised}. */
  private static long pause = PATIENCE;

  /** Whether it has raised the checkpoints. */
  private static boolean raised;

  static {
    Checkpoint.guardedBy(
        () -> {
          Scope here = Scope.current();
          return bytes -> look(here, bytes);
        });
    Fiber.onCancel(Preemption::watch);
  }

  private Preemption() {}

  /** Lets cancellations reach computations from now on. Doing it again does nothing. */
  public static void begin() {
    // The initialization of the class does it.
  }

  // ---- what is cancelled -----------------------------------------------------------------------

  private static void watch(Fiber fiber) {
    ADDED.add(new Watched(fiber));
    if (asleep) {
      wake();
    }
  }

  private static synchronized void wake() {
    asleep = false;
    if (thread != null) {
      LockSupport.unpark(thread);
      return;
    }
    try {
      thread =
          Thread.ofPlatform()
              .name("yona-preemption")
              .daemon()
              .stackSize(1 << 18)
              .start(Preemption::run);
    } catch (OutOfMemoryError noThread) {
      // Whoever is cancelled next tries again.
      asleep = true;
    }
  }

  private static void run() {
    Set<Watched> all = new LinkedHashSet<>();
    while (true) {
      try {
        watchOnce(all);
      } catch (OutOfMemoryError _) {
        // Fibers meet it too, and tell of it. Here the next round looks again.
      }
    }
  }

  private static void watchOnce(Set<Watched> all) {
    if (all.isEmpty() && ADDED.isEmpty()) {
      asleep = true;
      // Whoever adds one now sees that this sleeps.
      while (asleep && ADDED.isEmpty()) {
        LockSupport.park(ADDED);
      }
      asleep = false;
      pause = PATIENCE;
    }
    LockSupport.parkNanos(ADDED, pause);
    pause = Math.min(2 * pause, LONGEST_PAUSE);
    for (Watched added = ADDED.peek(); added != null; added = ADDED.peek()) {
      all.add(added);
      ADDED.remove();
      pause = PATIENCE;
    }
    boolean wanted = false;
    for (Iterator<Watched> each = all.iterator(); each.hasNext(); ) {
      Watched watched = each.next();
      if (!watched.fiber.isCancelledSomewhere()) {
        each.remove();
      } else if (watched.isOverdue()) {
        wanted |= watched.isInsistedOn();
        pause = PATIENCE;
      }
    }
    if (wanted && !raised) {
      Checkpoint.raise();
    } else if (raised && !wanted) {
      Checkpoint.lower();
    }
    raised = wanted;
  }

  // ---- checkpoints -----------------------------------------------------------------------------

  /** What a thread does that passes a raised checkpoint. */
  @SuppressWarnings("ReferenceEquality") // threads are compared by identity
  private static void look(Scope here, long bytes) {
    Supervision.look(here, bytes);
    Fiber fiber = here.owner();
    // A thread that compiles for the fiber leaves nothing half done, and is soon over.
    if (here.isCancelled()
        && fiber.thread() == Thread.currentThread()
        && fiber.nanosCancelled() >= PATIENCE
        && !isInClause()) {
      fiber.checkCancelled();
    }
  }

  @SuppressWarnings("ReferenceEquality") // scopes are compared by identity
  private static boolean isInClause() {
    Caught caught = anyCaught ? CAUGHT.get() : null;
    return caught != null
        && !caught.clauses.isEmpty()
        && caught.scope == cancelledScope()
        && !caught.isOver();
  }

  /** The outermost scope of the calling fiber that its cancellation has reached, or null. */
  @SuppressWarnings("ReferenceEquality") // scopes are compared by identity
  private static @Nullable Scope cancelledScope() {
    Fiber fiber = Fiber.current();
    Scope found = null;
    for (Scope each = fiber.scope();
        each != null && each.isCancelled() && each.owner() == fiber;
        each = each.parent()) {
      found = each;
    }
    return found;
  }

  // ---- catch -----------------------------------------------------------------------------------

  /**
   * A {@code catch} is about to take the cancellation of the calling fiber.
   *
   * @param taken what it takes
   * @return whether it may; else the cancellation goes on
   */
  @SuppressWarnings("ReferenceEquality") // scopes are compared by identity
  static boolean enterClause(CancellationException taken) {
    Scope cancelled = cancelledScope();
    if (cancelled == null) {
      return true;
    }
    Caught caught = CAUGHT.get();
    if (caught == null || caught.scope != cancelled) {
      caught = new Caught(cancelled);
      CAUGHT.set(caught);
      anyCaught = true;
    }
    if (caught.isOver()) {
      return false;
    }
    if (caught.clauses.size() == MOST_CLAUSES) {
      caught.clauses.removeLast();
    }
    caught.clauses.push(taken);
    return true;
  }

  /**
   * The clause of a {@code catch} has given its value or raised an error.
   *
   * @param taken what it took
   */
  @SuppressWarnings("ReferenceEquality") // exceptions are compared by identity
  public static void leaveClause(Object taken) {
    Caught caught = anyCaught && taken instanceof CancellationException ? CAUGHT.get() : null;
    if (caught != null && caught.clauses.contains(taken)) {
      // Clauses inside that are not over are over now.
      while (caught.clauses.pop() != taken) {}
    }
  }

  /**
   * The clause of a {@code catch} has given its value, or a tail call that is still to be made:
   * then it is not over.
   *
   * @param result what it has given
   * @param taken what it took
   */
  public static void leaveClause(Object result, Object taken) {
    if (!(result instanceof TailCall)) {
      leaveClause(taken);
    }
  }
}

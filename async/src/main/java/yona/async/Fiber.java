package yona.async;

import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException.Cause;
import yona.async.CancellationException.Reason;
import yona.async.events.Events;
import yona.async.events.Observation;
import yona.async.scheduler.FiberAccess;
import yona.async.scheduler.Fibers;
import yona.async.stack.StackRoom;

/**
 * A thread of computation as this library sees it: a virtual thread that it started, or any thread
 * of the embedding program that called in.
 *
 * <p>Virtual threads are started in {@link Fibers} and nowhere else. A fiber finds itself as the
 * handler of its thread's uncaught exceptions, which is one field away from the thread and so costs
 * a nanosecond or two where a thread local costs a map for each fiber; threads that this library
 * did not start keep their handler and use a thread local.
 *
 * <p><b>The current scope</b> is a field of the fiber, and so travels by itself into every method
 * that the fiber calls: nobody has to pass it. It is no binding of a {@link ScopedValue}, which
 * would travel too: a binding lasts for a call, so that {@code try (Scope scope = Scope.open())},
 * which changes the current scope in the middle of a method, could not be written; and a lookup
 * goes through a cache of the thread, and when that fails from binding to binding, where every wait
 * and every start of a fiber now reads one field. Scoped values of the program are not inherited by
 * fibers either: the JDK hands them on to what a {@code StructuredTaskScope} forks, and to no other
 * thread. A body that runs on the calling thread, like that of {@link Async#blocking}, sees them.
 *
 * <p>How a cancellation reaches a fiber is told at {@link CancellationDelivery}.
 */
@SuppressWarnings("ReferenceEquality") // threads are compared by identity
public final class Fiber implements Thread.UncaughtExceptionHandler {

  /** It computes, or is in foreign code. */
  static final int RUNNING = 0;

  /** It is in a wait of this library. */
  static final int WAITING = 1;

  /** It is in an operation that no interrupt may break. */
  static final int IN_PLACE = 2;

  private static final ThreadLocal<Fiber> FOREIGN = new ThreadLocal<>();
  private static final AtomicLong STARTED = new AtomicLong();

  static {
    FiberAccess.give(new PackageFiberAccess());
  }

  private static volatile @Nullable WaitListener waitListener;

  /**
   * A coarse time, which {@link FiberWatch} counts while it watches; else 0. A look at the clock
   * takes a tenth of what a wait takes, and this nothing.
   */
  static volatile int tick;

  /**
   * Its thread; for as long as a continuation runs on a thread of its own, that one. Written by its
   * {@link #delivery}.
   */
  volatile Thread thread;

  /** The identifier of its first thread. */
  private final long id;

  /** The innermost continuation that it runs. Only its own thread touches it. */
  @Nullable Object coroutine;

  /** Whether {@link Fibers} started it; else it is a thread that called in. */
  final boolean own;

  /** Whether it runs beside its scope's work and is not stopped with it at once. */
  final boolean background;

  /** Where the body that it was started for comes from, if that says so. */
  private final @Nullable Object origin;

  /** The outermost scope of this fiber. */
  final Scope root;

  /** The innermost scope that the fiber stands in; only its own thread touches it. */
  Scope scope;

  /** How cancellations reach it; its monitor guards interrupts against the end of their scope. */
  final CancellationDelivery delivery = new CancellationDelivery();

  /** {@link #RUNNING}, {@link #WAITING} or {@link #IN_PLACE}; written by the fiber alone. */
  volatile int mode;

  /**
   * What the fiber waits at; written by the fiber, read at a glance by dumps, through {@link
   * Observation#where}.
   */
  @Nullable Object waitsAt;

  /** The {@link #tick} in which it began to wait. */
  int waitsSince;

  /**
   * The innermost group whose members this fiber runs in turn and has not handed over; all around
   * it are not handed over either. Only its own thread touches it.
   */
  LazyMembers.@Nullable Turn turn;

  /**
   * How many bodies of futures it runs in the place of awaits, one inside the other. Only its own
   * thread touches it.
   */
  int inPlace;

  /** Refuses what the fiber must not do now. Only its own thread touches it. */
  private @Nullable WaitGuard guard;

  /** Who waits in {@link #startAndAwaitFirstWait} for this fiber; null once it has been told. */
  private volatile @Nullable Fiber starter;

  /** A thread of the embedding program was interrupted while it stood in no scope of ours. */
  private boolean interruptedOutside;

  /** Derived futures that this fiber is settling, one after another. */
  @Nullable ArrayDeque<Runnable> settling;

  /** Neighbours among the members of the scope that it was forked in; guarded by that scope. */
  @Nullable Fiber olderSibling;

  @Nullable Fiber newerSibling;

  /** A fiber that is not started yet. */
  Fiber(Scope parent, boolean background, @Nullable Object origin, Runnable task) {
    this.own = true;
    this.background = background;
    this.origin = origin;
    this.root = new Scope(parent, this);
    this.scope = root;
    this.thread = Fibers.unstarted(parent.scheduler.executor, task, this);
    this.id = thread.threadId();
  }

  /** A thread that called in. */
  private Fiber(Thread thread) {
    this.own = false;
    this.background = false;
    this.origin = null;
    this.thread = thread;
    this.id = thread.threadId();
    this.root = new Scope(this);
    this.scope = root;
    ForeignFibers.add(this);
  }

  /**
   * The fiber that calls.
   *
   * @return never null: a thread that is no fiber yet becomes one
   */
  public static Fiber current() {
    Thread thread = Thread.currentThread();
    return thread.getUncaughtExceptionHandler() instanceof Fiber fiber && fiber.thread == thread
        ? fiber
        : foreign(thread);
  }

  private static Fiber foreign(Thread thread) {
    Fiber fiber = FOREIGN.get();
    if (fiber == null) {
      fiber = new Fiber(thread);
      FOREIGN.set(fiber);
    }
    return fiber;
  }

  /**
   * Says that the calling fiber has reached an operation that may wait, whether it then has to or
   * not. Every suspending primitive says so; the group that the fiber is a member of goes on to the
   * next member then. An operation that is served in the order of the calls takes its place in the
   * queue before it says so: the next member may call the same operation at once, on another
   * thread. Costs a few nanoseconds when said again.
   */
  public static void reachedWait() {
    Fiber fiber = current();
    if (fiber.starter != null) {
      fiber.tellStarter();
    }
    LazyMembers.Turn turn = fiber.turn;
    if (turn != null) {
      fiber.refuseWait();
      fiber.turn = null;
      turn.handOver();
    }
  }

  /**
   * Runs what foreign code calls back. The call of the foreign code does not count as an operation
   * that may wait, so the groups that it stands in do not go on when the body reaches one: their
   * next members start when the call has returned.
   *
   * @param body what is called back
   * @param <T> its result
   * @param <X> what it may raise
   * @return its result
   * @throws X as the body does
   */
  public static <T extends @Nullable Object, X extends Throwable> T calledBack(
      Body<? extends T, ? extends X> body) throws X {
    Objects.requireNonNull(body, "body");
    Fiber fiber = current();
    LazyMembers.Turn around = fiber.turn;
    if (around == null || around == LazyMembers.GUARDED) {
      return body.run();
    }
    fiber.turn = null;
    try {
      return body.run();
    } finally {
      fiber.turn = around;
    }
  }

  /**
   * What an operation does first that may wait and takes effect before it says so with {@link
   * #reachedWait}, like one that takes its place in a queue: nothing has happened yet if this
   * raises.
   *
   * @throws CancellationException if the computation is cancelled
   */
  public static void beforeWait() {
    Fiber fiber = current();
    fiber.checkCancelled();
    if (fiber.turn != null) {
      // A guard, perhaps behind groups that were begun under it.
      fiber.refuseWait();
    }
  }

  /**
   * Makes sure that 16 KiB of stack are left. An operation calls it before it does work that other
   * fibers wait for, like writing the commands that they have queued: with less stack it might stop
   * in the middle. Takes some 4 ns and never suspends.
   *
   * @throws StackOverflowError if they are not left
   */
  public static void requireStack() {
    StackRoom.requireHere();
  }

  /**
   * Lets a guard refuse what the calling fiber must not do from now on: to reach an operation that
   * may wait, or to start a fiber. Costs the operations of other fibers nothing. To be called by
   * the fiber itself, which has passed {@link #reachedWait} before, and at most once until {@link
   * #dismiss}.
   *
   * @param guard raises the refusals
   */
  public void obey(WaitGuard guard) {
    this.guard = Objects.requireNonNull(guard, "guard");
    // So that reachedWait looks at the guard.
    turn = LazyMembers.GUARDED;
  }

  /** Ends what {@link #obey} began. To be called by the fiber itself. */
  public void dismiss() {
    guard = null;
    turn = null;
  }

  private void refuseWait() {
    if (guard() != null) {
      refuse(WaitGuard.operationThatWaits());
    }
  }

  private @Nullable WaitGuard guard() {
    WaitGuard guard = this.guard;
    if (guard == null || !guard.isOver()) {
      return guard;
    }
    this.guard = null;
    if (turn == LazyMembers.GUARDED) {
      turn = null;
    }
    return null;
  }

  /** Raises the refusal of the guard that this fiber obeys, if there is one. */
  void refuse(String operation) {
    WaitGuard guard = guard();
    if (guard != null) {
      throw guard.refusal(operation);
    }
  }

  /**
   * What an operation does first that takes effect at once and cannot be undone: refuses it where
   * the fiber obeys a guard.
   *
   * @param operation its name, for people
   */
  public static void beforeEffect(String operation) {
    Objects.requireNonNull(operation, "operation");
    Fiber fiber = current();
    if (fiber.turn != null) {
      fiber.refuse(operation);
    }
  }

  /**
   * How many fibers this process has started so far.
   *
   * @return a count that only grows; threads that called in do not count
   */
  public static long startedCount() {
    return STARTED.get();
  }

  /**
   * The thread under this fiber.
   *
   * @return a virtual thread, or the thread that called in
   */
  public Thread thread() {
    return thread;
  }

  /**
   * The number of this fiber: its thread's identifier, which thread dumps show too.
   *
   * @return a number that no other fiber of the process has
   */
  public long id() {
    return id;
  }

  /**
   * The name of this fiber: that of {@link Body#named its body}, or of the thread that called in.
   *
   * @return the name, or null
   */
  public @Nullable String name() {
    String name = thread.getName();
    return name.isEmpty() ? null : name;
  }

  /**
   * Where this fiber comes from.
   *
   * @return what was given to {@link Body#from} for the body that it was started for, or null
   */
  public @Nullable Object origin() {
    return origin;
  }

  String label() {
    return label(own, id, name());
  }

  /** What a thread is called in dumps that is no fiber. */
  static String label(Thread thread) {
    String name = thread.getName();
    return label(false, thread.threadId(), name.isEmpty() ? null : name);
  }

  private static String label(boolean own, long id, @Nullable String name) {
    String label = (own ? "Fiber#" : "Thread#") + id;
    return name == null ? label : label + " " + Names.quoted(name);
  }

  /**
   * What this is called in dumps.
   *
   * @return the number, and the name if there is one
   */
  @Override
  public String toString() {
    return label();
  }

  /**
   * The innermost scope that this fiber stands in. To be called by the fiber itself.
   *
   * @return the scope
   */
  public Scope scope() {
    return scope;
  }

  /**
   * Whether the computation has been cancelled and is not shielded. To be called by the fiber
   * itself.
   *
   * @return true from the cancellation until the cancelled scope is left
   */
  public boolean isCancelled() {
    return scope.level != Scope.OPEN || interruptedOutside;
  }

  /**
   * Whether the computation has been cancelled, shielded or not: what is left to do should be done
   * without waiting for others. To be called by the fiber itself.
   *
   * @return true from the cancellation until the cancelled scope is left
   */
  public boolean isCancelledBehindShields() {
    for (Scope each = scope; each != null && each.owner == this; each = each.parent) {
      if (each.isCancelled()) {
        return true;
      }
    }
    return interruptedOutside;
  }

  /**
   * Raises the cancellation if there is one: what every operation that may wait does first.
   *
   * @throws CancellationException if {@link #isCancelled}
   */
  public void checkCancelled() {
    if (isCancelled()) {
      throw cancellation();
    }
  }

  /** The exception to raise; the interrupt that carried the cancellation has done its work. */
  CancellationException cancellation() {
    delivery.takeInterrupt();
    if (scope.level == Scope.OPEN && interruptedOutside) {
      interruptedOutside = false;
      return CancellationException.interrupted(this);
    }
    interruptedOutside = false;
    scope.noteRaised();
    return CancellationException.of(this, scope, null);
  }

  // ---- waiting ---------------------------------------------------------------------------------

  /** Is told of waits. */
  @FunctionalInterface
  public interface WaitListener {
    /**
     * A wait is over, by value, error or cancellation. Called by the fiber itself; must neither
     * wait nor raise.
     *
     * @param fiber what waited
     * @param where what it waited at: see {@link Names#label}
     * @param nanos how long, in nanoseconds
     */
    void waited(Fiber fiber, Object where, long nanos);
  }

  /**
   * Lets a listener be told of all waits of this process from now on, instead of the one that was
   * told before. Costs nothing while there is none.
   *
   * @param listener who is told, or null
   */
  public static void onWaits(@Nullable WaitListener listener) {
    waitListener = listener;
  }

  /** Is told of cancelled fibers. */
  @FunctionalInterface
  public interface CancelListener {
    /**
     * A scope that a fiber stands in was cancelled. Called by whoever cancels; must neither wait
     * nor raise. It is not called again for the same fiber until {@link #isCancelledSomewhere} has
     * said that nothing is left of the cancellation.
     *
     * @param fiber what was cancelled
     */
    void cancelled(Fiber fiber);
  }

  /**
   * Lets a listener be told from now on of cancelled fibers, instead of the one that was told
   * before: this library raises a cancellation where a fiber waits, and nowhere else, so somebody
   * has to look after those that compute.
   *
   * @param listener who is told, or null
   */
  public static void onCancel(@Nullable CancelListener listener) {
    CancellationDelivery.tell(listener);
  }

  /**
   * Whether a scope that this fiber stands in is cancelled, be it behind shields. Any thread may
   * ask. The first answer that is no lets the {@link CancelListener} be told of the next
   * cancellation.
   *
   * @return false too when the fiber has ended
   */
  public boolean isCancelledSomewhere() {
    return thread.getState() != Thread.State.TERMINATED && delivery.isUnderWay(this);
  }

  /**
   * How long ago this fiber was cancelled last. Any thread may ask.
   *
   * @return nanoseconds; of no use without a {@link CancelListener}
   */
  public long nanosCancelled() {
    return delivery.nanosAgo();
  }

  /**
   * Whether this fiber is cancelled, shielded by nothing, and runs or is ready to: it will raise
   * the cancellation when it waits. Any thread may ask.
   *
   * @return as far as can be seen from outside
   */
  public boolean computesThoughCancelled() {
    Scope innermost = root;
    for (Scope each = root; each != null; each = each.inner) {
      innermost = each;
    }
    return innermost.isCancelled() && mode == RUNNING && thread.getState() == Thread.State.RUNNABLE;
  }

  void startWaiting(Object where) {
    waitsSince = tick;
    waitsAt =
        waitListener != null || Events.on()
            ? Observation.suspended(this, where, waitListener)
            : where;
    mode = WAITING;
  }

  /**
   * Ends a wait that was served. A cancellation that came meanwhile has only woken the fiber; the
   * foreign code that it goes on with needs an interrupt.
   */
  void goOn() {
    endWaiting();
    if (scope.level != Scope.OPEN) {
      delivery.interruptItself(this);
    }
  }

  void endWaiting() {
    mode = RUNNING;
    Object waited = waitsAt;
    waitsAt = null;
    if (waited instanceof Observation.Wait wait) {
      Observation.resumed(this, wait);
    }
  }

  /** Parks until somebody unparks; to be called in a loop between start and end of waiting. */
  void park() {
    Fibers.park();
    if (Thread.interrupted() && !isCancelled()) {
      interruptedByOthers();
    }
  }

  /**
   * Does to this fiber what {@link Program#stop} does to the program's main body, though it runs in
   * the background: cancels it, while its own background fibers have the grace period. To be called
   * by the fiber itself; a thread that called in is left alone.
   */
  public void stop() {
    if (own) {
      root.cancel(Scope.STOPPED, Cause.of(Reason.STOPPED));
    }
  }

  /**
   * Somebody outside this library interrupted the thread: the fiber is cancelled as a whole, or if
   * the thread is not ours, the outermost of our scopes on it.
   */
  void interruptedByOthers() {
    if (own) {
      root.cancel(Scope.CANCELLED, Cause.INTERRUPTED);
      return;
    }
    Scope outermost = root.inner;
    if (outermost == null) {
      interruptedOutside = true;
    } else {
      outermost.interruptedByHost = true;
      outermost.cancel(Scope.CANCELLED, Cause.INTERRUPTED);
    }
  }

  /**
   * Wakes the fiber from {@link #park}. As at its start and at a yield, the JDK gives a thread of
   * ours to the scheduler's {@code execute}.
   */
  void unpark() {
    LockSupport.unpark(thread);
  }

  // ---- starting and ending ---------------------------------------------------------------------

  /** Starts the fiber, which its scope has taken in, and goes on at once. */
  void start() {
    STARTED.getAndIncrement();
    try {
      thread.start();
    } catch (Throwable error) {
      starter = null;
      root.parent.leave(this);
      throw error;
    }
  }

  /**
   * Starts the fiber and goes on when it has ended or has reached its first wait. On a scheduler of
   * our own it runs next on this carrier, and the caller comes back behind it.
   */
  void startAndAwaitFirstWait(Fiber caller) {
    starter = caller;
    boolean interrupted = false;
    caller.startWaiting(this);
    try {
      start();
      while (starter != null) {
        LockSupport.park();
        interrupted |= Thread.interrupted();
      }
    } finally {
      caller.endWaiting();
    }
    if (interrupted && !caller.isCancelled()) {
      caller.interruptedByOthers();
    }
  }

  void tellStarter() {
    Fiber waiting = starter;
    if (waiting != null) {
      starter = null;
      LockSupport.unpark(waiting.thread);
    }
  }

  /** Receives what escaped even the fiber's own catch, like a stack overflow while it ended. */
  @Override
  public void uncaughtException(Thread thread, Throwable error) {
    root.reporter.report(error);
  }
}

package yona.async;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException.Cause;
import yona.async.CancellationException.Reason;
import yona.async.clock.Clock;
import yona.async.stack.StackRoom;

/**
 * A stretch of computation that fibers and cancellables belong to and cannot outlive.
 *
 * <p>A fiber opens a scope, stands in it until it closes it, and may open others inside. Closing
 * cancels what still runs in the scope, waits for it, and then cancels the linked {@link
 * Cancellable}s, newest first. The innermost scope travels with the fiber; a fiber that is started
 * inside has the scope as its parent.
 *
 * <pre>{@code
 * try (Scope scope = Scope.open()) {
 *   Future<String> answer = scope.background(() -> ask());
 *   ...
 * }                                     // what still runs is cancelled and waited for
 * }</pre>
 *
 * <p>{@link #cancel} may come from any thread; everything else is for the fiber that opened the
 * scope, except {@link #background}, {@link #link} and {@link Link#unlink}, which any fiber
 * standing in it or below it may call.
 *
 * <p>How a cancellation travels is told at {@link CancelScope}.
 *
 * <p><b>Compared with Scala gears</b>, whose {@code CompletionGroup} is the pattern. There, futures
 * and other cancellables are members alike: they are cancelled in no order, and the group waits
 * until each has unlinked itself. Here the fibers are cancelled and awaited first, since they may
 * still use what is linked; that is then cancelled newest first, since what is opened later is made
 * of what was there before; and it is waited for no longer than its {@link Cancellable#cancel}
 * takes, so none can hold the scope up by not unlinking itself. There, a cancelled future has its
 * result when its body has cleaned up, and whoever awaits it waits for that; here it has it at
 * once, and the scope alone waits for what it has cancelled, which is enough for nothing to be left
 * behind. There, a failure that nobody awaits is lost; here it is reported. And {@code
 * uninterruptible} there ends with the cancellation that came meanwhile, and drops what the body
 * gave, as {@link Async#uninterruptible} does; behind {@link Async#shielded} it comes at the first
 * wait, so that the value, say of something acquired, reaches somebody who can release it.
 */
@SuppressWarnings("ReferenceEquality") // scopes and threads are compared by identity
public non-sealed class Scope extends CancelScope implements AutoCloseable {

  /** What a scope is to what runs in it. */
  enum Role {
    /** It holds background fibers and cancellables. */
    HOLDER,
    /** It is a part of the nearest holder around it, like a group or a timeout. */
    PART,
    /** It is such a part, and keeps cancellations of the scopes around it out. */
    SHIELD
  }

  final ErrorReporter reporter;

  /** Where fibers run that are started in this scope. */
  final FiberScheduler scheduler;

  private final Scope holder;

  /** What the program attached to the scope, for code below it to find. */
  private final @Nullable Object local;

  /** Futures that failed when nobody waited for them, from the first one on. */
  private volatile @Nullable UnseenFailures unseen;

  /** What is linked, from the first one on. */
  private volatile @Nullable Links links;

  /** The root scope of a thread that called in. */
  Scope(Fiber foreign) {
    super(foreign);
    this.reporter = ErrorReporter.STANDARD_ERROR;
    this.scheduler = FiberScheduler.standard();
    this.holder = this;
    this.local = null;
  }

  /** The root scope of a new fiber. */
  Scope(Scope parent, Fiber fiber) {
    super(parent, fiber);
    this.reporter = parent.reporter;
    this.scheduler = parent.scheduler;
    this.holder = parent.holder;
    this.local = null;
  }

  /** Opens a part of the calling fiber's current scope, which has what that has. */
  Scope() {
    this(Role.PART, null, null, null, null, null);
  }

  /** Opens the scope of a program. */
  Scope(ErrorReporter reporter, @Nullable FiberLimit limit) {
    this(Role.HOLDER, reporter, null, limit, null, null);
  }

  /**
   * Opens a scope inside the calling fiber's current one, which has what that has for each null.
   */
  private Scope(
      Role role,
      @Nullable ErrorReporter reporter,
      @Nullable FiberScheduler scheduler,
      @Nullable FiberLimit limit,
      @Nullable Object local,
      @Nullable Scope host) {
    if (role != Role.SHIELD) {
      // A scope that cannot close for lack of stack would remain the fiber's current scope.
      // A release opens a shield, whose stack was checked before the acquisition.
      StackRoom.requireHere();
    }
    super(Fiber.current(), role, limit);
    Scope outer = parent;
    this.reporter = reporter == null ? outer.reporter : Errors.guarded(reporter);
    this.scheduler = scheduler == null ? outer.scheduler : scheduler;
    this.holder = role == Role.HOLDER ? this : host == null ? outer.holder : host.holder;
    this.local = local;
    enterTree();
  }

  /**
   * Opens a scope that holds background fibers and cancellables, to be left by {@code try}.
   *
   * @return the scope, which the calling fiber now stands in and has to close
   */
  public static Scope open() {
    return new Scope(Role.HOLDER, null, null, null, null, null);
  }

  /**
   * Opens a scope like {@link #open()} with something attached, which code that runs below it finds
   * by walking from {@link #current} along {@link #parent}.
   *
   * @param local what is attached
   * @return the scope, which the calling fiber now stands in and has to close
   */
  public static Scope open(Object local) {
    Objects.requireNonNull(local, "local");
    return new Scope(Role.HOLDER, null, null, null, local, null);
  }

  /**
   * Opens a scope on a thread that calls into a program from outside, and does there what a fiber
   * of the program would do: background fibers and cancellables of the body are held by a scope of
   * the program, and errors are reported where that reports them. Its cancellation does not reach
   * the caller.
   *
   * @param host the scope of the program, of any fiber; it is open as long as this one
   * @param local what is attached to the new scope
   * @return the scope, which the calling fiber now stands in and has to close
   */
  public static Scope openFor(Scope host, Object local) {
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(local, "local");
    return new Scope(Role.PART, host.reporter, host.scheduler, host.limit, local, host);
  }

  /** Like {@link #open()}, with a reporter of its own. */
  static Scope openReporting(ErrorReporter reporter) {
    return new Scope(Role.HOLDER, reporter, null, null, null, null);
  }

  /** Like {@link #open()}, with a choice of where fibers run that are started inside. */
  static Scope openOn(FiberScheduler scheduler) {
    return new Scope(Role.HOLDER, null, scheduler, null, null, null);
  }

  /** Opens a scope that holds nothing: for a body that is to have an end of its own. */
  static Scope openPart() {
    return new Scope();
  }

  /**
   * What was attached to this scope.
   *
   * @return the object given to {@link #open(Object)}, or null
   */
  public final @Nullable Object local() {
    return local;
  }

  /**
   * The scope around this one: of the same fiber, or the one in which this fiber was started.
   *
   * @return the scope, or null for the outermost one
   */
  public final @Nullable Scope parent() {
    return parent;
  }

  /**
   * Hands an error to whoever takes those that nobody can be given.
   *
   * @param error the error
   */
  public final void report(Throwable error) {
    reporter.report(Objects.requireNonNull(error, "error"));
  }

  /**
   * Opens a scope that keeps cancellations from outside away until it is closed: for releases that
   * have to run to their end.
   *
   * @return the scope, which the calling fiber now stands in and has to close
   */
  public static Scope openShielded() {
    return new Scope(Role.SHIELD, null, null, null, null, null);
  }

  /**
   * The innermost scope of the calling fiber.
   *
   * @return the scope
   */
  public static Scope current() {
    return Fiber.current().scope;
  }

  /**
   * The nearest scope around the calling fiber that holds background fibers and cancellables: one
   * made by {@link #open}, or the program's. Groups and timeouts do not hold any.
   *
   * @return the scope
   */
  public static Scope holding() {
    return Fiber.current().scope.holder;
  }

  /**
   * This scope or the nearest one around it that holds background fibers and cancellables.
   *
   * @return the scope
   */
  public final Scope holder() {
    return holder;
  }

  /**
   * The fiber that opened this scope.
   *
   * @return the fiber
   */
  public final Fiber owner() {
    return owner;
  }

  /**
   * Whether this scope has been cancelled.
   *
   * @return true from its cancellation on
   */
  public final boolean isCancelled() {
    return isMarked();
  }

  /**
   * Whether this scope keeps cancellations from outside away from what runs in it.
   *
   * @return true for those of {@link #openShielded}
   */
  public final boolean isShield() {
    return shield;
  }

  /**
   * Whether something runs in this scope beside the fiber that stands in it.
   *
   * @return true while members have not ended
   */
  public final boolean hasMembers() {
    return live != 0;
  }

  /**
   * Whether the fiber that stands in this scope, or one that belongs to it or to a scope inside,
   * runs or is ready to. Looks at one after the other while they go on. Any thread may ask.
   *
   * @return false if all of them wait, or there are none
   */
  public final boolean isComputing() {
    return isAnyFiberComputing();
  }

  // ---- members ---------------------------------------------------------------------------------

  /**
   * Starts a fiber that runs beside the scope's own work and at most until the scope closes. Its
   * error disturbs nobody: it is reported, and it is the failure of the future. If the scope was
   * cancelled already the body does not run.
   *
   * @param body what the fiber runs
   * @param <T> its result
   * @return the result to come
   */
  public final <T extends @Nullable Object> Future<T> background(Body<? extends T, ?> body) {
    Member<T> member = new Member<>(this, Member.Kind.BACKGROUND, body);
    enter();
    member.start();
    return member;
  }

  /**
   * {@link #background(Body)} of a body without a result.
   *
   * @param body what the fiber runs
   * @return its end to come
   */
  public final Future<@Nullable Void> background(Action<?> body) {
    return background(Action.<Throwable>asBody(body));
  }

  /**
   * Starts a fiber whose result is awaited, by any fiber, and that runs at most until the scope
   * closes. A failure that nobody has seen by then is reported. If the scope was cancelled already
   * the body does not run.
   *
   * <p>A future that the caller awaits before it does anything else that waits need not become a
   * fiber: where the fibers' scheduler is ours, the body then runs in the await, on the fiber that
   * waits for it.
   *
   * @param body what the fiber runs
   * @param <T> its result
   * @return the result to come
   * @throws IllegalStateException if the scope is closed, or is no scope that anybody leaves
   */
  public final <T extends @Nullable Object> Future<T> future(Body<? extends T, ?> body) {
    Member<T> member = new Member<>(this, Member.Kind.FUTURE, body);
    enter();
    member.startLater();
    return member;
  }

  /**
   * {@link #future(Body)} of a body without a result.
   *
   * @param body what the fiber runs
   * @return its end to come
   */
  public final Future<@Nullable Void> future(Action<?> body) {
    return future(Action.<Throwable>asBody(body));
  }

  /**
   * Waits until all members have ended by themselves, or the time is over. To be called by the
   * fiber that opened the scope. Suspends unless they have ended already.
   *
   * @param time how long to wait at most
   * @return whether they have all ended
   * @throws CancellationException if the computation is cancelled
   * @throws IllegalStateException if another fiber calls
   */
  public final boolean awaitMembers(Duration time) {
    return awaitMembersNanos(Clock.nanos(time));
  }

  /**
   * Waits like {@link #awaitMembers}. Suspends unless all members have ended already.
   *
   * @param nanos how long to wait at most, in nanoseconds
   * @return whether they have all ended
   * @throws CancellationException if the computation is cancelled
   * @throws IllegalStateException if another fiber calls
   */
  public final boolean awaitMembersNanos(long nanos) {
    Fiber fiber = owner;
    if (fiber.thread() != Thread.currentThread()) {
      throw new IllegalStateException("a scope's members are awaited by the fiber that opened it");
    }
    Fiber.beforeWait();
    if (live == 0) {
      return true;
    }
    Fiber.reachedWait();
    return awaitAll(nanos);
  }

  /** Called by a member that failed, before anybody can see that it has ended. */
  void memberFailed(Throwable error, boolean cancelled) {
    if (!(cancelled && Errors.isCancellation(error))) {
      reporter.report(error);
    }
  }

  /** Keeps the failure of a future until somebody looks at it, or reports it when this closes. */
  final void failed(Future<?> future) {
    UnseenFailures all = unseen;
    if (all == null) {
      all = firstFailures();
    }
    all.add(future, reporter);
    if (level == CLOSED) {
      // It was closed before, or looked for failures when this was not there yet.
      all.report(reporter);
    }
  }

  private synchronized UnseenFailures firstFailures() {
    UnseenFailures all = unseen;
    if (all == null) {
      all = new UnseenFailures();
      unseen = all;
    }
    return all;
  }

  // ---- for dumps -------------------------------------------------------------------------------

  /** What this is called, without its state; the outermost scope of a fiber is the fiber's. */
  String label() {
    return this == owner.root ? owner.label() : Names.label(kind(), this);
  }

  /** What sort of scope this is. */
  String kind() {
    return shield ? "Shield" : "Scope";
  }

  /**
   * What this is, and how many members it has that have not ended.
   *
   * @return the label of {@link Names}, and the number
   */
  @Override
  public final String toString() {
    return label() + " (" + live + " live" + (isCancelled() ? ", cancelled)" : ")");
  }

  /**
   * The newest members that run in fibers of their own and have not ended. Any thread may ask.
   *
   * @param most how many, at most
   * @return their fibers, newest first
   */
  public final List<Fiber> newestMembers(int most) {
    return newestFibers(most);
  }

  /**
   * The newest cancellables that are linked. Any thread may ask.
   *
   * @param most how many, at most
   * @return the cancellables, newest first
   */
  public final List<Cancellable> newestLinks(int most) {
    Links all = links;
    return all == null ? List.of() : all.newest(most);
  }

  // ---- cancellables ----------------------------------------------------------------------------

  /**
   * Links a cancellable: leaving the scope cancels it, after the scope's members have ended, newest
   * first.
   *
   * @param cancellable what to cancel
   * @return its place, to take it out again
   * @throws IllegalStateException if the scope is closed, or is no scope that anybody leaves
   */
  public final Link link(Cancellable cancellable) {
    Objects.requireNonNull(cancellable, "cancellable");
    requireInside("linked to");
    Links all = links;
    if (all == null) {
      all = firstLinks();
    }
    Link link = new Link(all, cancellable);
    all.add(link);
    // Now, as the scope may be on its way out; it looks for links once more when it is closed.
    if (level == CLOSED && link.unlink()) {
      throw new IllegalStateException("the scope is closed");
    }
    return link;
  }

  /** Links to the scope that holds it; null on a thread that stands in no scope. */
  static @Nullable Link linkToHolding(Cancellable cancellable) {
    Scope holding = holding();
    return holding.parent == null ? null : holding.link(cancellable);
  }

  private synchronized Links firstLinks() {
    Links all = links;
    if (all == null) {
      all = new Links();
      links = all;
    }
    return all;
  }

  private void cancelLinks() {
    Links all = links;
    if (all != null) {
      all.cancelAll(reporter);
    }
  }

  // ---- cancellation ----------------------------------------------------------------------------

  /**
   * Cancels everything that runs in this scope, the fiber that stands in it too, and returns at
   * once. Cancelled fibers raise {@link CancellationException} where they wait or next would.
   * Cancelling twice, or after the end, does nothing. Any thread may call it.
   *
   * @throws IllegalStateException if this is no scope that anybody leaves, but what {@link
   *     #current} gives on a thread that stands in none
   */
  public final void cancel() {
    requireInside("cancelled");
    cancel(CANCELLED, Cause.of(Reason.CANCELLED));
  }

  /**
   * Like {@link #cancel}, and not kept away by any shield: what was protected from cancellations
   * raises {@link CancellationException} where it waits, and so do releases. For programs that do
   * not end in the time that they have for it.
   *
   * @throws IllegalStateException as of {@link #cancel}
   */
  public final void terminate() {
    requireInside("terminated");
    cancel(TERMINATED, Cause.of(Reason.CANCELLED));
  }

  /**
   * Like {@link #terminate}, but only for what shields protect at this moment: releases that are
   * under way raise where they wait, and those that come after them run. For releases that wait for
   * each other.
   *
   * @throws IllegalStateException as of {@link #cancel}
   */
  public final void terminateShielded() {
    requireInside("terminated");
    terminateShields(Cause.of(Reason.CANCELLED));
  }

  /** For a thread that called in, what is done to its outermost scope would never end. */
  private void requireInside(String what) {
    if (parent == null) {
      throw new IllegalStateException(
          "a thread that stands in no scope has none that could be " + what);
    }
  }

  // ---- leaving ---------------------------------------------------------------------------------

  /**
   * Runs a body in the scope, and leaves that. Of two errors the body's is raised. Without memory
   * both may be the same object of the virtual machine, which a {@code try} with resources would
   * refuse to add to itself. May suspend.
   */
  final <T extends @Nullable Object, X extends Throwable> T around(
      Body<? extends T, ? extends X> body) throws X {
    T result;
    try {
      result = body.run();
    } catch (Throwable error) {
      try {
        close();
      } catch (Throwable later) {
        if (later != error) {
          error.addSuppressed(later);
        }
      }
      throw error;
    }
    close();
    return result;
  }

  /**
   * Leaves the scope: cancels and awaits its members, then cancels what is linked to it. No
   * cancellation cuts this short. Closing twice does nothing; scopes that are still open inside are
   * closed first. May suspend.
   *
   * @throws IllegalStateException if another fiber than the owner calls; or if this is no scope
   *     that anybody leaves, but what {@link #current} gives on a thread that stands in none
   */
  @Override
  public void close() {
    requireInside("closed");
    if (level == CLOSED) {
      return;
    }
    Fiber fiber = owner;
    if (fiber.thread() != Thread.currentThread()) {
      throw new IllegalStateException("a scope is closed by the fiber that opened it");
    }
    while (fiber.scope != this) {
      fiber.scope.close();
    }
    endMembers();
    cancelLinks();
    int last = shut();
    // Cancels the links made meanwhile; from here on the scope refuses new ones.
    cancelLinks();
    leaveTree(last);
    UnseenFailures failures = unseen;
    if (failures != null) {
      failures.report(reporter);
    }
  }
}

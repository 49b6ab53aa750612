package yona.async;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
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
 * <p><b>How a cancellation travels.</b> It marks the scope, then the scope open inside it, and the
 * roots of its member fibers, down to every innermost one, so that a fiber that is about to wait
 * looks at one field however deep it stands. Opening an inner scope publishes it and then reads the
 * level of the outer one; marking writes the level and then reads the inner scope: one of the two
 * sees the other. A shield stops the walk; when it closes, the fiber stands again in a scope that
 * was marked. A canceller may come late with its interrupt, when the fiber has opened scopes and
 * shields since: it looks for shields under the owner's interrupt lock, which a shield takes that
 * is opened in a cancelled scope.
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
public class Scope implements AutoCloseable {

  /** Not cancelled. */
  static final int OPEN = 0;

  /** Cancelled, less its background members (a program that was asked to stop). */
  static final int STOPPED = 1;

  /** Cancelled. */
  static final int CANCELLED = 2;

  /** Cancelled, with what is shielded. */
  static final int TERMINATED = 3;

  private static final int CLOSED = 4;

  /**
   * How many failures of futures are kept for somebody to look at, before the oldest is reported.
   */
  private static final int FAILURES_KEPT = 1_024;

  private static final VarHandle LEVEL;
  private static final VarHandle LIVE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      LEVEL = lookup.findVarHandle(Scope.class, "level", int.class);
      LIVE = lookup.findVarHandle(Scope.class, "live", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The scope around this one: of the same fiber, or of the fiber that started this one. */
  final @Nullable Scope parent;

  /** The fiber that stands in this scope. */
  final Fiber owner;

  final ErrorReporter reporter;

  /** Where fibers run that are started in this scope. */
  final FiberScheduler scheduler;

  /** Bounds the members of the whole program; null if nobody does. */
  private final @Nullable FiberLimit limit;

  /** Keeps cancellations of the scopes around it out. */
  final boolean shield;

  private final Scope holder;

  /** What the program attached to the scope, for code below it to find. */
  private final @Nullable Object local;

  volatile int level;

  /** Why this was cancelled; null if it was not, or because a scope around it was. */
  private volatile CancellationException.@Nullable Cause cause;

  /** The scope that the owner opened inside this one and stands in. */
  volatile @Nullable Scope inner;

  /** How many members have not ended, started or not. */
  volatile int live;

  /**
   * A shield only: whether foreign code behind it still has to be told of a cancellation. Guarded
   * by the owner's interrupt lock.
   */
  boolean interruptsAgain = true;

  /** It was cancelled by nobody when it began to close. */
  private boolean closedByItself;

  /** Set under the owner's interrupt lock when a cancelled scope is left. */
  boolean left;

  /** Somebody inside has raised the cancellation. */
  private volatile boolean raised;

  /** The cancellation came from an interrupt of a thread that is not ours, which wants it back. */
  boolean interruptedByHost;

  /** The members that run in fibers of their own. Guarded by this. */
  private @Nullable Fiber newestMember;

  /** Futures that failed when nobody waited for them. Guarded by this. */
  private @Nullable ArrayDeque<Future<?>> failures;

  /** What is linked, from the first one on. */
  private volatile @Nullable Links links;

  /** The root scope of a thread that called in. */
  Scope(Fiber foreign) {
    this.parent = null;
    this.owner = foreign;
    this.reporter = ErrorReporter.STANDARD_ERROR;
    this.scheduler = FiberScheduler.standard();
    this.limit = null;
    this.shield = false;
    this.holder = this;
    this.local = null;
  }

  /** The root scope of a new fiber; its level is set when the parent takes the fiber in. */
  Scope(Scope parent, Fiber fiber) {
    this.parent = parent;
    this.owner = fiber;
    this.reporter = parent.reporter;
    this.scheduler = parent.scheduler;
    this.limit = parent.limit;
    this.shield = false;
    this.holder = parent.holder;
    this.local = null;
  }

  /** A scope inside the current one of the calling fiber. */
  Scope(boolean holds, boolean shield, @Nullable ErrorReporter reporter) {
    this(holds, shield, reporter, null, null, null);
  }

  Scope(
      boolean holds,
      boolean shield,
      @Nullable ErrorReporter reporter,
      @Nullable FiberScheduler scheduler,
      @Nullable FiberLimit limit,
      @Nullable Object local) {
    if (!shield) {
      // A scope that cannot close for lack of stack would remain the fiber's current scope.
      // A release opens a shield, whose stack was checked before the acquisition.
      StackRoom.requireHere();
    }
    Fiber fiber = Fiber.current();
    Scope outer = fiber.scope;
    this.parent = outer;
    this.owner = fiber;
    this.reporter = reporter == null ? outer.reporter : Errors.guarded(reporter);
    this.scheduler = scheduler == null ? outer.scheduler : scheduler;
    this.limit = limit == null ? outer.limit : limit;
    this.shield = shield;
    this.holder = holds ? this : outer.holder;
    this.local = local;
    outer.inner = this;
    int outerLevel = outer.level;
    if (outerLevel != OPEN) {
      if (shield && outerLevel != TERMINATED) {
        synchronized (fiber.delivery) {
          interruptsAgain = Thread.interrupted();
        }
      } else {
        mark(outerLevel);
      }
    }
    fiber.scope = this;
  }

  /**
   * Opens a scope that holds background fibers and cancellables, to be left by {@code try}.
   *
   * @return the scope, which the calling fiber now stands in and has to close
   */
  public static Scope open() {
    return new Scope(true, false, null);
  }

  /**
   * Opens a scope like {@link #open()} with something attached, which code that runs below it finds
   * by walking from {@link #current} along {@link #parent}.
   *
   * @param local what is attached
   * @return the scope, which the calling fiber now stands in and has to close
   */
  public static Scope open(Object local) {
    return new Scope(true, false, null, null, null, Objects.requireNonNull(local, "local"));
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
    return new Scope(false, true, null);
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
    int now = level;
    return now != OPEN && now != CLOSED;
  }

  /** Notes that a cancellation is raised in this scope: of this or of one around it. */
  final void noteRaised() {
    for (Scope each = this; each != null && each.isCancelled(); each = each.parent) {
      each.raised = true;
    }
  }

  /**
   * Whether what ran in this scope, whose cancellation may have come, knows of it: it has been
   * raised, or has interrupted foreign code on the owner's thread. To be called by the owner, which
   * stands in it.
   */
  final boolean isNoticed() {
    return raised || owner.delivery.wasInterrupted(owner);
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
    ArrayDeque<Scope> rest = new ArrayDeque<>();
    rest.add(this);
    for (Scope outer = rest.poll(); outer != null; outer = rest.poll()) {
      if (outer.owner.thread().getState() == Thread.State.RUNNABLE) {
        return true;
      }
      for (Scope scope = outer; scope != null; scope = scope.inner) {
        ArrayDeque<Scope> members = scope.addMembersTo(null, CANCELLED);
        if (members != null) {
          rest.addAll(members);
        }
      }
    }
    return false;
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
    return fiber.awaitMembers(this, nanos);
  }

  /** Counts a member in that is going to run. */
  final void enter() {
    if (parent == null) {
      throw new IllegalStateException(
          "fibers belong to a scope: run this inside Async.blocking(...)");
    }
    if (limit != null) {
      limit.enter();
    }
    LIVE.getAndAdd(this, 1);
    if (level == CLOSED) {
      LIVE.getAndAdd(this, -1);
      if (limit != null) {
        limit.leave();
      }
      throw new IllegalStateException("the scope is closed");
    }
  }

  /** Counts a member out, as the last thing it does. */
  final void leave(@Nullable Fiber member) {
    if (member != null) {
      synchronized (this) {
        Fiber older = member.olderSibling;
        Fiber newer = member.newerSibling;
        if (older != null) {
          older.newerSibling = newer;
        }
        if (newer != null) {
          newer.olderSibling = older;
        } else {
          newestMember = older;
        }
      }
    }
    if (limit != null) {
      limit.leave();
    }
    if ((int) LIVE.getAndAdd(this, -1) == 1) {
      owner.unpark();
    }
  }

  /** Takes in the fiber of a member that has entered; whoever cancels the scope now reaches it. */
  final void addFiber(Fiber member) {
    synchronized (this) {
      int now = level;
      if (now == CANCELLED || now == TERMINATED || (now == STOPPED && !member.background)) {
        member.root.level = now;
      }
      Fiber older = newestMember;
      member.olderSibling = older;
      if (older != null) {
        older.newerSibling = member;
      }
      newestMember = member;
    }
  }

  /** Called by a member that failed, before anybody can see that it has ended. */
  void memberFailed(Throwable error, boolean cancelled) {
    if (!(cancelled && Errors.isCancellation(error))) {
      reporter.report(error);
    }
  }

  /** Keeps the failure of a future until somebody looks at it, or reports it when this closes. */
  final void failed(Future<?> future) {
    Future<?> oldest = future;
    synchronized (this) {
      if (level != CLOSED) {
        if (failures == null) {
          failures = new ArrayDeque<>();
        }
        failures.add(future);
        oldest = failures.size() > FAILURES_KEPT ? failures.poll() : null;
      }
    }
    if (oldest != null) {
      oldest.reportUnseen(reporter);
    }
  }

  private void reportFailures() {
    ArrayDeque<Future<?>> all;
    synchronized (this) {
      all = failures;
      failures = null;
    }
    if (all != null) {
      for (Future<?> future : all) {
        future.reportUnseen(reporter);
      }
    }
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
    List<Fiber> newest = new ArrayList<>();
    synchronized (this) {
      for (Fiber member = newestMember;
          member != null && newest.size() < most;
          member = member.olderSibling) {
        newest.add(member);
      }
    }
    return newest;
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
    if (all == null || all.isEmpty()) {
      return;
    }
    try (Scope _ = openShielded()) {
      for (Link link = all.takeNewest(); link != null; link = all.takeNewest()) {
        try {
          link.cancellable.cancel();
        } catch (Throwable error) {
          reporter.report(error);
        }
      }
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
    ArrayDeque<Scope> rest = new ArrayDeque<>();
    for (Scope chain = this; chain != null; chain = rest.poll()) {
      for (Scope each = chain; each != null; each = each.inner) {
        if (each.shield) {
          each.cancel(TERMINATED, Cause.of(Reason.CANCELLED));
          break;
        }
        var _ = each.addMembersTo(rest, TERMINATED);
      }
    }
  }

  /** For a thread that called in, what is done to its outermost scope would never end. */
  private void requireInside(String what) {
    if (parent == null) {
      throw new IllegalStateException(
          "a thread that stands in no scope has none that could be " + what);
    }
  }

  /** Cancels for a reason, which stands if it is the first. */
  final void cancel(int to, Cause why) {
    because(why);
    cancel(to);
  }

  /** Says why this is about to be cancelled, unless it has been. */
  final void because(Cause why) {
    if (cause == null && level == OPEN) {
      cause = why;
    }
  }

  /** Why what runs in this scope was cancelled: for the nearest reason around it. */
  final Cause cause() {
    for (Scope each = this; each != null; each = each.parent) {
      Cause why = each.cause;
      if (why != null) {
        return why;
      }
    }
    return Cause.SCOPE_LEFT;
  }

  private void cancel(int to) {
    ArrayDeque<Scope> rest = null;
    for (Scope scope = this; scope != null; scope = rest == null ? null : rest.poll()) {
      while (scope != null && scope.mark(to)) {
        rest = scope.addMembersTo(rest, to);
        Scope next = scope.inner;
        if (next == null || (next.shield && to != TERMINATED)) {
          scope.owner.delivery.reach(scope.owner, scope);
          break;
        }
        scope = next;
      }
    }
  }

  private boolean mark(int to) {
    for (; ; ) {
      int now = level;
      if (now >= to) {
        return false;
      }
      if (LEVEL.compareAndSet(this, now, to)) {
        return true;
      }
    }
  }

  private @Nullable ArrayDeque<Scope> addMembersTo(@Nullable ArrayDeque<Scope> rest, int to) {
    if (live == 0) {
      return rest;
    }
    ArrayDeque<Scope> all = rest == null ? new ArrayDeque<>() : rest;
    synchronized (this) {
      for (Fiber member = newestMember; member != null; member = member.olderSibling) {
        if (to != STOPPED || !member.background) {
          all.add(member.root);
        }
      }
    }
    return all;
  }

  // ---- leaving ---------------------------------------------------------------------------------

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
    leave();
    reportFailures();
  }

  private void endMembers() {
    if (live == 0) {
      return;
    }
    if (level == STOPPED) {
      Program.awaitGrace(this);
    }
    // From here on the scope takes new members in cancelled; its owner is on its way out anyway.
    because(Cause.SCOPE_LEFT);
    closedByItself = level == OPEN && LEVEL.compareAndSet(this, OPEN, CANCELLED);
    mark(CANCELLED);
    ArrayDeque<Scope> members = addMembersTo(null, CANCELLED);
    if (members != null) {
      members.forEach(member -> member.cancel(CANCELLED));
    }
    if (owner.awaitMembers(this) && closedByItself) {
      owner.interruptedByOthers();
    }
  }

  private void leave() {
    Fiber fiber = owner;
    Scope outer = parent;
    int last = (int) LEVEL.getAndSet(this, CLOSED);
    cancelLinks();
    if (outer != null && outer.owner == fiber) {
      fiber.scope = outer;
      outer.inner = null;
    }
    if (last != OPEN) {
      // A canceller that has marked this scope may be about to interrupt; from here on it does not.
      synchronized (fiber.delivery) {
        left = true;
        fiber.delivery.takeInterrupt();
      }
      if (interruptedByHost) {
        fiber.thread().interrupt();
      }
    }
    if (fiber.scope.level != OPEN && (closedByItself || (shield && interruptsAgain()))) {
      // What cancelled the outer scope has not interrupted foreign code yet.
      fiber.delivery.interruptItself(fiber);
    }
  }

  private boolean interruptsAgain() {
    synchronized (owner.delivery) {
      return interruptsAgain;
    }
  }

  /** The outermost shield inside this scope, or null. */
  final @Nullable Scope shieldInside() {
    Scope inside = inner;
    while (inside != null && !inside.shield) {
      inside = inside.inner;
    }
    return inside;
  }
}

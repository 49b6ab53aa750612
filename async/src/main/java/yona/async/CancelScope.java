package yona.async;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException.Cause;

/**
 * A scope as a node of the tree that cancellations travel through: where it stands, who its members
 * are, and whether it is cancelled.
 *
 * <p><b>How a cancellation travels.</b> It marks the scope, then the scope open inside it, and the
 * roots of its member fibers, down to every innermost one, so that a fiber that is about to wait
 * looks at one field however deep it stands. Opening an inner scope publishes it and then reads the
 * level of the outer one; marking writes the level and then reads the inner scope: one of the two
 * sees the other. A shield stops the walk; when it closes, the fiber stands again in a scope that
 * was marked. A canceller may come late with its interrupt, when the fiber has opened scopes and
 * shields since: it looks for shields under the owner's interrupt lock, which a shield takes that
 * is opened in a cancelled scope. ({@link CancellationDelivery} is that lock, and tells how the
 * fiber is reached in the end.)
 *
 * <p>{@link Scope} extends this and does not have one: each fiber has a scope, which would be 16
 * bytes larger with another object, and every wait would look through it. This class knows nothing
 * of what a scope is to programs, of futures, errors and cancellables.
 */
@SuppressWarnings("ReferenceEquality") // scopes and threads are compared by identity
abstract sealed class CancelScope permits Scope {

  /** Not cancelled. */
  static final int OPEN = 0;

  /** Cancelled, less its background members (a program that was asked to stop). */
  static final int STOPPED = 1;

  /** Cancelled. */
  static final int CANCELLED = 2;

  /** Cancelled, with what is shielded. */
  static final int TERMINATED = 3;

  /** Left. */
  static final int CLOSED = 4;

  private static final VarHandle LEVEL;
  private static final VarHandle LIVE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      LEVEL = lookup.findVarHandle(CancelScope.class, "level", int.class);
      LIVE = lookup.findVarHandle(CancelScope.class, "live", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The scope around this one: of the same fiber, or of the fiber that started this one. */
  final @Nullable Scope parent;

  /** The fiber that stands in this scope. */
  final Fiber owner;

  /** Bounds the members of the whole program; null if nobody does. */
  final @Nullable FiberLimit limit;

  /** Keeps cancellations of the scopes around it out. */
  final boolean shield;

  volatile int level;

  /** Why this was cancelled; null if it was not, or because a scope around it was. */
  private volatile @Nullable Cause cause;

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

  /** The root of a thread that called in. */
  CancelScope(Fiber foreign) {
    this.parent = null;
    this.owner = foreign;
    this.limit = null;
    this.shield = false;
  }

  /** The root of a new fiber; its level is set when the parent takes the fiber in. */
  CancelScope(Scope parent, Fiber fiber) {
    this.parent = parent;
    this.owner = fiber;
    this.limit = parent.limit;
    this.shield = false;
  }

  /** A scope inside the current one of its owner, which stands in it from {@link #enterTree} on. */
  CancelScope(Fiber owner, Scope.Role role, @Nullable FiberLimit limit) {
    Scope outer = owner.scope;
    this.parent = outer;
    this.owner = owner;
    this.limit = limit == null ? outer.limit : limit;
    this.shield = role == Scope.Role.SHIELD;
  }

  /** Makes this the current scope of its owner, and lets cancellations reach it. */
  final void enterTree() {
    Fiber fiber = owner;
    Scope outer = fiber.scope;
    Scope self = (Scope) this;
    outer.inner = self;
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
    fiber.scope = self;
  }

  // ---- members ---------------------------------------------------------------------------------

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

  /** The fibers of the newest members, newest first; at most so many. */
  final List<Fiber> newestFibers(int most) {
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

  /** See {@link Scope#isComputing}. */
  final boolean isAnyFiberComputing() {
    ArrayDeque<CancelScope> rest = new ArrayDeque<>();
    rest.add(this);
    for (CancelScope outer = rest.poll(); outer != null; outer = rest.poll()) {
      if (outer.owner.thread().getState() == Thread.State.RUNNABLE) {
        return true;
      }
      for (CancelScope scope = outer; scope != null; scope = scope.inner) {
        ArrayDeque<Scope> members = scope.addMembersTo(null, CANCELLED);
        if (members != null) {
          rest.addAll(members);
        }
      }
    }
    return false;
  }

  /** Waits until no member is left; no cancellation cuts it short. Whether it was interrupted. */
  private boolean awaitAll() {
    Fiber fiber = owner;
    boolean interrupted = Thread.interrupted();
    fiber.startWaiting(this);
    while (live != 0) {
      LockSupport.park();
      interrupted |= Thread.interrupted();
    }
    fiber.endWaiting();
    return interrupted;
  }

  /** Waits until no member is left, or the time is over: false. By the owner. */
  final boolean awaitAll(long nanos) {
    Fiber fiber = owner;
    long start = System.nanoTime();
    fiber.startWaiting(this);
    try {
      while (live != 0) {
        fiber.checkCancelled();
        long rest = nanos - (System.nanoTime() - start);
        if (rest <= 0) {
          return false;
        }
        LockSupport.parkNanos(rest);
        if (Thread.interrupted() && !fiber.isCancelled()) {
          fiber.interruptedByOthers();
        }
      }
      // Members that a cancellation has ended have not ended by themselves.
      fiber.checkCancelled();
      return true;
    } finally {
      fiber.goOn();
    }
  }

  // ---- cancellation ----------------------------------------------------------------------------

  /** Whether this has been cancelled, and is not left yet. */
  final boolean isMarked() {
    int now = level;
    return now != OPEN && now != CLOSED;
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
    for (CancelScope each = this; each != null; each = each.parent) {
      Cause why = each.cause;
      if (why != null) {
        return why;
      }
    }
    return Cause.SCOPE_LEFT;
  }

  private void cancel(int to) {
    ArrayDeque<Scope> rest = null;
    for (CancelScope scope = this; scope != null; scope = rest == null ? null : rest.poll()) {
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

  /** See {@link Scope#terminateShielded}. */
  final void terminateShields(Cause why) {
    ArrayDeque<Scope> rest = new ArrayDeque<>();
    for (CancelScope chain = this; chain != null; chain = rest.poll()) {
      for (CancelScope each = chain; each != null; each = each.inner) {
        if (each.shield) {
          each.cancel(TERMINATED, why);
          break;
        }
        var _ = each.addMembersTo(rest, TERMINATED);
      }
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

  /** Notes that a cancellation is raised in this scope: of this or of one around it. */
  final void noteRaised() {
    for (CancelScope each = this; each != null && each.isMarked(); each = each.parent) {
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

  // ---- leaving ---------------------------------------------------------------------------------

  /** Cancels the members and awaits them. By the owner. */
  final void endMembers() {
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
      for (CancelScope member : members) {
        member.cancel(CANCELLED);
      }
    }
    if (awaitAll() && closedByItself) {
      owner.interruptedByOthers();
    }
  }

  /** Lets nothing in any more; gives the level until now, for {@link #leaveTree}. By the owner. */
  final int shut() {
    return (int) LEVEL.getAndSet(this, CLOSED);
  }

  /** Puts the owner into the scope around this one. By the owner, with what {@link #shut} gave. */
  final void leaveTree(int last) {
    Fiber fiber = owner;
    Scope outer = parent;
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
}

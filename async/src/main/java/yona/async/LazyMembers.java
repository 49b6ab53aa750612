package yona.async;

import org.jspecify.annotations.Nullable;

/**
 * Members of a group that take turns on one fiber for as long as none of them waits.
 *
 * <p>The fiber runs one member after the other. When a member says that it has reached its first
 * wait ({@link Fiber#reachedWait}), the right to start the next ones goes to a new fiber, which
 * runs on in the same way, and the member stays with its own: so members that do not wait cost no
 * fiber, and who waits is found out by waiting (lazy task creation: Mohr, Kranz &amp; Halstead
 * 1990). The member does not wait for the new fiber: what it waits for is under way while the
 * others compute. A member may stand inside a member of an outer group; its first wait is theirs
 * too, so the fiber then hands over the turns of all groups that it stands in, the innermost first.
 *
 * <p>Only one fiber at a time has the right to start members; it passes through the start of a
 * fiber or through this object's monitor.
 */
final class LazyMembers<X extends Throwable> implements Body<@Nullable Object, X> {

  /** Stands for no members: a fiber that obeys a {@link WaitGuard} has it. */
  static final Turn GUARDED = new Turn(null, null);

  /** Says who goes on with the members, from the stack of the fiber that runs them. */
  static final class Turn {
    private final @Nullable LazyMembers<?> members;
    private @Nullable Turn outer;
    private boolean handedOver;

    private Turn(@Nullable LazyMembers<?> members, @Nullable Turn outer) {
      this.members = members;
      this.outer = outer;
    }

    /** Hands over the members of this turn and of those around it. */
    void handOver() {
      for (Turn turn = this; turn != null; turn = turn.outer) {
        turn.handedOver = true;
        if (turn.members != null) {
          turn.members.startRest();
        }
      }
    }
  }

  private final Group<X> group;
  private final Group.Members<? extends X> members;

  /** The members, if they have to be fetched. */
  private final Group.@Nullable FetchedMembers<? extends X> fetched;

  private final int limit;

  /** Fibers that run a member; at most {@link #limit}. Guarded by this. */
  private int active = 1;

  /** Members are left that nobody may start until a running one has ended. Guarded by this. */
  private boolean resting;

  LazyMembers(Group<X> group, int limit, Group.Members<? extends X> members) {
    this.group = group;
    this.limit = limit;
    this.members = members;
    this.fetched = members instanceof Group.FetchedMembers<? extends X> toFetch ? toFetch : null;
  }

  @Override
  public @Nullable Object run() throws X {
    run(Fiber.current());
    return null;
  }

  /** Runs members on the calling fiber until none is left, or others have been given the rest. */
  void run(Fiber fiber) throws X {
    Turn turn = new Turn(this, fiber.turn);
    fiber.turn = turn;
    try {
      do {
        while (!turn.handedOver
            && group.level == Scope.OPEN
            && members.hasNext()
            && (fetched == null || fetch(fiber, turn))) {
          members.next();
        }
      } while (turn.handedOver && takesRest(fiber, turn));
    } finally {
      fiber.turn = turn.handedOver ? null : turn.outer;
    }
  }

  /**
   * Fetches the next member on the fiber that is going to run it. A wait on the way is none of a
   * member of this group, so the right to start members stays here; it is one of the members
   * around, whose groups go on.
   */
  private boolean fetch(Fiber fiber, Turn turn) throws X {
    fiber.turn = turn.outer;
    try {
      return fetched.fetch();
    } finally {
      if (fiber.turn == null) {
        turn.outer = null;
      }
      fiber.turn = turn;
    }
  }

  /** Starts a fiber for the members that are left, unless as many as may run at a time do. */
  private void startRest() {
    if (group.level != Scope.OPEN || !members.hasNext()) {
      return;
    }
    synchronized (this) {
      if (active >= limit) {
        resting = true;
        return;
      }
      active++;
    }
    group.startAside(this);
  }

  /**
   * Whether members were left to whoever has room; this fiber, whose member has ended, has some.
   */
  private boolean takesRest(Fiber fiber, Turn turn) {
    synchronized (this) {
      if (!resting) {
        active--;
        return false;
      }
      resting = false;
    }
    // What stood around it has been handed over with it.
    turn.outer = null;
    turn.handedOver = false;
    fiber.turn = turn;
    return true;
  }
}

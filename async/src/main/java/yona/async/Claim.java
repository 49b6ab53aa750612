package yona.async;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import yona.async.scheduler.Backoff;

/**
 * One wait's right to be completed once, however many sources it stands at.
 *
 * <p>The claim is open until somebody completes it with an item, or its owner gives it up; whoever
 * comes first decides. So a wait that was cancelled takes nothing, and of the sources of a race
 * only one gives its item away.
 *
 * <p><b>Two claims at once.</b> A value goes from a sender that waits to a reader that waits only
 * if both can still take part, and either may be a select that is being decided elsewhere at the
 * same moment. For such a pair the claims are <em>held</em> first: a held claim is neither open nor
 * completed, and everybody else who meets it waits the few instructions until it is completed or
 * released (the states of Reppy, Russo &amp; Xiao, Parallel Concurrent ML, ICFP 2009: waiting,
 * claimed, synched). There the one who finds the other claim claimed steps back and tries again;
 * here {@link #holdBoth} takes the two in the order of their numbers (resource ordering: Havender
 * 1968), so that selects that face each other neither deadlock nor step back for ever.
 *
 * <p>Safe for use by any number of threads.
 *
 * @param <T> the items
 */
@SuppressWarnings("ReferenceEquality") // claims, holds and threads are compared by identity
public abstract class Claim<T> extends WaitQueue.Place<T> implements Listener<T> {

  private static final Object ABANDONED = new Object();
  private static final AtomicLong NUMBERS = new AtomicLong();

  private static final VarHandle CELL;
  private static final VarHandle NUMBER;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      CELL = lookup.findVarHandle(Claim.class, "cell", Object.class);
      NUMBER = lookup.findVarHandle(Claim.class, "number", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The claim is held by a thread. */
  private record Hold(Thread thread) {}

  /** A race that a listener under this claim stands in. */
  private record Entered(RacedSource<?> race, Listener<?> listener, @Nullable Entered before) {}

  /** Null while open, a {@link Hold}, {@link #ABANDONED}, or the item. */
  private volatile @Nullable Object cell;

  /** The place in the order in which claims are held; 0 until the first time. */
  private volatile long number;

  private @Nullable Entered entered;

  /** Makes an open claim. */
  protected Claim() {}

  /** Called once, by the thread that completed this, perhaps while a source is locked. */
  protected abstract void completed();

  @Override
  public final Claim<T> claim() {
    return this;
  }

  @Override
  public final Listener<? super T> listener() {
    return this;
  }

  @Override
  public final boolean complete(T item) {
    Objects.requireNonNull(item, "item");
    for (int looks = 0; ; looks++) {
      Object now = cell;
      if (now == null) {
        if (CELL.compareAndSet(this, null, item)) {
          completed();
          return true;
        }
      } else if (!(now instanceof Hold hold)) {
        return false;
      } else if (hold.thread == Thread.currentThread()) {
        cell = item;
        completed();
        return true;
      } else {
        Backoff.pause(looks);
      }
    }
  }

  /**
   * Whether an item could complete this, as far as can be seen from outside.
   *
   * @return false once it is completed or given up; it never becomes true again
   */
  @Override
  public final boolean isOpen() {
    Object now = cell;
    return now == null || now instanceof Hold;
  }

  /**
   * The item that completed this.
   *
   * @return the item, or null if there is none (yet)
   */
  @SuppressWarnings("unchecked")
  public final @Nullable T item() {
    Object now = cell;
    return now == ABANDONED || now instanceof Hold ? null : (T) now;
  }

  /**
   * Gives this up: it refuses all items from now on.
   *
   * @return false if an item was there first
   */
  public final boolean abandon() {
    for (int looks = 0; ; looks++) {
      Object now = cell;
      if (now == null) {
        if (CELL.compareAndSet(this, null, ABANDONED)) {
          return true;
        }
      } else if (now instanceof Hold) {
        Backoff.pause(looks);
      } else {
        return now == ABANDONED;
      }
    }
  }

  /**
   * Holds this: until it is released, only the calling thread can complete it. To be followed by
   * {@link #complete} or {@link #release} without waiting.
   *
   * @return false if it is completed or given up
   */
  public final boolean hold() {
    Hold hold = new Hold(Thread.currentThread());
    for (int looks = 0; ; looks++) {
      Object now = cell;
      if (now == null) {
        if (CELL.compareAndSet(this, null, hold)) {
          return true;
        }
      } else if (now instanceof Hold) {
        Backoff.pause(looks);
      } else {
        return false;
      }
    }
  }

  /** Opens this again if the calling thread holds it; else does nothing. */
  public final void release() {
    if (isHeldByCaller()) {
      cell = null;
    }
  }

  /** Whether the calling thread holds this. */
  final boolean isHeldByCaller() {
    return cell instanceof Hold hold && hold.thread == Thread.currentThread();
  }

  /**
   * Holds two claims, or none.
   *
   * @param one a claim
   * @param other another claim
   * @return false if one of them is completed or given up, or if they are one and the same
   */
  public static boolean holdBoth(Claim<?> one, Claim<?> other) {
    Objects.requireNonNull(one, "one");
    Objects.requireNonNull(other, "other");
    if (one == other) {
      return false;
    }
    boolean inOrder = one.number() < other.number();
    Claim<?> first = inOrder ? one : other;
    Claim<?> second = inOrder ? other : one;
    if (!first.hold()) {
      return false;
    }
    if (!second.hold()) {
      first.release();
      return false;
    }
    return true;
  }

  private long number() {
    long mine = number;
    if (mine == 0) {
      NUMBER.compareAndSet(this, 0L, NUMBERS.incrementAndGet());
      mine = number;
    }
    return mine;
  }

  /** Remembers a race that a listener under this has entered; called by the owner. */
  final void enter(RacedSource<?> race, Listener<?> listener) {
    entered = new Entered(race, listener, entered);
  }

  /** Leaves the races, when this is complete or given up and the owner has locked no source. */
  final void leaveRaces() {
    Entered each = entered;
    entered = null;
    for (; each != null; each = each.before) {
      each.race.leave(each.listener);
    }
  }
}

package yona.async.sync;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import yona.async.Listener;
import yona.async.Scope;
import yona.async.WaitQueue;
import yona.async.Waiter;
import yona.async.stack.StackRoom;

/**
 * How many permits are free, and who waits for how many: under semaphores, mutexes and read/write
 * locks, which differ only in their numbers.
 *
 * <p><b>Two ways in.</b> While nobody waits, permits are taken and given back by one
 * compare-and-set of {@link #state}. Otherwise its sign bit is set; then only the owner of the
 * monitor changes it, and it is the queue that decides who is served. The bit is set by whoever
 * enters the monitor, which stops the others, and cleared by whoever leaves an empty queue.
 *
 * <p>The queue is served in order: permits that are given back go from hand to hand to the first
 * that wait, never to somebody who comes by at that moment. This is slower than letting the
 * quickest have them (as {@code java.util.concurrent} does unless told otherwise) and the reason
 * why nobody starves, whether they wait for one permit or for all. One who wants more than there is
 * stops those behind, unless its wait is over; one who could be served and refuses, like a filter,
 * stops nobody.
 *
 * <p>A cancelled wait may have stopped those behind it, so that leaving the queue serves it again.
 */
final class PermitPool {

  /** What a listener did with a permit that it was offered. */
  private enum Answer {
    TAKEN,
    REFUSED,
    THREW
  }

  private static final int QUEUED = Integer.MIN_VALUE;

  private static final VarHandle STATE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      STATE = lookup.findVarHandle(PermitPool.class, "state", int.class);
      // Now, and not at the end of a stack: an initializer that overflows leaves its class
      // unusable.
      lookup.ensureInitialized(StackRoom.class);
      lookup.ensureInitialized(Permit.class);
      lookup.ensureInitialized(Place.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The wait of a fiber, and its place in the queue. */
  static final class Place extends Waiter<Permit> {
    private final PermitPool pool;

    Place(PermitPool pool) {
      this.pool = pool;
    }

    @Override
    protected void abandoned() {
      pool.leave(this);
    }
  }

  private final String name;
  private final int total;

  /** How many are free; negative while others than the owner of the monitor keep off. */
  private volatile int state;

  /** Those who wait; each has brought the {@link Permits} that it waits for. */
  private final WaitQueue<Permit> waiting = new WaitQueue<>();

  /** The owner of the monitor is at work, and may be calling a listener. */
  private boolean entered;

  /** Given back by a listener while it was called. */
  private int returned;

  PermitPool(String name, int total) {
    this.name = name;
    this.total = total;
    this.state = total;
  }

  // ---- without waiting -------------------------------------------------------------------------

  /** Takes permits if they are free and nobody waits. */
  boolean tryTake(int count) {
    for (; ; ) {
      int now = state;
      if (now < 0) {
        return tryTakeUnderMonitor(count);
      }
      if (now < count) {
        return false;
      }
      if (STATE.compareAndSet(this, now, now - count)) {
        return true;
      }
    }
  }

  private synchronized boolean tryTakeUnderMonitor(int count) {
    enter();
    try {
      return takeUnderMonitor(count);
    } finally {
      exit();
    }
  }

  void give(int count) {
    for (; ; ) {
      int now = state;
      if (now < 0) {
        giveUnderMonitor(count);
        return;
      }
      if (STATE.compareAndSet(this, now, now + count)) {
        return;
      }
    }
  }

  private synchronized void giveUnderMonitor(int count) {
    if (entered) {
      returned += count;
      return;
    }
    enter();
    try {
      returned += count;
      serve();
    } finally {
      exit();
    }
  }

  /** How many are free, also while some of them are just handed on. */
  int free() {
    int now = state;
    return now >= 0 ? now : freeUnderMonitor();
  }

  private synchronized int freeUnderMonitor() {
    return freeNow();
  }

  int total() {
    return total;
  }

  /** How many wait, as far as the queue knows. */
  synchronized int waiting() {
    return waiting.size();
  }

  // ---- fibers ----------------------------------------------------------------------------------

  /** Takes what is wanted, or a place in the queue; null if it was free. */
  @Nullable Place takeOrWait(Permits wanted) {
    for (int now = state; now >= wanted.count; now = state) {
      if (STATE.compareAndSet(this, now, now - wanted.count)) {
        return null;
      }
    }
    return waitUnderMonitor(wanted);
  }

  /** Undoes {@link #takeOrWait}. */
  void undo(@Nullable Place place, Permit taken) {
    if (place == null) {
      taken.close();
    } else if (place.abandon()) {
      leave(place);
    } else {
      Permit late = place.item();
      if (late != null) {
        late.close();
      }
    }
  }

  private synchronized @Nullable Place waitUnderMonitor(Permits wanted) {
    enter();
    try {
      if (takeUnderMonitor(wanted.count)) {
        return null;
      }
      Place place = new Place(this);
      waiting.add(place, wanted);
      return place;
    } finally {
      exit();
    }
  }

  /** Takes a wait that is over out of the queue. */
  private synchronized void leave(Place place) {
    enter();
    try {
      if (waiting.remove(place)) {
        serve();
      }
    } finally {
      exit();
    }
  }

  // ---- listeners -------------------------------------------------------------------------------

  synchronized boolean poll(Permits wanted, Listener<? super Permit> listener) {
    enter();
    try {
      return offer(wanted.count, listener) == Answer.TAKEN;
    } finally {
      exit();
    }
  }

  synchronized void onComplete(Permits wanted, Listener<? super Permit> listener) {
    enter();
    try {
      if (offer(wanted.count, listener) == Answer.REFUSED) {
        waiting.add(listener, wanted);
      }
    } finally {
      exit();
    }
  }

  /** Offers permits to somebody who does not wait yet. */
  private Answer offer(int count, Listener<? super Permit> listener) {
    Permit permit = new Permit(this, count);
    if (!takeUnderMonitor(count)) {
      return Answer.REFUSED;
    }
    Answer answer = Answer.THREW;
    try {
      answer = listener.complete(permit) ? Answer.TAKEN : Answer.REFUSED;
    } catch (Throwable error) {
      Scope.current().report(error);
    } finally {
      if (answer != Answer.TAKEN && !takeBack(permit, count)) {
        answer = Answer.TAKEN;
      }
      if (returned > 0) {
        serve();
      }
    }
    return answer;
  }

  void dropListener(Permits wanted, Listener<? super Permit> listener) {
    if (state < 0) {
      dropUnderMonitor(wanted.count, listener);
    }
  }

  @SuppressWarnings("unchecked") // a place in this queue waits for permits
  private synchronized void dropUnderMonitor(int count, Listener<? super Permit> listener) {
    enter();
    try {
      if (listener instanceof WaitQueue.Place<?> own
          && wanted(own) == count
          && waiting.remove((WaitQueue.Place<Permit>) own)) {
        serve();
        return;
      }
      boolean found = false;
      WaitQueue.Place<Permit> behind;
      for (WaitQueue.Place<Permit> each = waiting.first(); each != null; each = behind) {
        behind = each.behind();
        if (wanted(each) == count && each.listener().equals(listener)) {
          found |= waiting.remove(each);
        }
      }
      if (found) {
        serve();
      }
    } finally {
      exit();
    }
  }

  private static int wanted(WaitQueue.Place<?> place) {
    return place.offer() instanceof Permits permits ? permits.count : 0;
  }

  // ---- the caller has the monitor --------------------------------------------------------------

  private void enter() {
    if (entered) {
      throw new IllegalStateException("a listener must not use the source that calls it: " + this);
    }
    STATE.getAndBitwiseOr(this, QUEUED);
    entered = true;
  }

  private void exit() {
    entered = false;
    if (waiting.isEmpty()) {
      state = freeNow();
    }
  }

  /** Takes permits unless somebody waits who has to be served first. */
  private boolean takeUnderMonitor(int count) {
    int free = freeNow();
    if (count > free) {
      return false;
    }
    for (WaitQueue.Place<Permit> each = waiting.first(); each != null; each = each.behind()) {
      if (wanted(each) > free && each.isOpen()) {
        return false;
      }
    }
    setFree(free - count);
    return true;
  }

  private int freeNow() {
    return state & ~QUEUED;
  }

  private void setFree(int free) {
    state = free | QUEUED;
  }

  /** Takes back what was offered and not taken; false if it has been given back already. */
  private boolean takeBack(Permit permit, int count) {
    if (permit.revoke()) {
      setFree(freeNow() + count);
      return true;
    }
    return false;
  }

  /** Gives what is free to those who wait, as far as it goes. */
  private void serve() {
    do {
      setFree(freeNow() + returned);
      returned = 0;
      serveInOrder();
    } while (returned > 0);
  }

  private void serveInOrder() {
    WaitQueue.Place<Permit> behind;
    for (WaitQueue.Place<Permit> each = waiting.first(); each != null; each = behind) {
      behind = each.behind();
      int count = wanted(each);
      if (count <= freeNow()) {
        Permit permit = new Permit(this, count);
        setFree(freeNow() - count);
        boolean taken = false;
        try {
          taken = waiting.offer(each, permit);
        } finally {
          if (!taken && !takeBack(permit, count)) {
            // It was used up, whatever the listener says; so that it is not called for ever.
            waiting.remove(each);
          }
        }
      } else if (each.isOpen()) {
        return;
      } else {
        waiting.remove(each);
      }
    }
  }

  /** How many are free, at a glance: without the monitor. */
  int freeAtAGlance() {
    return freeNow();
  }

  /** A state and how many wait, at a glance, for a text. */
  String withWaiting(String now) {
    int count = waiting.size();
    return " (" + now + (count == 0 ? "" : count == 1 ? ", 1 waits" : ", " + count + " wait") + ")";
  }

  @Override
  public String toString() {
    return name;
  }
}

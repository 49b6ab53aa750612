package yona.http.client;

import java.util.ArrayDeque;
import yona.async.Waiter;

/**
 * How many requests may be under way at once on a connection of HTTP/2: as many as the server
 * allows, which may change. Those that wait get their turns in their order. Safe for use by any
 * number of fibers.
 */
final class StreamSlots {

  // ---- guarded by this

  private final ArrayDeque<Turn> waiting = new ArrayDeque<>();
  private int limit;
  private int taken;
  private boolean closed;

  /** A wait for a slot. */
  private static final class Turn {
    private final Waiter<Boolean> waiter = new Waiter<>();

    /** Whether it has got one. */
    private boolean given;
  }

  /** Sets how many slots may be taken from now on. */
  synchronized void allow(int most) {
    limit = most;
    handOn();
  }

  /** Takes a slot, to be given back. Suspends until one is free; false if none will be given. */
  boolean take() {
    Turn turn = new Turn();
    synchronized (this) {
      if (closed) {
        return false;
      }
      if (taken < limit) {
        taken++;
        return true;
      }
      waiting.add(turn);
    }
    boolean isOver = false;
    try {
      boolean isMine = turn.waiter.await(this);
      isOver = true;
      return isMine;
    } finally {
      if (!isOver) {
        giveUp(turn);
      }
    }
  }

  /** A waiter is cancelled, and may have got a slot at the same time. */
  private synchronized void giveUp(Turn turn) {
    waiting.remove(turn);
    if (turn.given) {
      giveBack();
    }
  }

  /** Gives a slot back; whether it was the last one of those that will be taken. */
  synchronized boolean giveBack() {
    taken--;
    handOn();
    return closed && taken == 0;
  }

  private void handOn() {
    while (taken < limit && !waiting.isEmpty()) {
      Turn next = waiting.remove();
      next.given = true;
      taken++;
      var _ = next.waiter.complete(true);
    }
  }

  /** Gives no more; those that wait are told. Whether none is taken. */
  synchronized boolean close() {
    closed = true;
    waiting.forEach(each -> each.waiter.complete(false));
    waiting.clear();
    return taken == 0;
  }

  /** The same if none is taken; whether that is so. */
  synchronized boolean closeIfUnused() {
    return taken == 0 && close();
  }

  synchronized boolean isOpen() {
    return !closed;
  }

  @Override
  public synchronized String toString() {
    return taken + " of " + limit + (closed ? ", closed" : "");
  }
}

package yona.redis.connection;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import yona.redis.resp.RespValue;

/**
 * Who waits for a reply, in the order of the commands: a ring with a fixed number of places, as in
 * rueidis (ring.go). One adds at a time, and one takes out; the two need no lock in common.
 */
final class ReplyRing {

  private static final VarHandle HEAD;
  private static final VarHandle TAIL;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      HEAD = lookup.findVarHandle(ReplyRing.class, "head", long.class);
      TAIL = lookup.findVarHandle(ReplyRing.class, "tail", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final @Nullable PendingReplies[] places;
  private final int mask;

  /** The oldest one's number. Changed under the monitor of this. */
  private volatile long head;

  /** The number that the next one will have. Changed by whoever may add. */
  private volatile long tail;

  /**
   * Makes an empty ring.
   *
   * @param size how many places, a power of two
   */
  ReplyRing(int size) {
    this.places = new PendingReplies[size];
    this.mask = size - 1;
  }

  boolean isEmpty() {
    return head == tail;
  }

  boolean isFull() {
    return tail - head == places.length;
  }

  int size() {
    return (int) (tail - head);
  }

  /** How many more it has room for. */
  int places() {
    return places.length - size();
  }

  /** Adds one, while there is a place; by one caller at a time. Who looks later sees it. */
  void add(PendingReplies pending) {
    long at = (long) TAIL.get(this);
    places[(int) at & mask] = pending;
    TAIL.setVolatile(this, at + 1);
  }

  /**
   * Gives the oldest one its next reply.
   *
   * @param sent how many bytes have been sent
   * @param at when it came
   * @return false if nobody who has sent a command waits for it
   */
  synchronized boolean deliver(RespValue reply, long sent, long at) {
    PendingReplies oldest = oldest();
    if (oldest == null || oldest.start() >= sent) {
      return false;
    }
    if (oldest.replied(reply, at)) {
      remove();
    }
    return true;
  }

  /** Whether the next reply is this one's; for who reads. */
  @SuppressWarnings("ReferenceEquality") // its place, not what stands in it
  boolean isNext(PendingReplies pending) {
    return oldest() == pending;
  }

  private @Nullable PendingReplies oldest() {
    return isEmpty() ? null : places[(int) head & mask];
  }

  /** How many replies are due. */
  synchronized int due() {
    int sum = 0;
    long end = tail;
    for (long at = head; at < end; at++) {
      PendingReplies each = places[(int) at & mask];
      sum += each == null ? 0 : each.due();
    }
    return sum;
  }

  private void remove() {
    long at = (long) HEAD.get(this);
    places[(int) at & mask] = null;
    HEAD.setRelease(this, at + 1);
  }

  /** Fails all, and takes them out. */
  synchronized void failAll(Function<PendingReplies, UnansweredException> reason) {
    for (PendingReplies each = oldest(); each != null; each = oldest()) {
      remove();
      each.failed(reason.apply(each));
    }
  }

  /** The oldest one, if its time is over. */
  synchronized @Nullable PendingReplies overdue(long now) {
    PendingReplies oldest = oldest();
    return oldest != null && oldest.left(now) <= 0 ? oldest : null;
  }

  /**
   * Fails those whose time is over. They keep their places: their replies may still come.
   *
   * @return how long it is until the next one's time is over, in nanoseconds; {@link
   *     Long#MAX_VALUE} if there is none
   */
  synchronized long failOverdue(long now, Function<PendingReplies, UnansweredException> reason) {
    long end = tail;
    for (long at = head; at < end; at++) {
      PendingReplies each = places[(int) at & mask];
      if (each != null) {
        long left = each.left(now);
        if (left > 0) {
          return left;
        }
        each.failed(reason.apply(each));
      }
    }
    return Long.MAX_VALUE;
  }
}

package yona.redis.connection;

import org.jspecify.annotations.Nullable;
import yona.redis.resp.RespValue;

/**
 * Replies that are due, to commands that one caller has written one behind the other. Its replies
 * and its failure come one after the other, under the monitor of {@link ReplyRing}.
 */
abstract class PendingReplies {

  /** When the caller came, by {@link System#nanoTime}. */
  final long issued = System.nanoTime();

  /** How long its replies may take, in nanoseconds. */
  final long limit;

  /** Where its commands begin in all that is written to the connection. */
  private long start;

  /** Looks at the replies, if somebody does; null also when it has seen a failure. */
  private @Nullable ReplyObserver observer;

  PendingReplies(long limit) {
    this.limit = limit;
  }

  /** Says where its commands begin, before it is put into the ring. */
  final void beginsAt(long offset, @Nullable ReplyObserver looking) {
    start = offset;
    observer = looking;
  }

  final long start() {
    return start;
  }

  /** How much of its time is left. */
  final long left(long now) {
    return limit - (now - issued);
  }

  /**
   * Takes the next reply.
   *
   * @param at when it came, by {@link System#nanoTime}
   * @return whether it was the last one
   */
  final boolean replied(RespValue reply, long at) {
    ReplyObserver looking = observer;
    if (looking != null) {
      if (isWithoutReply(reply)) {
        looking.withoutReply();
      }
      looking.replied(reply, at - issued);
    }
    return take(reply);
  }

  /** Takes no more replies. */
  final void failed(UnansweredException reason) {
    if (observer != null) {
      observer.failed(reason);
      observer = null;
    }
    fail(reason);
  }

  /** Whether a command has no reply, as this is that of the one behind it. */
  boolean isWithoutReply(RespValue reply) {
    return false;
  }

  /** The next reply; whether it was the last one. Must not raise. */
  abstract boolean take(RespValue reply);

  /** How many replies are still due. */
  abstract int due();

  /** No more replies will be taken. Must not raise. */
  abstract void fail(UnansweredException reason);
}

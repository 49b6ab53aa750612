package yona.redis.connection;

import yona.redis.resp.RespValue;

/**
 * Replies that are due, to commands that one caller has written one behind the other. Its replies
 * and its failure come one after the other, under the monitor of {@link ReplyRing}.
 */
interface Expected {

  /** Where its commands begin in all that is written to the connection. */
  long start();

  /** Says where they begin, before this is put into the ring. */
  void beginsAt(long offset);

  /** When the caller came, by {@link System#nanoTime}. */
  long issued();

  /** How long its replies may take, in nanoseconds. */
  long limit();

  /** How much of that time is left. */
  default long left(long now) {
    return limit() - (now - issued());
  }

  /**
   * The next reply. Must not raise.
   *
   * @return whether it was the last one
   */
  boolean replied(RespValue reply);

  /** No more replies will be taken. Must not raise. */
  void failed(UnansweredException reason);
}

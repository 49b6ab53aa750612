package yona.redis.connection;

import yona.redis.resp.RespValue;

/** Replies that a listener is given. */
final class Listening implements Expected {

  private final ReplyListener listener;
  private final int count;
  private final long issued;
  private final long limit;

  /** Set before anybody else sees this. */
  private long start;

  private boolean failed;

  Listening(ReplyListener listener, int count, long limit) {
    this.listener = listener;
    this.count = count;
    this.issued = System.nanoTime();
    this.limit = limit;
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public long start() {
    return start;
  }

  @Override
  public void beginsAt(long offset) {
    start = offset;
  }

  @Override
  public long issued() {
    return issued;
  }

  @Override
  public long limit() {
    return limit;
  }

  @Override
  public void replied(RespValue reply) {
    if (!failed) {
      listener.replied(reply);
    }
  }

  @Override
  public void failed(UnansweredException reason) {
    if (!failed) {
      failed = true;
      listener.failed(reason);
    }
  }
}

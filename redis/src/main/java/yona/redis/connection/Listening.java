package yona.redis.connection;

import yona.async.Scope;
import yona.redis.resp.RespValue;

/** Replies that a listener is given. */
final class Listening implements Expected {

  private final ReplyListener listener;
  private final Scope reporter;
  private final long issued;
  private final long limit;

  /** How many replies are still due. */
  private int due;

  /** Set before anybody else sees this. */
  private long start;

  private boolean failed;

  /**
   * Makes an entry of now.
   *
   * @param reporter takes what the listener raises
   */
  Listening(ReplyListener listener, Scope reporter, int count, long limit) {
    this.listener = listener;
    this.reporter = reporter;
    this.due = count;
    this.issued = System.nanoTime();
    this.limit = limit;
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
  public boolean replied(RespValue reply) {
    due--;
    if (!failed) {
      try {
        listener.replied(reply);
      } catch (RuntimeException | Error e) {
        reporter.report(e);
      }
    }
    return due == 0;
  }

  @Override
  public void failed(UnansweredException reason) {
    if (!failed) {
      failed = true;
      try {
        listener.failed(reason);
      } catch (RuntimeException | Error e) {
        reporter.report(e);
      }
    }
  }
}

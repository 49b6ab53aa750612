package yona.redis.connection;

import yona.async.Scope;
import yona.redis.resp.RespValue;

/** Replies that a listener is given. */
final class ListenerReplies extends PendingReplies {

  private final ReplyListener listener;
  private final Scope reporter;

  /** How many replies are still due. */
  private int due;

  private boolean failed;

  /**
   * Makes an entry of now.
   *
   * @param reporter takes what the listener raises
   */
  ListenerReplies(ReplyListener listener, Scope reporter, int count, long limit) {
    super(limit);
    this.listener = listener;
    this.reporter = reporter;
    this.due = count;
  }

  @Override
  int due() {
    return due;
  }

  @Override
  boolean take(RespValue reply) {
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
  void fail(UnansweredException reason) {
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

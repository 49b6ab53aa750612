package yona.redis.connection;

import yona.async.Waiter;

/** Replies that a fiber waits for, and is given together; or why they do not come. */
abstract class AwaitedReplies extends PendingReplies {

  /** Where the fiber waits. */
  final Waiter<Object> waiter = new Waiter<>();

  AwaitedReplies(long limit) {
    super(limit);
  }

  @Override
  final void fail(UnansweredException reason) {
    var _ = waiter.complete(reason);
  }
}

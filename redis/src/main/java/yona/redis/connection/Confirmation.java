package yona.redis.connection;

import org.jspecify.annotations.Nullable;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.RespValue;

/**
 * A fiber's wait for a command that has no reply, unless it is refused, with another one behind it
 * that is never refused: its reply is the end of the wait.
 */
final class Confirmation extends AwaitedReplies {

  private @Nullable ErrorValue refusal;

  Confirmation(long limit) {
    super(limit);
  }

  @Override
  boolean isWithoutReply(RespValue reply) {
    return refusal == null && !(reply instanceof ErrorValue);
  }

  @Override
  int due() {
    return refusal == null ? 2 : 1;
  }

  @Override
  boolean take(RespValue reply) {
    if (reply instanceof ErrorValue error) {
      refusal = error;
      return false;
    }
    var _ = waiter.complete(refusal == null ? reply : refusal);
    return true;
  }
}

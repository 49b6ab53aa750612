package yona.redis.connection;

import org.jspecify.annotations.Nullable;
import yona.async.Waiter;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.RespValue;

/**
 * A fiber's wait for a command that has no reply, unless it is refused, with another one behind it
 * that is never refused: its reply is the end of the wait.
 */
final class Confirmation extends Waiter<Object> implements Expected {

  private final long issued = System.nanoTime();
  private final long limit;
  private @Nullable ErrorValue refusal;

  /** Set before anybody else sees this. */
  private long start;

  Confirmation(long limit) {
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
    if (reply instanceof ErrorValue error) {
      refusal = error;
      return false;
    }
    complete(refusal == null ? reply : refusal);
    return true;
  }

  @Override
  public void failed(UnansweredException reason) {
    complete(reason);
  }
}

package yona.redis.connection;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.async.Waiter;
import yona.redis.resp.RespValue;

/** A fiber's wait for the replies to its commands: a value, a list of several, or why not. */
final class Call extends Waiter<Object> implements Expected {

  private final int count;
  private final long issued;
  private final long limit;
  private final @Nullable List<RespValue> replies;

  /** Set before anybody else sees this. */
  private long start;

  Call(int count, long limit) {
    this.count = count;
    this.issued = System.nanoTime();
    this.limit = limit;
    this.replies = count == 1 ? null : new ArrayList<>(count);
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
    if (replies == null) {
      complete(reply);
      return true;
    }
    replies.add(reply);
    if (replies.size() < count) {
      return false;
    }
    complete(replies);
    return true;
  }

  @Override
  public void failed(UnansweredException reason) {
    complete(reason);
  }
}

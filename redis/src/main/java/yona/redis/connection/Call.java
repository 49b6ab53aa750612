package yona.redis.connection;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.redis.resp.RespValue;

/** A fiber's wait for the replies to its commands: a value, or a list of several. */
final class Call extends AwaitedReplies {

  private final int count;
  private final @Nullable List<RespValue> replies;

  Call(int count, long limit) {
    super(limit);
    this.count = count;
    this.replies = count == 1 ? null : new ArrayList<>(count);
  }

  @Override
  int due() {
    return replies == null ? 1 : count - replies.size();
  }

  @Override
  boolean take(RespValue reply) {
    if (replies == null) {
      var _ = waiter.complete(reply);
      return true;
    }
    replies.add(reply);
    if (replies.size() < count) {
      return false;
    }
    var _ = waiter.complete(replies);
    return true;
  }
}

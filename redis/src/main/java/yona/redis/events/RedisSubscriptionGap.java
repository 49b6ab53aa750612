package yona.redis.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

@Name("yona.RedisSubscriptionGap")
@Label("Redis Subscription Gap")
@Description("A subscription may have missed messages")
@Category({"Yona", "Redis"})
@StackTrace(false)
final class RedisSubscriptionGap extends Event {

  @Label("Reason")
  @Description(
      "connection, if it was lost or is another one; overflow, if too many messages were not read")
  @Nullable String reason;
}

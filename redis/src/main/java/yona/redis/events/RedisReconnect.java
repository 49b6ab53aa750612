package yona.redis.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

@Name("yona.RedisReconnect")
@Label("Redis Reconnect")
@Description(
    "Another connection has taken the place of one that was lost; its duration is from when that"
        + " was found")
@Category({"Yona", "Redis"})
@StackTrace(false)
final class RedisReconnect extends Event {

  @Label("Server")
  @Nullable String server;

  @Label("Attempts")
  @Description("How many there were, the last one included")
  int attempts;
}

package yona.redis.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

@Name("yona.RedisConnectionLost")
@Label("Redis Connection Lost")
@Description("A connection is over, and the client has not closed it")
@Category({"Yona", "Redis"})
@StackTrace(false)
final class RedisConnectionLost extends Event {

  @Label("Server")
  @Nullable String server;

  @Label("Connection")
  @Description("The number of the client's connection")
  int connection;

  @Label("Reason")
  @Nullable String reason;
}

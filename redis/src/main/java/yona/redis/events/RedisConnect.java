package yona.redis.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

@Name("yona.RedisConnect")
@Label("Redis Connect")
@Description("A connection was made and greeted, or could not be; its duration is that of both")
@Category({"Yona", "Redis"})
@StackTrace(false)
final class RedisConnect extends Event {

  @Label("Server")
  @Nullable String server;

  @Label("Connection")
  @Description("The number of the client's connection; 0 if there is none")
  int connection;

  @Label("Failure")
  @Description("Why there is none")
  @Nullable String failure;
}

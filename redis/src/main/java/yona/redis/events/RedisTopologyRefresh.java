package yona.redis.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

@Name("yona.RedisTopologyRefresh")
@Label("Redis Topology Refresh")
@Description(
    "Nodes of a cluster were asked who has which slots; its duration is that of all questions")
@Category({"Yona", "Redis"})
@StackTrace(false)
final class RedisTopologyRefresh extends Event {

  @Label("Server")
  @Description("Who has answered; null if nobody has")
  @Nullable String server;

  @Label("Masters")
  @Description("How many are known now")
  int masters;

  @Label("Replicas")
  @Description("How many are known now")
  int replicas;
}

package yona.redis.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

@Name("yona.RedisFailover")
@Label("Redis Failover")
@Description("Another server is the master now, by what sentinels or nodes of the cluster say")
@Category({"Yona", "Redis"})
@StackTrace(false)
final class RedisFailover extends Event {

  @Label("From")
  @Nullable String from;

  @Label("To")
  @Nullable String to;
}

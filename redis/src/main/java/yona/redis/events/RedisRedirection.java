package yona.redis.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

@Name("yona.RedisRedirection")
@Label("Redis Redirection")
@Description("A node of a cluster says that another one is to be asked")
@Category({"Yona", "Redis"})
@StackTrace(false)
final class RedisRedirection extends Event {

  @Label("Kind")
  @Description("MOVED or ASK")
  @Nullable String kind;

  @Label("Slot")
  int slot;

  @Label("From")
  @Nullable String from;

  @Label("To")
  @Nullable String to;
}

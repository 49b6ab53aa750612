package yona.redis.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

@Name("yona.RedisCommand")
@Label("Redis Command")
@Description(
    "A command was sent, and has its reply or will have none; its duration is from the call to"
        + " then. Says neither keys nor values")
@Category({"Yona", "Redis"})
@Enabled(false)
@Threshold("10 ms")
@StackTrace(false)
final class RedisCommand extends Event {

  @Label("Command")
  @Description("Its name; (other) if it is not in the table of commands")
  @Nullable String command;

  @Label("Server")
  @Nullable String server;

  @Label("Connection")
  @Description("The number of the client's connection")
  int connection;

  @Label("Outcome")
  @Description("reply, error, lost, timeout, or none for a command without a reply")
  @Nullable String outcome;

  @Label("Error")
  @Description("The code of the server's error, such as WRONGTYPE")
  @Nullable String error;

  @Label("Fiber")
  @Description("The identifier of the thread that has called, as in thread dumps")
  long fiber;
}

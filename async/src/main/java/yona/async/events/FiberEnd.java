package yona.async.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

@Name("yona.FiberEnd")
@Label("Fiber End")
@Description("A fiber has ended; its duration is the fiber's, if its start was seen")
@Category({"Yona", "Fibers"})
@Enabled(false)
@StackTrace(false)
@Registered
final class FiberEnd extends FiberEvent {

  @Label("Outcome")
  @Description("value, failure or cancellation")
  @Nullable String outcome;

  @Label("Error")
  @Description("The class of the error that it ended with")
  @Nullable Class<?> error;
}

package yona.async.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

@Name("yona.FiberResumed")
@Label("Fiber Resumed")
@Description("A fiber goes on; its duration is that of the wait")
@Category({"Yona", "Fibers"})
@Enabled(false)
@StackTrace(false)
@Registered
final class FiberResumed extends FiberEvent {

  @Label("Waited At")
  @Nullable String waitedAt;
}

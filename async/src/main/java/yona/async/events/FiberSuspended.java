package yona.async.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

@Name("yona.FiberSuspended")
@Label("Fiber Suspended")
@Description("A fiber is about to wait; its wait may be over at once")
@Category({"Yona", "Fibers"})
@Enabled(false)
@StackTrace(false)
@Registered
final class FiberSuspended extends FiberEvent {

  @Label("Waits At")
  @Nullable String waitsAt;
}

package yona.async.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

@Name("yona.FiberCancelled")
@Label("Fiber Cancelled")
@Description("A cancellation reaches a fiber; in the thread that cancels")
@Category({"Yona", "Fibers"})
@Enabled(false)
@StackTrace(false)
@Registered
final class FiberCancelled extends FiberEvent {

  @Label("Scope")
  @Description("The innermost scope that is cancelled")
  @Nullable String scope;
}

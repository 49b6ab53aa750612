package yona.async.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

@Name("yona.FiberStart")
@Label("Fiber Start")
@Description("A fiber begins to run; in its own thread")
@Category({"Yona", "Fibers"})
@Enabled(false)
@StackTrace(false)
@Registered
final class FiberStart extends FiberEvent {

  @Label("Parent Fiber")
  @Description("The fiber that opened the scope")
  long parent;

  @Label("Scope")
  @Nullable String scope;
}

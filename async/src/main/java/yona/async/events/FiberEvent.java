package yona.async.events;

import jdk.jfr.Category;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** What all events of a fiber say. */
@Name("yona.FiberEvent")
@Label("Fiber Event")
@Category({"Yona", "Fibers"})
@Enabled(false)
@StackTrace(false)
@Registered(false)
abstract class FiberEvent extends Event {

  /** The identifier of its thread, as in thread dumps. */
  @Label("Fiber")
  long fiber;

  @Label("Fiber Name")
  @Nullable String name;
}

package yona.async.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

@Name("yona.ChannelEmpty")
@Label("Channel Empty")
@Description("A reader found no value and has to wait")
@Category({"Yona", "Channels"})
@Enabled(false)
@StackTrace(false)
final class ChannelEmpty extends Event {

  @Label("Channel")
  @Nullable String channel;
}

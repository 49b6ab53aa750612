package yona.async.events;

import java.util.function.Supplier;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** Dumps of all scopes that a recording takes by itself, like {@code jdk.ThreadDump}. */
final class Dumps {

  private Dumps() {}

  @Name("yona.ScopeDump")
  @Label("Scope Dump")
  @Description("All scopes of the process: who waits for what")
  @Category({"Yona", "Fibers"})
  @Enabled(false)
  @Period("everyChunk")
  @StackTrace(false)
  private static final class ScopeDumpEvent extends Event {

    @Label("Text")
    @Nullable String text;
  }

  private static boolean offered;

  static synchronized void offer(Supplier<String> dump) {
    if (offered) {
      return;
    }
    offered = true;
    // Adding an event sets up the whole recorder, in 50 ms; so it waits until there is one.
    FlightRecorder.addListener(
        new FlightRecorderListener() {
          @Override
          public void recorderInitialized(FlightRecorder recorder) {
            FlightRecorder.addPeriodicEvent(
                ScopeDumpEvent.class,
                () -> {
                  ScopeDumpEvent event = new ScopeDumpEvent();
                  event.text = dump.get();
                  event.commit();
                });
          }
        });
  }
}

package yona.tool;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import yona.async.ScopeDump;
import yona.language.runtime.StackTrace;

/**
 * The fibers of this process, for people who wonder what it does or why it hangs. May come from any
 * thread.
 */
final class FiberDump {
  /** So many places of a fiber are shown, the innermost ones. */
  private static final int PLACES = 5;

  private FiberDump() {}

  /** What runs, what it waits for and since when, where that is, and who has started it. */
  static String text() {
    return of(null);
  }

  /**
   * The same of what one thread has started.
   *
   * @param within a thread that runs programs; null for all of them
   */
  static String of(@Nullable Thread within) {
    return ScopeDump.ofHang(within, FiberDump::places).text().stripTrailing() + "\n";
  }

  private static List<String> places(StackTraceElement[] stack) {
    List<String> places = new ArrayList<>();
    for (StackTrace.Frame frame : StackTrace.of(stack).frames()) {
      if (places.size() < PLACES) {
        places.add(Reports.shown(frame.function() + "  " + frame.file() + ":" + frame.line()));
      }
    }
    return places;
  }

  /** Writes a dump to standard error; the program goes on. */
  static void print() {
    Exit.complain(text());
  }

  /**
   * Writes a dump to standard error when a time is over, if the process has not ended by then.
   *
   * @param millis from now
   */
  static void printAfter(long millis) {
    Thread.ofPlatform()
        .daemon()
        .name("yona-dump")
        .start(
            () -> {
              try {
                TimeUnit.MILLISECONDS.sleep(millis);
              } catch (InterruptedException e) {
                return;
              }
              print();
            });
  }
}

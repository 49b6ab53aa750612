package yona.library.terminal;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import yona.io.console.Console;

/**
 * The bars below all that is written to the terminal that standard error is. They are drawn at a
 * steady pace by a thread of their own, however often they are advanced: no fiber waits for them,
 * and one that waits for ever is still found. Any thread may call.
 */
final class ProgressDisplay {
  private static final long REDRAW_MILLIS = 100;

  /** More do not fit on small terminals, from whose top nothing can be taken away. */
  private static final int MOST_LINES = 10;

  private static final ProgressDisplay TERMINAL = new ProgressDisplay();

  /** Guarded by this, as all below. */
  private final Set<ProgressBar> bars = new LinkedHashSet<>();

  private int pauses;
  private boolean running;

  private ProgressDisplay() {}

  static void show(ProgressBar bar) {
    TERMINAL.add(bar);
  }

  static void remove(ProgressBar bar) {
    TERMINAL.take(bar);
  }

  /** Leaves the place below to somebody else until {@link Pause#close}. */
  static Pause pause() {
    TERMINAL.changePauses(1);
    return () -> TERMINAL.changePauses(-1);
  }

  /** A time in which bars are not drawn. */
  interface Pause extends AutoCloseable {
    @Override
    void close();
  }

  private synchronized void changePauses(int by) {
    pauses += by;
    if (!bars.isEmpty()) {
      Console.keepBelow(pauses > 0 ? List.of() : lines());
    }
  }

  private synchronized void add(ProgressBar bar) {
    bars.add(bar);
    if (!running) {
      running = true;
      Thread.ofPlatform().name("yona-progress").daemon().start(this::draw);
    }
  }

  private synchronized void take(ProgressBar bar) {
    bars.remove(bar);
    drawOnce();
  }

  private void drawOnce() {
    if (pauses == 0) {
      Console.keepBelow(lines());
    }
  }

  private synchronized void draw() {
    while (!bars.isEmpty()) {
      drawOnce();
      try {
        wait(REDRAW_MILLIS);
      } catch (InterruptedException nobodyDoes) {
        break;
      }
    }
    running = false;
  }

  /**
   * None if there are no bars. A column stays free: terminals differ in what they do behind the
   * last one.
   */
  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    int columns = bars.isEmpty() ? 0 : Screen.errorColumns() - 1;
    for (ProgressBar bar : bars) {
      if (lines.size() == MOST_LINES - 1 && bars.size() > MOST_LINES) {
        lines.add("and " + (bars.size() - lines.size()) + " more");
        break;
      }
      lines.add(bar.line(columns));
    }
    return lines;
  }
}

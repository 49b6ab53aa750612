package yona.library.terminal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import yona.language.runtime.ManagedResource;
import yona.library.argument.Failure;
import yona.library.argument.StandardError;

/**
 * How far something is, as a value of the language. On a terminal it is among the bars there;
 * elsewhere lines of a log tell of it. Any number of fibers may advance it.
 */
final class ProgressBar extends ManagedResource {
  /** A log has a line for each tenth. */
  private static final int TENTHS = 10;

  /** A log has a line so often, if nobody knows the total. */
  private static final long LINE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final ProgressText text;
  private final boolean drawn;
  private final long started = System.nanoTime();
  private final AtomicLong done = new AtomicLong();

  /** Of a log, the last tenth that it has told. */
  private final AtomicInteger told = new AtomicInteger();

  /** Of a log, when it tells again how far it is. */
  private final AtomicLong nextLine = new AtomicLong(started + LINE_NANOS);

  /** Guarded by the display, as the next. */
  private final ProgressRate rate = new ProgressRate();

  private int turn;
  private volatile String label;

  /**
   * A bar that is shown from now on.
   *
   * @param text what is told
   * @param label what it is of; may be empty
   * @param drawn whether it is drawn on the terminal that standard error is
   */
  ProgressBar(ProgressText text, String label, boolean drawn) {
    this.text = text;
    this.label = label;
    this.drawn = drawn;
    if (drawn) {
      ProgressDisplay.show(this);
    }
    hold();
  }

  void label(String now, String where) {
    checkOpen(where);
    label = now;
  }

  /** So much more is done. A log may have to wait until it is written. */
  void advance(long more, String where) {
    checkOpen(where);
    long now =
        done.accumulateAndGet(more, (a, b) -> a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b);
    if (drawn) {
      return;
    }
    if (text.isKnown()) {
      int tenth = (int) (text.share(now) * TENTHS);
      if (tenth < TENTHS && told.getAndAccumulate(tenth, Math::max) < tenth) {
        write(text.shareLine(label, now));
      }
      return;
    }
    long due = nextLine.get();
    long time = System.nanoTime();
    if (time - due >= 0 && nextLine.compareAndSet(due, time + LINE_NANOS)) {
      write(text.amountLine(label, now));
    }
  }

  private void checkOpen(String where) {
    if (isReleased()) {
      throw Failure.of(Failure.CLOSED, where + ": the bar has ended");
    }
  }

  /** The line that shows it; called by the display. */
  String line(int columns) {
    long now = done.get();
    long nanos = System.nanoTime() - started;
    return text.line(label, now, rate.measure(now, nanos), nanos, columns, turn++);
  }

  @Override
  protected void close() {
    if (drawn) {
      ProgressDisplay.remove(this);
    } else {
      write(text.lastLine(label, done.get(), System.nanoTime() - started));
    }
  }

  /** Whoever cannot be told how far it is, can do without. */
  private static void write(String line) {
    try {
      StandardError.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException lost) {
      // The exit status of the program tells that something was not written.
    }
  }

  @Override
  public String source() {
    return "<progress bar>";
  }
}

package yona.data;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Where computations that may be long look whether they are to stop: code of programs that somebody
 * may stop, and walks over values whose length is not bounded by the memory they take.
 *
 * <p>While nobody wants to stop anything, {@link #pass} is the read of one field. Thread-safe.
 */
public final class Checkpoint {
  /** How many want to stop something. */
  private static final AtomicInteger RAISED = new AtomicInteger();

  private static volatile boolean raised;

  private static volatile Runnable guard = () -> {};

  private Checkpoint() {}

  /**
   * Goes on, or is stopped: then what the guard throws is thrown.
   *
   * <p>Costs less than a nanosecond.
   */
  public static void pass() {
    if (raised) {
      guard.run();
    }
  }

  /**
   * Who decides whether the calling thread is to stop. To be called once, by the language.
   *
   * @param guard called by every thread that passes while a checkpoint is raised; throws to stop it
   */
  public static void guardedBy(Runnable guard) {
    Checkpoint.guard = Objects.requireNonNull(guard, "guard");
  }

  /** Lets the guard look at every thread that passes, until {@link #lower} is called as often. */
  public static void raise() {
    RAISED.getAndIncrement();
    raised = true;
  }

  /** Ends what {@link #raise} began. */
  public static void lower() {
    if (RAISED.decrementAndGet() == 0) {
      raised = false;
      if (RAISED.get() > 0) {
        // Raised again between the two: that one must not be lost.
        raised = true;
      }
    }
  }
}

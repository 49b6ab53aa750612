package yona.data;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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

  private static volatile Supplier<Runnable> guards = () -> () -> {};

  /** The guard of the thread that the calling one computes for. */
  private static final ThreadLocal<@Nullable Runnable> INHERITED = new ThreadLocal<>();

  private Checkpoint() {}

  /**
   * Goes on, or is stopped: then what the guard throws is thrown.
   *
   * <p>Costs less than a nanosecond.
   */
  public static void pass() {
    if (raised) {
      guard().run();
    }
  }

  private static Runnable guard() {
    Runnable inherited = INHERITED.get();
    return inherited == null ? guards.get() : inherited;
  }

  /**
   * Who decides whether a thread is to stop. To be called once, by the language.
   *
   * @param guards called by every thread that passes while a checkpoint is raised; gives what is
   *     then run, there or in a thread that computes for it, and throws to stop it
   */
  public static void guardedBy(Supplier<Runnable> guards) {
    Checkpoint.guards = Objects.requireNonNull(guards, "guards");
  }

  /**
   * A task for another thread, which is stopped there when the calling one is to stop.
   *
   * @param task what the other thread is to run while the calling one waits
   * @return the task
   */
  public static Runnable inherited(Runnable task) {
    Objects.requireNonNull(task, "task");
    Runnable guard = guard();
    return () -> {
      INHERITED.set(guard);
      try {
        task.run();
      } finally {
        INHERITED.remove();
      }
    };
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

package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import yona.async.clock.Timers;

/** Runs test bodies as programs, and looks afterwards whether anything is left of them. */
public final class Running {

  private Running() {}

  /** The errors that were reported by the program that ran last in this class. */
  public static final List<Throwable> REPORTED = new CopyOnWriteArrayList<>();

  /** Runs a body as the main fiber of a program; no error may be reported, no alarm be left. */
  public static <T extends @Nullable Object> T program(Body<T, Exception> body) throws Exception {
    T result = reporting(body);
    assertThat(REPORTED).isEmpty();
    return result;
  }

  /** The same, for bodies that lead to reports. */
  public static <T extends @Nullable Object> T reporting(Body<T, Exception> body) throws Exception {
    REPORTED.clear();
    try {
      return new Program(REPORTED::add).run(body);
    } finally {
      // Whoever sets an alarm for a wait that is cancelled at that moment takes it back right
      // after.
      long end = System.nanoTime() + 10_000_000_000L;
      while (Timers.count() != 0 && System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      assertThat(Timers.count()).isZero();
    }
  }
}

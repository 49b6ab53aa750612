package yona.language.runtime;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How much a run may use before it is stopped.
 *
 * @param time from its start to its end; null for any time
 * @param grace how long the releases of {@code with} have when it is stopped, before they are
 *     broken off too
 * @param fibers how many computations at a time beside the main one; 0 for any number
 * @param output how many bytes of output; 0 for any number
 * @param bigBits how many bits a Big may have; 0 for any number
 * @param heap how full the process's heap may be with what collections leave, as a share of its
 *     greatest size; 0 for as full as it gets
 */
public record Limits(
    @Nullable Duration time, Duration grace, int fibers, long output, long bigBits, double heap) {
  /** No limits; a run that is stopped by its host has two seconds for its releases. */
  public static final Limits NONE = new Limits(null, Duration.ofSeconds(2), 0, 0, 0, 0);

  /** Checks the values. */
  public Limits {
    Objects.requireNonNull(grace, "grace");
    if ((time != null && time.isNegative()) || grace.isNegative()) {
      throw new IllegalArgumentException("a limit of time must not be negative");
    }
    if (fibers < 0 || output < 0 || bigBits < 0) {
      throw new IllegalArgumentException("a limit must not be negative");
    }
    if (!(heap >= 0 && heap <= 1)) {
      throw new IllegalArgumentException("a share of the heap is 0 to 1, not " + heap);
    }
  }
}

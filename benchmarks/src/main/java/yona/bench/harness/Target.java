package yona.bench.harness;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How fast an entrant has to be, or how small.
 *
 * @param measure what is compared
 * @param by the label of the entrant that has to reach it; empty for the case's first
 * @param against the label of the entrant that it is compared with; empty for a limit in itself
 * @param limit at most this ratio of its median to the other's, or this many nanoseconds or MB
 * @param aim whether it is only aimed at
 */
public record Target(
    Measure measure, Optional<String> by, Optional<String> against, double limit, boolean aim) {
  private Target(Measure measure, Optional<String> against, double limit, boolean aim) {
    this(measure, Optional.empty(), against, limit, aim);
  }

  /** What is compared. */
  public enum Measure {
    /** The median of the times. */
    TIME,
    /** The processor time of the whole process. */
    PROCESSOR,
    /** The peak resident memory. */
    MEMORY,
    /** The same, by the difference to the other entrant. */
    MORE_MEMORY
  }

  /** Yona takes less than so many nanoseconds. */
  public static Target nanos(double nanos) {
    return new Target(Measure.TIME, Optional.empty(), nanos, false);
  }

  /** Yona's peak resident memory is at most so many MB (of 1,000,000 bytes). */
  public static Target memory(double megabytes) {
    return new Target(Measure.MEMORY, Optional.empty(), megabytes, false);
  }

  /** Yona's processor time is at most {@code factor} times that of the entrant. */
  public static Target processorWithin(String label, double factor) {
    return new Target(Measure.PROCESSOR, Optional.of(label), factor, false);
  }

  /** Yona's peak resident memory is at most {@code factor} times that of the entrant. */
  public static Target memoryWithin(String label, double factor) {
    return new Target(Measure.MEMORY, Optional.of(label), factor, false);
  }

  /** Yona's memory is at most so many MB more than that of the entrant. */
  public static Target memoryMore(String label, double megabytes) {
    return new Target(Measure.MORE_MEMORY, Optional.of(label), megabytes, false);
  }

  /** Yona is faster than the entrant. */
  public static Target ahead(String label) {
    return within(label, 1.0);
  }

  /** Yona is faster than each of the entrants. */
  public static List<Target> aheadOfAll(String... labels) {
    return Stream.of(labels).map(Target::ahead).toList();
  }

  /** Yona takes at most {@code factor} times what the entrant takes. */
  public static Target within(String label, double factor) {
    return new Target(Measure.TIME, Optional.of(label), factor, false);
  }

  /** As {@link #within}, but wished for rather than required. */
  public static Target aim(String label, double factor) {
    return new Target(Measure.TIME, Optional.of(label), factor, true);
  }

  /** The same, to be reached by another entrant than the case's first. */
  public Target by(String label) {
    return new Target(measure, Optional.of(label), against, limit, aim);
  }
}

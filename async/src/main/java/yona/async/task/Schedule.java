package yona.async.task;

import java.time.Duration;
import java.util.Objects;
import java.util.random.RandomGenerator;
import yona.async.clock.Clock;

/**
 * When to run a task again, and until when.
 *
 * <p>A {@link Pace} repeats whatever the outcome: {@link Every}, {@link Fixed}, {@link
 * ExponentialBackoff}, {@link FibonacciBackoff}. {@link RepeatUntilSuccess} and {@link
 * RepeatUntilFailure} go at a pace and stop at the first such outcome. Each has a number of runs,
 * the first one included, at most: {@link #FOREVER} for no limit. All are immutable.
 *
 * <p>In Scala gears, whose {@code TaskSchedule} has the same cases and counts in the same way, 0 is
 * no limit. Here it is refused, and no limit is a constant with a name: a number that a program has
 * computed, how many attempts are left for instance, does not become "for ever" when it comes down
 * to 0.
 *
 * <p>Schedules of one's own programs can be tested without waiting: {@link Pace#delays} gives the
 * delays as numbers.
 */
public sealed interface Schedule {

  /** As a number of runs: as often as the outcomes allow. */
  long FOREVER = Long.MAX_VALUE;

  /** As the longest delay: no limit but that of the clock, some 292 years. */
  Duration UNLIMITED = Duration.ofSeconds(Long.MAX_VALUE);

  /**
   * When to run again, whatever the outcome.
   *
   * @return the pace of this schedule
   */
  Pace pace();

  /**
   * How often to run at most.
   *
   * @return a number from 1 on; {@link #FOREVER} if there is no limit
   */
  default long runs() {
    return pace().runs();
  }

  /** A schedule that repeats whatever the outcome. */
  sealed interface Pace extends Schedule {

    /** How often to run at most. */
    @Override
    long runs();

    /**
     * This pace with another number of runs.
     *
     * @param count how many runs there are at most, the first one included; at least 1
     * @return the pace
     */
    Pace runs(long count);

    @Override
    default Pace pace() {
      return this;
    }

    /**
     * The delays of one use of this schedule, one after the other.
     *
     * @param random draws the jitter, if there is any
     * @return delays without end, whatever the number of runs; for one user at a time
     */
    Delays delays(RandomGenerator random);
  }

  /** Delays between runs, one after the other. */
  @FunctionalInterface
  interface Delays {

    /**
     * The next delay.
     *
     * @param elapsed nanoseconds from the start of the first run to the end of the last one
     * @return nanoseconds from that end to the start of the next run, at least 0; {@link
     *     Long#MAX_VALUE} if that is too many
     */
    long next(long elapsed);
  }

  /**
   * Runs at regular times: the interval is between starts, and lateness does not add up. A run that
   * takes longer than the interval skips the starts that it missed.
   *
   * @param interval the time from one start to the next; of none, one run follows the other
   * @param runs how many runs there are at most, the first one included
   */
  record Every(Duration interval, long runs) implements Pace {

    /** Checks the parts. */
    public Every {
      check(interval, runs);
    }

    /**
     * Runs at regular times for ever.
     *
     * @param interval the time from one start to the next
     */
    public Every(Duration interval) {
      this(interval, FOREVER);
    }

    @Override
    public Every runs(long count) {
      return new Every(interval, count);
    }

    @Override
    public Delays delays(RandomGenerator random) {
      Objects.requireNonNull(random, "random");
      return new RegularStarts(Clock.nanos(interval));
    }
  }

  /**
   * Waits for the same time between the end of a run and the start of the next.
   *
   * @param delay the time between two runs
   * @param runs how many runs there are at most, the first one included
   * @param jitter whether each delay is drawn evenly from half of it to the whole
   */
  record Fixed(Duration delay, long runs, boolean jitter) implements Pace {

    /** Checks the parts. */
    public Fixed {
      check(delay, runs);
    }

    /**
     * Without jitter.
     *
     * @param delay the time between two runs
     * @param runs how many runs there are at most, the first one included
     */
    public Fixed(Duration delay, long runs) {
      this(delay, runs, false);
    }

    /**
     * This schedule with jitter.
     *
     * @return a schedule that draws each delay evenly from half of it to the whole
     */
    public Fixed jittered() {
      return new Fixed(delay, runs, true);
    }

    /**
     * Without jitter and without end.
     *
     * @param delay the time between two runs
     */
    public Fixed(Duration delay) {
      this(delay, FOREVER);
    }

    @Override
    public Fixed runs(long count) {
      return new Fixed(delay, count, jitter);
    }

    @Override
    public Delays delays(RandomGenerator random) {
      Objects.requireNonNull(random, "random");
      long nanos = Clock.nanos(delay);
      Delays plain = _ -> nanos;
      return jitter ? new JitteredDelays(plain, random) : plain;
    }
  }

  /**
   * Waits longer each time: the delay is multiplied until it has reached the longest.
   *
   * @param first the delay after the first run
   * @param factor what each delay is multiplied by for the next, at least 1
   * @param longest no delay is longer
   * @param runs how many runs there are at most, the first one included
   * @param jitter whether each delay is drawn evenly from half of it to the whole
   */
  record ExponentialBackoff(
      Duration first, double factor, Duration longest, long runs, boolean jitter) implements Pace {

    /** Checks the parts. */
    public ExponentialBackoff {
      check(first, runs);
      check(longest, runs);
      if (!(factor >= 1)) {
        throw new IllegalArgumentException("the factor must be at least 1: " + factor);
      }
    }

    /**
     * Twice as long each time, without limit and without jitter.
     *
     * @param first the delay after the first run
     * @param runs how many runs there are at most, the first one included
     */
    public ExponentialBackoff(Duration first, long runs) {
      this(first, 2, UNLIMITED, runs, false);
    }

    /**
     * This schedule with another longest delay.
     *
     * @param delay no delay is longer
     * @return the schedule
     */
    public ExponentialBackoff atMost(Duration delay) {
      return new ExponentialBackoff(first, factor, delay, runs, jitter);
    }

    /**
     * This schedule with jitter.
     *
     * @return a schedule that draws each delay evenly from half of it to the whole
     */
    public ExponentialBackoff jittered() {
      return new ExponentialBackoff(first, factor, longest, runs, true);
    }

    /**
     * Twice as long each time, without limit, jitter and end.
     *
     * @param first the delay after the first run
     */
    public ExponentialBackoff(Duration first) {
      this(first, FOREVER);
    }

    @Override
    public ExponentialBackoff runs(long count) {
      return new ExponentialBackoff(first, factor, longest, count, jitter);
    }

    @Override
    public Delays delays(RandomGenerator random) {
      Objects.requireNonNull(random, "random");
      Delays plain = new ExponentialDelays(Clock.nanos(first), factor, Clock.nanos(longest));
      return jitter ? new JitteredDelays(plain, random) : plain;
    }
  }

  /**
   * Waits longer each time: each delay is the sum of the two before it (1, 1, 2, 3, 5 times the
   * first and so on) until it has reached the longest.
   *
   * @param first the delay after the first run
   * @param longest no delay is longer
   * @param runs how many runs there are at most, the first one included
   * @param jitter whether each delay is drawn evenly from half of it to the whole
   */
  record FibonacciBackoff(Duration first, Duration longest, long runs, boolean jitter)
      implements Pace {

    /** Checks the parts. */
    public FibonacciBackoff {
      check(first, runs);
      check(longest, runs);
    }

    /**
     * Without a longest delay and without jitter.
     *
     * @param first the delay after the first run
     * @param runs how many runs there are at most, the first one included
     */
    public FibonacciBackoff(Duration first, long runs) {
      this(first, UNLIMITED, runs, false);
    }

    /**
     * This schedule with another longest delay.
     *
     * @param delay no delay is longer
     * @return the schedule
     */
    public FibonacciBackoff atMost(Duration delay) {
      return new FibonacciBackoff(first, delay, runs, jitter);
    }

    /**
     * This schedule with jitter.
     *
     * @return a schedule that draws each delay evenly from half of it to the whole
     */
    public FibonacciBackoff jittered() {
      return new FibonacciBackoff(first, longest, runs, true);
    }

    /**
     * Without a longest delay, jitter and end.
     *
     * @param first the delay after the first run
     */
    public FibonacciBackoff(Duration first) {
      this(first, FOREVER);
    }

    @Override
    public FibonacciBackoff runs(long count) {
      return new FibonacciBackoff(first, longest, count, jitter);
    }

    @Override
    public Delays delays(RandomGenerator random) {
      Objects.requireNonNull(random, "random");
      Delays plain = new FibonacciDelays(Clock.nanos(first), Clock.nanos(longest));
      return jitter ? new JitteredDelays(plain, random) : plain;
    }
  }

  /**
   * Repeats at a pace until a run succeeds.
   *
   * @param pace when to run again, and how often at most
   */
  record RepeatUntilSuccess(Pace pace) implements Schedule {

    /** Checks that there is one. */
    public RepeatUntilSuccess {
      Objects.requireNonNull(pace, "pace");
    }

    /**
     * With the same delay after each run, until a run succeeds.
     *
     * @param delay the time between two runs
     */
    public RepeatUntilSuccess(Duration delay) {
      this(new Fixed(delay));
    }

    /**
     * With the same delay after each run.
     *
     * @param delay the time between two runs
     * @param runs how many runs there are at most, the first one included
     */
    public RepeatUntilSuccess(Duration delay, long runs) {
      this(new Fixed(delay, runs));
    }
  }

  /**
   * Repeats at a pace until a run fails.
   *
   * @param pace when to run again, and how often at most
   */
  record RepeatUntilFailure(Pace pace) implements Schedule {

    /** Checks that there is one. */
    public RepeatUntilFailure {
      Objects.requireNonNull(pace, "pace");
    }

    /**
     * With the same delay after each run, until a run fails.
     *
     * @param delay the time between two runs
     */
    public RepeatUntilFailure(Duration delay) {
      this(new Fixed(delay));
    }

    /**
     * With the same delay after each run.
     *
     * @param delay the time between two runs
     * @param runs how many runs there are at most, the first one included
     */
    public RepeatUntilFailure(Duration delay, long runs) {
      this(new Fixed(delay, runs));
    }
  }

  private static void check(Duration time, long runs) {
    Objects.requireNonNull(time, "time");
    if (time.isNegative()) {
      throw new IllegalArgumentException("the time must not be negative: " + time);
    }
    if (runs < 1) {
      throw new IllegalArgumentException("there must be at least one run, not " + runs);
    }
  }
}

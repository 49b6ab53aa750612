package yona.async.task;

import java.util.random.RandomGenerator;

/** Delays each drawn evenly from half of another one to the whole. */
final class JitteredDelays implements Schedule.Delays {

  private final Schedule.Delays delays;
  private final RandomGenerator random;

  JitteredDelays(Schedule.Delays delays, RandomGenerator random) {
    this.delays = delays;
    this.random = random;
  }

  @Override
  public long next(long elapsed) {
    long delay = delays.next(elapsed);
    return delay - random.nextLong(delay / 2 + 1);
  }
}

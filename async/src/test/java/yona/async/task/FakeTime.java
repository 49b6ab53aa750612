package yona.async.task;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import yona.async.Async;

/** A time that passes only where a test lets it, and where somebody sleeps. */
final class FakeTime implements Repetition.Time {

  private final RandomGenerator random;
  private long now = 1_000_000;

  /** How long was slept, time after time. */
  final List<Long> slept = new ArrayList<>();

  FakeTime(long seed) {
    this.random = new SplittableRandom(seed);
  }

  FakeTime() {
    this(42);
  }

  @Override
  public long now() {
    return now;
  }

  void pass(long nanos) {
    now += nanos;
  }

  @Override
  public void sleep(long nanos) {
    slept.add(nanos);
    pass(nanos);
    Async.yield();
  }

  @Override
  public RandomGenerator random() {
    return random;
  }
}

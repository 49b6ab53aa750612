package yona.async;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * How many members the scopes of a program may have at a time: fibers, and futures that are run
 * where they are awaited. Thread-safe.
 */
public final class FiberLimit {
  private final int most;
  private final Supplier<? extends RuntimeException> exceeded;
  private final AtomicInteger live = new AtomicInteger();

  /**
   * A limit for one program.
   *
   * @param most how many at a time, the main body not counted
   * @param exceeded makes what is thrown by the start of one more
   */
  public FiberLimit(int most, Supplier<? extends RuntimeException> exceeded) {
    this.most = most;
    this.exceeded = Objects.requireNonNull(exceeded, "exceeded");
  }

  void enter() {
    // The main body is a member too.
    if (live.getAndIncrement() > most) {
      live.getAndDecrement();
      throw exceeded.get();
    }
  }

  void leave() {
    live.getAndDecrement();
  }
}

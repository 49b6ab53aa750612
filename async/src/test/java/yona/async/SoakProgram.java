package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import yona.async.clock.Timers;

/** One random program: it chooses the steps, and knows what may not be left of them. */
final class SoakProgram {

  /** An error that is meant. */
  static final class Deliberate extends RuntimeException {
    private static final long serialVersionUID = 1;

    Deliberate() {
      super("deliberate", null, false, false);
    }
  }

  private static final int STEPS = 5;
  private static final int DEEPEST = 5;

  final Leftovers leftovers = new Leftovers();

  /** Errors that were reported, or that a body ended with and should not have. */
  final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();

  /** Bodies that have begun and have not ended. */
  private final AtomicInteger running = leftovers.of(new AtomicInteger(), AtomicInteger::get);

  private final ScopeSteps scopes = new ScopeSteps(this);
  private final ChannelSteps channels = new ChannelSteps(this);
  private final LockSteps locks = new LockSteps(this);
  private final TransactionSteps transactions = new TransactionSteps(this);
  private final TimerSteps timers = new TimerSteps(this);
  private final TaskSteps tasks = new TaskSteps(this);
  private final ContinuationSteps continuations = new ContinuationSteps(this);
  private final EndlessWaits waits = new EndlessWaits(this, transactions);

  private volatile @Nullable Scope root;

  /**
   * Takes what nobody could be given: an error that is meant may come when its group, or who awaits
   * its future, is being cancelled.
   */
  void report(Throwable error) {
    if (!(error instanceof Deliberate || error instanceof TimeoutException)) {
      failures.add(error);
    }
  }

  /** The main body. */
  String run(Random random) throws Exception {
    Scope holding = Scope.holding();
    root = holding;
    waits.begin();
    for (int i = 0; i < STEPS; i++) {
      step(random, 0);
    }
    Async.yield();
    // While what they have waited at is still pending, which the program's end would change.
    leftovers.assertNone();
    assertThat(holding.live).as("the main fiber alone").isEqualTo(1);
    transactions.assertBalanced();
    return "done";
  }

  /** When the program has ended, or has been cancelled. */
  void assertNothingIsLeft() {
    assertThat(failures).isEmpty();
    Scope scope = root;
    if (scope != null) {
      leftovers.of("fibers", _ -> scope.live);
      leftovers.of("linked cancellables", _ -> scope.newestLinks(Integer.MAX_VALUE).size());
    }
    leftovers.of("alarms", _ -> Timers.count());
    leftovers.assertNone();
    transactions.assertBalanced();
  }

  Object step(Random random, int depth) throws Exception {
    if (depth == DEEPEST || random.nextInt(3) == 0) {
      return random.nextInt(5) == 0 ? transactions.transfer(random) : scopes.alone(random);
    }
    long seed = random.nextLong();
    return switch (random.nextInt(14)) {
      case 0, 1, 2, 3, 4 -> scopes.around(random, seed, depth);
      case 5, 6 -> channels.step(random);
      case 7 -> locks.step(random);
      case 8 -> transactions.step(random);
      case 9 -> timers.step(random, seed, depth);
      case 10 -> tasks.step(random);
      case 11 -> continuations.step(random);
      default -> waits.giveUp(random);
    };
  }

  /** A step of its own, one level deeper, for a fiber or for the calling one. */
  Body<Object, Exception> below(long seed, int depth) {
    return watched(() -> step(new Random(seed), depth + 1));
  }

  /** A body that is counted, and whose error is noted even if nobody looks at it. */
  <T> Body<T, Exception> watched(Body<T, Exception> body) {
    return () -> {
      running.incrementAndGet();
      try {
        return body.run();
      } catch (Throwable error) {
        if (!Errors.isCancellation(error)) {
          failures.add(error);
        }
        throw error;
      } finally {
        running.decrementAndGet();
      }
    };
  }

  /** Gives way a few times. */
  static void pause(Random random) {
    for (int i = random.nextInt(3); i > 0; i--) {
      Async.yield();
    }
  }
}

package yona.async;

import java.util.function.Supplier;
import org.jetbrains.lincheck.Lincheck;
import yona.property.Effort;

/**
 * Threads in all sorts of orders: Lincheck's model checker runs a scenario many times, on platform
 * threads of which one at a time goes on, and changes over from one to another at other places each
 * time. A scenario that does not come to its end in one of the orders fails, too.
 */
public final class Interleavings {

  private Interleavings() {}

  /**
   * Runs a scenario in so many orders.
   *
   * @param usualOrders in how many with an {@link Effort} of 1
   * @param scenario starts its threads by {@link #together}, and says in a text how it ended; uses
   *     no library for assertions, which would be rewritten too
   * @param possible the texts that are possible
   */
  public static void check(int usualOrders, Supplier<String> scenario, String... possible) {
    Lincheck.runConcurrentTest(
        Effort.of(usualOrders),
        () -> {
          String outcome = scenario.get();
          for (String each : possible) {
            if (each.equals(outcome)) {
              return;
            }
          }
          throw new AssertionError(outcome);
        });
  }

  /** Runs bodies on threads of their own, and waits for all of them. */
  public static void together(Runnable... bodies) {
    Thread[] threads = new Thread[bodies.length];
    for (int i = 0; i < bodies.length; i++) {
      threads[i] = new Thread(bodies[i]);
    }
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }
}

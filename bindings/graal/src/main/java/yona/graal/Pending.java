package yona.graal;

import java.util.concurrent.atomic.AtomicInteger;
import yona.async.CancellationException;
import yona.async.Promise;

/**
 * A result that is still to come: of a promise, or of an awaitable, of another language. Programs
 * never see it, they wait for it.
 */
final class Pending {
  private final Promise<Object> result = new Promise<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final boolean javaScript;
  private final Runnable stop;

  /**
   * Nothing yet.
   *
   * @param stop ends what makes the result; run by a fiber, when nobody waits any more
   */
  Pending(boolean javaScript, Runnable stop) {
    this.javaScript = javaScript;
    this.stop = stop;
  }

  /** Completed in the context. */
  Promise<Object> result() {
    return result;
  }

  /** Whether it is of JavaScript. */
  boolean isJavaScript() {
    return javaScript;
  }

  /** Waits for the value. Suspends. The last one that is cancelled ends what makes it. */
  Object value() {
    waiting.incrementAndGet();
    boolean cancelled = false;
    try {
      return result.value();
    } catch (CancellationException e) {
      cancelled = true;
      throw e;
    } finally {
      if (waiting.decrementAndGet() == 0 && cancelled && result.poll() == null) {
        stop.run();
      }
    }
  }
}

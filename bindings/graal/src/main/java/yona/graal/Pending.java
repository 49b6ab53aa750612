package yona.graal;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Promise;
import yona.async.Result;
import yona.language.runtime.YonaError;

/**
 * A result that is still to come: of a promise, or of an awaitable, of another language. Programs
 * never see it, they wait for it.
 */
final class Pending {
  private final Promise<Object> result = new Promise<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final boolean javaScript;
  private final Runnable stop;
  private volatile @Nullable Pending inner;

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

  /** Completes it with a value, which may itself be to come. */
  @SuppressWarnings("ReferenceEquality") // results that are to come are compared by identity
  void succeed(Object value) {
    if (!(value instanceof Pending next)) {
      result.complete(value);
      return;
    }
    for (Pending waitedFor = next; waitedFor != null; waitedFor = waitedFor.inner) {
      if (waitedFor == this) {
        result.fail(YonaError.of("deadlock", "an awaitable is its own result"));
        return;
      }
    }
    inner = next;
    next.result.onComplete(
        end ->
            switch (end) {
              case Result.Success<Object>(Object given) -> result.complete(given);
              case Result.Failure<Object>(Throwable error) -> result.fail(error);
            });
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
        stop();
      }
    }
  }

  private void stop() {
    if (inner == null) {
      stop.run();
    }
    // It may have ended with an inner one.
    Pending next = inner;
    if (next != null) {
      next.stop();
    }
  }
}

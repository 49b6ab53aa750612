package yona.http.client;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Body;
import yona.async.TimeWords;
import yona.async.TimeoutException;

/** The limits of time of one request. */
final class RequestDeadline {

  private final String request;
  private final @Nullable Duration all;
  private final long start = System.nanoTime();

  /**
   * Begins.
   *
   * @param request what messages call it
   * @param all the time for all of it, or null
   */
  RequestDeadline(String request, @Nullable Duration all) {
    this.request = request;
    this.all = all;
  }

  /** Does a step of the request, in its time and in what is left of the whole. Suspends. */
  <T> T within(Duration step, String what, Body<T, IOException> body) throws IOException {
    long limit = step.toNanos();
    long left = all == null ? Long.MAX_VALUE : all.toNanos() - (System.nanoTime() - start);
    try {
      return Async.<T, IOException>timeoutNanos(Math.min(limit, left), body);
    } catch (TimeoutException late) {
      HttpTimeoutException error =
          new HttpTimeoutException(
              request
                  + (left <= limit
                      ? ": it takes more than " + seconds(all)
                      : ": " + what + " within " + seconds(step)));
      error.initCause(late);
      throw error;
    }
  }

  /** Whether the time for all of it is over. */
  boolean isOver() {
    return all != null && System.nanoTime() - start >= all.toNanos();
  }

  private static String seconds(@Nullable Duration time) {
    return time == null ? "no time" : TimeWords.of(time);
  }
}

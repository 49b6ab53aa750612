package yona.http.filter;

import java.time.Duration;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.TimeWords;
import yona.async.TimeoutException;
import yona.http.Handler;
import yona.http.Response;

/**
 * Cancels handlers that take too long, and answers with status 503 when they have cleaned up. The
 * time counts until the handler gives its answer; what an answer makes while it is sent has the
 * time that the client takes.
 *
 * <p>Immutable, and safe for use by any number of fibers.
 */
public final class TimeLimit implements UnaryOperator<Handler> {

  private final Duration time;

  private TimeLimit(Duration time) {
    this.time = time;
  }

  /**
   * Sets a limit.
   *
   * @param time how long a handler may take
   * @return the filter
   * @throws IllegalArgumentException if it is not positive
   */
  public static TimeLimit of(Duration time) {
    if (!time.isPositive()) {
      throw new IllegalArgumentException("a limit of time is positive, not " + TimeWords.of(time));
    }
    return new TimeLimit(time);
  }

  /** The result of a handler; an error about time of its own is none of this limit. */
  private record Outcome(@Nullable Response response, @Nullable TimeoutException own) {}

  @Override
  public Handler apply(Handler handler) {
    return request -> {
      Outcome outcome;
      try {
        outcome =
            Async.<Outcome, Exception>timeout(
                time,
                () -> {
                  try {
                    return new Outcome(handler.handle(request), null);
                  } catch (TimeoutException own) {
                    return new Outcome(null, own);
                  }
                });
      } catch (TimeoutException late) {
        return Response.text(503, "this took too long\n");
      }
      if (outcome.response == null) {
        throw Objects.requireNonNull(outcome.own);
      }
      return outcome.response;
    };
  }
}

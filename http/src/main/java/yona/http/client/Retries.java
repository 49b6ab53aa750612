package yona.http.client;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import yona.async.task.Schedule;
import yona.http.fields.HttpDate;

/** When a request is sent again after a failure, as a schedule says. For one request. */
final class Retries {

  private final Schedule.@Nullable Pace schedule;
  private final Schedule.@Nullable Delays delays;
  private final long start = System.nanoTime();
  private long runs = 1;

  private Retries(Schedule.@Nullable Pace schedule) {
    this.schedule = schedule;
    this.delays = schedule == null ? null : schedule.delays(ThreadLocalRandom.current());
  }

  /** Those of a request; none if it might do something twice. */
  static Retries of(Schedule.@Nullable Pace schedule, ClientRequest request) {
    return new Retries(request.isRepeatable() ? schedule : null);
  }

  /** How long to wait before the request is sent again; null if it is not. */
  @Nullable Duration after(IOException failed) {
    return next(null);
  }

  /** The same after a response. */
  @Nullable Duration after(ClientResponse response) {
    return switch (response.status()) {
      case 429, 502, 503, 504 -> next(response.header("retry-after"));
      default -> null;
    };
  }

  private @Nullable Duration next(@Nullable String retryAfter) {
    Schedule.Pace pace = schedule;
    Schedule.Delays each = delays;
    if (pace == null || each == null || runs >= pace.runs()) {
      return null;
    }
    runs++;
    Duration delay = Duration.ofNanos(each.next(System.nanoTime() - start));
    Duration asked = duration(retryAfter);
    if (asked == null || asked.compareTo(delay) <= 0) {
      return delay;
    }
    Duration longest = longest(pace);
    return asked.compareTo(longest) <= 0 ? asked : longest;
  }

  /** The time that a server asks for: seconds, or a date (RFC 9110, section 10.2.3). */
  private static @Nullable Duration duration(@Nullable String retryAfter) {
    if (retryAfter == null) {
      return null;
    }
    String text = retryAfter.strip();
    if (text.matches("[0-9]{1,9}")) {
      return Duration.ofSeconds(Long.parseLong(text));
    }
    Instant date = HttpDate.parsed(text);
    return date == null ? null : Duration.between(Instant.now(), date);
  }

  private static Duration longest(Schedule.Pace pace) {
    return switch (pace) {
      case Schedule.Every every -> every.interval();
      case Schedule.Fixed fixed -> fixed.delay();
      case Schedule.ExponentialBackoff growing -> growing.longest();
      case Schedule.FibonacciBackoff growing -> growing.longest();
    };
  }
}

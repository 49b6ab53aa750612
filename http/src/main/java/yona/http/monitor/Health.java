package yona.http.monitor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import yona.async.Action;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.TimeoutException;
import yona.async.sync.Mutex;
import yona.async.sync.Permit;
import yona.http.Handler;
import yona.http.Response;

/**
 * Answers whether a service is alive, and whether it is ready for requests.
 *
 * <pre>{@code
 * Health health = new Health().check("database", Duration.ofSeconds(1), database::ping);
 * router.get("/health/live", health.live()).get("/health/ready", health.ready());
 * }</pre>
 *
 * <p>Checks are made at the same time, at most once a second however often they are asked for. An
 * answer names the checks and says nothing else of an error, which goes to the log. Checks are
 * added before the first request; then it is safe for use by any number of fibers.
 */
public final class Health {

  private static final Duration KEPT = Duration.ofSeconds(1);

  private record Check(String name, Duration limit, Action<? extends Exception> action) {}

  /** The results by the names of the checks, and when they were made, by nanoTime. */
  private record Results(Map<String, String> all, boolean good, long at) {}

  private final List<Check> checks = new ArrayList<>();
  private final Mutex checking = new Mutex();
  private BiConsumer<String, Throwable> log = (_, _) -> {};
  private volatile @Nullable Results last;
  private volatile boolean leaving;

  /** Makes one without checks, which is ready. */
  public Health() {}

  /**
   * Adds a check.
   *
   * @param name for the answer: letters, digits, hyphens and underscores
   * @param limit how long it may take; then it is cancelled, and has failed
   * @param action raises something if all is not well; may suspend
   * @return this
   * @throws IllegalArgumentException if the name is another one, or known already
   */
  public Health check(String name, Duration limit, Action<? extends Exception> action) {
    Objects.requireNonNull(limit, "limit");
    Objects.requireNonNull(action, "action");
    if (!name.matches("[A-Za-z0-9_-]+")
        || checks.stream().anyMatch(each -> each.name.equals(name))) {
      throw new IllegalArgumentException("not the name of a new check: " + name);
    }
    checks.add(new Check(name, limit, action));
    return this;
  }

  /**
   * Sets what learns of errors.
   *
   * @param told takes the name of a check and what it has raised; must not raise anything
   * @return this
   */
  public Health log(BiConsumer<String, Throwable> told) {
    log = Objects.requireNonNull(told, "told");
    return this;
  }

  /** From now on it is not ready: for a service that will stop, before it does. */
  public void leave() {
    leaving = true;
  }

  /**
   * Answers that the process runs: whoever gets no answer should start it again.
   *
   * @return a handler, which makes no checks
   */
  public Handler live() {
    return _ -> answer(200, "alive\n");
  }

  /**
   * Answers whether requests should be sent here: status 200 if all checks are well, else 503.
   *
   * @return a handler, which suspends as the checks do
   */
  public Handler ready() {
    return _ -> {
      if (leaving) {
        return answer(503, "leaving\n");
      }
      Results results = results();
      StringBuilder text = new StringBuilder(results.good ? "ready\n" : "not ready\n");
      results.all.forEach((name, result) -> text.append(name + ": " + result + "\n"));
      return answer(results.good ? 200 : 503, text.toString());
    };
  }

  private static Response answer(int status, String text) {
    return Response.text(status, text).with("cache-control", "no-store");
  }

  private Results results() {
    Results known = fresh();
    if (known != null) {
      return known;
    }
    try (Permit _ = checking.acquire()) {
      Results made = fresh();
      return made == null ? made() : made;
    }
  }

  private @Nullable Results fresh() {
    Results known = last;
    return known != null && System.nanoTime() - known.at < KEPT.toNanos() ? known : null;
  }

  private Results made() {
    Map<String, String> all =
        Async.<Map<String, String>, RuntimeException>group(
            group -> {
              Map<String, Future<String>> running = new LinkedHashMap<>();
              for (Check each : checks) {
                running.put(each.name, group.fork(() -> result(each)));
              }
              Map<String, String> results = new LinkedHashMap<>();
              running.forEach((name, result) -> results.put(name, result.value()));
              return results;
            });
    boolean good = all.values().stream().allMatch("well"::equals);
    Results made = new Results(all, good, System.nanoTime());
    last = made;
    return made;
  }

  private String result(Check check) {
    try {
      Async.<Exception>timeout(check.limit, check.action);
      return "well";
    } catch (TimeoutException late) {
      log.accept(check.name, late);
      return "too slow";
    } catch (CancellationException cancelled) {
      throw cancelled;
    } catch (Exception | StackOverflowError error) {
      log.accept(check.name, error);
      return "failed";
    }
  }
}

package yona.http.monitor;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;
import java.util.function.UnaryOperator;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.http.Handler;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;
import yona.http.server.HttpServer;

/**
 * Counts requests, and tells Prometheus: in its text format 0.0.4, or in that of OpenMetrics 1.0.0
 * if it asks for that.
 *
 * <pre>{@code
 * Metrics metrics = new Metrics();
 * router.get("/metrics", metrics.handler());
 * HttpServer server = HttpServer.start(options, metrics.apply(router));
 * metrics.connections(server);
 * }</pre>
 *
 * <p>{@code http_requests_total} counts by method, route and status; {@code
 * http_request_duration_seconds} has the time until a handler has given its answer, by method and
 * route; {@code http_requests_in_flight} how many handlers run. A path is told by its route's
 * pattern, and a method that nobody knows as {@code other}, so that clients cannot make up series.
 * A client that went away has status 499. Content that fails while it is made changes no count: the
 * log tells of it.
 *
 * <p>Stands around the whole router. Safe for use by any number of fibers.
 */
public final class Metrics implements UnaryOperator<Handler> {

  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT");

  private static final String OPEN_METRICS = "application/openmetrics-text";

  private record Place(String method, String route) {

    String labels() {
      return "method=\"" + method + "\",route=\"" + escaped(route) + "\"";
    }
  }

  private record Outcome(Place place, int status) {}

  private record Gauge(String help, DoubleSupplier value) {}

  private final Map<Outcome, LongAdder> requests = new ConcurrentHashMap<>();
  private final Map<Place, Durations> durations = new ConcurrentHashMap<>();
  private final LongAdder inFlight = new LongAdder();
  private final Map<String, Gauge> gauges = new ConcurrentSkipListMap<>();

  /** Makes metrics that have counted nothing. */
  public Metrics() {
    gauge("http_requests_in_flight", "Requests that are handled.", inFlight::sum);
  }

  /**
   * Tells how many connections a server has, as {@code http_connections}.
   *
   * @param server the server
   * @return this
   */
  public Metrics connections(HttpServer server) {
    return gauge("http_connections", "Connections that are open.", server::connections);
  }

  /**
   * Tells a value that goes up and down. One of the same name is replaced.
   *
   * @param name letters, digits and underscores, not beginning with a digit
   * @param help what it is
   * @param value gives it whenever somebody asks; must not suspend
   * @return this
   * @throws IllegalArgumentException if it is another name
   */
  public Metrics gauge(String name, String help, DoubleSupplier value) {
    if (!name.matches("[a-zA-Z_][a-zA-Z0-9_]*")) {
      throw new IllegalArgumentException("not the name of a metric: " + name);
    }
    gauges.put(name, new Gauge(help, Objects.requireNonNull(value, "value")));
    return this;
  }

  @Override
  public Handler apply(Handler handler) {
    return request -> {
      long began = System.nanoTime();
      inFlight.increment();
      int status = 500;
      try {
        Response response = handler.handle(request);
        status = response.status();
        return response;
      } catch (HttpException refused) {
        status = refused.status();
        throw refused;
      } catch (CancellationException gone) {
        status = HttpException.CLIENT_GONE;
        throw gone;
      } catch (Exception | StackOverflowError error) {
        HttpException fault = request.body().failure();
        // A handler may raise another error for its cancellation.
        int failed = Fiber.current().isCancelled() ? HttpException.CLIENT_GONE : 500;
        status = fault == null ? failed : fault.status();
        throw error;
      } finally {
        inFlight.decrement();
        count(request, status, System.nanoTime() - began);
      }
    };
  }

  private void count(Request request, int status, long nanos) {
    String method = METHODS.contains(request.method()) ? request.method() : "other";
    Place place = new Place(method, Objects.requireNonNullElse(request.route(), "none"));
    requests.computeIfAbsent(new Outcome(place, status), _ -> new LongAdder()).increment();
    durations.computeIfAbsent(place, _ -> new Durations()).add(nanos);
  }

  /**
   * Answers with all that has been counted.
   *
   * @return a handler, which does not suspend
   */
  public Handler handler() {
    return request -> {
      boolean open =
          request.headers().all("accept").stream().anyMatch(each -> each.contains(OPEN_METRICS));
      String type =
          open
              ? OPEN_METRICS + "; version=1.0.0; charset=utf-8"
              : "text/plain; version=0.0.4; charset=utf-8";
      return Response.bytes(200, type, text(open).getBytes(StandardCharsets.UTF_8))
          .with("cache-control", "no-store")
          .with("vary", "accept");
    };
  }

  private String text(boolean open) {
    StringBuilder text = new StringBuilder();
    String total = "http_requests_total";
    head(text, open ? "http_requests" : total, "counter", "Requests that were answered.");
    requests.entrySet().stream()
        .sorted(
            Comparator.comparing(
                (Map.Entry<Outcome, LongAdder> each) ->
                    each.getKey().place.labels() + each.getKey().status))
        .forEach(
            each -> {
              Outcome outcome = each.getKey();
              text.append(total).append('{').append(outcome.place.labels()).append(",status=\"");
              text.append(outcome.status).append("\"} ").append(each.getValue().sum());
              text.append('\n');
            });
    String seconds = "http_request_duration_seconds";
    head(text, seconds, "histogram", "The time until a request had its answer.");
    durations.entrySet().stream()
        .sorted(Comparator.comparing(each -> each.getKey().labels()))
        .forEach(each -> each.getValue().write(seconds, each.getKey().labels(), text));
    gauges.forEach(
        (name, gauge) -> {
          head(text, name, "gauge", gauge.help);
          text.append(name).append(' ').append(gauge.value.getAsDouble()).append('\n');
        });
    return open ? text + "# EOF\n" : text.toString();
  }

  private static void head(StringBuilder text, String name, String type, String help) {
    // The two formats differ in how they write quotes.
    String line = help.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\'');
    text.append("# HELP ").append(name).append(' ').append(line).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }
}

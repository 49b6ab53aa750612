package yona.library.http;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import yona.http.server.Http2Limits;
import yona.http.server.ServerLimits;
import yona.http.server.ServerOptions;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;
import yona.library.argument.Spans;
import yona.library.argument.TlsOptions;

/** Options of servers that a function takes as a Dict. */
final class ServerOptionDict {

  private final String where;
  private final ServerFilters filters;
  private ServerOptions options = ServerOptions.DEFAULT;
  private ServerLimits limits = ServerLimits.DEFAULT;
  private Http2Limits http2 = Http2Limits.DEFAULT;
  private boolean speaksHttp2 = true;
  private @Nullable Path unix;

  /** How long requests that are being handled may take when the server is closed. */
  private Duration grace = ServerResource.GRACE;

  private ServerOptionDict(String where) {
    this.where = where;
    this.filters = new ServerFilters(where);
  }

  /** The options that are given; an error names the function. */
  static ServerOptionDict of(Object value, String where) {
    ServerOptionDict given = new ServerOptionDict(where);
    Map<String, Consumer<Object>> takers = new LinkedHashMap<>();
    takers.put("unix", each -> given.unix = Arguments.path(each, where + ": :unix"));
    takers.put(
        "tls", each -> given.options = given.options.withTls(TlsOptions.server(each, where)));
    takers.put("limits", given::takeLimits);
    takers.put(
        "grace", each -> given.grace = Duration.ofNanos(Spans.nanos(each, where + ": :grace")));
    takers.put("http2", each -> given.speaksHttp2 = OptionDict.bool("http2", each, where));
    takers.put(
        "backlog", each -> given.options = given.options.withBacklog(given.size("backlog", each)));
    given.filters.addTo(takers);
    OptionDict.take(value, takers, where);
    return given;
  }

  private void takeLimits(Object value) {
    Map<String, Consumer<Object>> takers = new LinkedHashMap<>();
    takers.put("line", each -> limits = limits.withLine(limit("line", each)));
    takers.put("headers", each -> limits = limits.withHeaders(limit("headers", each)));
    takers.put(
        "body",
        each -> limits = limits.withBody(Arguments.count(each, where + ": :limits, :body")));
    takers.put(
        "contents",
        each ->
            limits = limits.withContents(Arguments.positive(each, where + ": :limits, :contents")));
    takers.put("connections", each -> limits = limits.withConnections(limit("connections", each)));
    takers.put("requests", each -> limits = limits.withRequests(limit("requests", each)));
    takers.put("streams", each -> http2 = http2.withStreams(limit("streams", each)));
    takers.put("resets", each -> http2 = http2.withResets(limit("resets", each)));
    takers.put("header_time", each -> limits = limits.withHeadTime(time("header_time", each)));
    takers.put("idle_time", each -> limits = limits.withIdleTime(time("idle_time", each)));
    OptionDict.take(value, takers, where + ": :limits");
  }

  private int limit(String option, Object value) {
    return size("limits, :" + option, value);
  }

  private int size(String option, Object value) {
    return (int) Math.min(Arguments.positive(value, where + ": :" + option), Integer.MAX_VALUE);
  }

  private Duration time(String option, Object value) {
    long nanos = Spans.nanos(value, where + ": :limits, :" + option);
    if (nanos < 1_000_000) {
      throw Failure.badarg(where + ": :limits", ":" + option + " is at least a millisecond");
    }
    return Duration.ofNanos(nanos);
  }

  /** How a server listens, but for where. */
  ServerOptions options() {
    return options.withLimits(limits).withHttp2(speaksHttp2 ? http2 : null);
  }

  /** The path of the socket at which it listens; null if it has a host and a port. */
  @Nullable Path unix() {
    return unix;
  }

  Duration grace() {
    return grace;
  }

  /** What stands around all routes. */
  ServerFilters filters() {
    return filters;
  }
}

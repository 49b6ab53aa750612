package yona.library.http;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
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

  private final ServerFilters filters = new ServerFilters();
  private ServerOptions options = ServerOptions.DEFAULT;
  private ServerLimits limits = ServerLimits.DEFAULT;
  private Http2Limits http2 = Http2Limits.DEFAULT;
  private boolean speaksHttp2 = true;
  private @Nullable Path unix;

  /** How long requests that are being handled may take when the server is closed. */
  private Duration grace = ServerResource.GRACE;

  private ServerOptionDict() {}

  /** The options that are given; an error names the function. */
  static ServerOptionDict of(Object value, String where) {
    ServerOptionDict given = new ServerOptionDict();
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put("unix", (each, at) -> given.unix = Arguments.path(each, at));
    takers.put(
        "tls", (each, at) -> given.options = given.options.withTls(TlsOptions.server(each, at)));
    takers.put("limits", given::takeLimits);
    takers.put("grace", (each, at) -> given.grace = Duration.ofNanos(Spans.nanos(each, at)));
    takers.put("http2", (each, at) -> given.speaksHttp2 = OptionDict.bool(each, at));
    takers.put("backlog", (each, at) -> given.options = given.options.withBacklog(small(each, at)));
    given.filters.addTo(takers);
    OptionDict.take(value, takers, where);
    return given;
  }

  private void takeLimits(Object value, String where) {
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put("line", (each, at) -> limits = limits.withLine(small(each, at)));
    takers.put("headers", (each, at) -> limits = limits.withHeaders(small(each, at)));
    takers.put("body", (each, at) -> limits = limits.withBody(Arguments.count(each, at)));
    takers.put(
        "contents", (each, at) -> limits = limits.withContents(Arguments.positive(each, at)));
    takers.put("connections", (each, at) -> limits = limits.withConnections(small(each, at)));
    takers.put("requests", (each, at) -> limits = limits.withRequests(small(each, at)));
    takers.put("streams", (each, at) -> http2 = http2.withStreams(small(each, at)));
    takers.put("resets", (each, at) -> http2 = http2.withResets(small(each, at)));
    takers.put("header_time", (each, at) -> limits = limits.withHeadTime(time(each, at)));
    takers.put("idle_time", (each, at) -> limits = limits.withIdleTime(time(each, at)));
    OptionDict.take(value, takers, where);
  }

  private static int small(Object value, String where) {
    return (int) Math.min(Arguments.positive(value, where), Integer.MAX_VALUE);
  }

  private static Duration time(Object value, String where) {
    long nanos = Spans.nanos(value, where);
    if (nanos < 1_000_000) {
      throw Failure.badarg(where, "expected at least a millisecond, found " + Failure.shown(value));
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

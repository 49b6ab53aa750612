package yona.library.http;

import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Scope;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Unit;
import yona.http.filter.AccessLog;
import yona.http.filter.Compression;
import yona.http.filter.Networks;
import yona.http.filter.RequestId;
import yona.http.filter.TraceParent;
import yona.http.filter.TrustedProxies;
import yona.language.runtime.Function;
import yona.language.runtime.Grant;
import yona.language.runtime.Invocation;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;
import yona.library.system.LogFunctions;

/** Options of a server for what stands around all its routes. */
final class ServerFilters {

  private Networks proxies = Networks.NONE;
  private boolean compression;
  private boolean ids;
  private boolean traces;
  private @Nullable Consumer<AccessLog.Entry> log;

  /** Adds what takes the options. */
  void addTo(Map<String, OptionDict.Taker> takers) {
    takers.put("compression", (value, at) -> compression = OptionDict.bool(value, at));
    takers.put("request_ids", (value, at) -> ids = OptionDict.bool(value, at));
    takers.put("traces", (value, at) -> traces = OptionDict.bool(value, at));
    takers.put("access_log", this::takeLog);
    takers.put("trusted_proxies", (value, at) -> proxies = networks(value, at));
  }

  private static Networks networks(Object value, String where) {
    String[] networks = OneOrMore.texts(value, where);
    try {
      return Networks.of(networks);
    } catch (IllegalArgumentException wrong) {
      throw Failure.badarg(where, Failure.line(String.valueOf(wrong.getMessage())));
    }
  }

  private void takeLog(Object value, String where) {
    Invocation invocation = Invocation.current();
    if (value instanceof Boolean isOn) {
      if (isOn) {
        Invocation.require(Grant.OUTPUT);
        log = entry -> write(invocation, () -> LogFunctions.info(Seq.text(entry.simple())));
      } else {
        log = null;
      }
      return;
    }
    Function function = Arguments.function(value, 1, where);
    log = entry -> write(invocation, () -> function.apply(dict(entry)));
  }

  /**
   * A log that fails is reported, and nobody's request fails with it. The line of a client that has
   * gone away is written in its cancelled fiber.
   */
  private static void write(Invocation invocation, Supplier<Object> line) {
    Async.shielded(
        () -> {
          try (Scope scope = Scope.open(invocation)) {
            try {
              var _ = line.get();
            } catch (RuntimeException error) {
              scope.report(error);
            }
          }
        });
  }

  private static Dict dict(AccessLog.Entry entry) {
    Dict.Builder dict = Dict.builder();
    put(dict, "method", Seq.text(entry.method()));
    put(dict, "uri", Seq.text(entry.target()));
    put(dict, "status", (long) entry.status());
    put(dict, "bytes", entry.bytes());
    put(dict, "millis", entry.time().toNanos() / 1e6);
    put(dict, "remote", Seq.text(entry.host()));
    String id = entry.id();
    put(dict, "id", id == null ? Unit.UNIT : Seq.text(id));
    return dict.build();
  }

  private static void put(Dict.Builder dict, String name, Object value) {
    dict.put(Symbol.of(name), value);
  }

  /** Puts them around the routes of a server, the outermost first. */
  void addTo(ServerResource server) {
    if (ids) {
      // Outside, where the proxies themselves are seen, whose ids are kept.
      server.addFilter(RequestId.trusting(proxies));
    }
    if (traces) {
      server.addFilter(TraceParent.filter());
    }
    server.addFilter(TrustedProxies.xForwarded(proxies));
    Consumer<AccessLog.Entry> lines = log;
    if (lines != null) {
      server.addFilter(AccessLog.of(lines));
    }
    if (compression) {
      server.addFilter(Compression.DEFAULT.withZstandard());
    }
  }
}

package yona.library.http;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import yona.http.Handler;
import yona.http.router.Router;
import yona.http.server.HttpServer;
import yona.language.runtime.Function;
import yona.language.runtime.ManagedResource;
import yona.library.argument.Failure;
import yona.library.argument.IoFailure;

/** A server as a value, or a group of its routes. */
final class ServerResource extends ManagedResource {

  /** How long requests may take when a server is closed that is told no other time. */
  static final Duration GRACE = Duration.ofSeconds(2);

  private final HttpServer server;
  private final Router router;
  private final Duration grace;

  /** The functions around the handlers that are added from now on, the outermost first. */
  private final List<Function> around;

  /** What stands around all routes, the outermost first. */
  private final List<UnaryOperator<Handler>> filters;

  /** The handlers of all paths with a beginning, of which the longest comes first. */
  private final Map<String, Handler> prefixes;

  /** The routes of the program, as they are told to others; those of all groups are one list. */
  private final List<OpenApi.Route> routes;

  /** With which all patterns of a group begin. */
  private final String beginning;

  /** The server that this is a group of; null if it is one itself. */
  private final @Nullable ServerResource whole;

  private ServerResource(
      HttpServer server,
      Router router,
      Duration grace,
      List<Function> around,
      List<UnaryOperator<Handler>> filters,
      Map<String, Handler> prefixes,
      List<OpenApi.Route> routes,
      String beginning,
      @Nullable ServerResource whole) {
    this.server = server;
    this.router = router;
    this.grace = grace;
    this.around = around;
    this.filters = filters;
    this.prefixes = prefixes;
    this.routes = routes;
    this.beginning = beginning;
    this.whole = whole;
  }

  /** The value of a server that the nearest {@code with} closes. */
  static ServerResource of(HttpServer server, Duration grace) {
    Map<String, Handler> prefixes =
        new ConcurrentSkipListMap<>(
            (a, b) -> a.length() != b.length() ? b.length() - a.length() : a.compareTo(b));
    Router router = new Router().otherwise(new PrefixHandler(prefixes));
    ServerResource resource =
        new ServerResource(
            server,
            router,
            grace,
            new ArrayList<>(),
            new ArrayList<>(),
            prefixes,
            new ArrayList<>(),
            "",
            null);
    resource.hold();
    return resource;
  }

  /** The value as a server or a group of its routes; another value is {@code :typeerror}. */
  static ServerResource of(Object value, String where) {
    if (value instanceof ServerResource resource) {
      return resource;
    }
    throw Failure.type(where, "an HTTP server", value);
  }

  /** The value as a server; a group of its routes is {@code :badarg}. */
  static ServerResource whole(Object value, String where) {
    ServerResource resource = of(value, where);
    if (resource.whole != null) {
      throw Failure.badarg(where, "this is a group of routes, not the server");
    }
    return resource;
  }

  HttpServer server() {
    return server;
  }

  Router router() {
    return router;
  }

  /** Notes a route, which has been added. */
  void noteRoute(String method, String pattern, RouteOptions options) {
    routes.add(new OpenApi.Route(method, beginning + pattern, options));
  }

  List<OpenApi.Route> routes() {
    return routes;
  }

  Map<String, Handler> prefixes() {
    return prefixes;
  }

  /** Puts something around all routes, also those that are there. */
  void addFilter(UnaryOperator<Handler> filter) {
    filters.add(filter);
  }

  /** A handler with all that stands around the routes. */
  Handler filtered(Handler handler) {
    Handler filtered = handler;
    for (UnaryOperator<Handler> each : filters.reversed()) {
      filtered = each.apply(filtered);
    }
    return filtered;
  }

  void addAround(Function middleware) {
    around.add(middleware);
  }

  /** The same server, where all paths begin in the way that a router adds. */
  ServerResource group(String prefix, Router inner) {
    return new ServerResource(
        server,
        inner,
        grace,
        new ArrayList<>(around),
        filters,
        prefixes,
        routes,
        beginning + prefix,
        this);
  }

  /** A handler with all that stands around it. */
  Function wrapped(Function handler) {
    Function wrapped = handler;
    for (Function each : around.reversed()) {
      Function inner = wrapped;
      wrapped =
          Function.suspending(handler.name(), 1, arguments -> each.apply(inner, arguments[0]));
    }
    return wrapped;
  }

  @Override
  protected void close() {
    if (whole != null) {
      return;
    }
    try {
      server.stop(grace);
    } catch (IOException e) {
      throw IoFailure.of(server.toString(), e);
    }
  }

  @Override
  public String source() {
    return "<" + server + (whole == null ? ">" : ", a group of routes>");
  }
}

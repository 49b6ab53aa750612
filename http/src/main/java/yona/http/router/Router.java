package yona.http.router;

import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import yona.http.Handler;
import yona.http.Headers;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;
import yona.http.router.Pattern.Segment;

/**
 * Gives each request to the handler of its route.
 *
 * <pre>{@code
 * Router router = new Router()
 *     .get("/users/:id(int)", request -> user(request.parameter("id")))
 *     .group("/admin", admin -> admin.around(Accounts::onlyForAdmins).get("/log", this::log));
 * HttpServer.start(ServerOptions.DEFAULT, router);
 * }</pre>
 *
 * <p>The most exact pattern that has a route of the method wins, whichever was added first. A path
 * that no route fits is answered with status 404, a method that its routes do not take with 405 and
 * the methods that they do. HEAD is answered by the route of GET, OPTIONS by the router, unless
 * they have routes of their own. {@code OPTIONS *}, which asks for no path, is answered with 204.
 *
 * <p>Routes are added before the first request; then it is safe for use by any number of fibers.
 */
public final class Router implements Handler {

  private final Routes routes;
  private final String prefix;

  /** The functions around the handlers that are added from now on, the outermost first. */
  private final List<UnaryOperator<Handler>> around;

  /** Makes a router without a route. */
  public Router() {
    this(new Routes(), "", new ArrayList<>());
  }

  private Router(Routes routes, String prefix, List<UnaryOperator<Handler>> around) {
    this.routes = routes;
    this.prefix = prefix;
    this.around = around;
  }

  /**
   * Adds a route.
   *
   * @param method GET, POST, ...
   * @param pattern like {@code /users/:id}, {@code /users/:id(int)} or {@code /files/*path}
   * @param handler answers
   * @return this
   * @throws IllegalArgumentException if the pattern is none, or the route is there already
   */
  public Router route(String method, String pattern, Handler handler) {
    Objects.requireNonNull(method, "method");
    Handler all = Objects.requireNonNull(handler, "handler");
    for (UnaryOperator<Handler> each : around.reversed()) {
      all = each.apply(all);
    }
    routes.add(method, Pattern.of(prefix + pattern), all);
    return this;
  }

  /**
   * Sets the handler of paths that no route fits, which are answered with status 404 else. The
   * functions around other handlers do not stand around it.
   *
   * @param handler answers
   * @return this
   */
  public Router otherwise(Handler handler) {
    routes.otherwise(Objects.requireNonNull(handler, "handler"));
    return this;
  }

  /**
   * Adds a route for GET, and for HEAD.
   *
   * @param pattern as for {@link #route}
   * @param handler answers
   * @return this
   */
  public Router get(String pattern, Handler handler) {
    return route("GET", pattern, handler);
  }

  /**
   * Adds a route for POST.
   *
   * @param pattern as for {@link #route}
   * @param handler answers
   * @return this
   */
  public Router post(String pattern, Handler handler) {
    return route("POST", pattern, handler);
  }

  /**
   * Adds a route for PUT.
   *
   * @param pattern as for {@link #route}
   * @param handler answers
   * @return this
   */
  public Router put(String pattern, Handler handler) {
    return route("PUT", pattern, handler);
  }

  /**
   * Adds a route for PATCH.
   *
   * @param pattern as for {@link #route}
   * @param handler answers
   * @return this
   */
  public Router patch(String pattern, Handler handler) {
    return route("PATCH", pattern, handler);
  }

  /**
   * Adds a route for DELETE.
   *
   * @param pattern as for {@link #route}
   * @param handler answers
   * @return this
   */
  public Router delete(String pattern, Handler handler) {
    return route("DELETE", pattern, handler);
  }

  /**
   * Puts something around the handlers that are added from now on, like a check of who asks.
   *
   * @param middleware takes a handler and gives one that does more; the first one added is
   *     outermost
   * @return this
   */
  public Router around(UnaryOperator<Handler> middleware) {
    around.add(Objects.requireNonNull(middleware, "middleware"));
    return this;
  }

  /**
   * Adds routes with a common beginning. A function that the group puts around handlers stays in
   * the group.
   *
   * @param beginning of their paths, like {@code /api}
   * @param add adds them
   * @return this
   */
  public Router group(String beginning, Consumer<Router> add) {
    add.accept(new Router(routes, prefix + beginning, new ArrayList<>(around)));
    return this;
  }

  @Override
  public Response handle(Request request) throws Exception {
    if (request.target().equals("*")) {
      // Of the server as a whole, which OPTIONS alone may ask for (RFC 9110, section 9.3.7).
      return Response.of(204);
    }
    List<String> segments = segments(request.target());
    Routes.Found found = routes.find(request.method(), segments);
    if (found == null) {
      Set<String> methods = routes.methods(segments);
      return methods.isEmpty()
          ? routes.otherwise().handle(request)
          : refusal(request, String.join(", ", methods));
    }
    Routes.Route route = found.route();
    request.found(route.pattern().text());
    if (route.parameters().isEmpty()) {
      return route.handler().handle(request);
    }
    Map<String, Object> values = HashMap.newHashMap(route.parameters().size());
    for (int i = 0; i < route.parameters().size(); i++) {
      Segment.Parameter parameter = route.parameters().get(i);
      values.put(parameter.name(), parameter.kind().value(found.values().get(i)));
    }
    return route.handler().handle(request.withParameters(values));
  }

  private static Response refusal(Request request, String methods) throws HttpException {
    if (request.method().equals("OPTIONS")) {
      return Response.of(204).with("allow", methods);
    }
    throw new HttpException(
        405,
        request.method() + " is not for this path, but " + methods,
        Headers.of("allow", methods));
  }

  /** The parts of a path, each decoded by itself: an encoded slash parts nothing. */
  private static List<String> segments(String target) throws HttpException {
    String path = path(target);
    List<String> segments = new ArrayList<>();
    for (String part : path.substring(1).split("/", -1)) {
      segments.add(part.indexOf('%') < 0 ? part : decoded(part));
    }
    return segments;
  }

  private static String path(String target) throws HttpException {
    int end = target.length();
    for (int i = 0; i < end; i++) {
      if (target.charAt(i) == '?' || target.charAt(i) == '#') {
        end = i;
      }
    }
    String path = target.substring(0, end);
    if (!path.startsWith("/")) {
      throw new HttpException(400, "no path: " + path);
    }
    return path;
  }

  private static String decoded(String part) throws HttpException {
    @Nullable String decoded;
    try {
      decoded = QueryStringDecoder.decodeComponent(part.replace("+", "%2B"));
    } catch (IllegalArgumentException malformed) {
      throw new HttpException(400, "a path with a broken escape: " + part);
    }
    return decoded;
  }
}

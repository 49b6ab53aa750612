package yona.library.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import yona.async.CancellationException;
import yona.async.Scope;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.data.Unit;
import yona.http.Response;
import yona.http.events.Events;
import yona.http.server.HandlerFailure;
import yona.http.server.HttpServer;
import yona.http.server.ServerOptions;
import yona.http.websocket.WebSocketOptions;
import yona.language.runtime.Applied;
import yona.language.runtime.ControlTransfer;
import yona.language.runtime.Errors;
import yona.language.runtime.Fault;
import yona.language.runtime.Function;
import yona.language.runtime.Grant;
import yona.language.runtime.Invocation;
import yona.language.runtime.Needs;
import yona.language.runtime.Suspends;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.IoFailure;
import yona.library.argument.Spans;
import yona.library.http.RequestBody.Reading;
import yona.library.json.JsonFunctions;
import yona.library.stream.Stream;
import yona.library.system.LogFunctions;

/** The Java half of module {@code http\Server}. */
@Needs(Grant.NETWORK)
public final class ServerFunctions {

  private static final Symbol LAST_EVENT_ID = Symbol.of("last_event_id");

  private ServerFunctions() {}

  // ---- servers ---------------------------------------------------------------------------------

  @Suspends
  public static Object create(Object host, Object port, Object backlog, String where) {
    long most = Arguments.positive(backlog, where + ", the backlog");
    ServerOptions options =
        ServerOptions.DEFAULT.withBacklog((int) Math.min(most, Integer.MAX_VALUE));
    ServerResource server = listen(options, host, port, ServerResource.GRACE, where);
    new ServerFilters().addTo(server);
    return server;
  }

  @Suspends
  public static Object createWith(Object options, Object host, Object port, String where) {
    ServerOptionDict given = ServerOptionDict.of(options, where);
    Path socket = given.unix();
    ServerResource server =
        socket == null
            ? listen(given.options(), host, port, given.grace(), where)
            : listen(given.options(), socket, host, port, given.grace(), where);
    given.filters().addTo(server);
    return server;
  }

  private static ServerResource listen(
      ServerOptions options, Object host, Object port, Duration grace, String where) {
    String name = Arguments.text(host, where + ", the host");
    long number = Arguments.integer(port, where + ", the port");
    if (number < 0 || number > 65535) {
      throw Failure.badarg(where, "a port is between 0 and 65535, not " + number);
    }
    return listen(options.at(InetSocketAddress.createUnresolved(name, (int) number)), grace, where);
  }

  /** Listens at a Unix socket, which has neither a host nor a port. */
  private static ServerResource listen(
      ServerOptions options, Path socket, Object host, Object port, Duration grace, String where) {
    if (!(host instanceof Unit) || !(port instanceof Unit)) {
      throw Failure.badarg(where, "with :unix the host and the port are ()");
    }
    return listen(options.at(UnixDomainSocketAddress.of(socket)), grace, where);
  }

  private static ServerResource listen(ServerOptions options, Duration grace, String where) {
    // Handlers run in no scope of the program.
    Invocation invocation = Invocation.current();
    try {
      return ServerResource.of(
          HttpServer.listen(
              options
                  .withLog(failure -> log(failure, invocation))
                  .withReport(error -> warn(error, invocation))),
          grace);
    } catch (IOException e) {
      throw IoFailure.in(where, e);
    } catch (IllegalArgumentException wrong) {
      throw Failure.badarg(where, Failure.line(String.valueOf(wrong.getMessage())));
    }
  }

  private static void warn(IOException error, Invocation invocation) {
    try (Scope _ = Scope.open(invocation)) {
      var _ = LogFunctions.warn(Seq.text(Failure.line("http\\Server: " + error.getMessage())));
    }
  }

  /** Logs an error of a handler, with the id that the client was told. */
  private static void log(HandlerFailure failure, Invocation invocation) {
    if (failure.error() instanceof ControlTransfer) {
      // The program ends, and has said so.
      return;
    }
    try (Scope scope = Scope.open(invocation)) {
      var _ =
          LogFunctions.error(
              Seq.text(
                  Failure.line(
                      "http\\Server: " + failure.request() + " failed, id " + failure.id())));
      Throwable error = failure.error();
      String request = failure.request() + ", id " + failure.id();
      scope.report(Fault.is(error) ? error : Errors.caught(error).during(request));
    }
  }

  public static Object start(Object server, String where) {
    ServerResource resource = ServerResource.whole(server, where);
    try {
      resource.server().serve(resource.router(), resource::filtered);
    } catch (IllegalStateException started) {
      throw Failure.badarg(where, Failure.line(String.valueOf(started.getMessage())));
    }
    return server;
  }

  @Suspends
  public static Object serve(Object server, String where) {
    var _ = start(server, where);
    ServerResource.whole(server, where).server().awaitEnd();
    return Unit.UNIT;
  }

  @Suspends
  public static Object stop(Object server, Object delay, String where) {
    ServerResource resource = ServerResource.whole(server, where);
    Duration time = Duration.ofNanos(Spans.nanos(delay, where));
    try {
      resource.server().stop(time);
    } catch (IOException e) {
      throw IoFailure.of(where, e);
    }
    return server;
  }

  public static Object port(Object server, String where) {
    return (long) Math.max(0, ServerResource.of(server, where).server().port());
  }

  // ---- routes ----------------------------------------------------------------------------------

  public static Object handle(
      Object path, Object encoding, Object handler, Object server, String where) {
    ServerResource resource = ServerResource.whole(server, where);
    String beginning = Arguments.text(path, where);
    if (!beginning.startsWith("/")) {
      throw Failure.badarg(where, "a path begins with /, not " + Failure.shown(path));
    }
    Reading content =
        switch (Arguments.symbol(encoding, where).name()) {
          case "text" -> RequestBody::text;
          case "binary" -> RequestBody::bytes;
          default ->
              throw Failure.badarg(
                  where, "the encoding is :text or :binary, not " + Failure.shown(encoding));
        };
    Function function = Arguments.function(handler, 3, where);
    resource
        .prefixes()
        .put(
            beginning,
            new FunctionHandler(
                function, request -> RequestValue.ofPrefix(request, content), where));
    return server;
  }

  public static Object route(
      Object method, Object pattern, Object handler, Object server, String where) {
    return routeWith(Dict.EMPTY, method, pattern, handler, server, where);
  }

  public static Object routeWith(
      Object options, Object method, Object pattern, Object handler, Object server, String where) {
    RouteOptions given = RouteOptions.of(options, where);
    String name = Arguments.symbol(method, where).name().toUpperCase(Locale.ROOT);
    if (!RequestValue.METHODS.containsKey(name)) {
      throw Failure.badarg(
          where,
          Failure.shown(method)
              + " is no method; there are "
              + RequestValue.METHODS.keySet().stream()
                  .map(each -> ":" + each.toLowerCase(Locale.ROOT))
                  .collect(Collectors.joining(", ")));
    }
    Function function = Arguments.function(handler, 1, where);
    return add(
        name, pattern, function, given, given.arguments(), ServerResource.of(server, where), where);
  }

  /** Adds a route with all that stands around its handler. */
  private static Object add(
      String method,
      Object pattern,
      Function function,
      RouteOptions options,
      FunctionHandler.ArgumentsOf arguments,
      ServerResource server,
      String where) {
    String path = Arguments.text(pattern, where);
    String route = where + " :" + method.toLowerCase(Locale.ROOT) + " " + Failure.shown(pattern);
    FunctionHandler handler = new FunctionHandler(server.wrapped(function), arguments, route);
    try {
      var _ = server.router().route(method, path, options.limited(handler));
      server.noteRoute(method, path, options);
    } catch (IllegalArgumentException wrong) {
      throw Failure.badarg(where, Failure.line(String.valueOf(wrong.getMessage())));
    }
    return server;
  }

  public static Object websocket(Object pattern, Object session, Object server, String where) {
    return websocketWith(Dict.EMPTY, pattern, session, server, where);
  }

  public static Object websocketWith(
      Object options, Object pattern, Object session, Object server, String where) {
    WebSocketOptions how = WebSocketOptionDict.ofServer(options, where).options();
    Function function = Arguments.function(session, 2, where);
    Function offer =
        Function.of(
            function.name(),
            request -> Tuple.of(101L, Dict.EMPTY, new WebSocketSession(function, request, how)));
    RouteOptions plain = RouteOptions.of(Dict.EMPTY, where);
    return add(
        "GET", pattern, offer, plain, plain.arguments(), ServerResource.of(server, where), where);
  }

  public static Object events(Object pattern, Object f, Object server, String where) {
    Function function = Arguments.function(f, 1, where);
    RouteOptions plain = RouteOptions.of(Dict.EMPTY, where);
    FunctionHandler.ArgumentsOf arguments =
        request -> {
          Object[] usual = plain.arguments().of(request);
          String last = Events.lastId(request);
          usual[0] =
              ((Dict) usual[0]).put(LAST_EVENT_ID, last == null ? Unit.UNIT : Seq.text(last));
          return usual;
        };
    Function told =
        Function.suspending(
            function.name(),
            1,
            given -> {
              Object made = function.apply(given[0]);
              return made instanceof Stream stream
                  ? Tuple.of(200L, Dict.EMPTY, new EventStream(stream, where))
                  : made;
            });
    return add("GET", pattern, told, plain, arguments, ServerResource.of(server, where), where);
  }

  public static Object errors(Object f, Object server, String where) {
    Function told = Arguments.function(f, 2, where);
    Function around =
        Function.suspending(
            "errors",
            2,
            given -> {
              try {
                return ((Function) given[0]).apply(given[1]);
              } catch (CancellationException gone) {
                throw gone;
              } catch (Throwable thrown) {
                Object response = told.applyAll(Errors.taken(thrown).triple(), given[1]);
                if (response instanceof Unit) {
                  throw Errors.again(thrown);
                }
                return response;
              }
            });
    ServerResource.of(server, where).addAround(around);
    return server;
  }

  public static Object openapi(Object path, Object info, Object server, String where) {
    ServerResource resource = ServerResource.of(server, where);
    Dict about = Dict.EMPTY;
    for (Tuple each : Arguments.dict(info, where)) {
      about = about.put(Seq.text(Arguments.symbol(each.get(0), where).name()), each.get(1));
    }
    for (String name : List.of("title", "version")) {
      if (!(about.get(Seq.text(name)) instanceof Seq text && text.isText())) {
        throw Failure.badarg(where, "the Dict has the Strings :title and :version");
      }
    }
    Dict told = about;
    var _ = JsonFunctions.generate(told, where);
    try {
      var _ =
          resource
              .router()
              .get(
                  Arguments.text(path, where),
                  _ -> {
                    Dict document = OpenApi.document(told, resource.routes());
                    Seq text = (Seq) JsonFunctions.generate(document, where);
                    return Response.bytes(200, "application/json", text.toUtf8());
                  });
    } catch (IllegalArgumentException wrong) {
      throw Failure.badarg(where, Failure.line(String.valueOf(wrong.getMessage())));
    }
    return server;
  }

  public static Object middleware(Object f, Object server, String where) {
    ServerResource.of(server, where).addAround(Arguments.function(f, 2, where));
    return server;
  }

  @Suspends
  public static Object group(Object beginning, @Applied Object f, Object server, String where) {
    ServerResource resource = ServerResource.of(server, where);
    String prefix = Arguments.text(beginning, where);
    if (!prefix.startsWith("/") || prefix.endsWith("/")) {
      throw Failure.badarg(
          where, "a group begins with / and does not end with it: " + Failure.shown(beginning));
    }
    Function add = Arguments.function(f, 1, where);
    resource.router().group(prefix, inner -> add.apply(resource.group(prefix, inner)));
    return server;
  }
}

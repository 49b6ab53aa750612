package yona.library.http;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.async.Scope;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.data.Unit;
import yona.http.Headers;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;
import yona.http.files.StaticFiles;
import yona.http.filter.BasicAuth;
import yona.http.filter.BearerAuth;
import yona.http.filter.Cors;
import yona.http.filter.SecurityHeaders;
import yona.http.monitor.Health;
import yona.http.monitor.Metrics;
import yona.language.runtime.Function;
import yona.language.runtime.Grant;
import yona.language.runtime.Invocation;
import yona.language.runtime.Needs;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.IoFailure;
import yona.library.argument.OptionDict;
import yona.library.argument.Spans;

/** The Java half of module {@code http\Server}: parts of servers that are made already. */
@Needs(Grant.NETWORK)
public final class FilterFunctions {

  /** How long a check of health may take. */
  private static final Duration CHECK_TIME = Duration.ofSeconds(5);

  private FilterFunctions() {}

  // ---- files -----------------------------------------------------------------------------------

  @Needs({Grant.FILES, Grant.NETWORK})
  public static Object files(Object prefix, Object folder, Object server, String where) {
    return filesWith(Dict.EMPTY, prefix, folder, server, where);
  }

  @Needs({Grant.FILES, Grant.NETWORK})
  public static Object filesWith(
      Object options, Object prefix, Object folder, Object server, String where) {
    ServerResource resource = ServerResource.of(server, where);
    String beginning = Arguments.text(prefix, where);
    if (!beginning.startsWith("/")) {
      throw Failure.badarg(where, "a path begins with /, not " + Failure.shown(prefix));
    }
    StaticFiles[] files = {filesOf(Arguments.path(folder, where), where)};
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put("index", (value, at) -> files[0] = files[0].withIndex(Arguments.text(value, at)));
    takers.put(
        "hidden",
        (value, at) -> {
          if (OptionDict.bool(value, at)) {
            files[0] = files[0].withHidden();
          }
        });
    takers.put(
        "cache_control",
        (value, at) -> files[0] = files[0].withCacheControl(Arguments.text(value, at)));
    takers.put(
        "types",
        (value, at) -> {
          for (Tuple each : Arguments.dict(value, at)) {
            files[0] =
                files[0].withType(Arguments.text(each.get(0), at), Arguments.text(each.get(1), at));
          }
        });
    try {
      OptionDict.take(options, takers, where);
      String root = beginning.endsWith("/") ? beginning : beginning + "/";
      var _ = resource.router().get(root + "*path", files[0]);
    } catch (IllegalArgumentException wrong) {
      throw Failure.badarg(where, Failure.line(String.valueOf(wrong.getMessage())));
    }
    return server;
  }

  private static StaticFiles filesOf(Path folder, String where) {
    try {
      return StaticFiles.in(folder);
    } catch (NoSuchFileException _) {
      String place = folder.toAbsolutePath().normalize().toString();
      throw IoFailure.in(
          where,
          new NoSuchFileException(
              "there is no folder "
                  + place
                  + (folder.isAbsolute() ? "" : " (relative paths begin at the current folder)")));
    } catch (IOException e) {
      throw IoFailure.in(where, e);
    }
  }

  // ---- who asks --------------------------------------------------------------------------------

  public static Object cors(Object options, Object server, String where) {
    ServerResource resource = ServerResource.whole(server, where);
    String[][] origins = {{}};
    List<String> methods = new ArrayList<>();
    List<String> headers = new ArrayList<>();
    List<String> exposed = new ArrayList<>();
    boolean[] credentials = {false};
    Duration[] age = {null};
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put("origins", (value, at) -> origins[0] = OneOrMore.texts(value, at));
    takers.put(
        "methods",
        (value, at) -> {
          for (Object each : Arguments.seq(value, at)) {
            methods.add(Arguments.symbol(each, at).name().toUpperCase(Locale.ROOT));
          }
        });
    takers.put("headers", (value, at) -> addTexts(value, headers, at));
    takers.put("expose", (value, at) -> addTexts(value, exposed, at));
    takers.put("credentials", (value, at) -> credentials[0] = OptionDict.bool(value, at));
    takers.put("max_age", (value, at) -> age[0] = Duration.ofNanos(Spans.nanos(value, at)));
    OptionDict.take(options, takers, where);
    try {
      Cors cors =
          Cors.of(origins[0])
              .withMethods(methods.toArray(String[]::new))
              .withHeaders(headers.toArray(String[]::new))
              .exposing(exposed.toArray(String[]::new));
      if (credentials[0]) {
        cors = cors.withCredentials();
      }
      if (age[0] != null) {
        cors = cors.keptFor(age[0]);
      }
      resource.addFilter(cors);
    } catch (IllegalArgumentException wrong) {
      throw Failure.badarg(where, Failure.line(String.valueOf(wrong.getMessage())));
    }
    return server;
  }

  private static void addTexts(Object value, List<String> to, String where) {
    for (Object each : Arguments.seq(value, where)) {
      to.add(Arguments.text(each, where));
    }
  }

  public static Object basic(Object realm, Object check, Object server, String where) {
    ServerResource resource = ServerResource.of(server, where);
    String name = Arguments.text(realm, where);
    Function asked = Arguments.function(check, 2, where);
    Invocation invocation = Invocation.current();
    checked(
        where,
        () ->
            resource
                .router()
                .around(
                    BasicAuth.of(
                        name,
                        (user, password) ->
                            isRight(
                                asked, invocation, where, Seq.text(user), Seq.text(password)))));
    return server;
  }

  public static Object bearer(Object realm, Object check, Object server, String where) {
    ServerResource resource = ServerResource.of(server, where);
    String name = Arguments.text(realm, where);
    Function asked = Arguments.function(check, 1, where);
    Invocation invocation = Invocation.current();
    checked(
        where,
        () ->
            resource
                .router()
                .around(
                    BearerAuth.of(
                        name, token -> isRight(asked, invocation, where, Seq.text(token)))));
    return server;
  }

  /** Makes a part of a server; what it refuses is {@code :badarg}. */
  static void checked(String where, Supplier<?> part) {
    try {
      var _ = part.get();
    } catch (IllegalArgumentException wrong) {
      throw Failure.badarg(where, Failure.line(String.valueOf(wrong.getMessage())));
    }
  }

  private static boolean isRight(
      Function check, Invocation invocation, String where, Object... arguments) {
    try (Scope _ = Scope.open(invocation)) {
      return Arguments.truth(check.applyAll(arguments), where + ", the check");
    }
  }

  public static Object securityHeaders(Object options, Object server, String where) {
    ServerResource resource = ServerResource.whole(server, where);
    SecurityHeaders[] headers = {SecurityHeaders.DEFAULT};
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put(
        "policy", (value, at) -> headers[0] = headers[0].withPolicy(Arguments.text(value, at)));
    takers.put(
        "strict_transport",
        (value, at) ->
            headers[0] = headers[0].withStrictTransport(Duration.ofNanos(Spans.nanos(value, at))));
    checked(
        where,
        () -> {
          OptionDict.take(options, takers, where);
          return headers[0];
        });
    resource.addFilter(headers[0]);
    return server;
  }

  public static Object guard(Object f, Object server, String where) {
    ServerResource resource = ServerResource.of(server, where);
    Function check = Arguments.function(f, 1, where);
    Invocation invocation = Invocation.current();
    var _ =
        resource
            .router()
            .around(
                handler ->
                    request -> {
                      Response refusal = refusal(check, request, invocation, where);
                      return refusal == null ? handler.handle(request) : refusal;
                    });
    return server;
  }

  /** The answer of a guard; null if the request may go on. */
  private static @Nullable Response refusal(
      Function guard, Request request, Invocation invocation, String where)
      throws IOException, HttpException {
    Dict head = RequestValue.ofHead(request, RequestValue::query);
    try (Scope scope = Scope.open(invocation)) {
      Object answer = guard.apply(head);
      return answer instanceof Unit
          ? null
          : new ResponseValue(answer, where).response(request, scope, invocation);
    }
  }

  public static Object refusals(Object f, Object server, String where) {
    ServerResource resource = ServerResource.whole(server, where);
    Function page = Arguments.function(f, 1, where);
    Invocation invocation = Invocation.current();
    resource.addFilter(
        handler ->
            request -> {
              try {
                return handler.handle(request);
              } catch (HttpException refused) {
                return page(page, refused, request, invocation, where);
              }
            });
    return server;
  }

  /**
   * The page of a program for a refusal; its header fields stay, as those of 405 and 401 have to.
   */
  private static Response page(
      Function page, HttpException refused, Request request, Invocation invocation, String where)
      throws HttpException {
    Dict told =
        Dict.builder()
            .put(Symbol.of("status"), (long) refused.status())
            .put(Symbol.of("message"), Seq.text(String.valueOf(refused.getMessage())))
            .put(Symbol.of("uri"), Seq.text(request.target()))
            .build();
    try (Scope scope = Scope.open(invocation)) {
      Object made = page.apply(told);
      if (made instanceof Unit) {
        throw refused;
      }
      Response[] response = {new ResponseValue(made, where).response(request, scope, invocation)};
      Headers own = response[0].headers();
      refused
          .response()
          .headers()
          .forEach(
              (name, value) -> {
                if (!own.contains(name)) {
                  response[0] = response[0].adding(name, value);
                }
              });
      return response[0];
    }
  }

  // ---- how it goes -----------------------------------------------------------------------------

  public static Object metrics(Object path, Object server, String where) {
    ServerResource resource = ServerResource.whole(server, where);
    Metrics metrics = new Metrics().connections(resource.server());
    String place = Arguments.text(path, where);
    checked(where, () -> resource.router().get(place, metrics.handler()));
    resource.addFilter(metrics);
    return server;
  }

  public static Object health(Object path, Object checks, Object server, String where) {
    ServerResource resource = ServerResource.of(server, where);
    String beginning = Arguments.text(path, where);
    Invocation invocation = Invocation.current();
    Health[] health = {new Health()};
    try {
      for (Tuple each : Arguments.dict(checks, where)) {
        Symbol name = Arguments.symbol(each.get(0), where);
        Function check = Arguments.function(each.get(1), 0, where);
        health[0] =
            health[0].check(
                name.name(),
                CHECK_TIME,
                () -> {
                  try (Scope _ = Scope.open(invocation)) {
                    if (Boolean.FALSE.equals(check.applyAll())) {
                      throw new IllegalStateException(name.name() + " is not well");
                    }
                  }
                });
      }
      var _ = resource.router().get(beginning + "/live", health[0].live());
      var _ = resource.router().get(beginning + "/ready", health[0].ready());
    } catch (IllegalArgumentException wrong) {
      throw Failure.badarg(where, Failure.line(String.valueOf(wrong.getMessage())));
    }
    return server;
  }
}

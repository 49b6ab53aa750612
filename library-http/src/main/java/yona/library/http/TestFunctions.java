package yona.library.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.async.DetachedScope;
import yona.async.Promise;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.http.Body;
import yona.http.ConnectionInfo;
import yona.http.Headers;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;
import yona.http.SwitchedConnection;
import yona.http.Takeover;
import yona.http.websocket.Opening;
import yona.io.connection.Connection;
import yona.language.runtime.Invocation;
import yona.language.runtime.Suspends;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.IoFailure;
import yona.library.argument.OptionDict;
import yona.library.stream.Stream;

/** The Java half of module {@code http\Test}. Needs no grant: nothing leaves the process. */
public final class TestFunctions {

  private static final Symbol GET = Symbol.of("get");
  private static final byte[] NOTHING = {};

  private TestFunctions() {}

  public static Object browser(Object server, String where) {
    return new TestBrowser(ServerResource.whole(server, where));
  }

  @Suspends
  public static Object request(Object server, Object method, Object path, String where) {
    return requestWith(Dict.EMPTY, server, method, path, where);
  }

  @Suspends
  public static Object requestWith(
      Object options, Object server, Object method, Object path, String where) {
    Headers[] fields = {Headers.NONE};
    byte[][] content = {NOTHING};
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    TrailerFields behind = new TrailerFields(Invocation.current(), where);
    takers.put("headers", (value, at) -> fields[0] = RequestFields.of(value, at, behind));
    takers.put("body", (value, at) -> content[0] = Arguments.data(value, at));
    OptionDict.take(options, takers, where);
    Asked asked =
        Asked.of(server, method, path, fields[0], new TestBody(content[0], behind), where);
    return checked(
        () -> {
          Response response = asked.answer();
          String name = asked.request().method();
          Seq text = text(content(name, response));
          return Tuple.of(
              (long) response.status(),
              RequestValue.headers(response.headers(), trailers(name, response)),
              text);
        },
        where);
  }

  @Suspends
  public static Object events(Object server, Object path, String where) {
    return eventsWith(Dict.EMPTY, server, path, where);
  }

  @Suspends
  public static Object eventsWith(Object options, Object server, Object path, String where) {
    Headers[] fields = {Headers.NONE};
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put("headers", (value, at) -> fields[0] = RequestFields.of(value, at));
    OptionDict.take(options, takers, where);
    Headers accepting = fields[0].with("accept", "text/event-stream");
    Asked asked = Asked.of(server, GET, path, accepting, Body.EMPTY, where);
    return checked(
        () -> Stream.holding(true, TestEvents.of(asked::answer, asked.request().toString(), where)),
        where);
  }

  @Suspends
  public static Object websocket(Object server, Object path, String where) {
    return websocketWith(Dict.EMPTY, server, path, where);
  }

  @Suspends
  public static Object websocketWith(Object options, Object server, Object path, String where) {
    WebSocketOptionDict given = WebSocketOptionDict.ofClient(options, where);
    Opening opening = new Opening(given.options());
    Headers fields = opening.headers().adding(given.headers());
    Asked asked = Asked.of(server, GET, path, fields, Body.EMPTY, where);
    return checked(() -> webSocket(asked, opening), where);
  }

  /** Both sides run here: the server's in a scope that ends with the client's. */
  private static WebSocketValue webSocket(Asked asked, Opening opening) throws Exception {
    MemoryTransport[] sides = MemoryTransport.pair(asked.request().toString());
    Connection client = new Connection(sides[0]);
    Connection server = new Connection(sides[1]);
    Promise<Response> answer = new Promise<>();
    DetachedScope running = DetachedScope.open();
    boolean isOpen = false;
    try {
      var _ = running.scope().background(() -> accept(asked, answer, server));
      Response response = answer.value();
      Headers headers = response.headers().with("connection", "upgrade");
      SwitchedConnection switched = new SwitchedConnection(client, NOTHING);
      WebSocketValue value =
          WebSocketValue.held(
              opening.open(response.status(), headers, switched, running.scope()), running);
      isOpen = true;
      return value;
    } finally {
      if (!isOpen) {
        running.close();
      }
    }
  }

  /** The server's side, to its end. */
  private static boolean accept(Asked asked, Promise<Response> answer, Connection connection)
      throws Exception {
    try (connection) {
      Response response;
      try {
        response = asked.answer();
      } catch (Throwable raised) {
        // The caller raises it.
        var _ = answer.fail(raised);
        return false;
      }
      var _ = answer.complete(response);
      Takeover takeover = response.takeover();
      if (takeover != null) {
        takeover.run(new SwitchedConnection(connection, NOTHING));
      }
      return true;
    }
  }

  /** A request, and who is asked. */
  private record Asked(ServerResource server, @Nullable TestBrowser browser, Request request) {

    static Asked of(
        Object server, Object method, Object path, Headers fields, Body content, String where) {
      TestBrowser browser = server instanceof TestBrowser given ? given : null;
      ServerResource resource =
          browser == null ? ServerResource.whole(server, where) : browser.server();
      String name = Arguments.symbol(method, where).name().toUpperCase(Locale.ROOT);
      String target = Arguments.text(path, where);
      if (!target.startsWith("/")) {
        throw Failure.badarg(where, "a path begins with /, not " + Failure.shown(path));
      }
      Headers asked = browser == null ? fields : browser.asked(fields);
      Headers headers = asked.contains("host") ? asked : asked.with("host", "localhost");
      return new Asked(
          resource,
          browser,
          new Request(name, target, () -> headers, content, ConnectionInfo.NONE));
    }

    /** The answer that a client would get; an error of the handler is raised as it is. */
    Response answer() throws Exception {
      Response response = response(server, request);
      if (browser != null) {
        browser.answered(response.headers());
      }
      return response;
    }
  }

  private static <T> T checked(yona.async.Body<T, Exception> action, String where) {
    try {
      return action.run();
    } catch (RuntimeException error) {
      throw error;
    } catch (IOException failed) {
      throw IoFailure.of(where, failed);
    } catch (Exception failed) {
      throw Failure.of(Failure.IOERROR, Failure.line(where + ": " + failed.getMessage()));
    }
  }

  private static Response response(ServerResource server, Request request) throws Exception {
    try {
      return server.filtered(server.router()).handle(request);
    } catch (HttpException refused) {
      if (refused.failureId() != null) {
        switch (refused.getCause()) {
          case Exception error -> throw error;
          case Error error -> throw error;
          default -> {}
        }
      }
      return refused.response();
    }
  }

  /** What a client would get: nothing for HEAD. */
  private static byte[] content(String method, Response response) throws Exception {
    if (!hasContent(method, response)) {
      return NOTHING;
    }
    Response.Content made = response.content();
    if (made == null) {
      return response.bytes();
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    made.writeTo(all::writeBytes);
    return all.toByteArray();
  }

  /** The fields behind content that has been made. */
  private static Headers trailers(String method, Response response) {
    Supplier<Headers> made = response.trailers();
    return made == null || !hasContent(method, response) ? Headers.NONE : made.get();
  }

  private static boolean hasContent(String method, Response response) {
    return !method.equals("HEAD") && Response.hasContent(response.status());
  }

  private static Seq text(byte[] bytes) {
    try {
      return Seq.utf8(bytes, 0, bytes.length);
    } catch (CharacterCodingException binary) {
      return Seq.bytes(bytes);
    }
  }
}

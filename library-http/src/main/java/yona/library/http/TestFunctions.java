package yona.library.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.CharacterCodingException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Tuple;
import yona.http.Body;
import yona.http.ConnectionInfo;
import yona.http.Headers;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;
import yona.language.runtime.Suspends;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;

/** The Java half of module {@code http\Test}. Needs no grant: nothing leaves the process. */
public final class TestFunctions {

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
    byte[][] content = {new byte[0]};
    Map<String, Consumer<Object>> takers = new LinkedHashMap<>();
    takers.put("headers", value -> fields[0] = RequestFields.of(value, where + ", :headers"));
    takers.put("body", value -> content[0] = Arguments.data(value, where + ", :body"));
    OptionDict.take(options, takers, where);
    TestBrowser browser = server instanceof TestBrowser given ? given : null;
    ServerResource resource =
        browser == null ? ServerResource.whole(server, where) : browser.server();
    String name = Arguments.symbol(method, where).name().toUpperCase(Locale.ROOT);
    String target = Arguments.text(path, where);
    if (!target.startsWith("/")) {
      throw Failure.badarg(where, "a path begins with /, not " + Failure.shown(path));
    }
    Headers asked = browser == null ? fields[0] : browser.asked(fields[0]);
    Headers headers = asked.contains("host") ? asked : asked.with("host", "localhost");
    Request request =
        new Request(name, target, () -> headers, Body.of(content[0]), ConnectionInfo.NONE);
    return answer(resource, browser, request, where);
  }

  /** The answer that a client would get; an error of the handler is raised as it is. */
  private static Tuple answer(
      ServerResource server, @Nullable TestBrowser browser, Request request, String where) {
    try {
      Response response = response(server, request);
      if (browser != null) {
        browser.answered(response.headers());
      }
      return Tuple.of(
          (long) response.status(),
          RequestValue.headers(response.headers()),
          text(content(response)));
    } catch (RuntimeException error) {
      throw error;
    } catch (Exception failed) {
      throw Failure.of(Failure.IOERROR, Failure.line(where + ": " + failed.getMessage()));
    }
  }

  private static Response response(ServerResource server, Request request) throws Exception {
    try {
      return server.handler().handle(request);
    } catch (HttpException refused) {
      return refused.response();
    }
  }

  private static byte[] content(Response response) throws Exception {
    Response.Content made = response.content();
    if (made == null) {
      return response.bytes();
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    made.writeTo(all::writeBytes);
    return all.toByteArray();
  }

  private static Seq text(byte[] bytes) {
    try {
      return Seq.utf8(bytes, 0, bytes.length);
    } catch (CharacterCodingException binary) {
      return Seq.bytes(bytes);
    }
  }
}

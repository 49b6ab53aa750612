package yona.http.filter;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import yona.http.Body;
import yona.http.ConnectionInfo;
import yona.http.Handler;
import yona.http.Headers;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;

/** Requests of tests that go over no connection. */
final class Asking {

  private Asking() {}

  static Request get(String target, String... namesAndValues) {
    return request("GET", target, namesAndValues);
  }

  static Request request(String method, String target, String... namesAndValues) {
    Headers headers = Headers.of(namesAndValues);
    return new Request(method, target, () -> headers, Body.EMPTY, ConnectionInfo.NONE);
  }

  /** The same from an address. */
  static Request from(String address, Request request) {
    return from(new InetSocketAddress(address, 1234), request);
  }

  static Request from(@Nullable SocketAddress address, Request request) {
    return request.withConnection(new ConnectionInfo("HTTP/1.1", null, address, false));
  }

  /** What a client gets, also of a refusal. */
  static Response answer(Handler handler, Request request) throws Exception {
    try {
      return handler.handle(request);
    } catch (HttpException refused) {
      return refused.response();
    }
  }

  static String text(Response response) {
    return new String(response.bytes(), StandardCharsets.UTF_8);
  }
}

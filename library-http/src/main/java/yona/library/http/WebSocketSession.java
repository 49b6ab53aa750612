package yona.library.http;

import java.io.IOException;
import yona.async.Scope;
import yona.data.Kind;
import yona.data.Opaque;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;
import yona.http.websocket.WebSocket;
import yona.http.websocket.WebSocketOptions;
import yona.language.runtime.Function;
import yona.language.runtime.Invocation;
import yona.language.runtime.YonaError;

/** The content of a response behind which a function of the program talks over a WebSocket. */
final class WebSocketSession extends Opaque {
  private final Function function;
  private final Object request;
  private final WebSocketOptions options;

  /**
   * Makes a session.
   *
   * @param function is called with the request and the WebSocket
   * @param request the request, as middleware gave it on
   * @param options how to speak
   */
  WebSocketSession(Function function, Object request, WebSocketOptions options) {
    this.function = function;
    this.request = request;
    this.options = options;
  }

  /** The response that accepts a WebSocket; a request that asks for none is refused. */
  Response accept(Request asked, Invocation invocation) throws HttpException {
    return WebSocket.accept(asked, options, socket -> run(socket, invocation));
  }

  private void run(WebSocket socket, Invocation invocation) throws IOException {
    WebSocketValue value = new WebSocketValue(socket);
    try (Scope _ = Scope.open(invocation)) {
      var _ = function.applyAll(request, value);
    } catch (YonaError error) {
      if (value.isUnsent(error)) {
        throw new IOException("the client is gone", error);
      }
      throw error;
    }
  }

  @Override
  public Kind kind() {
    return Kind.RESOURCE;
  }

  @Override
  public String source() {
    return "<a WebSocket's session>";
  }
}

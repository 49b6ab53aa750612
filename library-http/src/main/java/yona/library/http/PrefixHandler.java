package yona.library.http;

import java.util.Map;
import yona.http.Handler;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;

/**
 * Gives a request to the handler of the longest path that its own begins with.
 *
 * @param handlers by path, the longest first
 */
record PrefixHandler(Map<String, Handler> handlers) implements Handler {

  @Override
  public Response handle(Request request) throws Exception {
    String path = request.path();
    for (Map.Entry<String, Handler> each : handlers.entrySet()) {
      if (path.startsWith(each.getKey())) {
        return each.getValue().handle(request);
      }
    }
    throw new HttpException(404, "nothing at " + path);
  }
}

package yona.http.server;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;
import yona.http.filter.RequestId;

/** The call of a server's handler, whatever the client speaks. */
final class HandlerCall {

  private HandlerCall() {}

  /**
   * Asks the handler, and answers for it if it raises. Suspends as the handler does.
   *
   * @param server whose handler
   * @param request what the client asks
   * @return the answer
   * @throws CancellationException if the client has gone
   * @throws IOException if it has gone in the middle of the body
   */
  static Response respond(HttpServer server, Request request) throws IOException {
    try {
      return server.handler().handle(request);
    } catch (CancellationException cancelled) {
      throw cancelled;
    } catch (Exception | StackOverflowError error) {
      return failed(server, request, error, null);
    }
  }

  /**
   * Answers for a handler that failed, or for content that did. The server's log is told of it if
   * that is not the client's doing.
   *
   * @param server whose handler it is
   * @param request what the client asks
   * @param error what was raised
   * @param response the answer whose content failed; null if there is none yet
   * @return the answer for a client that has got nothing yet
   * @throws IOException if the client has gone in the middle of the body
   */
  static Response failed(
      HttpServer server, Request request, Throwable error, @Nullable Response response)
      throws IOException {
    String known = response == null ? null : RequestId.of(response);
    HttpException answer = HandlerFailure.answer(request, error, known);
    if (answer == null) {
      throw new IOException("the client has left", error);
    }
    String id = answer.failureId();
    Throwable failure = answer.getCause();
    if (id != null && failure != null) {
      server.tell(new HandlerFailure(id, request.toString(), failure));
    }
    return answer.response();
  }
}

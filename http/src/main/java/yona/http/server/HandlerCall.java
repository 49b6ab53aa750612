package yona.http.server;

import java.io.IOException;
import java.util.UUID;
import yona.async.CancellationException;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;

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
    if (!hasWholeEscapes(request.target())) {
      return Response.text(400, "a target with a broken escape\n");
    }
    if (!server.mayHandle()) {
      return Response.text(503, "too many requests at once\n").with("retry-after", "1");
    }
    try {
      return server.handler().handle(request);
    } catch (CancellationException cancelled) {
      throw cancelled;
    } catch (Exception | StackOverflowError error) {
      return failed(server, request, error);
    } finally {
      server.handled();
    }
  }

  /**
   * Answers for a handler that failed, or for content that did. The server's log is told of it if
   * that is not the client's doing.
   *
   * @param server whose handler it is
   * @param request what the client asks
   * @param error what was raised
   * @return the answer for a client that has got nothing yet
   * @throws IOException if the client has gone in the middle of the body
   */
  static Response failed(HttpServer server, Request request, Throwable error) throws IOException {
    if (error instanceof HttpException refused) {
      return refused.response();
    }
    HttpException fault = request.body().failure();
    if (fault == null) {
      String id = UUID.randomUUID().toString();
      server.tell(new HandlerFailure(id, request.toString(), error));
      return HandlerFailure.answer(id);
    }
    if (fault.status() == ReceivedBody.GONE) {
      throw new IOException("the client has left", error);
    }
    return fault.response();
  }

  /** Whether each percent sign is followed by two digits: else handlers could not decode it. */
  private static boolean hasWholeEscapes(String target) {
    for (int at = target.indexOf('%'); at >= 0; at = target.indexOf('%', at + 1)) {
      if (at + 2 >= target.length()
          || Character.digit(target.charAt(at + 1), 16) < 0
          || Character.digit(target.charAt(at + 2), 16) < 0) {
        return false;
      }
    }
    return true;
  }
}

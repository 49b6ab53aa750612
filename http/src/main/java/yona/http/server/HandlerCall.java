package yona.http.server;

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
   */
  static Response respond(HttpServer server, Request request) {
    if (!server.mayHandle()) {
      return Response.text(503, "too many requests at once\n").with("retry-after", "1");
    }
    try {
      return server.handler().handle(request);
    } catch (HttpException refused) {
      return refused.response();
    } catch (CancellationException cancelled) {
      throw cancelled;
    } catch (Exception | StackOverflowError error) {
      String id = UUID.randomUUID().toString();
      server.tell(new HandlerFailure(id, request.toString(), error));
      return Response.text(500, "error " + id + "\n");
    } finally {
      server.handled();
    }
  }
}

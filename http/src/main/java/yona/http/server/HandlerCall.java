package yona.http.server;

import java.io.IOException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
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
   * @param body its body as it comes; null if it has none
   * @return the answer
   * @throws CancellationException if the client has gone
   * @throws IOException if it has gone in the middle of the body
   */
  static Response respond(HttpServer server, Request request, @Nullable ReceivedBody body)
      throws IOException {
    if (!hasWholeEscapes(request.target())) {
      return Response.text(400, "a target with a broken escape\n");
    }
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
      HttpException fault = body == null ? null : body.failure();
      if (fault == null) {
        return failed(server, request.toString(), error);
      }
      if (fault.status() == ReceivedBody.GONE) {
        throw new IOException("the client has left", error);
      }
      return fault.response();
    } finally {
      server.handled();
    }
  }

  /**
   * Tells the server's log of an error.
   *
   * @param server whose handler raised it, or made the content that did
   * @param request the method and the target
   * @param error what was raised
   * @return the answer for a client that has got nothing yet
   */
  static Response failed(HttpServer server, String request, Throwable error) {
    if (error instanceof HttpException refused) {
      return refused.response();
    }
    String id = UUID.randomUUID().toString();
    server.tell(new HandlerFailure(id, request, error));
    return HandlerFailure.answer(id);
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

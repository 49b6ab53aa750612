package yona.http.filter;

import java.util.function.UnaryOperator;
import yona.http.Handler;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;

/** Refusals for filters that do something to every answer. */
final class Refusals {

  private Refusals() {}

  /**
   * The answer of a handler, also if it refuses. Suspends as the handler does.
   *
   * @throws Exception anything else that the handler raises
   */
  static Response answered(Handler handler, Request request) throws Exception {
    try {
      return handler.handle(request);
    } catch (HttpException refused) {
      return refused.response();
    }
  }

  /**
   * The answer of a handler with a change. A refusal stays one, with the change in its answer.
   * Suspends as the handler does.
   *
   * @throws HttpException if the handler refuses
   * @throws Exception anything else that the handler raises
   */
  static Response changed(Handler handler, Request request, UnaryOperator<Response> change)
      throws Exception {
    Response response;
    try {
      response = handler.handle(request);
    } catch (HttpException refused) {
      throw refused.answering(change.apply(refused.response()));
    }
    return change.apply(response);
  }
}

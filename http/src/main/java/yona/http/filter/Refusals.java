package yona.http.filter;

import yona.http.Handler;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;

/** Refusals as answers, for filters that add something to every answer. */
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
}

package yona.http.server;

import java.util.concurrent.atomic.AtomicInteger;
import yona.http.Handler;
import yona.http.Headers;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;

/**
 * Refuses requests that are too many at once, and those whose target cannot be decoded. Stands
 * within the filters of the server, so that they log and count what is refused.
 */
final class Admission implements Handler {

  private final Handler handler;
  private final int most;
  private final AtomicInteger handled = new AtomicInteger();

  /**
   * Bounds the requests of a server.
   *
   * @param handler answers those that are let in
   * @param most how many at once
   */
  Admission(Handler handler, int most) {
    this.handler = handler;
    this.most = most;
  }

  @Override
  public Response handle(Request request) throws Exception {
    if (!hasWholeEscapes(request.target())) {
      throw new HttpException(400, "a target with a broken escape");
    }
    try {
      if (handled.incrementAndGet() > most) {
        throw new HttpException(503, "too many requests at once", Headers.of("retry-after", "1"));
      }
      return handler.handle(request);
    } finally {
      handled.getAndDecrement();
    }
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

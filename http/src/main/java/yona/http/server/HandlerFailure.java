package yona.http.server;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.filter.RequestId;

/**
 * An error that a handler raised.
 *
 * @param id what the client was told, to find this by
 * @param request the method and the target
 * @param error what was raised
 */
public record HandlerFailure(String id, String request, Throwable error) {

  /**
   * The server's answer to an error of a handler or of its content. The failure has the id of the
   * request, if there is one: both logs then show the same id.
   *
   * @param request what the handler got
   * @param error what was raised
   * @return the error if it is a refusal; a refusal if the request's body was at fault; else a
   *     failure with an id. Null if the client has left in the middle of the body
   */
  public static @Nullable HttpException answer(Request request, Throwable error) {
    return answer(request, error, RequestId.of(request));
  }

  /**
   * The same where the request's id is known.
   *
   * @param request what the handler got
   * @param error what was raised
   * @param id that of the request, or null if it has none
   */
  static @Nullable HttpException answer(Request request, Throwable error, @Nullable String id) {
    if (error instanceof HttpException refused) {
      return refused;
    }
    HttpException fault = request.body().failure();
    if (fault != null) {
      return fault.status() == HttpException.CLIENT_GONE ? null : fault;
    }
    return HttpException.failed(id == null ? UUID.randomUUID().toString() : id, error);
  }

  /** Prints it to the standard error, with the stack trace. */
  void print() {
    System.err.println("http: " + request + " failed, id " + id);
    error.printStackTrace();
  }
}

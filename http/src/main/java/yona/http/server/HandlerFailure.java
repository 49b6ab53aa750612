package yona.http.server;

import yona.http.Response;

/**
 * An error that a handler raised.
 *
 * @param id what the client was told, to find this by
 * @param request the method and the target
 * @param error what was raised
 */
public record HandlerFailure(String id, String request, Throwable error) {

  /** How many bytes the content has that the client is sent. */
  public static final int ANSWER_BYTES = "error ".length() + 36 + 1;

  /** The answer with an id, a UUID. */
  static Response answer(String id) {
    return Response.text(500, "error " + id + "\n");
  }

  /** Prints it to the standard error, with the stack trace. */
  void print() {
    System.err.println("http: " + request + " failed, id " + id);
    error.printStackTrace();
  }
}

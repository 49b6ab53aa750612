package yona.http.server;

/**
 * An error that a handler raised.
 *
 * @param id what the client was told, to find this by
 * @param request the method and the target
 * @param error what was raised
 */
public record HandlerFailure(String id, String request, Throwable error) {

  /** Prints it to the standard error, with the stack trace. */
  void print() {
    System.err.println("http: error " + id + " at " + request);
    error.printStackTrace();
  }
}

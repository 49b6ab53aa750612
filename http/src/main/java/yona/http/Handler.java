package yona.http;

/**
 * Answers the requests of a server. It runs on a fiber, so it may wait for whatever it likes, and
 * it is cancelled when the client goes away.
 */
@FunctionalInterface
public interface Handler {

  /**
   * Answers a request.
   *
   * @param request what the client asks
   * @return the answer
   * @throws HttpException for an answer with the status that it says
   * @throws Exception for an answer with status 500; what it says goes to the log only
   */
  Response handle(Request request) throws Exception;
}

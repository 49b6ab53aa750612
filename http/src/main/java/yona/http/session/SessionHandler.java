package yona.http.session;

import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;

/** Answers requests with what is remembered of their browsers. */
@FunctionalInterface
public interface SessionHandler {

  /**
   * Answers a request. May suspend.
   *
   * @param request what the client asks
   * @param session what is remembered, and what will be
   * @return the answer
   * @throws HttpException for an answer with the status that it says; changes are kept
   * @throws Exception for an answer with status 500; changes are dropped
   */
  Response handle(Request request, Session session) throws Exception;
}

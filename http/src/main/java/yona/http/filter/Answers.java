package yona.http.filter;

import yona.async.CancellationException;
import yona.http.Handler;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;
import yona.http.server.HandlerFailure;

/** The answers of a handler, for filters that change each of them. */
final class Answers {

  private Answers() {}

  /** Changes an answer. */
  interface Change {

    Response apply(Response response) throws Exception;
  }

  /**
   * The answer of a handler with a change. A refusal stays one, with the change in its answer; an
   * error of the handler becomes one, as does an error of content that has not begun. Suspends as
   * the handler does.
   *
   * @throws HttpException if the handler refuses or fails
   * @throws CancellationException if the client has gone
   * @throws Exception what the handler raises if the client has gone in the middle of the body
   */
  static Response changed(Handler handler, Request request, Change change) throws Exception {
    Response response;
    try {
      response = handler.handle(request);
    } catch (CancellationException gone) {
      throw gone;
    } catch (Exception | StackOverflowError error) {
      HttpException answer = HandlerFailure.answer(request, error);
      if (answer == null) {
        throw error;
      }
      throw answer.answering(change.apply(answer.response()));
    }
    Response.Content content = response.content();
    if (content == null) {
      return change.apply(response);
    }
    Response.Content guarded = output -> write(content, output, request, change);
    return change.apply(
        response.length() < 0
            ? response.withContent(guarded)
            : response.withContent(response.length(), guarded));
  }

  private static void write(
      Response.Content content, Response.Output output, Request request, Change change)
      throws Exception {
    boolean[] hasBegun = {false};
    try {
      content.writeTo(
          bytes -> {
            hasBegun[0] = true;
            output.write(bytes);
          });
    } catch (CancellationException gone) {
      throw gone;
    } catch (Exception | StackOverflowError error) {
      HttpException answer = hasBegun[0] ? null : HandlerFailure.answer(request, error);
      if (answer == null) {
        throw error;
      }
      throw answer.answering(change.apply(answer.response()));
    }
  }
}

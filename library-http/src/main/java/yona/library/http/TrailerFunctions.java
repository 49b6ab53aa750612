package yona.library.http;

import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.http.Headers;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.stream.Stream;

/**
 * The Java half of trailers in modules {@code http\Server} and {@code http\Client}. Needs no grant:
 * all has come.
 */
public final class TrailerFunctions {

  private static final Symbol BODY = Symbol.of("body");

  private TrailerFunctions() {}

  public static Object ofRequest(Object request, String where) {
    Dict dict = Arguments.dict(request, where);
    return of(dict.get(BODY), dict, where);
  }

  public static Object ofResponse(Object response, String where) {
    if (!(response instanceof Tuple triple) || triple.length() != 3) {
      throw Failure.type(where, "a response: (status, headers, body)", response);
    }
    return of(triple.get(2), Arguments.dict(triple.get(1), where + ", the header fields"), where);
  }

  /** Of content that is there, they are in the Dict. */
  private static Dict of(@Nullable Object body, Dict dict, String where) {
    if (!(body instanceof Stream stream)) {
      return dict.get(RequestValue.TRAILERS) instanceof Dict trailers ? trailers : Dict.EMPTY;
    }
    ReceivedTrailers content = stream.from(ReceivedTrailers.class);
    if (content == null) {
      throw Failure.badarg(where, "the body is another Stream than the one that has come");
    }
    Headers trailers = content.trailers();
    if (trailers == null) {
      throw Failure.badarg(
          where, "trailers come behind the body, whose Stream has not been walked to its end");
    }
    return RequestValue.headers(trailers);
  }
}

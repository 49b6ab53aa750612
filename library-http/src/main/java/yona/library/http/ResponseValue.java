package yona.library.http;

import org.jspecify.annotations.Nullable;
import yona.async.Scope;
import yona.data.Seq;
import yona.data.Tuple;
import yona.data.Unit;
import yona.http.Headers;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;
import yona.language.runtime.Function;
import yona.language.runtime.Invocation;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.stream.Stream;

/**
 * A handler's result as a response.
 *
 * @param value a triple of status, header fields and content
 * @param where the function that has added the handler, for errors
 */
record ResponseValue(Object value, String where) {

  private static final String CONTENT_TYPE = "content-type";
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String BYTES = "application/octet-stream";

  /**
   * The response.
   *
   * @param request the request that is answered
   * @param scope that of the handler, which ends before the content is sent
   * @param invocation in which content is made that is sent while it is made
   * @throws HttpException if the handler offers a WebSocket and the request asks for none
   */
  Response response(Request request, Scope scope, Invocation invocation) throws HttpException {
    if (!(value instanceof Tuple triple) || triple.length() != 3) {
      throw Failure.type(where, "(status, headers, body) from its handler", value);
    }
    Fields fields = new Fields(new TrailerFields(invocation, where));
    Arguments.dict(triple.get(1), where + ", the header fields")
        .forEach((name, value) -> fields.take(name, value));
    return fields.in(
        switch (triple.get(2)) {
          case WebSocketSession session -> session.accept(request, invocation);
          case EventStream events -> events.response(request, scope, invocation);
          default -> {
            int status = status(triple.get(0));
            boolean isHead = request.method().equals("HEAD");
            yield content(status, fields.type, triple.get(2), scope, invocation, isHead);
          }
        });
  }

  /** The fields that a handler gives; the type of the content by itself. */
  private final class Fields {
    private final TrailerFields trailers;
    private @Nullable String type;
    private Headers others = Headers.NONE;

    Fields(TrailerFields trailers) {
      this.trailers = trailers;
    }

    void take(Object key, Object value) {
      String name = RequestValue.fieldName(key, where);
      if (name.equalsIgnoreCase(CONTENT_TYPE)) {
        type = text(CONTENT_TYPE, single(value));
      } else if (value instanceof Function function) {
        trailers.put(name, function);
      } else if (value instanceof Seq seq && !seq.isText()) {
        seq.forEach(each -> add(name, text(name, each)));
      } else {
        add(name, text(name, value));
      }
    }

    private void add(String name, String value) {
      try {
        others = others.adding(name, value);
      } catch (IllegalArgumentException wrong) {
        throw Failure.badarg(where, Failure.line(String.valueOf(wrong.getMessage())));
      }
    }

    Response in(Response response) {
      Headers all = trailers.announcedIn(response.headers().adding(others));
      Response with = response.withHeaders(all);
      return trailers.isEmpty() ? with : with.withTrailers(trailers);
    }
  }

  private int status(Object value) {
    long status = Arguments.integer(value, where + ", the status");
    if (status < 200 || status > 599) {
      throw Failure.badarg(where, "a status is between 200 and 599, not " + status);
    }
    return (int) status;
  }

  /** The value of a field; of a Seq with one value, that one. */
  private static Object single(Object value) {
    return value instanceof Seq seq && !seq.isText() && seq.length() == 1 ? seq.get(0) : value;
  }

  private String text(String name, Object value) {
    return Arguments.text(value, where + ", the header field " + name);
  }

  private Response content(
      int status,
      @Nullable String type,
      Object content,
      Scope scope,
      Invocation invocation,
      boolean isHead) {
    try {
      return switch (content) {
        case Unit _ ->
            type == null ? Response.of(status) : Response.of(status).with(CONTENT_TYPE, type);
        case Stream stream -> {
          String given = type == null ? BYTES : type;
          StreamContent made = new StreamContent(stream, invocation, where);
          if (isHead) {
            stream.release();
          } else {
            stream.passOut(scope);
          }
          yield Response.stream(status, given, output -> made.writeTo(output::write));
        }
        case Seq seq when seq.isText() ->
            Response.bytes(status, type == null ? TEXT : type, seq.toUtf8());
        case Seq seq when seq.isBytes() ->
            Response.bytes(status, type == null ? BYTES : type, seq.toByteArray());
        default ->
            throw Failure.type(where + ", the body", "a String, Bytes, a Stream or ()", content);
      };
    } catch (IllegalArgumentException wrong) {
      throw Failure.badarg(where, Failure.line(String.valueOf(wrong.getMessage())));
    }
  }
}

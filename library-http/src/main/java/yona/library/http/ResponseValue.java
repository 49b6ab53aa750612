package yona.library.http;

import org.jspecify.annotations.Nullable;
import yona.async.Scope;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Tuple;
import yona.data.Unit;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;
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
    if (triple.get(2) instanceof WebSocketSession session) {
      return withFields(session.accept(request, invocation), fields(triple));
    }
    if (triple.get(2) instanceof EventStream events) {
      return withFields(events.response(request, scope, invocation), fields(triple));
    }
    boolean isHead = request.method().equals("HEAD");
    int status = status(triple.get(0));
    Dict fields = fields(triple);
    Response response = content(status, type(fields), triple.get(2), scope, invocation, isHead);
    return withFields(response, fields);
  }

  private Response withFields(Response response, Dict fields) {
    Response with = response;
    for (Tuple field : fields) {
      String name = name(field.get(0));
      if (!name.equalsIgnoreCase(CONTENT_TYPE)) {
        with = with(with, name, field.get(1));
      }
    }
    return with;
  }

  private Dict fields(Tuple triple) {
    return Arguments.dict(triple.get(1), where + ", the header fields");
  }

  private int status(Object value) {
    long status = Arguments.integer(value, where + ", the status");
    if (status < 200 || status > 599) {
      throw Failure.badarg(where, "a status is between 200 and 599, not " + status);
    }
    return (int) status;
  }

  private String name(Object value) {
    return RequestValue.fieldName(value, where);
  }

  private @Nullable String type(Dict fields) {
    for (Tuple field : fields) {
      if (name(field.get(0)).equalsIgnoreCase(CONTENT_TYPE)) {
        return text(CONTENT_TYPE, single(field.get(1)));
      }
    }
    return null;
  }

  /** The value of a field; of a Seq with one value, that one. */
  private static Object single(Object value) {
    return value instanceof Seq seq && !seq.isText() && seq.length() == 1 ? seq.get(0) : value;
  }

  private String text(String name, Object value) {
    return Arguments.text(value, where + ", the header field " + name);
  }

  private Response with(Response response, String name, Object value) {
    Response with = response;
    try {
      if (value instanceof Seq seq && !seq.isText()) {
        for (Object each : seq) {
          with = with.adding(name, text(name, each));
        }
        return with;
      }
      return with.adding(name, text(name, value));
    } catch (IllegalArgumentException wrong) {
      throw Failure.badarg(where, Failure.line(String.valueOf(wrong.getMessage())));
    }
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

package yona.library.http;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import yona.async.stm.STM;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.data.Unit;
import yona.http.Headers;
import yona.http.client.ClientRequest;
import yona.http.client.ClientResponse;
import yona.http.client.EventOptions;
import yona.http.client.HttpTimeoutException;
import yona.language.runtime.Grant;
import yona.language.runtime.Invocation;
import yona.language.runtime.Needs;
import yona.language.runtime.Suspends;
import yona.language.runtime.YonaError;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.IoFailure;
import yona.library.http.SessionOptions.Form;
import yona.library.json.JsonFunctions;
import yona.library.stream.Stream;
import yona.library.stream.StreamSource;

/** The Java half of module {@code http\Client}. */
@Needs(Grant.NETWORK)
public final class ClientFunctions {

  private ClientFunctions() {}

  public static Object session(Object options, String where) {
    return SessionResource.of(SessionOptions.of(options, where));
  }

  // ---- requests --------------------------------------------------------------------------------

  @Suspends
  public static Object request(
      Object session, Object method, Object uri, Object headers, Object body, String where) {
    SessionResource of = SessionResource.of(session, where);
    ClientRequest request = request(method, uri, headers, body, where);
    return asked(
        request,
        where,
        () -> {
          try (ClientResponse response = send(of, request)) {
            return triple(response, body(response, of.options().form()));
          }
        });
  }

  @Suspends
  public static Object stream(
      Object session, Object method, Object uri, Object headers, Object body, String where) {
    SessionResource of = SessionResource.of(session, where);
    ClientRequest request = request(method, uri, headers, body, where);
    return asked(
        request,
        where,
        () -> {
          ClientResponse response = send(of, request);
          return triple(response, Stream.holding(true, new Pieces(response, where)));
        });
  }

  @Suspends
  public static Object events(Object session, Object uri, Object headers, String where) {
    return eventsWith(Dict.EMPTY, session, uri, headers, where);
  }

  @Suspends
  public static Object eventsWith(
      Object options, Object session, Object uri, Object headers, String where) {
    EventOptions how = EventSource.options(options, where);
    SessionResource of = SessionResource.of(session, where);
    ClientRequest request = request(Symbol.of("get"), uri, headers, Unit.UNIT, where);
    return asked(
        request,
        where,
        () -> Stream.holding(true, new EventSource(of.client().events(request, how), where)));
  }

  @Suspends
  public static Object websocket(Object session, Object uri, Object options, String where) {
    SessionResource of = SessionResource.of(session, where);
    String target = Arguments.text(uri, where);
    WebSocketOptionDict given = WebSocketOptionDict.ofClient(options, where);
    return checked(
        where,
        () -> {
          try {
            return WebSocketValue.held(
                of.client().webSocket(target, given.headers(), given.options()));
          } catch (IllegalArgumentException wrong) {
            throw Failure.badarg(where, Failure.line(String.valueOf(wrong.getMessage())));
          }
        });
  }

  @Suspends
  public static Object getJson(Object session, Object uri, String where) {
    return json(session, "get", uri, Dict.EMPTY, Unit.UNIT, where);
  }

  @Suspends
  public static Object postJson(Object session, Object uri, Object value, String where) {
    Dict fields =
        Dict.builder().put(Seq.text("content-type"), Seq.text("application/json")).build();
    return json(session, "post", uri, fields, JsonFunctions.generate(value, where), where);
  }

  private static Object json(
      Object session, String method, Object uri, Dict fields, Object body, String where) {
    Dict.Builder all = Dict.builder().put(Seq.text("accept"), Seq.text("application/json"));
    for (Tuple field : fields) {
      all.put(field.get(0), field.get(1));
    }
    SessionResource of = SessionResource.of(session, where);
    ClientRequest request = request(Symbol.of(method), uri, all.build(), body, where);
    Seq text =
        asked(
            request,
            where,
            () -> {
              try (ClientResponse response = send(of, request)) {
                if (response.status() < 200 || response.status() > 299) {
                  throw Failure.badarg(
                      where, "status " + response.status() + " of " + request + ", not 2xx");
                }
                return Seq.text(response.text());
              }
            });
    return JsonFunctions.parse(text, where + ", the answer to " + request);
  }

  /** Sends a request; once more with a password, if the server asks for one. */
  private static ClientResponse send(SessionResource session, ClientRequest request)
      throws IOException {
    ClientResponse response = sent(session, request);
    String credentials = session.options().credentials();
    String challenge = response.header("www-authenticate");
    if (response.status() != 401
        || credentials == null
        || challenge == null
        || !challenge.toLowerCase(Locale.ROOT).startsWith("basic")
        || request.headers().contains("authorization")
        || !request.canBeRepeated()
        || !response.uri().getRawAuthority().equals(request.uri().getRawAuthority())) {
      return response;
    }
    response.close();
    return sent(session, request.with("authorization", credentials));
  }

  /** Sends a request. An error of its content comes from the fiber that makes that. */
  private static ClientResponse sent(SessionResource session, ClientRequest request)
      throws IOException {
    try {
      return session.client().send(request);
    } catch (YonaError error) {
      error.joined();
      throw error;
    }
  }

  private static ClientRequest request(
      Object method, Object uri, Object headers, Object body, String where) {
    String name = Arguments.symbol(method, where).name().toUpperCase(Locale.ROOT);
    String target = Arguments.text(uri, where);
    try {
      TrailerFields trailers = new TrailerFields(Invocation.current(), where);
      Headers fields = RequestFields.of(headers, where + ", the header fields", trailers);
      ClientRequest plain = ClientRequest.of(name, target).withHeaders(fields);
      ClientRequest request = trailers.isEmpty() ? plain : plain.withTrailers(trailers);
      return switch (body) {
        case Unit _ -> {
          if (!trailers.isEmpty()) {
            throw Failure.badarg(
                where,
                "a header field that is a function stands behind content, and there is none");
          }
          yield request;
        }
        case Stream stream -> streamed(request, stream, where);
        case Seq seq when seq.isText() -> {
          ClientRequest with = request.withContent(seq.toUtf8());
          yield request.headers().contains("content-type")
              ? with
              : with.with("content-type", "text/plain; charset=utf-8");
        }
        default -> request.withContent(Arguments.data(body, where + ", the body"));
      };
    } catch (IllegalArgumentException wrong) {
      throw Failure.badarg(where, Failure.line(String.valueOf(wrong.getMessage())));
    }
  }

  /** Content that is sent as it is made, on a fiber of the client's. */
  private static ClientRequest streamed(ClientRequest request, Stream stream, String where) {
    StreamContent content = new StreamContent(stream, Invocation.current(), where);
    return request.withContent(output -> content.writeTo(output::write));
  }

  // ---- responses -------------------------------------------------------------------------------

  private static Tuple triple(ClientResponse response, Object body) {
    return Tuple.of(
        (long) response.status(),
        RequestValue.headers(response.headers(), response.trailers()),
        body);
  }

  private static Object body(ClientResponse response, Form form) throws IOException {
    if (form == Form.TEXT) {
      return Seq.text(response.text());
    }
    byte[] bytes = response.bytes();
    if (form == Form.BINARY) {
      return Seq.bytes(bytes);
    }
    try {
      return Seq.utf8(bytes, 0, bytes.length);
    } catch (CharacterCodingException binary) {
      return Seq.bytes(bytes);
    }
  }

  /** A body as it comes. */
  private static final class Pieces extends StreamSource implements ReceivedTrailers {
    private final ClientResponse response;
    private final String where;
    private volatile boolean ended;

    Pieces(ClientResponse response, String where) {
      this.response = response;
      this.where = where;
    }

    @Override
    protected @Nullable Object next() {
      byte[] bytes = checked(where, response::read);
      ended = bytes == null;
      return bytes == null ? null : Seq.bytes(bytes);
    }

    @Override
    public @Nullable Headers trailers() {
      return ended ? response.trailers() : null;
    }

    @Override
    protected void close() {
      response.close();
    }
  }

  /**
   * As {@link #checked}; an error of the connection, which names the server alone, has the request.
   */
  private static <T extends @Nullable Object> T asked(
      ClientRequest request, String where, IoFailure.Operation<T> operation) {
    return checked(
        where,
        () -> {
          try {
            return operation.run();
          } catch (HttpTimeoutException late) {
            throw late;
          } catch (IOException e) {
            String shown = request.toString();
            YonaError error = IoFailure.of(where, e);
            String message = error.getMessage();
            throw message.startsWith(shown)
                ? error
                : YonaError.of(error.symbol().name(), shown + ": " + message, e);
          }
        });
  }

  /** Does something with a session, whose errors become those of Yona. */
  static <T extends @Nullable Object> T checked(String where, IoFailure.Operation<T> operation) {
    STM.effect("an HTTP request");
    try {
      return operation.run();
    } catch (HttpTimeoutException late) {
      throw Failure.of(Failure.TIMEOUT, Failure.line(where + ": " + late.getMessage()));
    } catch (IOException e) {
      throw IoFailure.of(where, e);
    } catch (IllegalStateException closed) {
      throw Failure.of(Failure.CLOSED, where + ": the session is closed");
    }
  }
}

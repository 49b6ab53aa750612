package yona.http.filter;

import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import yona.http.Handler;
import yona.http.Request;
import yona.http.Response;

/**
 * Gives each request an id, as the field X-Request-Id of what handlers see and of the answer. The
 * id that a trusted client sends is kept if it has 1 to 128 letters, digits, dots, hyphens and
 * underscores; all others get a new one.
 *
 * <p>Immutable, and safe for use by any number of fibers.
 */
public final class RequestId implements UnaryOperator<Handler> {

  private static final String FIELD = "x-request-id";
  private static final Pattern SANE = Pattern.compile("[A-Za-z0-9._-]{1,128}");
  private static final int BYTES = 16;

  private final Networks trusted;

  private RequestId(Networks trusted) {
    this.trusted = trusted;
  }

  /**
   * Trusts clients, such as proxies that give the ids.
   *
   * @param trusted where they are; {@link Networks#NONE} for new ids only
   * @return the filter
   */
  public static RequestId trusting(Networks trusted) {
    return new RequestId(Objects.requireNonNull(trusted, "trusted"));
  }

  @Override
  public Handler apply(Handler handler) {
    return request -> {
      String id = id(request);
      Request named =
          request.withHeaders(request.headers().with(FIELD, id)).with(Given.class, new Given(id));
      return Answers.changed(handler, named, response -> response.with(FIELD, id));
    };
  }

  private String id(Request request) {
    String given = request.header(FIELD);
    return given != null
            && trusted.contain(request.connection().peer())
            && SANE.matcher(given).matches()
        ? given
        : RandomId.of(BYTES);
  }

  /** The id that the filter has given a request. */
  private record Given(String id) {}

  /**
   * The id of a request that came through this filter.
   *
   * @param request what a handler got
   * @return the id, or null if it did not come through one, whatever the client says
   */
  public static @Nullable String of(Request request) {
    Given given = request.get(Given.class);
    return given == null ? null : given.id;
  }

  /**
   * The id of the request that is answered.
   *
   * @param response an answer that this filter has given on
   * @return the id, or null if the answer has none
   */
  public static @Nullable String of(Response response) {
    return response.headers().get(FIELD);
  }
}

package yona.http.filter;

import java.time.Duration;
import java.util.Objects;
import java.util.function.UnaryOperator;
import yona.http.Handler;
import yona.http.Headers;
import yona.http.Request;
import yona.http.Response;

/**
 * Tells browsers to be careful with the pages of a site. A field that a handler has set stays as it
 * is. Immutable, and safe for use by any number of fibers.
 */
public final class SecurityHeaders implements UnaryOperator<Handler> {

  /**
   * Types are not guessed, other sites show no page in a frame, and they do not learn the paths
   * that a user comes from.
   */
  public static final SecurityHeaders DEFAULT =
      new SecurityHeaders(
          Headers.of(
              "x-content-type-options",
              "nosniff",
              "x-frame-options",
              "DENY",
              "referrer-policy",
              "strict-origin-when-cross-origin",
              "cross-origin-opener-policy",
              "same-origin"),
          Duration.ZERO);

  private final Headers fields;
  private final Duration strict;

  private SecurityHeaders(Headers fields, Duration strict) {
    this.fields = fields;
    this.strict = strict;
  }

  /**
   * The same with what pages may load and run.
   *
   * @param policy like {@code default-src 'self'} (Content Security Policy)
   * @return a filter
   * @throws IllegalArgumentException if it cannot stand in a header
   */
  public SecurityHeaders withPolicy(String policy) {
    return new SecurityHeaders(fields.with("content-security-policy", policy), strict);
  }

  /**
   * The same where browsers come over encrypted connections only (RFC 6797). It is told over such
   * connections, as others may be forged.
   *
   * @param time how long they remember that
   * @return a filter
   */
  public SecurityHeaders withStrictTransport(Duration time) {
    return new SecurityHeaders(fields, Objects.requireNonNull(time, "time"));
  }

  @Override
  public Handler apply(Handler handler) {
    return request -> Answers.changed(handler, request, response -> careful(request, response));
  }

  private Response careful(Request request, Response response) {
    Headers[] all = {response.headers()};
    fields.forEach(
        (name, value) -> {
          if (!all[0].contains(name)) {
            all[0] = all[0].adding(name, value);
          }
        });
    if (request.connection().secure() && strict.isPositive()) {
      all[0] = all[0].with("strict-transport-security", "max-age=" + strict.toSeconds());
    }
    return response.withHeaders(all[0]);
  }
}
